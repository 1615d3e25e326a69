extension Lexer {
  /// The hexadecimal digits and their values.
  private static let hexDigits: [(byte: UInt8, value: UInt32)] = {
    var digits: [(byte: UInt8, value: UInt32)] = []
    for (value, byte) in "0123456789abcdef".utf8.enumerated() {
      digits.append((byte, UInt32(value)))
      if value >= 10 { digits.append((byte & ~0x20, UInt32(value))) }
    }
    return digits
  }()

  /// The state behind `\u` and `count` digits of `value`.
  ///
  /// `words` are those for which the digits so far are canonical.
  func unicode(_ free: Int32, _ words: Int32, _ value: UInt32, _ count: Int32) -> Int32 {
    if count == 4 { return unit(free, words, value) }
    let shift = UInt32(4 * (4 - count))
    let low = value << shift
    let high = low + (1 << shift) - 1
    let canonical = words == Languages.empty ? [] : controls(words, low, high)
    let rest = canonical.isEmpty ? Languages.empty : words
    let isFree = free != Languages.empty && hasUnit(free, low, high)
    if !isFree, rest == Languages.empty { return Self.dead }
    if isFree, rest == Languages.empty, high < 0xD800 || low > 0xDFFF,
      let target = commonTarget(free, low, high)
    {
      return digits(target, 4 - count)
    }
    return intern(
      LexerState(
        kind: .unicode, free: isFree ? free : Languages.empty, words: rest, value: value,
        count: count),
      isFinal: false)
  }

  /// The scalars of `low...high` that may follow in `words` and are spelled with digits.
  private func controls(_ words: Int32, _ low: UInt32, _ high: UInt32) -> [UInt32] {
    guard low < 0x20 else { return [] }
    return (low...Swift.min(high, 0x1F)).filter {
      isSpelledWithDigits($0) && languages.step(words, $0) != Languages.empty
    }
  }

  /// Whether a unit of UTF-16 in `low...high` can begin a scalar that goes on.
  private func hasUnit(_ free: Int32, _ low: UInt32, _ high: UInt32) -> Bool {
    if low < 0xD800, hasWay(free, low, Swift.min(high, 0xD7FF)) { return true }
    if high > 0xDFFF, hasWay(free, Swift.max(low, 0xE000), high) { return true }
    guard low <= 0xDBFF, high >= 0xD800 else { return false }
    let first = Swift.max(low, 0xD800) - 0xD800
    let last = Swift.min(high, 0xDBFF) - 0xD800
    return hasWay(free, 0x10000 + first << 10, 0x10000 + last << 10 + 0x3FF)
  }

  /// The derivative of all scalars of `low...high`, where they have the same.
  private func commonTarget(_ free: Int32, _ low: UInt32, _ high: UInt32) -> Int32? {
    var target: Int32?
    forRuns(free, Languages.empty, low, high) { start, end, free, _ in
      if start == low, end == high { target = free }
    }
    return target
  }

  /// The state behind `\u` and four digits.
  private func unit(_ free: Int32, _ words: Int32, _ value: UInt32) -> Int32 {
    switch value {
    case 0xD800...0xDBFF: return low(free, 0x10000 + (value - 0xD800) << 10, 0)
    case 0xDC00...0xDFFF: return Self.dead
    default:
      let isCanonical = words != Languages.empty && isSpelledWithDigits(value)
      return boundary(
        .string, languages.step(free, value),
        isCanonical ? languages.step(words, value) : Languages.empty)
    }
  }

  func addUnicode(_ number: Int32, _ state: LexerState) {
    for (byte, digit) in Self.hexDigits {
      let isCanonical = byte < UInt8(ascii: "A") || byte > UInt8(ascii: "F")
      set(
        number, byte,
        unicode(
          state.free, isCanonical ? state.words : Languages.empty, state.value << 4 | digit,
          state.count + 1))
    }
  }

  /// The state with `count` digits to come, whatever they are, before the boundary state `free`.
  private func digits(_ free: Int32, _ count: Int32) -> Int32 {
    if count == 0 { return boundary(.string, free, Languages.empty) }
    return intern(LexerState(kind: .digits, free: free, count: count), isFinal: false)
  }

  func addDigits(_ number: Int32, _ state: LexerState) {
    let target = digits(state.free, state.count - 1)
    for (byte, _) in Self.hexDigits { set(number, byte, target) }
  }

  /// The state at place `count` of the `\uDXXX` of a low surrogate, whose scalar is one of those
  /// from `value` on.
  private func low(_ free: Int32, _ value: UInt32, _ count: Int32) -> Int32 {
    if count == 6 { return boundary(.string, languages.step(free, value), Languages.empty) }
    let size: UInt32 = count <= 3 ? 0x400 : count == 4 ? 0x100 : 0x10
    guard hasWay(free, value, value + size - 1) else { return Self.dead }
    if let target = commonTarget(free, value, value + size - 1) {
      return intern(LexerState(kind: .anyLow, free: target, count: count), isFinal: false)
    }
    return intern(LexerState(kind: .low, free: free, value: value, count: count), isFinal: false)
  }

  func addLow(_ number: Int32, _ state: LexerState) {
    forLowDigits(state.count) { byte, offset in
      set(number, byte, low(state.free, state.value + offset, state.count + 1))
    }
  }

  func addAnyLow(_ number: Int32, _ state: LexerState) {
    let target =
      state.count == 5
      ? boundary(.string, state.free, Languages.empty)
      : intern(
        LexerState(kind: .anyLow, free: state.free, count: state.count + 1), isFinal: false)
    forLowDigits(state.count) { byte, _ in set(number, byte, target) }
  }

  /// Calls `body` with the bytes that may be at place `count` of the `\uDXXX` of a low surrogate,
  /// and what they add to the scalar.
  private func forLowDigits(_ count: Int32, _ body: (UInt8, UInt32) -> Void) {
    switch count {
    case 0: body(UInt8(ascii: "\\"), 0)
    case 1: body(UInt8(ascii: "u"), 0)
    case 2:
      body(UInt8(ascii: "d"), 0)
      body(UInt8(ascii: "D"), 0)
    case 3:
      for (byte, digit) in Self.hexDigits where digit >= 12 { body(byte, (digit - 12) << 8) }
    default:
      for (byte, digit) in Self.hexDigits { body(byte, count == 4 ? digit << 4 : digit) }
    }
  }
}
