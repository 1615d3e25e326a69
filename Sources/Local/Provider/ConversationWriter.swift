import TernChat
import TernJSON
import TernSession
import TernTemplate

/// Makes the messages of a chat template from a transcript.
///
/// An entry gives the same text whatever follows it, so that what was computed of a conversation
/// stays valid when it goes on.
struct ConversationWriter {
  private let features: TemplateFeatures
  private let settings: TemplateSettings

  init(_ features: TemplateFeatures, _ settings: TemplateSettings = TemplateSettings()) {
    (self.features, self.settings) = (features, settings)
  }

  /// - Parameters:
  ///   - enabled: The tools that may be called now.
  ///   - reasoning: What the request says of reasoning; `nil` takes what the last prompt says.
  ///   - variables: What the template is told of this request alone.
  func request(
    _ transcript: Transcript, enabled: [Transcript.ToolDefinition] = [],
    reasoning plan: ReasoningPlan? = nil, variables: JSONObject = [:]
  ) throws -> ChatRequest {
    var messages: [ChatMessage] = []
    var tools = try enabled.map { try $0.chatTool() }
    var reasoning = ""
    for entry in transcript {
      switch entry {
      case .instructions(let instructions):
        // Instructions in the midst of a conversation say nothing of tools.
        if messages.isEmpty || !instructions.toolDefinitions.isEmpty {
          tools = try listed(instructions.toolDefinitions, enabled).map { try $0.chatTool() }
        }
        let text = try instructions.segments.promptText()
        if !text.isEmpty { messages.append(ChatMessage(.system, text)) }
      case .prompt(let prompt): messages.append(try message(of: prompt))
      case .toolCalls(let calls):
        add(try calls.map { try $0.chatCall() }, to: &messages)
        take(&reasoning, &messages)
      case .toolOutput(let output): messages.append(try result(output, messages))
      case .response(let response):
        messages.append(ChatMessage(.assistant, try response.segments.answerText()))
        take(&reasoning, &messages)
      case .reasoning(let thought): reasoning += try thought.segments.promptText()
      default: break
      }
    }
    var request = ChatRequest(messages, tools: tools, now: settings.clock ?? .local)
    // Guided answers and short ones are no place to think in, unless the application asks for it.
    let plan =
      plan
      ?? ReasoningPlan(
        features.reasoning, options: transcript.lastPrompt?.options.local?.reasoning,
        level: transcript.lastPrompt?.contextOptions.reasoningLevel, contextSize: .max)
    request.variables = plan.variables
    for (name, value) in settings.variables { request.variables[name] = value }
    for (name, value) in variables { request.variables[name] = value }
    return request
  }

  /// The tools that the model is told of: those of the instructions, as long as they are there.
  ///
  /// Where calling is not allowed for once, they stay, so that the conversation begins as before.
  private func listed(
    _ tools: [Transcript.ToolDefinition], _ enabled: [Transcript.ToolDefinition]
  ) -> [Transcript.ToolDefinition] {
    if enabled.isEmpty { return tools }
    let names = Set(enabled.map(\.name))
    let known = tools.filter { names.contains($0.name) }
    return known.isEmpty ? enabled : known
  }

  private func message(of prompt: Transcript.Prompt) throws -> ChatMessage {
    var text = try prompt.segments.promptText()
    if case .schema(let schema)? = prompt.responseFormat?.kind,
      prompt.contextOptions.includeSchemaInPrompt != false
    {
      text += (text.isEmpty ? "" : "\n\n") + SchemaListing(try schema.documents().json).request
    }
    return ChatMessage(.user, text)
  }

  /// Calls belong to the text that the model wrote before them in the same turn.
  private func add(_ calls: [TernChat.ToolCall], to messages: inout [ChatMessage]) {
    if let last = messages.indices.last, messages[last].role == .assistant,
      messages[last].toolCalls.isEmpty
    {
      messages[last].toolCalls = calls
    } else {
      messages.append(ChatMessage(.assistant, [], toolCalls: calls))
    }
  }

  private func take(_ reasoning: inout String, _ messages: inout [ChatMessage]) {
    guard !reasoning.isEmpty, let last = messages.indices.last else { return }
    messages[last].reasoning = reasoning
    reasoning = ""
  }

  private func result(
    _ output: Transcript.ToolOutput, _ messages: [ChatMessage]
  ) throws -> ChatMessage {
    let calls = messages.last { !$0.toolCalls.isEmpty }?.toolCalls ?? []
    let call =
      calls.first { $0.id == output.id }
      ?? TernChat.ToolCall(id: output.id, name: output.toolName, arguments: [:])
    return .result(try output.segments.map { try $0.contentPart() }, of: call)
  }
}

extension Transcript.ToolDefinition {
  /// The tool as chat templates have it.
  func chatTool() throws -> TernChat.ToolDefinition {
    TernChat.ToolDefinition(
      name: name, description: description, parameters: try parameters.documents().json)
  }

  /// The tool as answers are held to it.
  func ruleTool() throws -> TernChat.ToolDefinition {
    TernChat.ToolDefinition(
      name: name, description: description, parameters: try parameters.documents().constraint)
  }
}

extension Transcript.ToolCall {
  /// The call as chat templates have it.
  fileprivate func chatCall() throws -> TernChat.ToolCall {
    TernChat.ToolCall(
      id: id, name: toolName, arguments: try arguments.parsedJSON().object ?? [:])
  }
}

extension Transcript.Segment {
  /// The segment as a part of a message.
  fileprivate func contentPart() throws -> ContentPart {
    switch self {
    case .text(let text): .text(text.content)
    case .structure(let structure): .json(try structure.content.parsedJSON())
    default: .text(description)
    }
  }
}

extension [Transcript.Segment] {
  /// The segments as one text, each beginning a line.
  fileprivate func promptText() throws -> String {
    try map { try $0.contentPart().text }.joined(separator: "\n")
  }

  /// The segments as the model wrote them: values without white space.
  fileprivate func answerText() throws -> String {
    try map { segment in
      if case .structure(let value) = segment { return try value.content.parsedJSON().text() }
      return try segment.contentPart().text
    }.joined(separator: "\n")
  }
}

extension Transcript {
  /// The last prompt; `nil` where there is none.
  fileprivate var lastPrompt: Prompt? {
    for entry in reversed() { if case .prompt(let prompt) = entry { return prompt } }
    return nil
  }
}
