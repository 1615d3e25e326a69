import Foundation
import TernJSON

/// Makes chat messages from the entries of a transcript.
struct MessageWriter {
  private(set) var messages: [JSONObject] = []
  /// Thoughts that belong to the next message of the assistant.
  private var thought = ""
  /// The ids of calls so far.
  private var calls: Set<String> = []
  /// Whether the last message is an answer that calls may be added to.
  private var isAnswered = false

  init(_ transcript: Transcript) {
    for entry in transcript { add(entry) }
    if !thought.isEmpty { addAnswer(.null) }
  }

  private mutating func add(_ entry: Transcript.Entry) {
    let wasAnswered = isAnswered
    isAnswered = false
    switch entry {
    case .instructions(let instructions):
      guard !instructions.segments.isEmpty else { break }
      messages.append(["role": "system", "content": Self.content(instructions.segments)])
    case .prompt(let prompt):
      messages.append(["role": "user", "content": Self.content(prompt.segments)])
    case .reasoning(let reasoning):
      thought += reasoning.segments.map(\.description).joined(separator: "\n")
    case .response(let response):
      addAnswer(Self.content(response.segments))
      isAnswered = true
    case .toolCalls(let calls): add(Array(calls), toLast: wasAnswered && thought.isEmpty)
    case .toolCall(let call): add([call], toLast: wasAnswered && thought.isEmpty)
    case .toolOutput(let output): add(output)
    // Bytes that a model has given are no message.
    case .data: break
    }
  }

  private mutating func addAnswer(_ content: JSON) {
    var message: JSONObject = ["role": "assistant", "content": content]
    if !thought.isEmpty { message["reasoning_content"] = .string(thought) }
    thought = ""
    messages.append(message)
  }

  private mutating func add(_ calls: [Transcript.ToolCall], toLast isSame: Bool) {
    if !isSame { addAnswer(.null) }
    self.calls.formUnion(calls.map(\.id))
    messages[messages.count - 1]["tool_calls"] = .array(
      calls.map { call in
        [
          "id": .string(call.id), "type": "function",
          "function": [
            "name": .string(call.toolName), "arguments": .string(call.arguments.json.text()),
          ],
        ]
      })
  }

  private mutating func add(_ output: Transcript.ToolOutput) {
    var message: JSONObject = ["role": "tool", "tool_call_id": .string(output.id)]
    // Otherwise the call has the name.
    if !calls.contains(output.id) { message["name"] = .string(output.toolName) }
    message["content"] = Self.content(output.segments)
    messages.append(message)
  }

  /// Segments as the content of a message: text, or parts where there are several or an image.
  private static func content(_ segments: [Transcript.Segment]) -> JSON {
    if segments.isEmpty { return "" }
    if segments.count == 1, let text = text(segments[0]) { return .string(text) }
    return .array(
      segments.map { segment in
        if case .attachment(let attachment) = segment, case .image(let image) = attachment.content {
          return ["type": "image_url", "image_url": ["url": .string(image.address)]]
        }
        return ["type": "text", "text": .string(text(segment) ?? segment.description)]
      })
  }

  /// What a segment says as text; `nil` for an image.
  private static func text(_ segment: Transcript.Segment) -> String? {
    switch segment {
    case .attachment: nil
    case .structure(let structure): structure.content.json.text()
    default: segment.description
    }
  }
}

extension Transcript.ToolDefinition {
  /// The tool as chat completion requests have it.
  package var message: JSON {
    [
      "type": "function",
      "function": [
        "name": .string(name), "description": .string(description),
        "parameters": parameters.json,
      ],
    ]
  }
}

extension Transcript.ImageAttachment {
  /// The image's URL; for bytes a `data` URL.
  fileprivate var address: String { url?.absoluteString ?? dataURL }

  /// The bytes as a `data` URL.
  package var dataURL: String {
    let data = data
    return "data:\(Self.mediaType(data));base64,\(data.base64EncodedString())"
  }

  /// The media type that the first bytes of an image tell; PNG where they tell none.
  private static func mediaType(_ data: Data) -> String {
    let first = Array(data.prefix(12))
    if first.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if first.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if first.starts(with: Array("RIFF".utf8)), first.dropFirst(8).elementsEqual("WEBP".utf8) {
      return "image/webp"
    }
    if first.dropFirst(4).starts(with: Array("ftyphei".utf8)) { return "image/heic" }
    return "image/png"
  }
}
