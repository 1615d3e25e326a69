/// What stands between a call's marker and its arguments.
struct HeaderReader: Sendable {
  enum Form: CaseIterable, Sendable {
    case mistral, mistralIdentifier, deepSeek, deepSeekName, kimi, element, glm, line, harmony
    case python, colon
  }

  /// What ends a header.
  enum End: Sendable {
    case arguments, identifier, separator, line, angle
    /// What belongs to the arguments.
    case before
    /// A marker that should not be there.
    case marker
  }

  /// The longest header, in bytes.
  static let maximumLength = 512

  var form = Form.line
  var text: [UInt8] = []
  /// The part before the separator, or the marker before a recipient.
  var first: [UInt8]?
  private(set) var ends = MarkerSet<End>()

  init() {}

  init(_ form: Form) {
    self.form = form
    ends = Self.ends[form] ?? ends
  }

  private static let ends: [Form: MarkerSet<End>] = Form.allCases.reduce(into: [:]) { ends, form in
    var set = MarkerSet<End>()
    for (text, end) in texts(form) { set.insert(text, end) }
    ends[form] = set
  }

  /// Markers within the headers of any dialect.
  static var markers: [String] {
    Form.allCases.flatMap { texts($0).map(\.0) }.filter { $0.utf8.count > 3 }
  }

  private static func texts(_ form: Form) -> [(String, End)] {
    switch form {
    case .mistral: [("[ARGS]", .arguments), ("[CALL_ID]", .identifier), ("{", .before)]
    case .mistralIdentifier: [("[ARGS]", .arguments), ("{", .before)]
    case .deepSeek:
      DialectShape.lookalikes("<｜tool▁sep｜>").map { ($0, .separator) } + texts(.deepSeekName)
    case .deepSeekName: [("\n", .line), ("{", .before), ("```", .before)]
    case .kimi: [("<|tool_call_argument_begin|>", .arguments), ("{", .before)]
    case .element: [(">", .angle)]
    case .glm: [("\n", .line), ("<arg_key>", .before)]
    case .line: [("\n", .line), ("{", .before)]
    case .harmony: [("<|message|>", .arguments)]
    case .python: [("(", .arguments)]
    case .colon: [("{", .before)]
    }
  }

  /// Whether the arguments of a message begin, though the marker before them is missing.
  func lacksMarker(_ byte: UInt8) -> Bool {
    form == .harmony && byte == UInt8(ascii: "{")
      && String(decoding: text, as: UTF8.self).contains("to=functions.")
  }

  func accepts(_ byte: UInt8) -> Bool {
    switch form {
    case .python, .colon, .line: ValueReader.isName(byte)
    default: true
    }
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
