/// The plain texts of the numbers of one constraint that does not pin its value, as an automaton.
///
/// Digits are compared with the bounds as they come, so bounds may have any size; multiples are
/// followed by remainders in units of the last digit allowed.
struct PlainNumbers {
  let constraint: NumberConstraint
  let budget: DigitBudget
  let positive: Magnitudes?
  let negative: Magnitudes?
  /// Digits after the point at most; 0 for integers.
  let fractionDigits: Int
  let multiple: Modulus
  let notMultiples: [Modulus]
  let excluded: NumberWords
  var hasExponents: Bool { constraint.isFree }

  /// `nil` where nothing satisfies the constraint, or only with digits beyond the limits.
  ///
  /// Cost: microseconds, and a dictionary entry per digit of excluded values.
  init?(_ constraint: NumberConstraint) {
    guard let divisors = NumberDivisors(constraint) else { return nil }
    for budget in DigitBudget.all where divisors.exactDigits <= budget.exactDigits {
      let constraint = budget == .same ? constraint.forDoubles : constraint
      for digits in divisors.fractionDigits(constraint) where digits <= budget.longestFraction {
        guard let numbers = PlainNumbers(constraint, divisors, budget, fractionDigits: digits)
        else { continue }
        var liveness = PlainLiveness(numbers)
        if liveness.isLive(PlainState()) {
          self = numbers
          return
        }
      }
    }
    return nil
  }

  private init?(
    _ constraint: NumberConstraint, _ divisors: NumberDivisors, _ budget: DigitBudget,
    fractionDigits: Int
  ) {
    self.constraint = constraint
    self.budget = budget
    self.fractionDigits = fractionDigits
    let unit: UInt128?
    if let multiple = divisors.multiple {
      unit = multiple.scaled(to: -fractionDigits)
    } else {
      unit = 1
    }
    guard let unit else { return nil }
    multiple = Modulus(unit, fractionDigits: fractionDigits)
    var others: [Modulus] = []
    for step in divisors.notMultiples {
      guard let value = step.scaled(to: -fractionDigits) else { return nil }
      others.append(Modulus(value, fractionDigits: fractionDigits))
    }
    notMultiples = others
    let need = Magnitudes.Need(
      budget: budget, fewest: divisors.multiple.map { max(0, Decimal($0).integerCount) } ?? 0,
      hasDivisors: multiple.value != 1 || !others.isEmpty)
    positive = .positive(constraint, need)
    negative = .negative(constraint, need)
    let longest = max(positive?.integerDigits ?? 0, negative?.integerDigits ?? 0)
    excluded = NumberWords(
      values: constraint.excluded.filter {
        $0.fractionCount <= fractionDigits && $0.integerCount <= longest
      })
  }

  /// The magnitudes on the side of a state.
  func side(_ state: PlainState) -> Magnitudes? { state.isNegative ? negative : positive }
}

/// What the numbers of a constraint must and must not be multiples of, put together.
struct NumberDivisors {
  var multiple: Step?
  var notMultiples: [Step] = []

  /// `nil` where no number but perhaps 0 of at most 36 digits satisfies them.
  init?(_ constraint: NumberConstraint) {
    for value in NumberDivisors.coarsest(constraint.multiples) {
      guard let step = Step(value) else { return nil }
      guard let last = multiple else {
        multiple = step
        continue
      }
      guard let both = last.leastCommonMultiple(step) else { return nil }
      multiple = both
    }
    var found: Set<Step> = []
    for value in NumberDivisors.finest(constraint.notMultiples) {
      guard var step = Step(value) else { return nil }
      if let multiple {
        // A multiple of one is a multiple of the other where it is one of both.
        guard let both = multiple.leastCommonMultiple(step), both != multiple else { return nil }
        step = both
      }
      if found.insert(step).inserted { notMultiples.append(step) }
    }
  }

  /// Without the values that others are multiples of: those follow.
  private static func coarsest(_ values: [Decimal]) -> [Decimal] {
    let values = Array(Set(values)).sorted()
    return values.indices.filter { i in
      !values[(i + 1)...].contains { $0.isMultiple(of: values[i]) }
    }.map { values[$0] }
  }

  /// Without the values that are multiples of others.
  private static func finest(_ values: [Decimal]) -> [Decimal] {
    let values = Array(Set(values)).sorted()
    return values.indices.filter { i in
      !values[..<i].contains { values[i].isMultiple(of: $0) }
    }.map { values[$0] }
  }

  /// Digits of the longest of them.
  var exactDigits: Int {
    ([multiple].compactMap { $0 } + notMultiples).map { Decimal($0).digits.count }.max() ?? 0
  }

  /// How many digits after the point to try: the usual number, then as many as the bounds have.
  func fractionDigits(_ constraint: NumberConstraint) -> [Int] {
    let most = NumberLimits.hardDigits
    if let multiple { return -multiple.exponent > most ? [] : [max(0, -multiple.exponent)] }
    let steps = notMultiples.map { max(0, -$0.exponent) }.max()
    let bounds = [constraint.minimum, constraint.maximum].compactMap { $0?.value.fractionCount }
    let needed = max(steps ?? 0, bounds.max() ?? 0) + 2
    var usual = max(NumberLimits.fractionDigits, min(needed, NumberLimits.boundDigits))
    if let steps {
      // The largest divisor in units of the last digit must stay below 10^36.
      let widest = notMultiples.map { Decimal($0).point }.max() ?? 0
      usual = max(steps + 1, min(usual, NumberLimits.modulusDigits - widest))
    }
    usual = min(usual, most)
    return needed > usual ? [usual, min(needed, most)] : [usual]
  }
}

extension Decimal {
  init(_ step: Step) {
    self.init(digits: String(step.coefficient).utf8.map { $0 - 48 }, exponent: step.exponent)
  }
}
