import Foundation
import TernChat
import TernDecode
import TernFormat
import TernJSON

extension Verb {
  static let chat = Verb(
    name: "chat", operands: "[MESSAGE]",
    summary: "A conversation: your lines, and the model's answers as they are written.",
    discussion: """
      Reads a message from each line of standard input and streams the answer to standard output.
      MESSAGE, where given, is the first one. Ctrl-C stops an answer; what was written stays part of
      the conversation. Ctrl-D or /exit ends it, /reset begins anew, /help lists the commands.

        tern chat
        tern chat --model qwen.gguf --instructions "You are a pirate."

      Where the context gets too small for the conversation, its oldest turns are forgotten.

      --json prints a document for each answer, like that of 'tern respond'.
      """,
    options: [
      .model, .threads, .context, .cache(default: "f16"), .json, .instructions, .variable, .now,
    ] + CommandOption.sampling
  ) { arguments in
    guard arguments.operands.count <= 1 else {
      throw CommandFailure.usage("unexpected argument '\(arguments.operands[1])'")
    }
    var conversation = try await Conversation(arguments)
    let interrupts = Interrupts()
    let isTerminal = isatty(STDIN_FILENO) != 0
    var message = arguments.operands.first
    while true {
      if message == nil {
        if isTerminal { try Output.write("> ") }
        message = readLine()
      }
      guard let line = message else { break }
      message = nil
      switch ChatCommand(line) {
      case .exit: return
      case .reset: conversation.reset()
      case .help: Output.note(ChatCommand.list)
      case .unknown(let name): Output.note("there is no command \(name); /help lists them")
      case .nothing: break
      case .message(let text): try await conversation.answer(text, interrupts)
      }
    }
    if isTerminal { try Output.write("\n") }
  }
}

/// What a line of a conversation asks for.
enum ChatCommand: Equatable {
  case message(String)
  case reset, exit, help
  case nothing
  case unknown(String)

  static let list = "/reset begins a new conversation, /exit ends it, Ctrl-C stops an answer"

  init(_ line: String) {
    let text = line.trimmingCharacters(in: .whitespaces)
    switch text {
    case "": self = .nothing
    case "/reset": self = .reset
    case "/exit", "/quit": self = .exit
    case "/help", "/?": self = .help
    default:
      let isCommand = text.first == "/" && text.dropFirst().allSatisfy(\.isLetter)
      self = isCommand ? .unknown(text) : .message(line)
    }
  }
}
