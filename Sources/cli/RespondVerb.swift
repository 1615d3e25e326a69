import Tern
import TernJSON

extension Verb {
  static let respond = Verb(
    name: "respond",
    summary: "Answers a prompt, through the model's chat template.",
    discussion: """
      Streams the answer to standard output. PROMPT '-' reads the prompt from standard input.

        tern respond --model qwen.gguf "Why is the sky blue?"
        tern respond --model qwen.gguf "What is the weather in Paris?" --tools tools.json

      With --tools the model may call tools; calls are shown: one line of JSON each, behind an arrow.
      Names and arguments always fit the tools' schemas. If every tool has a command, the calls are
      run, and the model continues with their results until it answers:

      \(ToolArguments.programs)

      --messages continues a conversation: a file with a JSON array of {role, content}, for tools also
      tool_calls and tool_call_id as in OpenAI's interface. PROMPT, if given, comes after it. The model
      answers a user's message or the results of tools. A conversation that ends with another message
      needs PROMPT, and so does one that ends with results when tools are run.

      --schema, --regex, --grammar and --choice restrict the answer, as for 'tern complete'. A schema
      is also described in the prompt, unless --no-schema-in-prompt is given. Together with tools they
      restrict an answer without calls.

      Whether a model reasons before it answers is as its template has it, but with --schema, --regex,
      --grammar and --choice it does not where that can be switched off. --reasoning says otherwise,
      and --reasoning-tokens ends reasoning that takes too long.

      --json prints {content, reasoning, calls, rejected, text, tokens, forced_tokens,
      prompt_tokens, pp_per_s, tg_per_s, finish, seed}: text is all that the model wrote. Where tools
      were run there is also the transcript; text, tokens and figures are those of the last part.
      --verbose adds figures and model: what was reused, read, forced, drafted and written, and how
      the model runs.
      """,
    RespondArguments()
  ) { arguments in
    try arguments.check()
    let tools = try arguments.session.tools.listed()
    if !tools.isEmpty, tools.canRun {
      try await RunningAnswer(arguments, tools).run()
    } else {
      try await ReturnedAnswer(arguments, tools).run()
    }
  }
}
