import Foundation
import TernChat
import TernDecode
import TernJSON

/// Sends what the engine generates into a session's channel.
struct AnswerWriter {
  private let channel: LanguageModelExecutorGenerationChannel
  private var parser: ToolCallParser
  /// Whether calls and reasoning are looked for in the text.
  private let readsCalls: Bool
  /// The ids of the calls so far.
  private var calls: [(id: String, name: String)] = []
  private var completion: Completion?

  typealias Channel = LanguageModelExecutorGenerationChannel

  init(
    channel: LanguageModelExecutorGenerationChannel, parser: ToolCallParser, readsCalls: Bool
  ) {
    (self.channel, self.parser, self.readsCalls) = (channel, parser, readsCalls)
  }

  mutating func take(_ event: GenerationEvent) async throws {
    switch event {
    case .text(let text):
      if readsCalls {
        try await send(parser.push(text))
      } else {
        await channel.send(.response(action: .appendText(text, tokenCount: 0)))
      }
    case .finished(let completion):
      if readsCalls { try await send(parser.finish()) }
      self.completion = completion
      await channel.send(
        .response(
          action: .updateUsage(
            input: .init(
              totalTokenCount: completion.promptTokens,
              cachedTokenCount: completion.reusedTokens),
            output: .init(totalTokenCount: completion.tokens.count, reasoningTokenCount: 0),
            metadata: completion.figures)))
    }
  }

  private mutating func send(_ events: [ChatEvent]) async throws {
    for event in events {
      switch event {
      case .content(let text):
        await channel.send(.response(action: .appendText(text, tokenCount: 0)))
      case .reasoning(let text):
        await channel.send(.reasoning(action: .appendText(text, tokenCount: 0)))
      case .callBegan(_, let name):
        calls.append((id: UUID().uuidString, name: name))
      case .arguments(let index, let json): await send(json, index)
      case .callFinished(let index, let call):
        // A call without arguments is a call too.
        if call.arguments.isEmpty { await send("", index) }
      case .rejected(let text, _):
        await channel.send(.response(action: .appendText(text, tokenCount: 0)))
      }
    }
  }

  private func send(_ arguments: String, _ index: Int) async {
    guard calls.indices.contains(index) else { return }
    let (id, name) = calls[index]
    await channel.send(
      .toolCalls(
        action: .toolCall(id: id, name: name, action: .appendArguments(arguments, tokenCount: 0))))
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
