import Foundation
import TernChat
import TernDecode
import TernJSON

/// Sends what the engine generates into a session's channel, with the tokens that it took.
struct AnswerWriter {
  private let channel: LanguageModelExecutorGenerationChannel
  private var parser: ToolCallParser
  /// Whether calls and reasoning are looked for in the text.
  private let readsCalls: Bool
  /// The ids of the calls so far.
  private var calls: [(id: String, name: String)] = []
  private var completion: Completion?
  /// The tokens of the prompt.
  private var input: Channel.Usage.Input
  private var ledger = TokenLedger()
  /// The tokens of the fragments that were sent.
  private var counted = 0

  typealias Channel = LanguageModelExecutorGenerationChannel

  init(
    channel: LanguageModelExecutorGenerationChannel, parser: ToolCallParser, readsCalls: Bool,
    promptTokens: Int
  ) {
    (self.channel, self.parser, self.readsCalls) = (channel, parser, readsCalls)
    input = .init(totalTokenCount: promptTokens, cachedTokenCount: 0)
  }

  mutating func take(_ event: GenerationEvent) async {
    switch event {
    case .text(let text):
      // Now the prompt is computed.
      if ledger.total == 0 { await sendUsage() }
      ledger.add(text, tokens: 1)
      if readsCalls {
        await send(parser.push(text))
      } else {
        await sendContent(text)
      }
    case .finished(let completion):
      if readsCalls { await send(parser.finish()) }
      ledger.takeOthers()
      self.completion = completion
      input = .init(
        totalTokenCount: completion.promptTokens, cachedTokenCount: completion.reusedTokens)
      await sendUsage(total: completion.tokens.count, metadata: completion.figures)
    }
  }

  private mutating func send(_ events: [ChatEvent]) async {
    for event in events {
      switch event {
      case .content(let text): await sendContent(text)
      case .reasoning(let text): await sendReasoning(text)
      case .callBegan(_, let name):
        calls.append((id: UUID().uuidString, name: name))
      case .arguments(let index, let json): await sendArguments(json, index)
      case .callFinished(let index, let call):
        // A call without arguments is a call too.
        if call.arguments.isEmpty { await sendArguments("", index) }
      case .rejected(let text, _): await sendContent(text)
      }
    }
  }

  private mutating func sendContent(_ text: String) async {
    await channel.send(.response(action: .appendText(text, tokenCount: takeTokens())))
  }

  private mutating func sendArguments(_ arguments: String, _ index: Int) async {
    guard calls.indices.contains(index) else { return }
    let (id, name) = calls[index]
    await channel.send(
      .toolCalls(
        action: .toolCall(
          id: id, name: name, action: .appendArguments(arguments, tokenCount: takeTokens()))))
  }

  private mutating func sendReasoning(_ text: String) async {
    let tokens = ledger.takeReasoning(text)
    counted += tokens
    // Markers are not reasoning, but were generated.
    if counted < ledger.total { await sendUsage() }
    await channel.send(.reasoning(action: .appendText(text, tokenCount: tokens)))
  }

  /// The tokens that no fragment has counted.
  private mutating func takeTokens() -> Int {
    ledger.takeOthers()
    defer { counted = ledger.total }
    return ledger.total - counted
  }

  /// Tells the counts of the request so far.
  ///
  /// - Parameter total: The tokens of the answer, where it has ended.
  private func sendUsage(
    total: Int? = nil, metadata: [String: any Sendable & Codable & Equatable] = [:]
  ) async {
    let total = total ?? ledger.total
    await channel.send(
      .response(
        action: .updateUsage(
          input: input,
          output: .init(
            totalTokenCount: total, reasoningTokenCount: min(total, ledger.reasoning)),
          metadata: metadata)))
  }

  /// Throws if the context was full before the answer was at its end.
  func check(contextSize: Int) throws {
    guard let completion, completion.finish == .contextFull else { return }
    let count = completion.promptTokens + completion.tokens.count
    throw LanguageModelError.contextSizeExceeded(
      .init(
        contextSize: contextSize, tokenCount: count,
        debugDescription: "The answer does not fit the context of \(contextSize) tokens."))
  }
}

extension Completion {
  /// What a response tells beside its counts of tokens.
  fileprivate var figures: [String: any Sendable & Codable & Equatable] {
    [
      ResponseTimings.prefillSeconds: prefillSeconds,
      ResponseTimings.generationSeconds: generationSeconds,
      ResponseTimings.forcedTokens: forcedTokens, ResponseTimings.seed: seed,
      ResponseDetails.key: ResponseDetails(self),
    ]
  }
}
