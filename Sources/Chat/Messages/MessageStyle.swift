import TernJSON

/// How a template wants what messages are made of: no template takes every form.
package struct MessageStyle: Sendable, Equatable {
  /// The content of a message that calls tools and says nothing.
  package enum Silence: Sendable, CaseIterable {
    case empty, null, absent
  }

  /// Content as a list of parts, `[{"type": "text", "text": …}]`.
  package var hasContentParts = false
  /// Arguments as JSON text instead of an object.
  package var hasTextArguments = false
  package var silence = Silence.empty

  package init() {}
}

extension ChatMessage {
  /// The message as templates read it, in the form of chat completion requests.
  func value(_ style: MessageStyle) -> JSON {
    var value: JSONObject = ["role": .string(role.rawValue)]
    if text.isEmpty, !toolCalls.isEmpty {
      switch style.silence {
      case .empty: value["content"] = ""
      case .null: value["content"] = .null
      case .absent: break
      }
    } else if style.hasContentParts {
      value["content"] = [["type": "text", "text": .string(text)]]
    } else {
      value["content"] = .string(text)
    }
    if let reasoning { value["reasoning_content"] = .string(reasoning) }
    if !toolCalls.isEmpty { value["tool_calls"] = .array(toolCalls.map { $0.value(style) }) }
    if let toolCallID { value["tool_call_id"] = .string(toolCallID) }
    if let name { value["name"] = .string(name) }
    return .object(value)
  }
}

extension ToolCall {
  fileprivate func value(_ style: MessageStyle) -> JSON {
    let arguments = JSON.object(arguments)
    let text = String(decoding: arguments.bytes(.spaced), as: UTF8.self)
    var value: JSONObject = ["type": "function"]
    if let id { value["id"] = .string(id) }
    value["function"] = [
      "name": .string(name), "arguments": style.hasTextArguments ? .string(text) : arguments,
    ]
    return .object(value)
  }
}

extension ToolDefinition {
  /// The tool as templates read it.
  var value: JSON {
    var function: JSONObject = ["name": .string(name)]
    if let description { function["description"] = .string(description) }
    function["parameters"] = parameters
    return ["type": "function", "function": .object(function)]
  }
}
