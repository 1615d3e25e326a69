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
  func request(
    _ transcript: Transcript, enabled: [Transcript.ToolDefinition] = [],
    reasoning plan: ReasoningPlan? = nil
  ) -> ChatRequest {
    var messages: [ChatMessage] = []
    var tools = enabled.map(\.chatTool)
    var reasoning = ""
    for entry in transcript {
      switch entry {
      case .instructions(let instructions):
        // Instructions in the midst of a conversation say nothing of tools.
        if messages.isEmpty || !instructions.toolDefinitions.isEmpty {
          tools = listed(instructions.toolDefinitions, enabled).map(\.chatTool)
        }
        let text = instructions.segments.promptText
        if !text.isEmpty { messages.append(ChatMessage(.system, text)) }
      case .prompt(let prompt): messages.append(message(of: prompt))
      case .toolCalls(let calls):
        add(calls.map(\.chatCall), to: &messages)
        take(&reasoning, &messages)
      case .toolOutput(let output): messages.append(result(output, messages))
      case .response(let response):
        messages.append(ChatMessage(.assistant, response.segments.answerText))
        take(&reasoning, &messages)
      case .reasoning(let thought): reasoning += thought.segments.promptText
      case .toolCall(let call): add([call.chatCall], to: &messages)
      // Bytes are nobody's message.
      case .data: break
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

  private func message(of prompt: Transcript.Prompt) -> ChatMessage {
    var text = prompt.segments.promptText
    if let format = prompt.responseFormat, prompt.contextOptions.includeSchemaInPrompt != false {
      text += (text.isEmpty ? "" : "\n\n") + SchemaListing(format.schema.json).request
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
  ) -> ChatMessage {
    let calls = messages.last { !$0.toolCalls.isEmpty }?.toolCalls ?? []
    let call =
      calls.first { $0.id == output.id }
      ?? TernChat.ToolCall(id: output.id, name: output.toolName, arguments: [:])
    return .result(output.segments.map(\.contentPart), of: call)
  }
}

extension Transcript.ToolDefinition {
  /// The tool as chat templates have it.
  var chatTool: TernChat.ToolDefinition {
    TernChat.ToolDefinition(name: name, description: description, parameters: parameters.json)
  }
}

extension Transcript.ToolCall {
  /// The call as chat templates have it.
  fileprivate var chatCall: TernChat.ToolCall {
    TernChat.ToolCall(id: id, name: toolName, arguments: arguments.json.object ?? [:])
  }
}

extension Transcript.Segment {
  /// The segment as a part of a message.
  fileprivate var contentPart: ContentPart {
    switch self {
    case .text(let text): .text(text.content)
    case .structure(let structure): .json(structure.content.json)
    default: .text(description)
    }
  }
}

extension [Transcript.Segment] {
  /// The segments as one text, each beginning a line.
  fileprivate var promptText: String { map(\.contentPart.text).joined(separator: "\n") }

  /// The segments as the model wrote them: values without white space.
  fileprivate var answerText: String {
    map { segment in
      if case .structure(let value) = segment { return value.content.json.text() }
      return segment.contentPart.text
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
