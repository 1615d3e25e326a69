import Foundation
import TernCafe
import TernChat
import TernDecode
import TernFormat
import TernJSON
import TernLocal
import TernServe
import TernSession
import TernTokens

/// Café with answers that a test writes; texts, tokens and vectors are Café's own.
struct ScriptedModel: ServedModel {
  /// What the model does, one after the other.
  enum Step: Sendable {
    /// Writes text, of so many tokens.
    case text(String, tokens: Int = 1)
    case end(TernDecode.FinishReason = .stopToken(0))
    case fail(EngineError)
    /// Writes nothing more, until it is cancelled.
    case hang
  }

  /// What was asked, and whether the generation was given up.
  struct Notes: Sendable {
    var requests: [LanguageModelExecutorGenerationRequest] = []
    var cancelled = 0
    var loads = 0
    var unloads = 0
  }

  static let promptTokens = 7
  static let reusedTokens = 3

  let base: LocalLanguageModel
  let tokenizer: Tokenizer
  let notes = Locked(Notes())
  var script: [Step] = []
  var beginsInReasoning = false

  init(_ script: [Step] = []) throws {
    let url = try CafeModel.fileURL()
    base = try LocalLanguageModel(contentsOf: url)
    tokenizer = try Tokenizer(GGUFFile(path: url.path))
    self.script = script
  }

  var name: String { "scripted" }
  var contextSize: Int { base.contextSize }
  var runningRequests = 16
  var recommendedOptions = LocalGenerationOptions()
  var activity: LocalLanguageModel.Activity { base.activity }

  var weightBytes = 0
  /// What happens while the model is loaded.
  var loading: @Sendable () async throws(LocalLanguageModelError) -> Void = {}

  func load() async throws(LocalLanguageModelError) {
    notes.withLock { $0.loads += 1 }
    try await loading()
  }

  func unload() async { notes.withLock { $0.unloads += 1 } }
  func warmUp() async {}

  func answer(_ request: LanguageModelExecutorGenerationRequest) async throws -> ModelAnswer {
    notes.withLock { $0.requests.append(request) }
    let (events, feed) = AsyncThrowingStream.makeStream(of: GenerationEvent.self)
    let notes = notes
    feed.onTermination = { end in
      if case .cancelled = end { notes.withLock { $0.cancelled += 1 } }
    }
    play(into: feed)
    let tools = try request.enabledToolDefinitions.map { tool in
      ToolDefinition(
        name: tool.name,
        parameters: try JSON(parsing: Array(JSONEncoder().encode(tool.parameters))))
    }
    return ModelAnswer(
      events, promptTokens: Self.promptTokens,
      parser: ToolCallParser(.hermesJSON, tools: tools, beginsInReasoning: beginsInReasoning),
      tokenizer: tokenizer)
  }

  private func play(into feed: AsyncThrowingStream<GenerationEvent, any Error>.Continuation) {
    var completion = Completion()
    (completion.promptTokens, completion.reusedTokens) = (Self.promptTokens, Self.reusedTokens)
    func count() {
      feed.yield(
        .counts(
          TokenCounts(
            prompt: Self.promptTokens, reused: Self.reusedTokens,
            generated: completion.tokens.count, textBytes: completion.text.utf8.count)))
    }
    if case .fail? = script.first {} else { feed.yield(.taken) }
    switch script.first {
    case .fail?, .hang?: break
    default: count()
    }
    for step in script {
      switch step {
      case .text(let text, let tokens):
        completion.text += text
        completion.tokens += Array(repeating: 0, count: tokens)
        count()
        feed.yield(.text(text))
      case .end(let reason):
        completion.finish = reason
        feed.yield(.finished(completion))
        feed.finish()
      case .fail(let error): feed.finish(throwing: error)
      case .hang: return
      }
    }
  }

  func prompt(of request: LanguageModelExecutorGenerationRequest) async throws -> [Int32] {
    try await base.prompt(of: request)
  }

  func uncallable(_ tools: [Transcript.ToolDefinition]) async throws -> [String: String] {
    try await base.uncallable(tools)
  }

  func tokens(
    of prompt: GivenPrompt, options: LocalGenerationOptions
  ) throws(LocalLanguageModelError) -> [Int32] {
    try base.tokens(of: prompt, options: options)
  }

  func continuation(
    of prompt: [Int32], options: LocalGenerationOptions, tellsPrompt: Bool
  ) async throws(LocalLanguageModelError) -> ModelAnswer {
    try await base.continuation(of: prompt, options: options, tellsPrompt: tellsPrompt)
  }

  func tokenize(
    _ text: String, addsSpecialTokens: Bool, parsesSpecialTokens: Bool
  ) -> [Int32] {
    base.tokenize(
      text, addsSpecialTokens: addsSpecialTokens, parsesSpecialTokens: parsesSpecialTokens)
  }

  func detokenize(_ tokens: [Int32]) throws(LocalLanguageModelError) -> String {
    try base.detokenize(tokens)
  }

  func bytes(of token: Int32) -> [UInt8] { base.bytes(of: token) }

  func embeddings(
    of texts: [[Int32]], options: LocalLanguageModel.EmbeddingOptions
  ) async throws(LocalLanguageModelError) -> [[Float]] {
    try await base.embeddings(of: texts, options: options)
  }

  func rerank(
    query: String, documents: [String], top: Int?, truncates: Bool
  ) async throws(LocalLanguageModelError) -> [LocalLanguageModel.RankedDocument] {
    // A ranking that depends on nothing but the lengths.
    documents.indices.sorted { documents[$0].count > documents[$1].count }.prefix(top ?? .max)
      .map { .init(index: $0, score: Float(documents[$0].count)) }
  }
}
