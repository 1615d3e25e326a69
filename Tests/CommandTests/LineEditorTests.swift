import TernTestSupport
import Testing

@testable import TernCommand

@Suite("The line editor")
struct LineEditorTests {
  /// What is left of some keys: the text with a bar at the cursor.
  private func edit(_ keys: [Key], history: [String] = []) -> String {
    var editor = LineEditor(history: history)
    for key in keys { #expect(editor.press(key) == .editing) }
    #expect(editor.cursor == editor.left.count && editor.text == editor.left + editor.right)
    return editor.left + "|" + editor.right
  }

  private func typed(_ text: String) -> [Key] { text.unicodeScalars.map { .text($0) } }

  @Test("text is put in at the cursor, wherever that is")
  func inserts() {
    #expect(edit(typed("cat")) == "cat|")
    #expect(edit(typed("ct") + [.left] + typed("a")) == "ca|t")
    #expect(edit(typed("at") + [.home] + typed("c") + [.end] + typed("s")) == "cats|")
    #expect(edit([.left, .right, .backspace, .delete, .killWord, .end]) == "|")
  }

  @Test("characters of several scalars are one step, and go at once")
  func clusters() {
    let family = "👨‍👩‍👧"
    #expect(edit(typed("a" + family + "b") + [.left, .left]) == "a|\(family)b")
    #expect(edit(typed("ae\u{301}") + [.backspace]) == "a|")
    #expect(edit(typed("a\u{1F1E9}\u{1F1EA}b") + [.home, .right, .delete]) == "a|b")
  }

  @Test("Ctrl-U, Ctrl-K and Ctrl-W take away what stands on their side of the cursor")
  func kills() {
    let line = typed("one two  three") + Array(repeating: Key.left, count: 5)
    #expect(edit(line + [.killToStart]) == "|three")
    #expect(edit(line + [.killToEnd]) == "one two  |")
    #expect(edit(line + [.killWord]) == "one |three")
    #expect(edit(line + [.killWord, .killWord, .killWord]) == "|three")
    #expect(edit(line + [.wordLeft]) == "one |two  three")
    #expect(edit(line + [.wordLeft, .wordRight, .wordRight]) == "one two  three|")
  }

  @Test("up and down go through the history, and changes to its lines stay until the line is done")
  func history() {
    let history = ["first", "second"]
    #expect(edit([.up], history: history) == "second|")
    #expect(edit([.up, .up, .up], history: history) == "first|")
    #expect(edit(typed("new") + [.up, .down], history: history) == "new|")
    #expect(edit([.up] + typed("!") + [.up, .down], history: history) == "second!|")
    #expect(edit([.down, .down], history: history) == "|")
    #expect(edit([.up]) == "|")
  }

  @Test(
    "Enter finishes the line, Ctrl-C gives it up, Ctrl-D ends an empty one and deletes in others")
  func outcomes() {
    var editor = LineEditor()
    #expect(editor.press(.endOfInput) == .ended && editor.press(.interrupt) == .abandoned)
    for key in typed("ab") + [.left] { _ = editor.press(key) }
    #expect(editor.press(.enter) == .finished("ab"))
    #expect(editor.press(.endOfInput) == .editing && editor.text == "a")
    #expect(editor.press(.clearScreen) == .clearScreen && editor.press(.suspend) == .suspended)
  }

  @Test("any keys do what they do to an array of characters", arguments: 0..<20)
  func twin(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let keys: [Key] = [
      .text("a"), .text("ü"), .text("界"), .text(" "), .text("x"), .left, .right, .home, .end,
      .backspace, .delete, .killToEnd, .killToStart, .killWord, .wordLeft, .wordRight,
    ]
    var editor = LineEditor()
    var slow = SlowEditor()
    for _ in 0..<300 {
      guard let key = keys.randomElement(using: &random) else { return }
      // Deletions are rarer, so that there is something to delete.
      let isText = if case .text = key { true } else { false }
      for _ in 0..<(isText ? 3 : 1) {
        _ = editor.press(key)
        slow.press(key)
      }
      #expect(editor.text == String(slow.text) && editor.cursor == slow.cursor, "\(key)")
    }
  }
}

/// The editor, step by step over an array.
private struct SlowEditor {
  var text: [Character] = []
  var cursor = 0

  mutating func press(_ key: Key) {
    switch key {
    case .text(let scalar):
      text.insert(Character(scalar), at: cursor)
      cursor += 1
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: while cursor > 0 { cursor -= 1 }
    case .end: while cursor < text.count { cursor += 1 }
    case .backspace:
      guard cursor > 0 else { return }
      cursor -= 1
      text.remove(at: cursor)
    case .delete: if cursor < text.count { text.remove(at: cursor) }
    case .killToStart: while cursor > 0 { press(.backspace) }
    case .killToEnd: while cursor < text.count { press(.delete) }
    case .killWord:
      while cursor > 0, text[cursor - 1] == " " { press(.backspace) }
      while cursor > 0, text[cursor - 1] != " " { press(.backspace) }
    case .wordLeft:
      while cursor > 0, text[cursor - 1] == " " { cursor -= 1 }
      while cursor > 0, text[cursor - 1] != " " { cursor -= 1 }
    case .wordRight:
      while cursor < text.count, text[cursor] == " " { cursor += 1 }
      while cursor < text.count, text[cursor] != " " { cursor += 1 }
    default: break
    }
  }
}
