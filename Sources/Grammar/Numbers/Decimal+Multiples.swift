extension Decimal {
  /// Whether this is a whole number times `step` (not zero), exactly.
  ///
  /// Cost: O(digits) divisions, or O(digits²) where `step` has more than 36 digits.
  func isMultiple(of step: Decimal) -> Bool {
    if isZero { return true }
    // Neither coefficient ends in 0, so no power of ten is left over to divide by.
    guard exponent >= step.exponent else { return false }
    // More zeros than the step's coefficient has factors 2 or 5 change nothing.
    let zeros = min(exponent - step.exponent, 4 * step.digits.count)
    if let modulus = step.coefficient {
      var remainder: UInt128 = 0
      for digit in digits { remainder = (remainder * 10 + UInt128(digit)) % modulus }
      for _ in 0..<zeros { remainder = remainder * 10 % modulus }
      return remainder == 0
    }
    return Decimal.isDivisible(digits + [UInt8](repeating: 0, count: zeros), by: step.digits)
  }

  /// The digits as a number, if there are few enough to calculate with.
  var coefficient: UInt128? {
    guard digits.count <= NumberLimits.modulusDigits else { return nil }
    return digits.reduce(0) { $0 * 10 + UInt128($1) }
  }

  /// Long division of digits; both most significant first.
  private static func isDivisible(_ digits: [UInt8], by divisor: [UInt8]) -> Bool {
    // One digit more than the divisor has: the remainder times ten.
    let divisor = [0] + divisor
    var remainder = [UInt8](repeating: 0, count: divisor.count)
    for digit in digits {
      remainder.removeFirst()
      remainder.append(digit)
      while !remainder.lexicographicallyPrecedes(divisor) { subtract(divisor, from: &remainder) }
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  private static func subtract(_ b: [UInt8], from a: inout [UInt8]) {
    var borrow: UInt8 = 0
    for i in a.indices.reversed() {
      let taken = b[i] + borrow
      borrow = a[i] < taken ? 1 : 0
      a[i] = a[i] + borrow * 10 - taken
    }
  }
}

/// A positive number as coefficient · 10^exponent, for least common multiples.
struct Step: Hashable {
  var coefficient: UInt128
  var exponent: Int

  /// `nil` for coefficients of more than 36 digits.
  init?(_ value: Decimal) {
    guard !value.isZero, let coefficient = value.coefficient else { return nil }
    (self.coefficient, self.exponent) = (coefficient, value.exponent)
  }

  /// The coefficient in units of 10^`power`; `nil` where that is no whole number of ≤ 36 digits.
  func scaled(to power: Int) -> UInt128? {
    guard exponent >= power, exponent - power <= NumberLimits.modulusDigits else { return nil }
    var result = coefficient
    for _ in 0..<(exponent - power) {
      result *= 10
      if result >= Step.limit { return nil }
    }
    return result
  }

  /// 10^36.
  static let limit: UInt128 = (0..<NumberLimits.modulusDigits).reduce(1) { power, _ in power * 10 }

  /// The smallest number that is a multiple of both; `nil` where it has more than 36 digits.
  func leastCommonMultiple(_ other: Step) -> Step? {
    let power = min(exponent, other.exponent)
    guard let a = scaled(to: power), let b = other.scaled(to: power) else { return nil }
    let (product, overflow) = (a / Step.greatestCommonDivisor(a, b)).multipliedReportingOverflow(
      by: b)
    guard !overflow, product < Step.limit else { return nil }
    var result = self
    (result.coefficient, result.exponent) = (product, power)
    while result.coefficient % 10 == 0 {
      result.coefficient /= 10
      result.exponent += 1
    }
    return result
  }

  static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
