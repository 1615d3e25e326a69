import TernChat
import TernDecode
import TernGrammar
import TernJSON
import TernSession

/// A request as the engine has it.
struct AskedModel {
  var prompt: [Int32]
  var options: TernDecode.GenerationOptions
  /// The tools by which calls in the answer are read.
  var tools: [TernChat.ToolDefinition]
  /// Whether the prompt has opened reasoning.
  var isThinking: Bool
  /// Whether the answer may have anything but its form in it.
  var readsCalls: Bool
}

extension LoadedModel {
  /// Makes prompt, constraint and options of a request of a session.
  ///
  /// - Throws: Errors of sessions: the template refuses the conversation, the answer's form or a tool
  ///   cannot be enforced, or options do not fit each other.
  func ask(
    _ request: LanguageModelExecutorGenerationRequest, contextSize: Int
  ) throws -> AskedModel {
    let local = request.generationOptions.local
    if local?.suffix != nil {
      throw LocalLanguageModelError.badOption("a suffix is for texts: a session's answer has none")
    }
    let plan = ReasoningPlan(
      template.features.reasoning, options: local?.reasoning,
      level: request.contextOptions.reasoningLevel, contextSize: contextSize)
    let conversation = try conversation.request(
      request.transcript, enabled: request.enabledToolDefinitions, reasoning: plan,
      variables: local?.templateVariables ?? [:])
    let prompt =
      local?.continuesResponse == true
      ? try openPrompt(of: conversation) : try prompt(of: conversation)
    let opened = template.openedReasoning(in: prompt.text)
    let isThinking = template.dialect.beginsInReasoning(prompt: prompt.text)
    let tools = try request.enabledToolDefinitions.map { try $0.chatTool() }
    let rule = AnswerRules.Request(
      tools: try request.callableTools(isJSON: template.dialect.writesJSON),
      choice: try request.toolChoice, maximumCalls: local?.toolCalls.maximumCount,
      form: try request.answerForm, startsInReasoning: isThinking, reasoningScope: plan.scope,
      mayReason: plan.isAsked && template.features.hasReasoning, spelling: local?.spelling)
    var options = TernDecode.GenerationOptions(request.generationOptions)
    options.shownTokens = template.dialect.tokens(of: engine.tokenizer)
    options.marks = marks
    options.marks?.opened = opened
    options.maximumReasoningTokens = plan.maximumTokens
    options.cutsConstrainedText = rule.form == nil
    options.keepsChoices = options.logProbabilities != nil
    do { options.constraint = try rules.constraint(rule) } catch {
      throw LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: request.schema?.name, debugDescription: "\(error)"))
    }
    return AskedModel(
      prompt: prompt.tokens, options: options, tools: tools.isEmpty ? conversation.tools : tools,
      isThinking: isThinking, readsCalls: !rules.isBare(rule))
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// What an answer without calls must be, a value of the schema or what the options say.
  fileprivate var answerForm: AnswerRules.AnswerForm? {
    get throws {
      guard let constraint = generationOptions.local?.constraint else {
        return try schema.map { .schema(try $0.documents().constraint) }
      }
      guard schema == nil else {
        throw LocalLanguageModelError.badOption(
          "a constraint and a schema exclude each other: an answer has one form")
      }
      return .text(constraint)
    }
  }

  /// Whether tools may or must be called, as the grammar of answers has it.
  fileprivate var toolChoice: ToolChoice {
    get throws {
      if let count = generationOptions.local?.toolCalls.maximumCount, count < 0 {
        throw LocalLanguageModelError.badOption("the number of tool calls \(count) is not allowed")
      }
      let isNone =
        enabledToolDefinitions.isEmpty || generationOptions.local?.toolCalls.tools == []
        || generationOptions.local?.toolCalls.maximumCount == 0
      switch generationOptions.toolCallingMode?.kind {
      case .disallowed: return .none
      case .required:
        guard !isNone else {
          throw LocalLanguageModelError.badOption(
            "a tool call is required, but the options allow none")
        }
        return .required
      case .allowed, nil: return isNone ? .none : .automatic
      @unknown default: return isNone ? .none : .automatic
      }
    }
  }

  /// The tools that may be called, with the arguments that they may be called with.
  ///
  /// - Parameter isJSON: Whether the model writes arguments as JSON, and not one by one.
  fileprivate func callableTools(isJSON: Bool) throws -> [TernChat.ToolDefinition] {
    let tools = try enabledToolDefinitions.map { try $0.ruleTool() }
    guard let limits = generationOptions.local?.toolCalls, !tools.isEmpty else { return tools }
    let known = Set(tools.map(\.name))
    let unknown = (limits.tools ?? []).union(limits.looseTools).subtracting(known)
    if let name = unknown.min() {
      throw LocalLanguageModelError.badOption("there is no tool \(name) to be called")
    }
    return tools.filter { limits.tools?.contains($0.name) ?? true }.map { tool in
      limits.looseTools.contains(tool.name) ? tool.loosened(isJSON: isJSON) : tool
    }
  }
}

extension TernChat.ToolDefinition {
  /// The tool with any JSON object as arguments; where they are written one by one, with those that
  /// the schema names, each of any value.
  fileprivate func loosened(isJSON: Bool) -> TernChat.ToolDefinition {
    var tool = self
    tool.parameters = ["type": "object"]
    if !isJSON, let properties = parameters["properties"]?.object {
      tool.parameters = [
        "type": "object",
        "properties": .object(JSONObject(properties.map { ($0.key, JSON.bool(true)) })),
      ]
    }
    return tool
  }
}
