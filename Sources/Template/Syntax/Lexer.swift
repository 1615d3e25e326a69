/// Cuts a template's source into tokens, with Jinja's rules of white space: `trim_blocks` (a line
/// end behind a block tag goes) and `lstrip_blocks` (white space before a tag alone on its line
/// goes).
///
/// Cost: linear in the source.
struct Lexer {
  let source: [UInt8]
  var index = 0
  var tokens: [Token] = []
  private var line = 1
  private var lineStart = 0
  /// What `line` was counted up to.
  private var counted = 0
  /// Whether the last match ended with a line end; so does the beginning.
  var isLineStart = true
  /// The brackets that are open in the tag.
  var open: [UInt8] = []

  init(_ text: String) {
    source = Self.normalized(text)
  }

  /// All line ends as `\n`, without the last one.
  private static func normalized(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\r") {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || last != UInt8(ascii: "\r") {
        bytes.append(byte)
      }
      last = byte
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return bytes
  }

  /// The tokens of a source.
  static func tokens(_ text: String) throws(TemplateError) -> [Token] {
    var lexer = Lexer(text)
    try lexer.readAll()
    lexer.add(.end, "", at: lexer.source.count)
    return lexer.tokens
  }

  private mutating func readAll() throws(TemplateError) {
    while index < source.count {
      guard let tag = nextTag() else {
        add(.data, string(index..<source.count), at: index)
        index = source.count
        return
      }
      addData(before: tag)
      index = tag.end
      isLineStart = false
      switch tag.kind {
      case .raw: try readRaw(tag)
      case .comment: try readComment()
      case .block:
        add(.blockBegin, "", at: tag.start)
        try readTag(isBlock: true)
      case .variable:
        add(.variableBegin, "", at: tag.start)
        try readTag(isBlock: false)
      }
    }
  }

  /// The place of an offset; offsets must not go back before the line of the last one.
  mutating func position(_ offset: Int) -> Position {
    if offset < counted { return Position(line: Int32(line), column: 1) }
    for index in counted..<offset where source[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    counted = offset
    return Position(line: Int32(line), column: Int32(offset - lineStart + 1))
  }

  mutating func add(_ kind: Token.Kind, _ text: String, at offset: Int) {
    tokens.append(Token(kind: kind, text: text, position: position(offset)))
  }

  mutating func failure(_ message: String, at offset: Int) -> TemplateError {
    TemplateError(.syntax, message, at: position(offset))
  }

  func string(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  /// Whether `text` stands at `offset`.
  func has(_ text: String, at offset: Int) -> Bool {
    let count = text.utf8.count
    guard offset + count <= source.count else { return false }
    return text.utf8.elementsEqual(source[offset..<(offset + count)])
  }

  /// The offset behind the white space at `offset`.
  func skipSpace(_ offset: Int) -> Int {
    var result = offset
    while result < source.count, UTF8Text.scalar(source, result).isPythonSpace {
      result = UTF8Text.next(source, result)
    }
    return result
  }
}
