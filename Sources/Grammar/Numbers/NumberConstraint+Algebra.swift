extension NumberConstraint {
  /// The numbers in both; `nil` where there plainly are none.
  ///
  /// `nil` means empty; a result may still be empty in ways that only arithmetic shows
  /// (``isSatisfiable(_:)``).
  package func intersection(_ other: NumberConstraint) -> NumberConstraint? {
    var result = self
    result.minimum = [minimum, other.minimum].compactMap { $0 }.max {
      ($0.value, $0.isExclusive ? 1 : 0) < ($1.value, $1.isExclusive ? 1 : 0)
    }
    result.maximum = [maximum, other.maximum].compactMap { $0 }.min {
      ($0.value, $0.isExclusive ? 0 : 1) < ($1.value, $1.isExclusive ? 0 : 1)
    }
    result.multiples = NumberConstraint.merged(multiples, other.multiples)
    result.notMultiples = NumberConstraint.merged(notMultiples, other.notMultiples)
    result.excluded = NumberConstraint.merged(excluded, other.excluded)
    return result.hasEmptyRange ? nil : result
  }

  private static func merged(_ a: [Decimal], _ b: [Decimal]) -> [Decimal] {
    var seen = Set(a)
    return a + b.filter { seen.insert($0).inserted }
  }

  /// The numbers that are not in this one, as a union.
  package func negated() -> [NumberConstraint] {
    var result: [NumberConstraint] = []
    if let minimum {
      result.append(
        NumberConstraint(maximum: Bound(minimum.value, isExclusive: !minimum.isExclusive)))
    }
    if let maximum {
      result.append(
        NumberConstraint(minimum: Bound(maximum.value, isExclusive: !maximum.isExclusive)))
    }
    result += multiples.map { NumberConstraint(notMultiples: [$0]) }
    result += notMultiples.map { NumberConstraint(multiples: [$0]) }
    result += excluded.map { .only($0) }
    return result
  }

  /// The only value that the bounds leave, whether or not the other conditions allow it.
  var pinned: Decimal? {
    guard let minimum, let maximum, !minimum.isExclusive, !maximum.isExclusive,
      minimum.value == maximum.value
    else { return nil }
    return minimum.value
  }

  /// Whether the bounds exclude each other, or leave one value that the rest forbids.
  var hasEmptyRange: Bool {
    guard let minimum, let maximum else { return false }
    if let pinned { return !contains(pinned) }
    return minimum.value >= maximum.value
  }

  /// Whether some number satisfies all, in a spelling of the style.
  ///
  /// Exact in plain style, by the digits that style may use. In the other style it errs, if ever,
  /// to `true`: only where numbers of more than about 400 digits are asked for.
  package func isSatisfiable(_ style: NumberStyle) -> Bool {
    if hasEmptyRange { return false }
    if pinned != nil || contains(.zero) || PlainNumbers(self) != nil { return true }
    guard style == .any else { return false }
    // A range between two values has endlessly many; conditions on multiples and exclusions
    // leave some of them.
    if multiples.isEmpty { return true }
    let values = multiples + notMultiples + [minimum?.value, maximum?.value].compactMap { $0 }
    return values.contains { $0.integerCount + $0.fractionCount > NumberLimits.modulusDigits }
      || commonDigits > NumberLimits.modulusDigits
  }

  /// Digits that the least common multiple of all divisors has at most.
  private var commonDigits: Int {
    let divisors = multiples + notMultiples
    let exponents = divisors.map(\.exponent)
    let span = (exponents.max() ?? 0) - (exponents.min() ?? 0)
    return divisors.reduce(span) { $0 + $1.digits.count }
  }
}
