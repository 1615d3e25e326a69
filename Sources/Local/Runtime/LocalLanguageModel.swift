import Foundation
import TernSession

/// A language model from a GGUF file, running inside this process: for sessions, and for plain text,
/// probabilities, vectors and rankings without them.
///
/// ```swift
/// let model = try LocalLanguageModel(contentsOf: url)
/// let session = LanguageModelSession(model: model, instructions: "Answer briefly.")
/// let text = try await model.complete("Once upon a time").text
/// ```
///
/// Opening reads the file's metadata only; the weights are made ready by the first request, or by
/// `prewarm`. All sessions of one model, and of its copies, share the weights, and the computed
/// state of prompts with the same beginning; their requests run side by side. Any thread may use
/// it. The memory is released with the last copy and the last session.
public struct LocalLanguageModel: LanguageModel {
  /// The executor of the model.
  public typealias Executor = LocalLanguageModelExecutor

  package let runtime: ModelRuntime

  /// Opens a GGUF file, the first part of a split one.
  ///
  /// A file whose chat template cannot be read can still be used for texts; the requests of
  /// sessions throw ``LocalLanguageModelError/unusableModel(_:)``.
  ///
  /// - Throws: ``LocalLanguageModelError`` for a file that is missing, malformed, or of an unknown
  ///   architecture, and for options that the model cannot have.
  public init(contentsOf url: URL, options: Options = Options()) throws(LocalLanguageModelError) {
    runtime = try ModelRuntime(path: url.path, options: options)
  }

  /// Guided generation and tool calling, and reasoning where the chat template has it; nothing for a
  /// model that only embeds or ranks texts.
  public var capabilities: LanguageModelCapabilities { runtime.capabilities }

  /// The model itself; equal for copies of one model.
  public var executorConfiguration: LocalLanguageModelExecutor.Configuration {
    LocalLanguageModelExecutor.Configuration(runtime: runtime)
  }

  /// The name that the file gives the model, or that of the file.
  package var name: String { runtime.name }

  /// How the file says that tokens are best chosen; what it does not say is `nil`.
  package var recommendedOptions: LocalGenerationOptions { runtime.recommended }

  /// Requests that are answered side by side at most.
  package var runningRequests: Int { runtime.options.runningRequests }

  /// Tokens that instructions, conversation and answer may have together.
  public var contextSize: Int { runtime.contextSize }

  /// The languages that the file names, in all regional forms; where it names none, English and the
  /// user's language.
  public var supportedLanguages: Set<Locale.Language> { runtime.languages.supported }

  /// Makes the weights ready; some milliseconds to seconds, once.
  public func load() async throws(LocalLanguageModelError) { _ = try await runtime.engine() }

  /// Bytes of the weights, loaded or not.
  package var weightBytes: Int { runtime.weightBytes }

  /// Gives the memory of weights and kept conversations back, once no request uses them any more; the
  /// next request loads the weights anew.
  package func unload() async { runtime.unload() }

  /// Makes the weights ready, and tells the share that is.
  package func load(progress: @escaping @Sendable (Double) -> Void) async throws {
    _ = try await runtime.opened(progress: progress)
  }
}

extension LocalLanguageModel {
  /// How keys and values of the context are stored: the smaller, the longer the context that fits.
  public enum CachePrecision: Sendable {
    /// 32-bit floating point.
    case single
    /// 16-bit floating point.
    case half
    /// 8-bit integers with a scale for every 32 values.
    case eightBit
  }

  /// The settings of a model.
  public struct Options: Sendable, Hashable {
    /// Threads that compute; `nil` takes one for each processor.
    public var threads: Int?
    /// Tokens that a conversation may have; `nil` takes the model's own limit or 4,096, whichever
    /// is less.
    public var contextSize: Int?
    /// How keys and values of the context are stored.
    public var cachePrecision = CachePrecision.half
    /// How many conversations are kept in memory, so that their next turns need not compute them
    /// again.
    public var keptConversations = 8
    /// Bytes that kept conversations may take together; what they have in common counts once.
    public var keptBytes = 1 << 30
    /// Bytes that the keys and values of all conversations may take together, the kept ones and those
    /// that are being answered; `nil` takes half of the machine's memory.
    ///
    /// When they run short, kept conversations are dropped first; after that, requests wait for
    /// each other.
    public var cacheBytes: Int?
    /// Requests that are answered side by side at most; others wait.
    public var runningRequests = 16
    /// Requests that may wait while others are answered; more are refused with
    /// ``LocalLanguageModelError/tooManyRequests(limit:)``, in sessions with
    /// ``LanguageModelError/rateLimited(_:)``.
    public var waitingRequests = 256
    /// The format in which the model writes calls of tools, such as `hermes_json`; `nil` detects
    /// it.
    ///
    /// The names are those of `tern parse-tools --format`.
    public var toolDialect: String?
    /// A file that describes how the model writes calls of tools, instead of ``toolDialect``.
    ///
    /// The file is JSON: the pieces of a call in order, and a sample of one, which is checked.
    /// Errors in it are reported as ``LocalLanguageModelError/badOption(_:)`` with their place.
    public var toolDialectFile: URL?
    /// Whether prompts in a language that the file does not name are refused.
    ///
    /// Off by default: a model may know more languages than its file names.
    public var checksLanguage = false
    /// Whether a model of a shorter context than ``contextSize`` takes its own.
    package var takesShorterContext = false
    /// What the chat template is told beside the conversation.
    package var template = TemplateSettings()

    /// The defaults of every property.
    public init() {}
  }
}
