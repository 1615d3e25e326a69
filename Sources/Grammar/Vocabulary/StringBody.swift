/// The inside of a JSON string read byte by byte, from a place between two characters.
///
/// Knows escapes, surrogate pairs and UTF-8; a closing quote is up to the caller. States are small
/// numbers: ``boundary`` is between characters, all others are within one.
///
/// Sources: RFC 8259 §7; Unicode 16 §3.9, table 3-7 (well-formed UTF-8).
enum StringBody {
  static let boundary: UInt8 = 0
  static let dead: UInt8 = 255

  private static let escape: UInt8 = 1
  /// `\u` waits for its digits: the first, the second after `D` and after others,
  /// the last but one, the last.
  private static let hex1: UInt8 = 2
  private static let hexD: UInt8 = 3
  private static let hex2: UInt8 = 19
  private static let hex3: UInt8 = 4
  private static let hex4: UInt8 = 5
  /// The last digits of a high surrogate, and what must follow it: `\uDC00`…`\uDFFF`.
  private static let high3: UInt8 = 6
  private static let high4: UInt8 = 7
  private static let lowEscape: UInt8 = 8
  private static let lowU: UInt8 = 9
  private static let lowD: UInt8 = 10
  private static let low2: UInt8 = 11
  /// UTF-8: 1, 2 or 3 bytes to come; second bytes with a narrower range.
  private static let more1: UInt8 = 12
  private static let more2: UInt8 = 13
  private static let more3: UInt8 = 14
  private static let afterE0: UInt8 = 15
  private static let afterED: UInt8 = 16
  private static let afterF0: UInt8 = 17
  private static let afterF4: UInt8 = 18
  static let count = 20

  /// The state after `byte`, at `state << 8 | byte`.
  static let table: [UInt8] = (0..<count).flatMap { state in
    (0...255).map { step(UInt8(state), UInt8($0)) }
  }

  /// The state after `byte`; ``dead`` where it cannot stand, and for a closing quote.
  private static func step(_ state: UInt8, _ byte: UInt8) -> UInt8 {
    switch state {
    case boundary: return begin(byte)
    case escape:
      if byte == UInt8(ascii: "u") { return hex1 }
      return Array("\"\\/bfnrt".utf8).contains(byte) ? boundary : dead
    case hex1: return isD(byte) ? hexD : isHex(byte) ? hex2 : dead
    case hex2: return isHex(byte) ? hex3 : dead
    case hexD:
      guard let digit = hexValue(byte) else { return dead }
      return digit < 8 ? hex3 : digit < 12 ? high3 : dead
    case hex3: return isHex(byte) ? hex4 : dead
    case hex4: return isHex(byte) ? boundary : dead
    case high3: return isHex(byte) ? high4 : dead
    case high4: return isHex(byte) ? lowEscape : dead
    case lowEscape: return byte == UInt8(ascii: "\\") ? lowU : dead
    case lowU: return byte == UInt8(ascii: "u") ? lowD : dead
    case lowD: return isD(byte) ? low2 : dead
    case low2: return (hexValue(byte) ?? 0) >= 12 ? hex3 : dead
    case more1: return (0x80...0xBF).contains(byte) ? boundary : dead
    case more2: return (0x80...0xBF).contains(byte) ? more1 : dead
    case more3: return (0x80...0xBF).contains(byte) ? more2 : dead
    case afterE0: return (0xA0...0xBF).contains(byte) ? more1 : dead
    case afterED: return (0x80...0x9F).contains(byte) ? more1 : dead
    case afterF0: return (0x90...0xBF).contains(byte) ? more2 : dead
    case afterF4: return (0x80...0x8F).contains(byte) ? more2 : dead
    default: return dead
    }
  }

  private static func begin(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "\\"): escape
    case UInt8(ascii: "\""), 0..<0x20, 0x80..<0xC2, 0xF5...: dead
    case 0xE0: afterE0
    case 0xED: afterED
    case 0xF0: afterF0
    case 0xF4: afterF4
    case 0xC2...0xDF: more1
    case 0xE1...0xEF: more2
    case 0xF1...0xF3: more3
    default: boundary
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool { hexValue(byte) != nil }
  private static func isD(_ byte: UInt8) -> Bool { hexValue(byte) == 13 }
}
