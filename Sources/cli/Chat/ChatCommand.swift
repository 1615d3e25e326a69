import Foundation

/// What a line of a conversation asks for.
enum ChatCommand: Equatable {
  case message(String)
  case save(String), load(String)
  case reset, history, undo, exit, help
  case nothing
  /// A command without the file that it needs.
  case noFile(String)
  case unknown(String)

  static let list = """
    /save FILE   keeps the conversation in a file, with what the model has computed of it
    /load FILE   goes on with the conversation of a file
    /history     shows the conversation
    /undo        takes back the last turn
    /reset       begins a new conversation
    /exit        ends it, as Ctrl-D does; Ctrl-C stops an answer
    """

  init(_ line: String) {
    let text = line.trimmingCharacters(in: .whitespaces)
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    let file = words.dropFirst().first?.trimmingCharacters(in: .whitespaces)
    switch (words.first, file) {
    case (nil, _): self = .nothing
    case ("/save", let file?): self = .save(file)
    case ("/load", let file?): self = .load(file)
    case ("/save", nil), ("/load", nil): self = .noFile(text)
    case ("/reset", nil): self = .reset
    case ("/history", nil): self = .history
    case ("/undo", nil): self = .undo
    case ("/exit", nil), ("/quit", nil): self = .exit
    case ("/help", nil), ("/?", nil): self = .help
    default:
      let isCommand = text.first == "/" && text.dropFirst().allSatisfy(\.isLetter)
      self = isCommand ? .unknown(text) : .message(line)
    }
  }
}
