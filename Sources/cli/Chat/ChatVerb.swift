import Foundation
import TernJSON

extension Verb {
  static let chat = Verb(
    name: "chat",
    summary: "A conversation: your lines, and the model's answers as they are written.",
    discussion: """
      Reads a message from each line of standard input and streams the answer to standard output.
      MESSAGE, if given, is the first message. Ctrl-C stops an answer; the part that was written stays
      in the conversation. At the prompt, Ctrl-C clears the line; arrows, Home, End and Ctrl-A, E, U, K
      and W edit it; up and down recall earlier lines. Ctrl-D ends the conversation.

        tern chat
        tern chat --model qwen.gguf --instructions "You are a pirate." --tools tools.json

      Lines that are commands:

      \(ChatCommand.list.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))

      When the conversation no longer fits into the context, its oldest turns are dropped.

      A line that fails, such as a file that cannot be loaded or a message that does not fit, is
      reported on standard error, and the conversation continues. If standard input is not a terminal,
      the exit status is then 1, and Ctrl-C (SIGINT) ends the conversation.

      --tools FILE names what the model may call:

      \(ToolArguments.programs)

      --json prints a document for each answer, like that of 'tern respond'; of an answer that needed
      tools, text, tokens and figures are those of its last part.
      """,
    ChatArguments()
  ) { arguments in
    let first = arguments.prompt.isGiven ? try arguments.prompt.text() : nil
    let conversation = try await Conversation(arguments)
    let isPerson = isatty(STDIN_FILENO) != 0
    let interrupts = Interrupts(isConversation: isPerson)
    if Terminal.isInteractive {
      try Output.write("\(arguments.session.engine.model.name()). /help lists the commands.\n")
    }
    let hasEnded = try await conversation.run(first, LineReader(prompt: "> "), interrupts)
    // The prompt that was answered by the end of the input ends its line; an editor does so itself.
    if hasEnded, isPerson, !Terminal.isInteractive { try Output.write("\n") }
    if conversation.hasFailed, !isPerson { throw CommandFailure.told }
  }
}

extension Conversation {
  /// Does what the lines ask for, after a first message; whether the input came to its end.
  fileprivate func run(
    _ first: String?, _ reader: LineReader, _ interrupts: Interrupts
  ) async throws -> Bool {
    if let first { try await run(ChatCommand(first), interrupts) }
    while let line = try reader.line() {
      switch line {
      case .unreadable(let reason): fail("tern: chat: \(reason)")
      case .text(let text):
        let command = ChatCommand(text)
        if command == .exit { return false }
        try await run(command, interrupts)
      }
    }
    return true
  }

  /// Does what a line asks for, but for the end of the conversation.
  private func run(_ command: ChatCommand, _ interrupts: Interrupts) async throws {
    defer { interrupts.endIfAsked() }
    switch command {
    case .message(let text): try await answer(text, interrupts)
    case .reset: reset()
    case .undo:
      if let prompt = undo() {
        Output.note("(taken back: \(prompt.prefix(60)))")
      } else {
        fail("there is no turn to take back")
      }
    case .history:
      let transcript = session.transcript
      try printsJSON
        ? Output.write(["transcript": transcript.document]) : Output.write(transcript.readable)
    case .save(let path): await tell("cannot save", path) { try await self.save(path) }
    case .load(let path): await tell("cannot load", path) { try await self.load(path) }
    case .noFile(let name): fail("\(name) needs a file: \(name) FILE")
    case .help: Output.note(ChatCommand.list)
    case .unknown(let name): fail("there is no command \(name); /help lists them")
    case .nothing, .exit: break
    }
  }

  /// Does something that may fail; then the conversation goes on as it was.
  private func tell(
    _ failure: String, _ path: String, _ work: () async throws -> Void
  ) async {
    do { try await work() } catch {
      // Errors of the file name it already.
      let reason = CommandFailure(error).message.trimmingPrefix("\(path): ")
      fail("tern: chat: \(failure) \(path): \(reason)")
    }
  }
}
