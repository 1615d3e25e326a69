import Foundation
import TernChat
import TernDecode
import TernJSON
import TernSession
import TernTokens

/// Sends what the engine generates into a session's channel, with the tokens that it took.
struct AnswerWriter {
  private let channel: LanguageModelExecutorGenerationChannel
  private var reader: AnswerReader
  private let tokenizer: Tokenizer
  /// The ids of the calls so far.
  private var calls: [(id: String, name: String)] = []
  private var completion: Completion?
  /// The tokens of the prompt.
  private var input = Channel.Usage.Input(totalTokenCount: 0, cachedTokenCount: 0)
  private var ledger: TokenLedger { reader.ledger }
  /// The tokens of the fragments that were sent.
  private var sent = (reasoning: 0, others: 0)

  typealias Channel = LanguageModelExecutorGenerationChannel

  init(
    channel: LanguageModelExecutorGenerationChannel, reader: AnswerReader, tokenizer: Tokenizer
  ) {
    (self.channel, self.reader, self.tokenizer) = (channel, reader, tokenizer)
  }

  mutating func take(_ event: GenerationEvent) async {
    let reasoning = ledger.reasoning
    let parts = reader.take(event)
    switch event {
    case .counts(let counts):
      input = .init(totalTokenCount: counts.prompt, cachedTokenCount: counts.reused)
      await sendUsage()
    case .taken, .choice: break
    case .text: await send(parts, reasoningBefore: reasoning)
    case .finished(let completion):
      await send(parts, reasoningBefore: reasoning)
      self.completion = completion
      input = .init(
        totalTokenCount: completion.promptTokens, cachedTokenCount: completion.reusedTokens)
      await sendUsage(completion)
    }
  }

  /// Sends what was read.
  private mutating func send(_ events: [ChatEvent], reasoningBefore reasoning: Int) async {
    if ledger.reasoning > reasoning { await sendUsage() }
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
    let tokens = ledger.reasoning - sent.reasoning
    sent.reasoning = ledger.reasoning
    await channel.send(.reasoning(action: .appendText(text, tokenCount: tokens)))
  }

  /// The tokens that no fragment has counted, but for reasoning.
  private mutating func takeTokens() -> Int {
    defer { sent.others = ledger.others }
    return ledger.others - sent.others
  }

  /// Tells the counts of the request so far, at its end with what else is to be told.
  private func sendUsage(_ completion: Completion? = nil) async {
    await channel.send(
      .response(
        action: .updateUsage(
          input: input,
          output: .init(
            totalTokenCount: ledger.total, reasoningTokenCount: ledger.reasoning),
          metadata: completion?.usageMetadata(tokenizer) ?? [:])))
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
