import TernJSON

/// Why a list of messages cannot be read.
package enum ChatMessageError: Error, Equatable, CustomStringConvertible {
  case notAnArray
  /// The message at this place, from 0, is not an object.
  case notAnObject(index: Int)
  /// The message has no role, or one that is not known.
  case role(index: Int, found: String?)
  /// The content is neither a string, nor null, nor a list of texts.
  case content(index: Int)
  /// A call has no name, or arguments that are no object.
  case toolCall(index: Int)

  package var description: String {
    switch self {
    case .notAnArray: "messages are a JSON array"
    case .notAnObject(let index): "message \(index) is not an object"
    case .role(let index, let found):
      "message \(index) has the role \(found.map { "'\($0)'" } ?? "none"); known: "
        + ChatRole.allCases.map(\.rawValue).joined(separator: ", ")
    case .content(let index): "the content of message \(index) is neither text nor a list of texts"
    case .toolCall(let index):
      "message \(index) has a call without a name, or with arguments that are no object"
    }
  }
}

extension ChatMessage {
  /// Reads a conversation in the form of OpenAI's interface: objects of `role` and `content`, an
  /// assistant's with `tool_calls` and `reasoning_content`, a tool's with `tool_call_id` and `name`.
  package static func read(_ json: JSON) throws(ChatMessageError) -> [ChatMessage] {
    guard let entries = json.array else { throw .notAnArray }
    var messages: [ChatMessage] = []
    for (index, entry) in entries.enumerated() { messages.append(try read(entry, index)) }
    return messages
  }

  private static func read(_ entry: JSON, _ index: Int) throws(ChatMessageError) -> ChatMessage {
    guard entry.object != nil else { throw .notAnObject(index: index) }
    guard let name = entry["role"]?.string, let role = ChatRole(rawValue: name) else {
      throw .role(index: index, found: entry["role"]?.string)
    }
    var message = ChatMessage(role, try content(entry["content"] ?? .null, index))
    message.reasoning = entry["reasoning_content"]?.string
    message.toolCallID = entry["tool_call_id"]?.string
    message.name = entry["name"]?.string
    for call in entry["tool_calls"]?.array ?? [] {
      message.toolCalls.append(try toolCall(call, index))
    }
    return message
  }

  private static func content(_ json: JSON, _ index: Int) throws(ChatMessageError) -> [ContentPart]
  {
    switch json {
    case .null: return []
    case .string(let text): return text.isEmpty ? [] : [.text(text)]
    case .array(let parts):
      return try parts.map { part throws(ChatMessageError) in
        guard let text = part["text"]?.string ?? part.string else { throw .content(index: index) }
        return .text(text)
      }
    default: throw .content(index: index)
    }
  }

  /// A call; its arguments are an object, or one as text.
  private static func toolCall(_ json: JSON, _ index: Int) throws(ChatMessageError) -> ToolCall {
    let function = json["function"] ?? json
    var arguments = function["arguments"] ?? [:]
    if let text = arguments.string { arguments = (try? JSON(parsing: text)) ?? .null }
    guard let name = function["name"]?.string, let object = arguments.object else {
      throw .toolCall(index: index)
    }
    return ToolCall(id: json["id"]?.string, name: name, arguments: object)
  }
}
