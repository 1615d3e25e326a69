import Foundation

/// Reads the lines that a person types, or those of a file.
final class LineReader {
  private let isInteractive = Terminal.isInteractive
  private let prompt: String
  /// The lines so far, the last one last.
  private var history: [String] = []
  private var keys = KeyReader()
  /// How many lines are kept.
  private static let longestHistory = 1000

  init(prompt: String) { self.prompt = prompt }

  /// The next line without its end; `nil` at the end of the input.
  func line() throws(CommandFailure) -> String? {
    guard isInteractive else {
      if isatty(STDIN_FILENO) != 0 { try Output.write(prompt) }
      return readLine()
    }
    guard let line = try edited() else { return nil }
    if !line.isEmpty, line != history.last { history.append(line) }
    history.removeFirst(max(0, history.count - Self.longestHistory))
    return line
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
      case .clearScreen: try Output.write("\u{1B}[H\u{1B}[2J")
      case .finished, .ended:
        // The end of the line is seen as a whole.
        _ = editor.press(.end)
        try show(editor)
        try Output.write("\n")
        return outcome
      case .abandoned:
        try Output.write("^C\n")
        return outcome
      case .suspended: Terminal.suspend()
      }
      try show(editor)
    }
    return .ended
  }

  private func show(_ editor: LineEditor) throws(CommandFailure) {
    try Output.write(LineView(editor, prompt: prompt, columns: Terminal.columns).drawing)
  }
}
