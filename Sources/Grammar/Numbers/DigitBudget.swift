/// How many significant digits a generated number may have.
///
/// Readers often take numbers as doubles. A decimal of at most 15 significant digits is told apart
/// from every other one by its double, as an integer up to 2^53 is from every other integer; so a
/// number within ``same`` is within a range, an integer, or unlike a forbidden value to such a reader
/// exactly where it is to an exact one.
struct DigitBudget: Hashable {
  /// Significant digits of an integer.
  let digits: Int
  /// What a first digit 9 counts as: the integers of 16 digits below 9·10^15 are below 2^53.
  let nine: Int
  /// What a point counts as.
  let point: Int
  /// Whether an integer that uses the last digit, other than for a 0, ends there.
  let isClosing: Bool
  /// Digits of a constraint's own numbers that the budget can do justice to.
  let exactDigits: Int
  /// Digits before the point where no bound asks for more.
  let usualIntegers: Int
  /// Digits before and after the point at most.
  let longestInteger: Int
  let longestFraction: Int

  /// Numbers that a double and the text tell alike.
  static let same = DigitBudget(
    digits: 16, nine: 2, point: 1, isClosing: true, exactDigits: 15, usualIntegers: 16,
    longestInteger: 308, longestFraction: 307)
  /// As many digits as tell a double; where ranges are so narrow that ``same`` has no number.
  static let full = DigitBudget(
    digits: 17, nine: 1, point: 0, isClosing: false, exactDigits: 17, usualIntegers: 17,
    longestInteger: 308, longestFraction: 307)
  /// What exact numbers of a schema may take.
  static let unlimited = DigitBudget(
    digits: Int(Int32.max), nine: 1, point: 0, isClosing: false, exactDigits: .max,
    usualIntegers: NumberLimits.integerDigits, longestInteger: NumberLimits.hardDigits,
    longestFraction: NumberLimits.hardDigits)

  /// From the narrowest on.
  static let all = [same, full, unlimited]

  var isUnlimited: Bool { digits == Int(Int32.max) }
}

extension NumberConstraint {
  /// The same, narrowed for readers that take numbers as doubles: what has the double of an excluded
  /// bound or value is excluded too.
  var forDoubles: NumberConstraint {
    var result = self
    if let bound = minimum, bound.isExclusive, bound.value.isRounded {
      result.minimum = Bound(bound.value.nextTold(up: true))
    }
    if let bound = maximum, bound.isExclusive, bound.value.isRounded {
      result.maximum = Bound(bound.value.nextTold(up: false))
    }
    for value in excluded where value.isRounded {
      for near in value.neighbors where near.double == value.double {
        result.excluded.append(near)
      }
    }
    return result
  }
}

extension Decimal {
  /// The nearest double, as readers see the number.
  var double: Double { Double(word) ?? .nan }

  /// 2^53: each integer up to it is a double.
  private static let exactInteger = Decimal(1 << 53)

  /// Whether the double of the value may be that of another value of 15 digits or of an integer up to
  /// 2^53.
  var isRounded: Bool {
    digits.count > DigitBudget.same.exactDigits && (exponent < 0 || !isExactInteger)
  }

  /// Whether integers up to this magnitude are doubles.
  var isExactInteger: Bool { magnitude <= Decimal.exactInteger }

  /// The value cut to 15 digits, and the next of 15 digits away from zero.
  var neighbors: [Decimal] {
    let count = DigitBudget.same.exactDigits
    let cut = Decimal(
      isNegative: isNegative, digits: Array(digits.prefix(count)),
      exponent: exponent + digits.count - count)
    return [
      cut, Decimal.stepped(digits.prefix(count), by: 1, exponent + digits.count - count, self),
    ]
  }

  /// The first value of 15 digits above or below this one whose double differs, too.
  func nextTold(up: Bool) -> Decimal {
    let count = DigitBudget.same.exactDigits
    let isOutward = up != isNegative
    let scale = exponent + digits.count - count
    for step in (isOutward ? 1 : 0)...(isOutward ? 3 : 2) {
      let next = Decimal.stepped(digits.prefix(count), by: isOutward ? step : -step, scale, self)
      if next.double != double { return next }
    }
    return self
  }

  /// `digits` plus `step`, as a value with the sign of `value`.
  private static func stepped(
    _ digits: ArraySlice<UInt8>, by step: Int, _ exponent: Int, _ value: Decimal
  ) -> Decimal {
    let coefficient = digits.reduce(0) { $0 * 10 + Int($1) } + step
    return Decimal(
      isNegative: value.isNegative, digits: String(coefficient).utf8.map { $0 - 48 },
      exponent: exponent)
  }
}
