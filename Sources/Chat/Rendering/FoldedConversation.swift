import TernJSON
import TernTemplate

/// A request in which what a template cannot write stands where it can.
struct FoldedConversation {
  private(set) var request: ChatRequest
  private let features: TemplateFeatures

  init(_ request: ChatRequest, _ features: TemplateFeatures) {
    self.request = request
    self.features = features
    if !features.hasDeveloperTurns || !features.hasSystemTurns { joinInstructions() }
    if !features.hasParallelCalls, features.hasToolCalls { splitCalls() }
    if !features.hasToolCalls { foldCalls() }
    if !features.hasToolResults { foldResults() }
    if !request.tools.isEmpty, !features.hasTools { foldTools() }
    if !features.hasSystemTurns, !features.hasDeveloperTurns { foldSystem() }
    mergeUsers()
  }

  /// System and developer turns under the name that the template knows.
  private mutating func joinInstructions() {
    let role = features.hasDeveloperTurns ? ChatRole.developer : .system
    for place in request.messages.indices
    where [.system, .developer].contains(request.messages[place].role) {
      request.messages[place].role = role
    }
  }

  /// A turn for each call, with its result behind it.
  private mutating func splitCalls() {
    var messages: [ChatMessage] = []
    var rest = request.messages[...]
    while let message = rest.popFirst() {
      guard message.toolCalls.count > 1 else {
        messages.append(message)
        continue
      }
      var results: [ChatMessage] = []
      while let next = rest.first, next.role == .tool {
        results.append(next)
        rest.removeFirst()
      }
      for (place, call) in message.toolCalls.enumerated() {
        var turn = message
        turn.toolCalls = [call]
        if place > 0 { (turn.content, turn.reasoning) = ([], nil) }
        messages.append(turn)
        let match = results.firstIndex { call.id != nil && $0.toolCallID == call.id }
        if !results.isEmpty { messages.append(results.remove(at: match ?? 0)) }
      }
      messages += results
    }
    request.messages = messages
  }

  /// Calls as text of the assistant.
  private mutating func foldCalls() {
    for place in request.messages.indices where !request.messages[place].toolCalls.isEmpty {
      var message = request.messages[place]
      let calls = message.toolCalls.map { FoldedTools.text(of: $0) }
      let lead = message.text.isEmpty ? [] : [message.text]
      message.content = [.text((lead + calls).joined(separator: "\n"))]
      message.toolCalls = []
      request.messages[place] = message
    }
  }

  /// Results as user turns.
  private mutating func foldResults() {
    for place in request.messages.indices where request.messages[place].role == .tool {
      request.messages[place] = ChatMessage(.user, FoldedTools.text(of: request.messages[place]))
    }
  }

  /// Tools described in the system turn.
  private mutating func foldTools() {
    let description = FoldedTools.description(request.tools)
    request.tools = []
    if let first = request.messages.first, [.system, .developer].contains(first.role) {
      request.messages[0] = ChatMessage(first.role, first.text + "\n\n" + description)
    } else {
      let role =
        features.hasSystemTurns || !features.hasDeveloperTurns ? ChatRole.system : .developer
      request.messages.insert(ChatMessage(role, description), at: 0)
    }
  }

  /// System turns before the text of the next user turn.
  private mutating func foldSystem() {
    var messages: [ChatMessage] = []
    var waiting: [String] = []
    for message in request.messages {
      if [.system, .developer].contains(message.role) {
        waiting.append(message.text)
      } else if message.role == .user, !waiting.isEmpty {
        messages.append(
          ChatMessage(.user, (waiting + [message.text]).joined(separator: "\n\n")))
        waiting = []
      } else {
        messages.append(message)
      }
    }
    if !waiting.isEmpty { messages.append(ChatMessage(.user, waiting.joined(separator: "\n\n"))) }
    request.messages = messages
  }

  /// Neighbouring user turns as one where folding made them: many templates want turns to alternate.
  private mutating func mergeUsers() {
    guard !features.hasToolResults || !(features.hasSystemTurns || features.hasDeveloperTurns)
    else { return }
    var messages: [ChatMessage] = []
    for message in request.messages {
      if message.role == .user, let last = messages.last, last.role == .user {
        messages[messages.count - 1] = ChatMessage(.user, last.text + "\n" + message.text)
      } else {
        messages.append(message)
      }
    }
    request.messages = messages
  }
}

/// Tools, calls and results as plain text, for templates that know nothing of them: the form of Hermes,
/// which most models have seen.
enum FoldedTools {
  static func description(_ tools: [ToolDefinition]) -> String {
    let lines = tools.map { String(decoding: $0.value.bytes(.spaced), as: UTF8.self) }
    return """
      You can call tools. Each is described by a line of JSON:
      <tools>
      \(lines.joined(separator: "\n"))
      </tools>
      To call a tool, write its name and arguments as JSON inside <tool_call> tags:
      <tool_call>
      {"name": "the tool's name", "arguments": {"the argument's name": "its value"}}
      </tool_call>
      """
  }

  static func text(of call: ToolCall) -> String {
    let value: JSON = ["name": .string(call.name), "arguments": .object(call.arguments)]
    return "<tool_call>\n" + String(decoding: value.bytes(.spaced), as: UTF8.self)
      + "\n</tool_call>"
  }

  static func text(of result: ChatMessage) -> String {
    "<tool_response>\n" + result.text + "\n</tool_response>"
  }
}
