/// The classes of characters that the splitting rules speak of, as bits.
enum CharacterClass {
  static let letter: UInt8 = 1
  static let number: UInt8 = 2
  static let mark: UInt8 = 4
  static let punctuation: UInt8 = 8
  static let symbol: UInt8 = 16
  static let space: UInt8 = 32
  static let other: UInt8 = 64
  /// Set besides the class on every byte of a character but its first.
  static let continuation: UInt8 = 128
}

/// Looks up the class of a scalar: two stages, blocks of 128 scalars.
///
/// ```
/// scalar ──▶ stage1[scalar >> 7] = block ──▶ blocks[block << 7 | scalar & 127] = class
/// ```
/// About 40 KiB, made from `CharacterClassRuns` in well under a millisecond.
struct CharacterTable: Sendable {
  private var stage1: [UInt16] = []
  private var blocks: [UInt8] = []

  init() {
    // Blocks of one class are shared: `uniform` knows the block of each class that has one.
    var uniform: [UInt8: UInt16] = [:]
    var current: [UInt8] = []
    var runs = ClassRuns()
    var (kind, left) = runs.next()
    stage1.reserveCapacity(0x110000 >> 7)
    while left > 0 {
      if current.isEmpty, left >= 128 {
        let block: UInt16
        if let known = uniform[kind] {
          block = known
        } else {
          block = UInt16(blocks.count >> 7)
          blocks.append(contentsOf: repeatElement(kind, count: 128))
          uniform[kind] = block
        }
        stage1.append(block)
        left -= 128
      } else {
        let taken = min(left, 128 - current.count)
        current.append(contentsOf: repeatElement(kind, count: taken))
        left -= taken
        if current.count == 128 {
          stage1.append(UInt16(blocks.count >> 7))
          blocks.append(contentsOf: current)
          current.removeAll(keepingCapacity: true)
        }
      }
      if left == 0 { (kind, left) = runs.next() }
    }
  }

  /// The class of `scalar`; scalars outside Unicode are `other`.
  @inline(__always)
  subscript(scalar: UInt32) -> UInt8 {
    guard scalar < 0x110000 else { return CharacterClass.other }
    let block = Int(stage1[Int(scalar >> 7)])
    return blocks[block << 7 | Int(scalar & 127)]
  }

  /// Puts the class of every byte's character in the place of the last of `classes`, a 0, and
  /// one 0 after the end.
  ///
  /// A byte that does not begin a character as UTF-8 lays it out counts as U+FFFD, a symbol. Only the
  /// layout is looked at: surrogates and overlong forms count as the scalar they spell.
  func classify(_ text: [UInt8], _ range: Range<Int>, into classes: inout [UInt8]) {
    var i = range.lowerBound
    var o = classes.count - 1
    classes.append(contentsOf: repeatElement(0, count: range.count))
    while i < range.upperBound {
      let byte = text[i]
      if byte < 0x80 {
        classes[o] = self[UInt32(byte)]
        i += 1
        o += 1
        continue
      }
      let (scalar, length) = Self.decode(text, i, range.upperBound)
      let kind = self[scalar]
      classes[o] = kind
      var k = 1
      while k < length {
        classes[o + k] = kind | CharacterClass.continuation
        k += 1
      }
      i += length
      o += length
    }
  }

  /// The scalar that begins at `i` and its length in bytes; U+FFFD and 1 where none does.
  @inline(__always)
  static func decode(_ text: [UInt8], _ i: Int, _ end: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(text[i])
    if first < 0x80 { return (first, 1) }
    let length: Int
    var scalar: UInt32
    switch first {
    case 0xC0..<0xE0: (length, scalar) = (2, first & 0x1F)
    case 0xE0..<0xF0: (length, scalar) = (3, first & 0x0F)
    case 0xF0..<0xF8: (length, scalar) = (4, first & 0x07)
    default: return (0xFFFD, 1)
    }
    guard end - i >= length else { return (0xFFFD, 1) }
    var k = 1
    while k < length {
      let byte = text[i + k]
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      k += 1
    }
    return (scalar, length)
  }
}

/// Reads the run lengths of `CharacterClassRuns` one by one.
private struct ClassRuns {
  private let text: [UInt8]
  private var position = 0

  init() { text = Array(CharacterClassRuns.text.description.utf8) }

  /// The next run; a length of 0 at the end.
  mutating func next() -> (kind: UInt8, length: Int) {
    guard position < text.count else { return (0, 0) }
    let kind: UInt8 =
      switch text[position] {
      case UInt8(ascii: "L"): CharacterClass.letter
      case UInt8(ascii: "N"): CharacterClass.number
      case UInt8(ascii: "M"): CharacterClass.mark
      case UInt8(ascii: "P"): CharacterClass.punctuation
      case UInt8(ascii: "S"): CharacterClass.symbol
      case UInt8(ascii: "Z"): CharacterClass.space
      default: CharacterClass.other
      }
    position += 1
    var length = 0
    while position < text.count {
      let digit = text[position]
      if digit >= 0x30, digit <= 0x39 {
        length = length * 16 + Int(digit - 0x30)
      } else if digit >= 0x61, digit <= 0x66 {
        length = length * 16 + Int(digit - 0x57)
      } else {
        break
      }
      position += 1
    }
    return (kind, max(length, 1))
  }
}
