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

  /// `[\p{P}…]+`, with the ASCII signs of `extra`.
  static func punctuation(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, extra: StaticString
  ) -> Range<Int>? {
    // Which ASCII signs count, as bits 0x20…0x3F and 0x40…0x7F.
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in extra.description.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    func isSign(_ q: Int) -> Bool {
      if text.classes[q] & CharacterClass.punctuation != 0 { return true }
      let byte = text.bytes[q]
      if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
      return byte < 128 && high >> UInt64(byte - 64) & 1 != 0
    }
    var start = p
    while start < end, !isSign(start) { start += 1 }
    guard start < end else { return nil }
    var q = start
    while q < end, isSign(q) { q += 1 }
    return start..<q
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
