/// Bytes sorted into 32 kinds, one bit each: what a subtree may hold, so that walks can pass it by.
enum ByteKinds {
  static let quote: UInt32 = 1 << 0
  static let backslash: UInt32 = 1 << 1
  static let control: UInt32 = 1 << 2
  static let space: UInt32 = 1 << 3
  static let beyondASCII: UInt32 = 1 << 4
  static let digit: UInt32 = 1 << 5
  static let lower: UInt32 = 1 << 6
  static let upper: UInt32 = 1 << 7
  /// Marks with a kind of their own; the others share the next bit.
  private static let marks = Array("!'(),-./:;?@[]_{}+*#=&%".utf8)
  private static let otherMark: UInt32 = 1 << 31

  /// The kind of each byte.
  static let of: [UInt32] = (0...255).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "\""): return quote
    case UInt8(ascii: "\\"): return backslash
    case 0..<0x20: return control
    case 0x20: return space
    case 0x80...: return beyondASCII
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return upper
    case let mark: return marks.firstIndex(of: mark).map { 1 << UInt32(8 + $0) } ?? otherMark
    }
  }
}
