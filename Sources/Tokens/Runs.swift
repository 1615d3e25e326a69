/// The stretches that single stages look for: runs of one kind of character.
enum Runs {
  /// `[^\n]+|\n+`.
  static func line(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Range<Int> {
    let isLineEnd = text.bytes[p] == 0x0A
    var q = p + 1
    while q < end, (text.bytes[q] == 0x0A) == isLineEnd { q += 1 }
    return p..<q
  }

  /// `\p{N}{1,most}`.
  static func numbers(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, most: Int
  ) -> Range<Int>? {
    let start = text.run(p, end, outside: CharacterClass.number)
    guard start < end else { return nil }
    var q = start
    var count = 0
    while count < most, text.kind(q, end) & CharacterClass.number != 0 {
      q = text.next(q)
      count += 1
    }
    return start..<q
  }

  /// `[0-9][0-9][0-9]`.
  static func threeDigits(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Range<Int>? {
    var count = 0
    for q in p..<end {
      count = text.bytes[q] >= 0x30 && text.bytes[q] <= 0x39 ? count + 1 : 0
      if count == 3 { return q - 2..<q + 1 }
    }
    return nil
  }

  /// `\P{N}*\p{N}{1,3}(?=(\p{N}{3})*(?!\p{N}))`; what is left of a number begins where the last
  /// stretch ended.
  static func threesFromEnd(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int
  ) -> Range<Int>? {
    let start = text.run(p, end, outside: CharacterClass.number)
    guard start < end else { return nil }
    var count = 3
    let isRest =
      start == p && p > text.begin && text.classes[p - 1] & CharacterClass.number != 0
    if !isRest {
      var digits = 0
      var q = start
      while text.kind(q, end) & CharacterClass.number != 0 {
        q = text.next(q)
        digits += 1
      }
      if digits % 3 > 0 { count = digits % 3 }
    }
    var q = start
    for _ in 0..<count { q = text.next(q) }
    return p..<q
  }

  /// `[\p{P}…]+`, with the ASCII signs of `extra`.
  static func punctuation(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, extra: ASCIISigns
  ) -> Range<Int>? {
    var start = p
    while start < end, !isSign(text, start, extra) { start += 1 }
    guard start < end else { return nil }
    var q = start
    while q < end, isSign(text, q, extra) { q += 1 }
    return start..<q
  }

  @inline(__always)
  private static func isSign(
    _ text: borrowing ClassifiedText, _ p: Int, _ extra: ASCIISigns
  ) -> Bool {
    text.classes[p] & CharacterClass.punctuation != 0 || extra.contains(text.bytes[p])
  }

  /// `[\r\n]`.
  static func singleLineEnd(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int
  ) -> Range<Int>? {
    for q in p..<end where text.bytes[q] == 0x0A || text.bytes[q] == 0x0D { return q..<q + 1 }
    return nil
  }

  /// A run of characters of `set`.
  static func characters(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, of set: CharacterSet
  ) -> Range<Int>? {
    var start = p
    while start < end, !set.contains(text, start, end) { start = text.next(start) }
    guard start < end else { return nil }
    return start..<set.run(text, start, end)
  }

  /// `\s?` and a run of characters of `set`.
  static func spaced(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, _ set: CharacterSet
  ) -> Range<Int>? {
    var start = p
    var space: Int?
    while start < end, !set.contains(text, start, end) {
      space = text.classes[start] & CharacterClass.space != 0 ? start : nil
      start = text.next(start)
    }
    guard start < end else { return nil }
    return (space ?? start)..<set.run(text, start, end)
  }

  /// `\s+$`.
  static func trailingSpace(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int
  ) -> Range<Int>? {
    var start = end
    while start > p, text.classes[start - 1] & CharacterClass.space != 0 { start -= 1 }
    return start < end ? start..<end : nil
  }

  /// ` ?[^(\s|.,!?…。，、।۔،)]+`.
  static func spacedNonSigns(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int
  ) -> Range<Int>? {
    guard let range = characters(text, p, end, of: .nonSigns) else { return nil }
    let start = range.lowerBound
    return start > p && text.bytes[start - 1] == 0x20 ? start - 1..<range.upperBound : range
  }
}

/// A set of ASCII characters, one bit each.
struct ASCIISigns: Sendable, ExpressibleByStringLiteral {
  private var bits: (low: UInt64, high: UInt64) = (0, 0)

  init(stringLiteral signs: String) {
    for byte in signs.utf8 where byte < 128 {
      if byte < 64 { bits.low |= 1 << UInt64(byte) } else { bits.high |= 1 << UInt64(byte - 64) }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: bits.low >> UInt64(byte) & 1 != 0
    case 64..<128: bits.high >> UInt64(byte - 64) & 1 != 0
    default: false
    }
  }
}
