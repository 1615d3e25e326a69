/// What stands between a call's marker and its arguments.
struct HeaderReader: Sendable {
  /// What ends a header, or a part of it.
  enum End: Sendable {
    case separator(Int)
    case arguments, line
    /// What belongs to the arguments.
    case before
    /// A marker that should not be there.
    case marker
  }

  /// The longest part of a header, in bytes.
  static let maximumLength = 512

  /// What it looks like, and what ends its parts.
  private(set) var form = CallHeader(.python)
  private(set) var ends = MarkerSet<End>()
  var text: [UInt8] = []
  /// The parts that have been read, and the separator before the one that is being read.
  var parts: [Int?: String] = [:]
  var separator: Int?
  /// The marker before a recipient.
  var marker: [UInt8] = []

  init() {}

  init(_ form: CallHeader, _ ends: MarkerSet<End>) { (self.form, self.ends) = (form, ends) }

  var kind: CallHeader.Kind { form.kind }

  /// Headers that no marker announces.
  static let python = HeaderReader(CallHeader(.python), MarkerSet([("(", .arguments)]))
  static let braces = HeaderReader(CallHeader(.braces), MarkerSet([("{", .before)]))

  /// What ends the header of a call.
  static func ends(of header: CallHeader, _ reading: DialectReading) -> MarkerSet<End> {
    switch header.kind {
    case .tag: return MarkerSet([(header.tagEnd, .arguments)])
    case .line: return MarkerSet([("\n", .line), ("{", .before)])
    case .message: return MarkerSet([(reading.channels?.text ?? "", .arguments)])
    case .separated, .python, .braces:
      var texts = header.beginnings.map { ($0, End.before) }
      for (index, separator) in header.separators.enumerated() {
        texts += separator.map { ($0, .separator(index)) }
      }
      if header.endsAtLine { texts.append(("\n", .line)) }
      return MarkerSet(texts)
    }
  }

  /// Whether the header may go on with a byte: some are nothing but a name.
  func accepts(_ byte: UInt8) -> Bool {
    switch kind {
    case .separated, .tag, .message: true
    case .line, .python, .braces: ValueReader.isName(byte)
    }
  }

  /// Ends the part that is being read.
  mutating func endPart(_ next: Int? = nil) {
    parts[separator] = trimmed
    text.removeAll(keepingCapacity: true)
    separator = next
  }

  /// The text without white space around it.
  var trimmed: String { Self.trimmed(text) }

  static func trimmed(_ text: [UInt8]) -> String {
    let start = text.firstIndex { !ValueReader.isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !ValueReader.isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// A name in an element's tag, with or without quotes, and what follows it there.
  static func attribute(_ text: [UInt8]) -> (name: String, rest: String) {
    let trimmed = Array(trimmed(text).utf8)
    guard let quote = trimmed.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else {
      let isEmpty = trimmed.last == UInt8(ascii: "/")
      return (Self.trimmed(isEmpty ? Array(trimmed.dropLast()) : trimmed), isEmpty ? "/" : "")
    }
    let end = trimmed.dropFirst().firstIndex(of: quote) ?? trimmed.endIndex
    let rest = end < trimmed.endIndex ? Array(trimmed[(end + 1)...]) : []
    return (Self.trimmed(Array(trimmed[1..<end])), Self.trimmed(rest))
  }
}
