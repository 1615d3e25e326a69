import Foundation
import TernJSON

extension Verb {
  static let chat = Verb(
    name: "chat", operands: "[MESSAGE]",
    summary: "A conversation: your lines, and the model's answers as they are written.",
    discussion: """
      Reads a message from each line of standard input and streams the answer to standard output.
      MESSAGE, where given, is the first one. Ctrl-C stops an answer; what was written stays part of
      the conversation. At the prompt it clears the line; arrows, Home, End and Ctrl-A, E, U, K and W
      edit it, and up and down bring earlier lines. Ctrl-D ends the conversation.

        tern chat
        tern chat --model qwen.gguf --instructions "You are a pirate." --tools tools.json

      Lines that are commands:

      \(ChatCommand.list.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

      Where the context gets too small for the conversation, its oldest turns are forgotten.

      --tools FILE names what the model may call:

      \(CommandOption.toolPrograms)

      --json prints a document for each answer, like that of 'tern respond'; of an answer that needed
      tools, text, tokens and figures are those of its last part.
      """,
    options: [
      .model, .threads, .context, .cache(default: "f16"), .json, .instructions, .tools,
      .value("--tool-choice", "CHOICE", "auto (default), none or required"), .dialect,
      .variable, .now,
    ] + CommandOption.sampling
  ) { arguments in
    guard arguments.operands.count <= 1 else {
      throw CommandFailure.usage("unexpected argument '\(arguments.operands[1])'")
    }
    let conversation = try await Conversation(arguments)
    let interrupts = Interrupts()
    let reader = LineReader(prompt: "> ")
    var message = arguments.operands.first
    while let line = try message ?? reader.line() {
      message = nil
      let command = ChatCommand(line)
      if command == .exit { return }
      try await conversation.run(command, interrupts)
    }
    // The prompt that was answered by the end of the input ends its line; an editor does so itself.
    if isatty(STDIN_FILENO) != 0, !Terminal.isInteractive { try Output.write("\n") }
  }
}

extension CommandOption {
  /// How tools are given that can run.
  static let toolPrograms = """
      [{"name": "weather", "description": "Tells the weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        "command": ["./weather.sh", "--metric"], "timeout": 10}]

    The program, beside FILE or in PATH, gets the arguments as JSON on standard input; what it writes
    to standard output is the result. Where it ends with another status than 0, or not within its
    timeout (30 seconds by default), the model is told. Several calls run at the same time.
    """
}

extension Conversation {
  /// Does what a line asks for, but for the end of the conversation.
  fileprivate func run(_ command: ChatCommand, _ interrupts: Interrupts) async throws {
    switch command {
    case .message(let text): try await answer(text, interrupts)
    case .reset: reset()
    case .undo:
      let prompt = undo().map { "(taken back: \($0.prefix(60)))" }
      Output.note(prompt ?? "there is no turn to take back")
    case .history:
      let transcript = session.transcript
      try printsJSON
        ? Output.write(["transcript": transcript.document])
        : Output.write(
          Terminal.isInteractive ? transcript.readable.withoutControls : transcript.readable)
    case .save(let path): await tell("cannot save \(path)") { try await self.save(path) }
    case .load(let path): await tell("cannot load \(path)") { try await self.load(path) }
    case .noFile(let name): Output.note("\(name) needs a file: \(name) FILE")
    case .help: Output.note(ChatCommand.list)
    case .unknown(let name): Output.note("there is no command \(name); /help lists them")
    case .nothing, .exit: break
    }
  }

  /// Does something that may fail; then the conversation goes on as it was.
  private func tell(_ failure: String, _ work: () async throws -> Void) async {
    do { try await work() } catch {
      Output.note("tern: chat: \(failure): \(sessionReason(error))")
    }
  }
}
