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
      case openingMarker
    }
    var step = Step.body
    /// The quotation mark; 0 for a marker.
    var quote: UInt8 = 0
    var isTriple = false
    /// Bytes of the end (marks or marker) that have been seen.
    var matched = 0
    /// The digits of an escape, and how many it has.
    var digits: [UInt8] = []
    var digitCount = 0
  }

  func startsString(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      || (!style.quote.isEmpty && byte == style.quote[0])
  }

  /// Begins a string, if `byte` is what one begins with.
  mutating func beginString(_ byte: UInt8) -> Bool {
    guard startsString(byte) else { return false }
    string = StringState()
    place = .string
    write("\"")
    if !style.quote.isEmpty, byte == style.quote[0] {
      string.step = style.quote.count > 1 ? .openingMarker : .body
      string.matched = 1
    } else {
      string.quote = byte
      string.step = .opened
    }
    return true
  }

  mutating func readString(_ byte: UInt8) -> Status {
    switch string.step {
    case .openingMarker:
      guard byte == style.quote[string.matched] else { return .failed }
      string.matched += 1
      if string.matched == style.quote.count { (string.step, string.matched) = (.body, 0) }
      return .reading
    case .opened:
      if byte == string.quote {
        string.step = .openedTwice
        return .reading
      }
      string.step = .body
      return readBody(byte)
    case .openedTwice:
      if byte == string.quote {
        string.isTriple = true
        string.step = .body
        return .reading
      }
      endString()
      return containers.isEmpty ? .finishedBefore : read(byte)
    case .escape: return readEscape(byte)
    case .digits: return readDigit(byte)
    case .body: return string.quote == 0 ? readMarked(byte) : readBody(byte)
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

  private mutating func readBody(_ byte: UInt8) -> Status {
    if byte == string.quote {
      string.matched += 1
      guard !string.isTriple || string.matched == 3 else { return .reading }
      endString()
      return containers.isEmpty ? .finished : .reading
    }
    writeMatched()
    if byte == UInt8(ascii: "\\") {
      string.step = .escape
    } else {
      write(character: byte)
    }
    return .reading
  }

  /// Writes quotation marks that turned out not to end the string.
  private mutating func writeMatched() {
    for _ in 0..<string.matched { write(character: string.quote) }
    string.matched = 0
  }

  /// Reads a byte of a string between markers: no escapes, and the marker occurs nowhere in itself.
  ///
  /// Whoever knows what follows takes markers that end no string out (``writeMarker()``).
  private mutating func readMarked(_ byte: UInt8) -> Status {
    if byte == style.quote[string.matched] {
      string.matched += 1
      guard string.matched == style.quote.count else { return .reading }
      string.matched = 0
      endString()
      return containers.isEmpty ? .finished : .reading
    }
    for index in 0..<string.matched { write(character: style.quote[index]) }
    string.matched = 0
    if byte == style.quote[0] {
      string.matched = 1
    } else {
      write(character: byte)
    }
    return .reading
  }

  /// Whether a string between markers that is no name is open, with no part of its end seen.
  var isInMarkedString: Bool {
    place == .string && !isKey && string.quote == 0 && string.step == .body && string.matched == 0
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
