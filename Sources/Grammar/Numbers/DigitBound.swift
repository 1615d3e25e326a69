/// The magnitude of a bound, read digit by digit; zeros beyond its digits on either side.
struct DigitBound {
  private let digits: [UInt8]
  private let point: Int
  let isExclusive: Bool

  init(_ value: Decimal, isExclusive: Bool) {
    (digits, point, self.isExclusive) = (value.digits, value.point, isExclusive)
  }

  /// Digits before the point, 0 for a value below one.
  var integerCount: Int { max(0, point) }

  func integerDigit(_ index: Int) -> UInt8 { index < digits.count ? digits[index] : 0 }

  /// The digit after the point and `index` others.
  func fractionDigit(_ index: Int) -> UInt8 {
    let place = point + index
    return place >= 0 && place < digits.count ? digits[place] : 0
  }

  /// Whether digits other than 0 follow the first `count` after the point.
  func goesOn(after count: Int) -> Bool { point + count < digits.count }
}

/// The numbers of one sign that a constraint allows, by magnitude.
struct Magnitudes {
  /// `nil`: from 0 on.
  var lower: DigitBound?
  /// `nil`: without end.
  var upper: DigitBound?
  /// Digits before the point at most.
  let integerDigits: Int
  /// What a first digit 9 counts as.
  let nine: Int
  /// Whether zeros may follow in an integer when all significant digits are there.
  let hasZeros: Bool

  /// What a constraint asks of digits besides its bounds.
  struct Need {
    var budget: DigitBudget
    /// Digits before the point that must be allowed wherever the upper bound allows them.
    var fewest: Int
    /// Whether the value must be a multiple, or none, of something else than the last digit.
    var hasDivisors: Bool
  }

  init(lower: NumberConstraint.Bound?, upper: NumberConstraint.Bound?, _ need: Need) {
    self.lower = lower.map { DigitBound($0.value, isExclusive: $0.isExclusive) }
    self.upper = upper.map { DigitBound($0.value, isExclusive: $0.isExclusive) }
    let budget = need.budget
    // Two more than the nearest value has: room for a multiple above it that is not excluded.
    let needed = max(lower?.value.integerCount ?? 0, need.fewest) + 2
    let reach = upper.map { max($0.value.integerCount, 1) }
    let asked = min(reach ?? budget.usualIntegers, NumberLimits.boundDigits)
    let digits = max(max(budget.usualIntegers, needed), asked)
    // Beyond 2^53 a double is no multiple of what the text is one of.
    let isExact = budget == .same && need.hasDivisors && need.fewest < budget.exactDigits
    let most = isExact ? budget.digits : budget.longestInteger
    integerDigits = min(min(digits, reach ?? digits), most)
    nine = upper?.value.isExactInteger == true ? 1 : budget.nine
    hasZeros = integerDigits > budget.digits
  }

  /// The numbers from 0 up; `nil` if there are none.
  static func positive(_ constraint: NumberConstraint, _ need: Need) -> Magnitudes? {
    if let maximum = constraint.maximum, maximum.value < .zero { return nil }
    if let maximum = constraint.maximum, maximum.value.isZero, maximum.isExclusive { return nil }
    var lower = constraint.minimum
    if let bound = lower {
      if bound.value < .zero || (bound.value.isZero && !bound.isExclusive) { lower = nil }
    }
    return Magnitudes(lower: lower, upper: constraint.maximum, need)
  }

  /// The numbers below 0; `nil` if there are none.
  static func negative(_ constraint: NumberConstraint, _ need: Need) -> Magnitudes? {
    if let minimum = constraint.minimum, minimum.value >= .zero { return nil }
    // -0 is not written.
    var lower = NumberConstraint.Bound(.zero, isExclusive: true)
    if let maximum = constraint.maximum, maximum.value < .zero {
      lower = .init(maximum.value.magnitude, isExclusive: maximum.isExclusive)
    }
    let upper = constraint.minimum.map {
      NumberConstraint.Bound($0.value.magnitude, isExclusive: $0.isExclusive)
    }
    return Magnitudes(lower: lower, upper: upper, need)
  }
}
