/// Where a reader stands within a string.
struct StringState: Sendable {
  /// Bytes of an escape sequence that have been seen: 1 for the backslash, 2 with the `u`, and
  /// one more for each digit.
  var escape: UInt8 = 0
  /// The digits after `\u` so far.
  var unit: UInt16 = 0
  /// A leading surrogate that waits for its partner; 0 for none.
  var leading: UInt16 = 0
  /// Bytes of the current character that are still to come.
  var following: UInt8 = 0
  /// The range of the next of them.
  var lowest: UInt8 = 0x80
  var highest: UInt8 = 0xBF
}

extension JSONReader {
  /// Reads on in a string from `start` and returns the place behind it, or the piece's end.
  ///
  /// Runs without escapes are copied in one go, or not at all where the string is one run.
  mutating func readString(
    _ bytes: Span<UInt8>, from start: Int, _ emit: (JSONEvent) -> Void
  ) throws(JSONError) -> Int {
    var index = start
    var run = start
    while index < bytes.count {
      let byte = bytes[index]
      if string.escape > 0 {
        try readEscape(byte, at: index)
        index += 1
        run = index
        continue
      }
      if string.leading != 0, byte != UInt8(ascii: "\\") { loseLeading() }
      if byte >= 0x80 || string.following > 0 {
        try readCharacterByte(byte, at: index)
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        endString(bytes, run..<index, emit)
        return index + 1
      } else if byte == UInt8(ascii: "\\") {
        scratch.append(contentsOf: bytes, run..<index)
        string.escape = 1
        index += 1
      } else if byte < 0x20 {
        throw error(.controlCharacter(byte), at: base + index)
      } else {
        index += 1
        while index < bytes.count, Self.isPlain(bytes[index]) { index += 1 }
      }
    }
    // Within an escape sequence there is no run; its bytes are in the state.
    if string.escape == 0 { scratch.append(contentsOf: bytes, run..<index) }
    return index
  }

  /// Whether `byte` is an ASCII character that stands for itself.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func endString(
    _ bytes: Span<UInt8>, _ run: Range<Int>, _ emit: (JSONEvent) -> Void
  ) {
    let text: String
    if scratch.isEmpty {
      text = bytes.text(run)
    } else {
      scratch.append(contentsOf: bytes, run)
      text = takeScratch()
    }
    if expect == .key || expect == .firstKey {
      emit(.key(text))
      token = .none
      expect = .colon
    } else {
      emit(.string(text))
      endValue()
    }
  }

  /// Checks one byte of a character beyond ASCII.
  ///
  /// Table 3-7 of the Unicode standard: the first byte says how many follow, and keeps the first
  /// of those from overlong forms, surrogates and characters above U+10FFFF.
  private mutating func readCharacterByte(_ byte: UInt8, at index: Int) throws(JSONError) {
    if string.following > 0 {
      guard (string.lowest...string.highest).contains(byte) else {
        throw error(.invalidUTF8, at: base + index)
      }
      string.following -= 1
      (string.lowest, string.highest) = (0x80, 0xBF)
      return
    }
    switch byte {
    case 0xC2...0xDF: string.following = 1
    case 0xE0: (string.following, string.lowest) = (2, 0xA0)
    case 0xED: (string.following, string.highest) = (2, 0x9F)
    case 0xE1...0xEF: string.following = 2
    case 0xF0: (string.following, string.lowest) = (3, 0x90)
    case 0xF1...0xF3: string.following = 3
    case 0xF4: (string.following, string.highest) = (3, 0x8F)
    default: throw error(.invalidUTF8, at: base + index)
    }
  }

  /// Reads one byte of an escape sequence behind its backslash.
  private mutating func readEscape(_ byte: UInt8, at index: Int) throws(JSONError) {
    if string.escape > 1 {
      guard let digit = Self.hexDigit(byte) else {
        throw error(.invalidEscape(byte), at: base + index)
      }
      string.unit = string.unit << 4 | digit
      string.escape += 1
      if string.escape == 6 { endUnit() }
      return
    }
    let character: UInt8
    switch byte {
    case UInt8(ascii: "u"):
      (string.escape, string.unit) = (2, 0)
      return
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = byte
    case UInt8(ascii: "b"): character = 0x08
    case UInt8(ascii: "f"): character = 0x0C
    case UInt8(ascii: "n"): character = 0x0A
    case UInt8(ascii: "r"): character = 0x0D
    case UInt8(ascii: "t"): character = 0x09
    default: throw error(.invalidEscape(byte), at: base + index)
    }
    loseLeading()
    scratch.append(character)
    string.escape = 0
  }

  private static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Adds the character of a finished `\u` sequence, or keeps a leading surrogate.
  private mutating func endUnit() {
    let unit = string.unit
    string.escape = 0
    switch unit {
    case 0xD800...0xDBFF:
      loseLeading()
      string.leading = unit
    case 0xDC00...0xDFFF where string.leading != 0:
      let value = 0x10000 + UInt32(string.leading - 0xD800) << 10 + UInt32(unit - 0xDC00)
      string.leading = 0
      append(UnicodeScalar(value) ?? "\u{FFFD}")
    default:
      loseLeading()
      // A trailing surrogate alone is no scalar.
      append(UnicodeScalar(unit) ?? lone(unit))
    }
  }

  /// A leading surrogate stays without a partner.
  private mutating func loseLeading() {
    guard string.leading != 0 else { return }
    let unit = string.leading
    string.leading = 0
    append(lone(unit))
  }

  /// What a surrogate without a partner reads as.
  private func lone(_ unit: UInt16) -> UnicodeScalar {
    let distinct = UnicodeScalar(0x10F800 + UInt32(unit & 0x7FF))
    return loneSurrogates == .distinct ? distinct ?? "\u{FFFD}" : "\u{FFFD}"
  }

  private mutating func append(_ scalar: UnicodeScalar) {
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
