/// A divisor in units of the last digit that a number may have, with what of it matters while
/// fewer digits of the fraction are known.
///
/// With k digits still to come, the digits so far stand for themselves times 10^k; the product is
/// a multiple of `value` exactly where they are one of value / gcd(value, 10^k), and modulo that
/// they say all that any continuation needs.
struct Modulus: Hashable {
  let value: UInt128
  /// The part that matters after f digits of the fraction.
  private let parts: [UInt128]

  init(_ value: UInt128, fractionDigits: Int) {
    self.value = value
    var parts = [value]
    for _ in 0..<fractionDigits {
      let last = parts[parts.count - 1]
      parts.append(last / Step.greatestCommonDivisor(last, 10))
    }
    self.parts = parts.reversed()
  }

  /// The part that matters after so many digits of the fraction; where less than 0, so many zeros
  /// are still to come before the point.
  func part(_ fractionCount: Int) -> UInt128 {
    if fractionCount >= 0 { return parts[fractionCount] }
    var part = parts[0]
    for _ in fractionCount..<0 { part /= Step.greatestCommonDivisor(part, 10) }
    return part
  }

  /// The remainder after zeros: of the integer part, and then of the fraction, up to `fraction.upperBound`
  /// digits of it.
  func push(_ remainder: UInt128, integerZeros: Int, fraction: Range<Int>) -> UInt128 {
    var result = remainder
    if result == 0 { return 0 }
    for _ in 0..<integerZeros { result = Modulus.times10(result, plus: 0, modulo: parts[0]) }
    for count in fraction { result = Modulus.times10(result, plus: 0, modulo: parts[count + 1]) }
    return result
  }

  /// The remainder after one more digit, the last of `fractionCount` after the point.
  @inline(__always)
  func push(_ remainder: UInt128, _ digit: UInt8, _ fractionCount: Int) -> UInt128 {
    Modulus.times10(remainder, plus: digit, modulo: parts[fractionCount])
  }

  /// The remainder, modulo the whole value, of the digits so far followed by `count` zeros.
  func shifted(_ remainder: UInt128, _ count: Int) -> UInt128 {
    var result = remainder
    if result != 0 {
      for _ in 0..<count { result = Modulus.times10(result, plus: 0, modulo: value) }
    }
    return result
  }

  @inline(__always)
  static func times10(_ remainder: UInt128, plus digit: UInt8, modulo: UInt128) -> UInt128 {
    if modulo < 1 << 59, remainder < 1 << 59 {
      return UInt128((UInt64(remainder) * 10 + UInt64(digit)) % UInt64(modulo))
    }
    return (remainder * 10 + UInt128(digit)) % modulo
  }
}
