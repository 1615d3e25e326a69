import Tern
import TernChat
import TernDecode
import TernFormat
import TernGrammar
import TernJSON
import TernTokens

extension Verb {
  static let respond = Verb(
    name: "respond", operands: "[PROMPT]",
    summary: "Answers a prompt, through the model's chat template.",
    discussion: """
      Streams the answer to standard output. PROMPT '-' reads the prompt from standard input.

        tern respond --model qwen.gguf "Why is the sky blue?"
        tern respond --model qwen.gguf "What is the weather in Paris?" --tools tools.json

      With --tools the model may call tools; calls are shown: one line of JSON each, behind an arrow.
      Names and arguments then fit the tools' schemas, whatever the model. Where every tool has a
      command, the calls are run, and the model goes on with their results until it answers:

      \(CommandOption.toolPrograms)

      --messages goes on with a conversation: a file with a JSON array of {role, content}, for tools
      also tool_calls and tool_call_id as in OpenAI's interface; PROMPT, where given, comes after it.
      What is answered is a user's message, or the results of tools: a conversation that ends with
      another message needs PROMPT, as does one that ends with results where tools are run.

      --schema, --regex and --choice say what the answer must be, as for 'tern complete'. A schema is
      put into the prompt too, in words, unless --no-schema-in-prompt is given.

      --json prints {content, reasoning, calls, rejected, text, tokens, forced_tokens,
      prompt_tokens, pp_per_s, tg_per_s, finish, seed}: text is all that the model wrote. Where tools
      were run there is also the transcript; text, tokens and figures are those of the last part.
      """,
    options: [
      .model, .prompt, .threads, .context, .cache(default: "f16"), .json,
      .instructions,
      .value("--messages", "FILE", "the conversation so far ('-' is standard input)"),
      .tools, .dialect,
      .value("--tool-choice", "CHOICE", "auto (default), none, required, or a tool's name"),
      .variable, .now,
      .flag("--no-schema-in-prompt", "the model is not told of --schema"),
    ] + CommandOption.sampling + CommandOption.constraint
  ) { arguments in
    if arguments.has("--no-schema-in-prompt"), !arguments.has("--schema") {
      throw CommandFailure.usage("--no-schema-in-prompt is for --schema")
    }
    let tools = try arguments.listedTools()
    if !tools.isEmpty, tools.canRun { return try await respondRunning(tools, arguments) }
    let engineOptions = try arguments.engineOptions()
    var options = try arguments.generationOptions()
    options.constraint = try arguments.constraint(.generation)
    var request = try chatRequest(arguments, tools.map(\.definition))
    let toolChoice = try choice(arguments, request.tools)
    if !arguments.has("--no-schema-in-prompt"), let schema = try arguments.schema() {
      request.tell(SchemaListing(schema).request)
    }
    let engine = try await openEngine(arguments.modelPath(), engineOptions)
    let template = try ChatTemplate(engine.file, engine.tokenizer, dialect: arguments.dialect())
    if options.constraint != nil, template.features.variables.contains("enable_thinking"),
      request.variables["enable_thinking"] == nil
    {
      request.variables["enable_thinking"] = false
    }
    let rendered = try template.render(request)
    let prompt = PromptEncoder(engine.tokenizer, dialect: template.dialect).encode(rendered)
    options.shownTokens = template.dialect.tokens(of: engine.tokenizer)
    let isThinking = template.dialect.beginsInReasoning(prompt: prompt.text)
    // An answer that the command line constrains is what it is.
    var parser: ToolCallParser?
    if options.constraint == nil {
      parser = ToolCallParser(
        template.dialect, tools: request.tools, beginsInReasoning: isThinking)
      if !request.tools.isEmpty {
        options.constraint = try callConstraint(template, request.tools, toolChoice, isThinking)
      }
    }
    if arguments.has("--json") {
      let completion = try await engine.generate(prompt.tokens, options: options)
      var answer = ToolAnswer()
      for event in events(completion.text, &parser) + (parser?.finish() ?? []) {
        answer.add(event)
      }
      try Output.write(report(answer, completion))
    } else {
      for try await event in engine.stream(prompt.tokens, options: options) {
        if case .text(let text) = event { try show(events(text, &parser)) }
      }
      try show(parser?.finish() ?? [])
      try Output.write("\n")
    }
  }

  private static func events(_ text: String, _ parser: inout ToolCallParser?) -> [ChatEvent] {
    parser?.push(text) ?? [.content(text)]
  }

  private static func chatRequest(
    _ arguments: Arguments, _ tools: [ToolDefinition]
  ) throws -> ChatRequest {
    let messages = try arguments.conversation()
    var request = try ChatRequest(messages, tools: tools, now: arguments.clock())
    request.variables = try arguments.templateVariables()
    return request
  }

  /// What holds the answer to calls of the tools.
  private static func callConstraint(
    _ template: ChatTemplate, _ tools: [ToolDefinition], _ choice: ToolChoice, _ isThinking: Bool
  ) throws -> Constraint {
    let spelling = template.features.spelling
    let (rule, failures) = template.dialect.rule(
      tools, choice: choice, startsInReasoning: isThinking, spelling: spelling)
    for (name, error) in failures.sorted(by: { $0.key < $1.key }) {
      let reason = CommandFailure(error).message
      switch choice {
      case .required where failures.count == tools.count, .named(name):
        throw CommandFailure.failed("the tool \(name) cannot be called: \(reason)")
      default: Output.note("tern: respond: tool \(name) is left out: \(reason)")
      }
    }
    return try Constraint(rule, options: template.dialect.callOptions(spelling))
  }

  static func choice(
    _ arguments: Arguments, _ tools: [ToolDefinition]
  ) throws(CommandFailure) -> ToolChoice {
    if arguments.has("--tool-choice"), tools.isEmpty {
      throw .usage("--tool-choice is for tools: give --tools too")
    }
    switch arguments.string("--tool-choice") {
    case nil, "auto": return .automatic
    case "none": return .none
    case "required": return .required
    case .some(let name):
      guard tools.contains(where: { $0.name == name }) else {
        throw .usage("--tool-choice takes auto, none, required or a tool's name, not '\(name)'")
      }
      return .named(name)
    }
  }

  static func show(_ events: [ChatEvent]) throws(CommandFailure) {
    for event in events {
      switch event {
      case .content(let text): try Output.write(text)
      case .callFinished(_, let call): try Output.write("→ \(call.document.text())\n")
      case .rejected(let text, let reason): Output.note("tern: respond: \(reason): \(text)")
      case .reasoning, .callBegan, .arguments: break
      }
    }
  }

  private static func report(_ answer: ToolAnswer, _ completion: Completion) -> JSON {
    answer.document.merging(report(completion))
  }
}
