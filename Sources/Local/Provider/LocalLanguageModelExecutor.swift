import Foundation
import TernChat
import TernDecode
import TernSession
import TernTokens

/// Answers the requests of sessions on a ``LocalLanguageModel``.
public struct LocalLanguageModelExecutor: LanguageModelExecutor {
  /// The type of model that it serves.
  public typealias Model = LocalLanguageModel

  /// The model that is to answer.
  public struct Configuration: Hashable, Sendable {
    let runtime: ModelRuntime

    /// Whether both name the same opened model.
    public static func == (a: Self, b: Self) -> Bool { a.runtime === b.runtime }

    /// Hashes the identity of the model.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(runtime)) }
  }

  private let runtime: ModelRuntime

  /// Makes the executor; cheap.
  public init(configuration: Configuration) { runtime = configuration.runtime }

  /// Loads the weights and computes what `transcript` begins with; returns at once.
  public func prewarm(model: LocalLanguageModel, transcript: Transcript) {
    // What goes wrong is told to the request that comes next.
    Task(priority: .utility) { [runtime] in try? await runtime.prewarm(transcript) }
  }

  /// Answers a request; see ``LanguageModelExecutor``.
  public func respond(
    to request: LanguageModelExecutorGenerationRequest, model: LocalLanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await runtime.respond(to: request, streamingInto: channel)
  }
}

extension ModelRuntime {
  /// Answers a request of a session.
  package func respond(
    to request: LanguageModelExecutorGenerationRequest,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    if request.generationOptions.local?.checksLanguage ?? options.checksLanguage {
      try languages.check(request.transcript)
    }
    let model = try await loaded()
    let asked = try model.ask(request, contextSize: contextSize)
    var writer = AnswerWriter(
      channel: channel, reader: model.reader(of: asked), tokenizer: model.engine.tokenizer)
    do {
      for try await event in model.engine.stream(
        asked.prompt, options: asked.options, countsTokens: true)
      {
        await writer.take(event)
      }
      try Task.checkCancellation()
    } catch let error as EngineError {
      throw error.sessionError(contextSize: contextSize, schemaName: request.schema?.name)
    }
    try writer.check(contextSize: contextSize)
  }

  /// Loads the model and computes what a conversation that goes on with `transcript` begins with.
  package func prewarm(_ transcript: Transcript) async throws {
    let model = try await loaded()
    let tokens = try model.beginning(of: transcript)
    guard !tokens.isEmpty, tokens.count < contextSize else { return }
    var options = TernDecode.GenerationOptions()
    options.maximumTokens = 0
    _ = try await model.engine.generate(tokens, options: options)
  }
}

extension LoadedModel {
  /// The prompt of a conversation.
  func prompt(of request: ChatRequest) throws -> TernChat.Prompt {
    do { return encoder.encode(try template.render(request)) } catch {
      throw LocalLanguageModelError.refusedByTemplate("\(error)")
    }
  }

  /// The tokens with which every prompt begins that goes on with a transcript: a prompt that ends it
  /// may go on too.
  func beginning(of transcript: Transcript) throws -> [Int32] {
    var request = try conversation.request(transcript)
    let last = request.messages.last
    let open = last?.role == .user ? last?.text ?? "" : ""
    if last?.role == .user { request.messages.removeLast() }
    // Two that go on differently agree on what is certain.
    let prompts = try ["A", "7"].map { ending in
      var request = request
      request.messages.append(ChatMessage(.user, open.isEmpty ? ending : open + " " + ending))
      return try prompt(of: request).tokens
    }
    return zip(prompts[0], prompts[1]).prefix { $0 == $1 }.map(\.0)
  }
}
