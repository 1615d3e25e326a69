import TernChat
import TernDecode

/// Reads text, reasoning and calls in what an engine generates, and counts their tokens.
struct AnswerReader: Sendable {
  private var parser: ToolCallParser
  /// Whether calls and reasoning are looked for in the text.
  private let readsCalls: Bool
  /// The tokens so far.
  private(set) var ledger = TokenLedger()

  init(parser: ToolCallParser, readsCalls: Bool) {
    (self.parser, self.readsCalls) = (parser, readsCalls)
  }

  /// Takes the next event; what became certain with it.
  mutating func take(_ event: GenerationEvent) -> [ChatEvent] {
    switch event {
    case .counts(let counts):
      ledger.add(to: counts.generated, textBytes: counts.textBytes)
      ledger.settle(upTo: readsCalls ? parser.consumed : counts.textBytes)
      return []
    case .taken, .choice: return []
    case .text(let text): return readsCalls ? settled(parser.push(text)) : [.content(text)]
    case .finished: return readsCalls ? settled(parser.finish()) : []
    }
  }

  private mutating func settled(_ events: [ChatEvent]) -> [ChatEvent] {
    ledger.settle(upTo: parser.consumed, reasoning: parser.reasoningParts)
    return events
  }
}
