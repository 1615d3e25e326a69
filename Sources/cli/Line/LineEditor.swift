/// A line that is being edited, with the lines before it; keys in, text and cursor out.
///
/// A key costs O(line).
struct LineEditor: Equatable, Sendable {
  /// What stands before and behind the cursor.
  private(set) var left = ""
  private(set) var right = ""
  private var history: LineHistory

  /// What a key has led to.
  enum Outcome: Equatable, Sendable {
    /// The line goes on.
    case editing
    /// The line is finished.
    case finished(String)
    /// Ctrl-C: the line is given up.
    case abandoned
    /// Ctrl-D on an empty line.
    case ended
    case clearScreen
    case suspended
  }

  /// An empty line.
  init(history: [String] = []) { self.history = LineHistory(history) }

  var text: String { left + right }

  /// Characters before the cursor.
  var cursor: Int { left.count }

  /// Does what a key is for.
  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .text(let scalar): left.unicodeScalars.append(scalar)
    case .left: goLeft()
    case .right: goRight()
    case .wordLeft: goLeft(over: wordBefore)
    case .wordRight: goRight(over: wordBehind)
    case .home: goLeft(over: left.count)
    case .end: goRight(over: right.count)
    case .up: show(history.older(than: text))
    case .down: show(history.newer(than: text))
    case .backspace: if !left.isEmpty { left.removeLast() }
    case .delete: if !right.isEmpty { right.removeFirst() }
    case .killToStart: left = ""
    case .killToEnd: right = ""
    case .killWord: left.removeLast(wordBefore)
    case .enter: return .finished(text)
    case .interrupt: return .abandoned
    case .endOfInput:
      if left.isEmpty, right.isEmpty { return .ended }
      if !right.isEmpty { right.removeFirst() }
    case .clearScreen: return .clearScreen
    case .suspend: return .suspended
    }
    return .editing
  }

  private mutating func goLeft(over count: Int = 1) {
    let moved = left.suffix(count)
    right = moved + right
    left.removeLast(moved.count)
  }

  private mutating func goRight(over count: Int = 1) {
    let moved = right.prefix(count)
    left += moved
    right.removeFirst(moved.count)
  }

  private mutating func show(_ line: String?) {
    guard let line else { return }
    (left, right) = (line, "")
  }

  /// Characters from the beginning of the word before the cursor to it, spaces behind it included.
  private var wordBefore: Int {
    let spaces = left.reversed().prefix { $0.isWhitespace }.count
    return spaces + left.dropLast(spaces).reversed().prefix { !$0.isWhitespace }.count
  }

  /// Characters from the cursor to the end of the word behind it.
  private var wordBehind: Int {
    let spaces = right.prefix { $0.isWhitespace }.count
    return spaces + right.dropFirst(spaces).prefix { !$0.isWhitespace }.count
  }
}

/// The lines before the one that is edited, and that one behind them.
struct LineHistory: Equatable, Sendable {
  /// The lines as they are shown; changes to old ones last until the line is finished.
  private var lines: [String]
  /// Which of them is shown.
  private var shown: Int

  init(_ history: [String]) {
    lines = history + [""]
    shown = history.count
  }

  /// The line before the one that is shown, whose text is kept; `nil` where there is none.
  mutating func older(than text: String) -> String? { go(-1, text) }

  /// The line after the one that is shown.
  mutating func newer(than text: String) -> String? { go(1, text) }

  private mutating func go(_ step: Int, _ text: String) -> String? {
    guard lines.indices.contains(shown + step) else { return nil }
    lines[shown] = text
    shown += step
    return lines[shown]
  }
}
