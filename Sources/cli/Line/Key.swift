/// What a person presses while editing a line.
enum Key: Equatable, Sendable {
  /// A character, or a part of one that combines with what stands before it.
  case text(Unicode.Scalar)
  case left, right, wordLeft, wordRight
  case home, end
  case up, down
  case backspace, delete
  case killToStart, killToEnd, killWord
  case enter
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-L.
  case clearScreen
  /// Ctrl-Z.
  case suspend
}

/// Makes keys of the bytes that a terminal sends.
///
/// What is no key that is known, and bytes that are no UTF-8, are swallowed.
struct KeyReader {
  private enum State {
    case start
    /// After an escape character.
    case escape
    /// Within a control sequence: its bytes so far.
    case sequence([UInt8])
    /// After the escape character and an `O`.
    case single
    /// Within a character of several bytes: its bits so far, how many bytes are missing, and the
    /// smallest character that has so many.
    case character(UInt32, missing: Int, least: UInt32)
  }

  private var state = State.start
  /// The longest control sequence that is looked at.
  private static let longestSequence = 32

  /// The key that a byte completes, if it does.
  mutating func push(_ byte: UInt8) -> Key? {
    let before = state
    state = .start
    switch before {
    case .start: return begin(byte)
    case .escape: return escaped(byte)
    case .single: return Self.sequenceKey(byte, [])
    case .sequence(var bytes):
      if (0x40...0x7E).contains(byte) { return Self.sequenceKey(byte, bytes) }
      guard (0x20...0x3F).contains(byte) else { return begin(byte) }
      if bytes.count < Self.longestSequence { bytes.append(byte) }
      state = .sequence(bytes)
      return nil
    case .character(let bits, let missing, let least):
      guard byte & 0xC0 == 0x80 else { return begin(byte) }
      let bits = bits << 6 | UInt32(byte & 0x3F)
      if missing > 1 {
        state = .character(bits, missing: missing - 1, least: least)
        return nil
      }
      // C1 controls are no text.
      guard bits >= least, bits > 0x9F else { return nil }
      return Unicode.Scalar(bits).map { .text($0) }
    }
  }

  private mutating func begin(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B: state = .escape
    case 0x20...0x7E: return .text(Unicode.Scalar(byte))
    case 0xC2...0xDF: state = .character(UInt32(byte & 0x1F), missing: 1, least: 0x80)
    case 0xE0...0xEF: state = .character(UInt32(byte & 0x0F), missing: 2, least: 0x800)
    case 0xF0...0xF4: state = .character(UInt32(byte & 0x07), missing: 3, least: 0x10000)
    default: return Self.controls[byte]
    }
    return nil
  }

  private mutating func escaped(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    case 0x7F, 0x08: return .killWord
    case 0x1B: state = .escape
    case 0x20...0x7E: break
    default: return begin(byte)
    }
    return nil
  }

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right,
    0x08: .backspace, 0x0A: .enter, 0x0B: .killToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down,
    0x10: .up, 0x15: .killToStart, 0x17: .killWord, 0x1A: .suspend, 0x7F: .backspace,
  ]

  /// The key of a control sequence, by its last byte and what stands before that.
  private static func sequenceKey(_ last: UInt8, _ parameters: [UInt8]) -> Key? {
    // With Ctrl or Alt the arrows go over words.
    let isModified = [";3", ";5"].contains { parameters.suffix(2) == Array($0.utf8)[...] }
    switch Character(Unicode.Scalar(last)) {
    case "A": return .up
    case "B": return .down
    case "C": return isModified ? .wordRight : .right
    case "D": return isModified ? .wordLeft : .left
    case "H": return .home
    case "F": return .end
    case "~":
      switch String(decoding: parameters, as: UTF8.self) {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      default: return nil
      }
    default: return nil
    }
  }
}
