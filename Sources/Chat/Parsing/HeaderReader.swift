/// What stands between a call's marker and its arguments.
struct HeaderReader: Sendable {
  enum Form: Sendable {
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
  /// The part before the separator.
  var first: [UInt8]?
  private(set) var ends = MarkerSet<End>()

  init() {}

  init(_ form: Form) {
    self.form = form
    switch form {
    case .mistral: add(["[ARGS]": .arguments, "[CALL_ID]": .identifier, "{": .before])
    case .mistralIdentifier: add(["[ARGS]": .arguments, "{": .before])
    case .deepSeek:
      add(["\n": .line, "{": .before, "```": .before])
      for separator in DialectShape.lookalikes("<｜tool▁sep｜>") {
        ends.insert(separator, .separator)
      }
    case .deepSeekName: add(["\n": .line, "{": .before, "```": .before])
    case .kimi: add(["<|tool_call_argument_begin|>": .arguments, "{": .before])
    case .element: add([">": .angle])
    case .glm: add(["\n": .line, "<arg_key>": .before])
    case .line: add(["\n": .line, "{": .before])
    case .harmony: add(["<|message|>": .arguments])
    case .python: add(["(": .arguments])
    case .colon: add(["{": .before])
    }
  }

  private mutating func add(_ texts: KeyValuePairs<String, End>) {
    for (text, end) in texts { ends.insert(text, end) }
  }

  func accepts(_ byte: UInt8) -> Bool {
    form == .python || form == .colon ? ValueReader.isName(byte) : true
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
