import TernJSON
import TernLocal

/// Writes a chat completion as a stream of chunks.
struct ChatStream: EventWriter {
  private let writer: ChatWriter
  /// How many calls each choice has made.
  private var calls: [Int]
  private var usage = AnswerUsage()

  init(_ writer: ChatWriter, _ choices: Int) {
    self.writer = writer
    calls = Array(repeating: 0, count: choices)
  }

  mutating func take(_ part: AnswerPart, choice: Int) -> [[UInt8]] {
    switch part {
    case .began: return [writer.chunk(choice, ["role": "assistant", "content": ""])]
    case .text(let text, let tokens):
      return [writer.chunk(choice, ["content": .string(text)], tokens: tokens)]
    case .reasoning(let text):
      return [writer.chunk(choice, ["reasoning_content": .string(text)])]
    case .call(let index, let id, let name):
      calls[choice] += 1
      return [
        call(
          choice,
          [
            "index": JSON(index), "id": .string(id), "type": "function",
            "function": ["name": .string(name), "arguments": ""],
          ])
      ]
    case .arguments(let index, let text):
      return [
        call(choice, ["index": JSON(index), "function": ["arguments": .string(text)]])
      ]
    case .taken, .callEnded: return []
    case .finished(let end):
      usage.add(end)
      return [
        writer.chunk(choice, [:], finish: end.finishReason(hasCalls: calls[choice] > 0))
      ]
    }
  }

  mutating func finish() -> [[UInt8]] {
    (writer.includesUsage ? [writer.chunk(usage: usage)] : []) + [EventText.done]
  }

  mutating func fail(_ error: ServerError) -> [[UInt8]] { [EventText.event(error.json(.openAI))] }

  private func call(_ choice: Int, _ call: JSON) -> [UInt8] {
    writer.chunk(choice, ["tool_calls": [call]])
  }
}
