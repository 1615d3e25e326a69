import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Keys and rows of a terminal")
struct KeyReaderTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var reader = KeyReader()
    return bytes.compactMap { reader.push($0) }
  }

  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  @Test("text comes scalar by scalar, however long its bytes are")
  func text() {
    let line = "aé界😀"
    #expect(keys(line) == line.unicodeScalars.map { .text($0) })
  }

  @Test("the keys of a terminal are known in all their spellings")
  func sequences() {
    let spellings: [(String, Key)] = [
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{10}", .up), ("\u{1B}[B", .down),
      ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{6}", .right), ("\u{2}", .left),
      ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;3D", .wordLeft), ("\u{1B}b", .wordLeft),
      ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OH", .home), ("\u{1}", .home),
      ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{5}", .end), ("\u{1B}[3~", .delete),
      ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\r", .enter), ("\n", .enter),
      ("\u{3}", .interrupt), ("\u{4}", .endOfInput), ("\u{B}", .killToEnd),
      ("\u{15}", .killToStart), ("\u{17}", .killWord), ("\u{C}", .clearScreen),
      ("\u{1A}", .suspend),
    ]
    for (spelling, key) in spellings {
      #expect(keys(spelling + "x") == [key, .text("x")], "\(spelling.debugDescription)")
    }
  }

  @Test("what is no key is swallowed, and what follows it is not")
  func unknown() {
    for bytes: [UInt8] in [
      [0x80], [0xFF], [0xC3], [0xE7, 0x95], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x00], [0x09],
      Array("\u{1B}[200~".utf8), Array("\u{1B}[38;5;1m".utf8), Array("\u{1B}z".utf8), [0xC2, 0x9B],
      Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 1000) + [0x6D],
    ] {
      #expect(keys(bytes + [0x01, 0x78]).suffix(2) == [.home, .text("x")], "\(bytes.prefix(9))")
      #expect(keys(bytes + [0x01, 0x78]).count == 2, "\(bytes.prefix(9))")
    }
  }

  @Test("any bytes are read without harm", arguments: 0..<10)
  func hostile(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reader = KeyReader()
    var editor = LineEditor(history: ["a"])
    for _ in 0..<5000 {
      let byte = UInt8.random(in: 0...255, using: &random)
      if let key = reader.push(byte) { _ = editor.press(key) }
    }
    #expect(!editor.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(LineView(editor, prompt: "> ", columns: 40).drawing.columns < 60)
  }

  @Test("a row shows the part around the cursor, by the columns that characters take")
  func view() {
    var editor = LineEditor()
    for scalar in "abcdefghij".unicodeScalars { _ = editor.press(.text(scalar)) }
    let whole = LineView(editor, prompt: "> ", columns: 80)
    #expect(whole.drawing == "\r> abcdefghij\u{1B}[K\r\u{1B}[12C")
    let narrow = LineView(editor, prompt: "> ", columns: 8)
    #expect(narrow.left == "fghij" && narrow.right == "")
    for _ in 0..<7 { _ = editor.press(.left) }
    let middle = LineView(editor, prompt: "> ", columns: 8)
    #expect(middle.left == "abc" && middle.right == "de")
    for scalar in "界界".unicodeScalars { _ = editor.press(.text(scalar)) }
    let wide = LineView(editor, prompt: "> ", columns: 8)
    #expect(wide.left == "c界界" && wide.right == "")
    #expect(LineView(editor, prompt: "> ", columns: 0).drawing.contains("\u{1B}[K"))
  }
}
