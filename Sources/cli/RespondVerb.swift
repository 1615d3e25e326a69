import Tern
import TernJSON

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
      put into the prompt too, in words, unless --no-schema-in-prompt is given. Beside tools they say
      what an answer without calls must be.

      Whether a model reasons before it answers is as its template has it, but with --schema, --regex
      and --choice it does not where that can be switched off. --reasoning says otherwise, and
      --reasoning-tokens ends reasoning that takes too long.

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
      .value("--max-calls", "N", "the model calls N tools at most before their results come"),
      .reasoning, .reasoningTokens, .variable, .now,
      .flag("--no-schema-in-prompt", "the model is not told of --schema"),
    ] + CommandOption.sampling + CommandOption.constraint
  ) { arguments in
    if arguments.has("--no-schema-in-prompt"), !arguments.has("--schema") {
      throw CommandFailure.usage("--no-schema-in-prompt is for --schema")
    }
    let tools = try arguments.listedTools()
    if !tools.isEmpty, tools.canRun {
      try await RunningAnswer(arguments, tools).run()
    } else {
      try await ReturnedAnswer(arguments, tools).run()
    }
  }
}

/// Which tools a model may call, by the command line.
enum CalledTools: Equatable {
  case automatic, none, required
  case named(String)

  /// - Parameter names: The tools that there are.
  init(_ arguments: Arguments, _ names: [String]) throws(CommandFailure) {
    if arguments.has("--tool-choice"), names.isEmpty {
      throw .usage("--tool-choice is for tools: give --tools too")
    }
    switch arguments.string("--tool-choice") {
    case nil, "auto": self = .automatic
    case "none": self = .none
    case "required": self = .required
    case .some(let name):
      guard names.contains(name) else {
        throw .usage("--tool-choice takes auto, none, required or a tool's name, not '\(name)'")
      }
      self = .named(name)
    }
  }

  /// Says so in the options of a session.
  func apply(to options: inout GenerationOptions) {
    switch self {
    case .automatic: break
    case .none: options.toolCallingMode = .disallowed
    case .required: options.toolCallingMode = .required
    case .named(let name):
      options.toolCallingMode = .required
      options.local?.toolCalls.tools = [name]
    }
  }
}

extension Arguments {
  /// What the command line says of an answer, for sessions.
  ///
  /// - Parameter hasForm: Whether the answer must have a form.
  func answerOptions(hasForm: Bool) throws(CommandFailure) -> GenerationOptions {
    var options = try sessionOptions()
    options.local?.toolCalls.maximumCount = try int("--max-calls", in: 1...Int(Int32.max))
    options.local?.reasoning = try reasoning() ?? (hasForm ? nil : ReasoningOptions())
    return options
  }
}
