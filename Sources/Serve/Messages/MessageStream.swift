import TernJSON
import TernLocal

/// Writes an answer as the events of Anthropic's interface: blocks, one after the other.
struct MessageStream: EventWriter {
  private enum Block: Equatable { case text, thinking, call(Int) }

  private let writer: MessageWriter
  private var open: Block?
  /// Blocks so far.
  private var count = 0
  private var hasCalls = false
  private var hasBegun = false

  /// Clients look at the tokens of the prompt as soon as these are known.
  let beginsEarly = true
  /// Events that clients skip, by Anthropic's name.
  let keepAlive = EventText.event("ping", ["type": "ping"])

  init(_ writer: MessageWriter) { self.writer = writer }

  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]] {
    switch part {
    case .taken(let promptTokens), .began(let promptTokens, _):
      // An answer that needs no pass of the model is not taken before it begins.
      guard !hasBegun else { return [] }
      hasBegun = true
      return [
        event("message_start", ["message": writer.beginning(promptTokens: promptTokens)])
      ]
    case .text(let text, _):
      guard !text.isEmpty else { return [] }
      return begin(.text, ["type": "text", "text": ""])
        + [delta(["type": "text_delta", "text": .string(text)])]
    case .reasoning(let text):
      return begin(.thinking, ["type": "thinking", "thinking": "", "signature": ""])
        + [delta(["type": "thinking_delta", "thinking": .string(text)])]
    case .call(let index, let id, let name):
      hasCalls = true
      return begin(
        .call(index),
        ["type": "tool_use", "id": .string(id), "name": .string(name), "input": [:]])
    case .arguments(_, let text):
      return [delta(["type": "input_json_delta", "partial_json": .string(text)])]
    case .callEnded: return close()
    case .finished(let end):
      return close() + [
        event(
          "message_delta",
          [
            "delta": .object(writer.stop(end, hasCalls: hasCalls)),
            "usage": writer.usage(of: end),
          ])
      ]
    }
  }

  mutating func finish() -> [[UInt8]] { [event("message_stop", [:])] }

  mutating func fail(_ error: ServerError) -> [[UInt8]] {
    [EventText.event("error", error.json(.anthropic))]
  }

  /// Begins a block, unless it is the open one.
  private mutating func begin(_ block: Block, _ content: JSON) -> [[UInt8]] {
    guard open != block else { return [] }
    let events = close()
    open = block
    count += 1
    return events + [
      event("content_block_start", ["index": JSON(count - 1), "content_block": content])
    ]
  }

  private mutating func close() -> [[UInt8]] {
    guard open != nil else { return [] }
    open = nil
    return [event("content_block_stop", ["index": JSON(count - 1)])]
  }

  private func delta(_ delta: JSON) -> [UInt8] {
    event("content_block_delta", ["index": JSON(count - 1), "delta": delta])
  }

  private func event(_ name: String, _ members: JSONObject) -> [UInt8] {
    var event: JSONObject = ["type": .string(name)]
    for (key, value) in members { event[key] = value }
    return EventText.event(name, .object(event))
  }
}
