import Foundation

/// A line of the input.
enum ReadLine: Equatable {
  case text(String)
  /// A line that is not UTF-8 text, in words.
  case unreadable(String)
}

/// Reads the lines that a person types, or those of a file.
final class LineReader {
  private let isInteractive = Terminal.isInteractive
  private let prompt: String
  /// The lines so far, the last one last.
  private var history: [String] = []
  private var keys = KeyReader()
  private var input = InputLines()
  private var lines = 0
  /// How many lines are kept.
  private static let longestHistory = 1000

  init(prompt: String) { self.prompt = prompt }

  /// The next line without its end; `nil` at the end of the input.
  func line() throws(CommandFailure) -> ReadLine? {
    guard isInteractive else {
      if isatty(STDIN_FILENO) != 0 { try Output.write(prompt) }
      guard let bytes = try input.next() else { return nil }
      lines += 1
      do { return .text(try Input.text(bytes, named: "line \(lines)")) } catch {
        return .unreadable(error.message)
      }
    }
    guard let line = try edited() else { return nil }
    if !line.isEmpty, line != history.last { history.append(line) }
    history.removeFirst(max(0, history.count - Self.longestHistory))
    return .text(line)
  }

  private func edited() throws(CommandFailure) -> String? {
    while true {
      let outcome: LineEditor.Outcome
      do { outcome = try Terminal.withRawInput { try edit() } } catch {
        throw CommandFailure(error)
      }
      switch outcome {
      case .finished(let line): return line
      case .ended: return nil
      default: break
      }
    }
  }

  /// Edits one line until it is finished or given up.
  private func edit() throws -> LineEditor.Outcome {
    var editor = LineEditor(history: history)
    try show(editor)
    while let byte = Terminal.readByte() {
      guard let key = keys.push(byte) else { continue }
      let outcome = editor.press(key)
      switch outcome {
      case .editing: break
      case .clearScreen: try Output.draw("\u{1B}[H\u{1B}[2J")
      case .finished, .ended:
        try leave(editor, "\n")
        return outcome
      case .abandoned:
        try leave(editor, "^C\n")
        return outcome
      case .suspended: Terminal.suspend()
      }
      try show(editor)
    }
    return .ended
  }

  private func show(_ editor: LineEditor) throws(CommandFailure) {
    try Output.draw(LineView(editor, prompt: prompt, columns: Terminal.columns).drawing)
  }

  /// Leaves the line in what has been shown, as a whole, on as many rows as it takes.
  private func leave(_ editor: LineEditor, _ end: String) throws(CommandFailure) {
    try Output.draw("\r\u{1B}[K" + prompt + editor.text.withoutControls + end)
  }
}
