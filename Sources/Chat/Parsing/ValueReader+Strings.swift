extension ValueReader {
  /// Where a reader stands within a string.
  struct StringState: Sendable {
    enum Step: Sendable {
      /// Behind one quotation mark, which a second may follow.
      case opened
      /// Behind two: an empty string, or the beginning of a string in three.
      case openedTwice
      case body
      /// Behind a backslash.
      case escape
      /// Among the digits behind `\u` or `\x`.
      case digits
      /// Within the marker that opens a string.
      case opening
    }
    var step = Step.body
    /// What ends the string, and how much of it has been seen.
    var end: [UInt8] = []
    var matched = 0
    /// Whether the string stands between markers and has no escapes.
    var isMarked = false
    /// The digits of an escape, and how many it has.
    var digits: [UInt8] = []
    var digitCount = 0

    static let quote = [UInt8(ascii: "\"")]
    static let apostrophe = [UInt8(ascii: "'")]
  }

  func startsString(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == style.quote.first
  }

  /// Begins a string, if `byte` is what one begins with.
  mutating func beginString(_ byte: UInt8) -> Bool {
    guard startsString(byte) else { return false }
    string = StringState()
    place = .string
    write("\"")
    if byte == style.quote.first {
      (string.end, string.isMarked) = (style.quote, true)
      if style.quote.count > 1 { (string.step, string.matched) = (.opening, 1) }
    } else {
      string.end = byte == UInt8(ascii: "'") ? StringState.apostrophe : StringState.quote
      string.step = .opened
    }
    return true
  }

  mutating func readString(_ byte: UInt8) -> Status {
    switch string.step {
    case .opening:
      guard byte == string.end[string.matched] else { return .failed }
      string.matched += 1
      if string.matched == string.end.count { (string.step, string.matched) = (.body, 0) }
      return .reading
    case .opened:
      if byte == string.end[0] {
        string.step = .openedTwice
        return .reading
      }
      string.step = .body
      return readBody(byte)
    case .openedTwice:
      if byte == string.end[0] {
        string.end += [byte, byte]
        string.step = .body
        return .reading
      }
      endString()
      return containers.isEmpty ? .finishedBefore : read(byte)
    case .escape: return readEscape(byte)
    case .digits: return readDigit(byte)
    case .body: return readBody(byte)
    }
  }

  /// Ends a string at the end of the text, where it is complete.
  mutating func endStringAtEnd() -> Bool {
    guard string.step == .openedTwice else { return false }
    endString()
    return true
  }

  private mutating func endString() {
    write("\"")
    if isKey {
      write(":")
      place = .afterKey
    } else {
      place = .afterValue
    }
  }

  /// Reads a byte of the text; between markers there are no escapes.
  ///
  /// Whoever knows what follows takes markers that end no string out (``writeMarker()``).
  private mutating func readBody(_ byte: UInt8) -> Status {
    if byte == string.end[string.matched] {
      string.matched += 1
      guard string.matched == string.end.count else { return .reading }
      endString()
      return containers.isEmpty ? .finished : .reading
    }
    if string.matched > 0 {
      // The end has not come; but it may begin with this byte.
      for byte in string.end[..<string.matched] { write(character: byte) }
      string.matched = 0
      return readBody(byte)
    }
    if byte == UInt8(ascii: "\\"), !string.isMarked {
      string.step = .escape
    } else {
      write(character: byte)
    }
    return .reading
  }

  /// Whether a string between markers that is no name is open, with no part of its end seen.
  var isInMarkedString: Bool {
    place == .string && !isKey && string.isMarked && string.step == .body && string.matched == 0
  }

  /// Writes the marker of strings as text of the open one.
  mutating func writeMarker() {
    for byte in style.quote { write(character: byte) }
  }

  private mutating func readEscape(_ byte: UInt8) -> Status {
    string.step = .body
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      write("\\")
      write(byte)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      write(character: byte)
    case UInt8(ascii: "u"), UInt8(ascii: "x"):
      string.step = .digits
      string.digits.removeAll(keepingCapacity: true)
      string.digitCount = byte == UInt8(ascii: "u") ? 4 : 2
    default:
      // No escape of JSON or Python that means anything else: a pattern like `\d`.
      write("\\\\")
      write(character: byte)
    }
    return .reading
  }

  private mutating func readDigit(_ byte: UInt8) -> Status {
    guard Self.isHexDigit(byte) else {
      // No number: the characters stand for themselves.
      write("\\\\")
      write(string.digitCount == 4 ? UInt8(ascii: "u") : UInt8(ascii: "x"))
      for digit in string.digits { write(digit) }
      string.step = .body
      return readBody(byte)
    }
    string.digits.append(byte)
    if string.digits.count == string.digitCount {
      write("\\u")
      if string.digitCount == 2 { write("00") }
      for digit in string.digits { write(digit) }
      string.step = .body
    }
    return .reading
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// Writes a byte of a string's text, escaped where JSON asks for it.
  mutating func write(character byte: UInt8) {
    JSONText.append(byte, to: &output)
  }
}
