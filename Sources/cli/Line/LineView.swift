/// A line as a terminal is to show it: the part around the cursor, on one row.
struct LineView: Equatable {
  /// What is visible of the text before and behind the cursor.
  let left: Substring
  let right: Substring
  private let prompt: String

  /// - Parameter columns: The width of the terminal.
  init(_ editor: LineEditor, prompt: String, columns: Int) {
    self.prompt = prompt
    // The last column stays free: the cursor may stand there.
    let room = max(1, columns - prompt.columns - 1)
    let left = editor.left.reversed().prefix(columns: room)
    self.left = editor.left.suffix(left.count)
    let used = left.reduce(0) { $0 + $1.columns }
    right = editor.right.prefix(editor.right.prefix(columns: room - used).count)
  }

  /// What draws the row, from wherever the cursor stands in it.
  var drawing: String {
    let cursor = prompt.columns + left.columns
    let move = cursor > 0 ? "\u{1B}[\(cursor)C" : ""
    return "\r" + prompt + left + right + "\u{1B}[K\r" + move
  }
}

extension Sequence<Character> {
  /// The longest beginning that fits so many columns.
  fileprivate func prefix(columns: Int) -> [Character] {
    var used = 0
    var characters: [Character] = []
    for character in self {
      used += character.columns
      guard used <= columns else { break }
      characters.append(character)
    }
    return characters
  }
}

extension StringProtocol {
  /// The columns that the text takes in a terminal.
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// The columns that the character takes in a terminal: 0, 1 or 2.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let isWide =
      first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
      || Self.wide.contains { $0.contains(first.value) }
    return isWide ? 2 : 1
  }

  /// Where the characters of East Asia are that take two columns (Unicode's report 11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
