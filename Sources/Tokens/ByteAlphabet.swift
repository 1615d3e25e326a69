/// The spelling of bytes in byte-level vocabularies: each byte is one printable character.
///
/// ```
/// bytes 21–7E, A1–AC, AE–FF   the character of that number
/// the other 68 bytes, in order  U+0100, U+0101, … U+0143   (space = U+0120 'Ġ')
/// ```
/// Source: Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), encoder.
struct ByteAlphabet: Sendable {
  /// The byte each scalar below 0x144 stands for, or −1.
  private let bytes: [Int16]

  init() {
    var table = [Int16](repeating: -1, count: 0x144)
    var next = 0x100
    for byte in 0..<256 {
      switch byte {
      case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: table[byte] = Int16(byte)
      default:
        table[next] = Int16(byte)
        next += 1
      }
    }
    bytes = table
  }

  /// Appends the bytes that `text` spells; `false` (and nothing appended) where a character of it
  /// is not in the alphabet.
  func decode(_ text: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) -> Bool {
    let mark = output.count
    var i = range.lowerBound
    while i < range.upperBound {
      var scalar = Int(text[i])
      i += 1
      if scalar >= 0x80 {
        guard scalar >= 0xC2, scalar < 0xC6, i < range.upperBound, text[i] & 0xC0 == 0x80 else {
          output.removeSubrange(mark...)
          return false
        }
        scalar = (scalar & 0x1F) << 6 | Int(text[i] & 0x3F)
        i += 1
      }
      guard scalar < bytes.count, bytes[scalar] >= 0 else {
        output.removeSubrange(mark...)
        return false
      }
      output.append(UInt8(truncatingIfNeeded: bytes[scalar]))
    }
    return true
  }
}
