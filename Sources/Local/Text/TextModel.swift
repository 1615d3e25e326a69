import Foundation
import TernDecode
import TernKernels

/// A language model from a GGUF file, running inside this process.
///
/// The weights are mapped and prepared once, on a thread of the model's own; requests from any
/// task are served one after the other. A prompt that begins like an earlier one reuses what was
/// computed for the common beginning. The memory is released with the last reference.
///
/// ```swift
/// let model = try await TextModel(contentsOf: url)
/// for try await piece in model.stream("Once upon a time") { print(piece, terminator: "") }
/// ```
public final class TextModel: Sendable {
  private let engine: Engine

  /// How a model is set up.
  public struct Configuration: Sendable {
    /// Threads that compute; `nil` takes one for each processor.
    public var threads: Int?
    /// Tokens that prompt and answer may have together; `nil` takes the model's own limit or
    /// 4,096, whichever is less.
    public var contextLength: Int?
    /// How keys and values of the context are stored.
    public var cachePrecision: CachePrecision = .half

    /// The defaults of every property.
    public init() {}
  }

  /// How keys and values of the context are stored: the smaller, the longer the context that fits.
  public enum CachePrecision: Sendable {
    /// 32-bit floating point.
    case single
    /// 16-bit floating point.
    case half
    /// 8-bit integers with a scale for every 32 values.
    case eightBit
  }

  /// Opens a GGUF file (the first part of a split one) and prepares its weights.
  ///
  /// - Throws: ``TextModelError/unusableModel(_:)`` for a file that is missing, malformed or of an
  ///   unknown architecture, ``TextModelError/badOption(_:)`` for an unusable configuration.
  public init(
    contentsOf url: URL, configuration: Configuration = Configuration()
  ) async throws(TextModelError) {
    var options = EngineOptions()
    options.threads = configuration.threads
    options.context = configuration.contextLength
    options.cacheType =
      switch configuration.cachePrecision {
      case .single: .f32
      case .half: .f16
      case .eightBit: .q8_0
      }
    do { engine = try await Engine.open(path: url.path, options: options) } catch {
      throw TextModelError(error)
    }
  }

  /// The tokens of `text`, as the model's vocabulary splits it; no special tokens are added.
  public func tokenize(_ text: String) -> [Int32] { engine.tokenizer.encode(text) }

  /// The text of `tokens`; control tokens give none.
  ///
  /// - Throws: ``TextModelError/badOption(_:)`` for an id outside the vocabulary.
  public func detokenize(_ tokens: [Int32]) throws(TextModelError) -> String {
    do { return try engine.tokenizer.decode(tokens) } catch {
      throw .badOption(error.description)
    }
  }

  /// Continues `prompt` and returns the new text.
  ///
  /// - Throws: ``TextModelError/cancelled`` within one token after the task is cancelled;
  ///   ``TextModelError/contextExceeded(tokens:limit:)`` for a prompt that does not fit;
  ///   ``TextModelError/answerTooLong(tokens:left:)`` where not even the shortest text that
  ///   satisfies the constraint fits;
  ///   ``TextModelError/badOption(_:)`` for options out of range.
  public func complete(
    _ prompt: String, options: TextOptions = TextOptions()
  ) async throws(TextModelError) -> String {
    let tokens = engine.tokenizer.encode(prompt, addSpecial: true)
    do { return try await engine.generate(tokens, options: options.generation).text } catch {
      throw TextModelError(error)
    }
  }

  /// Continues `prompt` and gives the new text piece by piece, whole characters each.
  ///
  /// Leaving the loop early stops the generation within one token. Errors are of type
  /// ``TextModelError``, as in ``complete(_:options:)``.
  public func stream(
    _ prompt: String, options: TextOptions = TextOptions()
  ) -> AsyncThrowingStream<String, any Error> {
    let tokens = engine.tokenizer.encode(prompt, addSpecial: true)
    return AsyncThrowingStream { [engine] continuation in
      let task = Task {
        do throws(EngineError) {
          _ = try await engine.generate(tokens, options: options.generation) {
            continuation.yield($0)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: TextModelError(error))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
