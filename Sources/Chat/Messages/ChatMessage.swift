import TernJSON

/// Who says something in a conversation.
package enum ChatRole: String, Sendable, CaseIterable {
  case system, developer, user, assistant, tool
}

/// A part of what a message says.
package enum ContentPart: Sendable, Equatable {
  case text(String)
  /// Structured content, such as a tool's result; written as JSON.
  case json(JSON)

  /// The part as text.
  package var text: String {
    switch self {
    case .text(let text): text
    case .json(let value): String(decoding: value.bytes(.spaced), as: UTF8.self)
    }
  }
}

/// One turn of a conversation.
package struct ChatMessage: Sendable, Equatable {
  package var role: ChatRole
  package var content: [ContentPart]
  /// What an assistant thought before it answered.
  package var reasoning: String?
  /// The tools that an assistant called, in order.
  package var toolCalls: [ToolCall] = []
  /// Which call a tool's message answers, where calls have ids, and the tool's name.
  package var toolCallID: String?
  package var name: String?
  /// Whether a tool's message tells what went wrong.
  package var isError = false

  package init(
    _ role: ChatRole, _ content: [ContentPart], reasoning: String? = nil,
    toolCalls: [ToolCall] = []
  ) {
    (self.role, self.content, self.reasoning, self.toolCalls) = (
      role, content, reasoning, toolCalls
    )
  }

  package init(_ role: ChatRole, _ text: String) {
    self.init(role, text.isEmpty ? [] : [.text(text)])
  }

  /// What a tool gave back for `call`, or that it failed.
  package static func result(
    _ content: [ContentPart], of call: ToolCall, isError: Bool = false
  ) -> ChatMessage {
    var message = ChatMessage(.tool, content)
    (message.toolCallID, message.name, message.isError) = (call.id, call.name, isError)
    return message
  }

  /// All parts as one text; a tool's failure says that it is one.
  package var text: String {
    let text = content.map(\.text).joined()
    guard isError, !text.lowercased().hasPrefix("error") else { return text }
    return "Error: " + text
  }
}
