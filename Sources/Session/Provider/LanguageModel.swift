#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

/// A model that a ``LanguageModelSession`` can talk to.
///
/// The model is a description that is cheap to copy; what does the work is its executor, made from
/// ``executorConfiguration`` when a session first needs it, and kept by the session.
public protocol LanguageModel: Sendable {
  /// What answers requests.
  associatedtype Executor: LanguageModelExecutor where Self == Self.Executor.Model

  /// What the model can do.
  var capabilities: LanguageModelCapabilities { get }
  /// What an executor is made from; models with equal configurations share one within a session.
  var executorConfiguration: Executor.Configuration { get }

  /// Whether prompts may hold attachments of a type; images are asked for by ``capabilities``.
  ///
  /// A session asks before a request, and throws
  /// ``LanguageModelError/unsupportedTranscriptContent(_:)`` where the model says no.
  func supportsDataAttachmentType(_ type: UTType) async throws -> Bool
  /// Whether the model may give entries of a type.
  ///
  /// A session asks before it takes one.
  func supportsDataEntryType(_ type: UTType) async throws -> Bool
}

extension LanguageModel {
  /// `false` by default: not every model reads such data.
  public func supportsDataAttachmentType(_ type: UTType) async throws -> Bool { false }

  /// `false` by default: not every model gives such data.
  public func supportsDataEntryType(_ type: UTType) async throws -> Bool { false }
}

/// The executor of a model: it answers the requests of sessions.
public protocol LanguageModelExecutor: Sendable {
  /// The configuration of an executor.
  associatedtype Configuration: Hashable, Sendable
  /// The model that it serves.
  associatedtype Model: LanguageModel

  /// Makes an executor; what it throws ends the request that needed it.
  init(configuration: Configuration) throws

  /// Gets ready for a request that will begin with `transcript`; returns at once.
  func prewarm(model: Model, transcript: Transcript)

  /// Answers a request: sends what the model writes into the channel, and returns when it is done.
  ///
  /// With a schema in the request, the text of the response is JSON that satisfies it. When tools
  /// are called instead, the session runs them and makes another request, whose transcript ends
  /// with their outputs. A cancelled task should make it throw soon.
  func respond(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws
}

extension LanguageModelExecutor {
  /// Does nothing: not every executor can get ready.
  public func prewarm(model: Model, transcript: Transcript) {}
}
