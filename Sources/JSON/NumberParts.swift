/// A JSON number as ± digits · 10^exponent, in the one form that has no zeros at either end.
///
/// Exact for every text: two numbers are equal where their parts are.
package struct NumberParts: Hashable, Sendable {
  package private(set) var isNegative: Bool
  /// Digits 0…9, the most significant first; empty for zero.
  package private(set) var digits: [UInt8]
  /// The power of ten; ±2^59 where it is ±10^17 or more, which ``distance`` then tells.
  package private(set) var exponent: Int
  /// The digits of the exponent where it is ±10^17 or more; empty otherwise.
  package private(set) var distance: [UInt8] = []

  /// Parts that are in that form already.
  package init(isNegative: Bool, digits: [UInt8], exponent: Int, distance: [UInt8] = []) {
    self.isNegative = isNegative
    self.digits = digits
    self.exponent = exponent
    self.distance = distance
  }

  /// Takes the text of a JSON number apart; O(n).
  package init(_ text: some BidirectionalCollection<UInt8>) {
    isNegative = text.first == UInt8(ascii: "-")
    digits = []
    exponent = 0
    let mark = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
    var places = 0
    var hasPoint = false
    for byte in text[..<mark] {
      if byte == UInt8(ascii: ".") { hasPoint = true }
      guard Self.isDigit(byte) else { continue }
      if hasPoint { places += 1 }
      if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
    }
    while digits.last == 0 {
      digits.removeLast()
      places -= 1
    }
    if digits.isEmpty {
      isNegative = false
    } else {
      setExponent(text[mark...].dropFirst(), less: places)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// The digits that an Int surely has room for, with room to count.
  private static var nearDigits: Int { 17 }

  private mutating func setExponent(_ text: some Sequence<UInt8>, less places: Int) {
    var isDown = false
    var written: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "-") { isDown = true }
      if Self.isDigit(byte), !written.isEmpty || byte != UInt8(ascii: "0") {
        written.append(byte - UInt8(ascii: "0"))
      }
    }
    // The sign stays, however many places there are: they are far fewer than 10^17.
    var sum = written
    if written.count <= Self.nearDigits {
      let value = (isDown ? -1 : 1) * Self.value(written) - places
      isDown = value < 0
      sum = Self.digits(value.magnitude)
    } else {
      Self.add(isDown ? places : -places, to: &sum)
    }
    let isNear = sum.count <= Self.nearDigits
    exponent = (isDown ? -1 : 1) * (isNear ? Self.value(sum) : 1 << 59)
    distance = isNear ? [] : sum
  }

  private static func value(_ digits: [UInt8]) -> Int { digits.reduce(0) { $0 * 10 + Int($1) } }

  private static func digits(_ value: UInt) -> [UInt8] {
    value == 0 ? [] : String(value).utf8.map { $0 - UInt8(ascii: "0") }
  }

  /// Adds to a number in digits that is larger than the magnitude of `value`.
  package static func add(_ value: Int, to digits: inout [UInt8]) {
    var carry = value
    for index in digits.indices.reversed() where carry != 0 {
      let sum = Int(digits[index]) + carry
      let digit = (sum % 10 + 10) % 10
      digits[index] = UInt8(digit)
      carry = (sum - digit) / 10
    }
    if carry > 0 { digits.insert(contentsOf: Self.digits(UInt(carry)), at: 0) }
    digits.removeFirst(digits.prefix { $0 == 0 }.count)
  }
}

extension NumberParts: Comparable {
  /// Compares the numbers, exactly; O(digits), whatever the exponents are.
  package static func < (a: NumberParts, b: NumberParts) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
  }

  /// Whether this magnitude is below that one.
  private func isSmaller(than other: NumberParts) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if !distance.isEmpty, !other.distance.isEmpty, exponent == other.exponent {
      return isSmaller(thanFar: other)
    }
    if point != other.point { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// Where the decimal point lies, in digits from the first one: 12.5 has 2, 0.05 has -1.
  private var point: Int { digits.count + exponent }

  /// The same where both have a distance to the same side.
  private func isSmaller(thanFar other: NumberParts) -> Bool {
    let (mine, theirs) = (farPoint, other.farPoint)
    if mine == theirs { return digits.lexicographicallyPrecedes(other.digits) }
    let isNearer =
      mine.count == theirs.count
      ? mine.lexicographicallyPrecedes(theirs) : mine.count < theirs.count
    return isNearer == (exponent > 0)
  }

  /// The digits of the magnitude of ``point``, of a value with a distance.
  private var farPoint: [UInt8] {
    var result = distance
    Self.add(exponent > 0 ? digits.count : -digits.count, to: &result)
    return result
  }
}
