import TernJSON
import TernTemplate

/// What a prompt is made of.
package struct ChatRequest: Sendable {
  package var messages: [ChatMessage]
  package var tools: [ToolDefinition]
  /// Whether the prompt ends with what begins the assistant's turn.
  package var addsGenerationPrompt = true
  /// Further variables of the template, such as `enable_thinking`.
  package var variables: JSONObject = [:]
  /// The moment that templates may tell the model.
  package var now: TemplateClock

  package init(_ messages: [ChatMessage], tools: [ToolDefinition] = [], now: TemplateClock) {
    (self.messages, self.tools, self.now) = (messages, tools, now)
  }
}

/// The special tokens that templates may write, as text; "" where a vocabulary has none.
package struct TemplateTokens: Sendable, Equatable {
  package var bos: String
  package var eos: String
  package var unknown: String
  package var padding: String

  package init(bos: String = "", eos: String = "", unknown: String = "", padding: String = "") {
    (self.bos, self.eos, self.unknown, self.padding) = (bos, eos, unknown, padding)
  }
}

/// Why a conversation cannot be written as a prompt.
package enum ChatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The template is wrong, or refuses the conversation.
  case template(TemplateError)
  case noMessages
  case unknownDialect(String)

  package var description: String {
    switch self {
    case .template(let error): "chat template: \(error)"
    case .noMessages: "the conversation has no messages"
    case .unknownDialect(let name): "there is no tool-call dialect '\(name)'"
    }
  }
}
