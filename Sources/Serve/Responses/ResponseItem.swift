import TernJSON

/// A part of a response: thoughts, a message, or a call.
struct ResponseItem: Sendable {
  enum Kind: Sendable, Equatable {
    case reasoning, message
    case call(id: String, name: String)
  }

  let id: String
  let kind: Kind
  /// The text, or the arguments of the call.
  var text = ""
  var status = "in_progress"

  init(_ kind: Kind) {
    self.kind = kind
    let prefix =
      switch kind {
      case .reasoning: "rs_"
      case .message: "msg_"
      case .call: "fc_"
      }
    id = prefix + Exchange.name()
  }

  /// As an item of the response; one that is being written has no content yet.
  var json: JSON {
    switch kind {
    case .reasoning:
      return [
        "id": .string(id), "type": "reasoning", "status": .string(status), "summary": [],
        "content": .array(status == "in_progress" ? [] : [part]),
      ]
    case .message:
      return [
        "id": .string(id), "type": "message", "role": "assistant", "status": .string(status),
        "content": .array(status == "in_progress" ? [] : [part]),
      ]
    case .call(let call, let name):
      return [
        "id": .string(id), "type": "function_call", "status": .string(status),
        "call_id": .string(call), "name": .string(name), "arguments": .string(text),
      ]
    }
  }

  /// The part of the content that has the text.
  var part: JSON {
    kind == .message
      ? ["type": "output_text", "text": .string(text), "annotations": [], "logprobs": []]
      : ["type": "reasoning_text", "text": .string(text)]
  }
}

extension [ResponseItem] {
  /// The items as a message of chat completions.
  var message: JSON {
    var message: JSONObject = ["role": "assistant", "content": .null]
    var calls: [JSON] = []
    var text = ""
    for item in self {
      switch item.kind {
      // Thoughts are not kept for the next request.
      case .reasoning: break
      case .message: text += item.text
      case .call(let id, let name):
        calls.append([
          "id": .string(id), "type": "function",
          "function": ["name": .string(name), "arguments": .string(item.text)],
        ])
      }
    }
    if !text.isEmpty || calls.isEmpty { message["content"] = .string(text) }
    if !calls.isEmpty { message["tool_calls"] = .array(calls) }
    return .object(message)
  }
}
