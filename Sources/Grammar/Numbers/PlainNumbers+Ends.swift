extension PlainNumbers {
  /// Whether the text so far is a number of the constraint.
  func isFinal(_ state: PlainState) -> Bool {
    switch state.phase {
    case .power: return true
    case .zero, .integer: break
    case .fraction where state.count > 0: break
    default: return false
    }
    return state.remainder == 0 && !state.others.contains(0) && !excluded.isWord(state.node)
      && isWithinBounds(state)
  }

  private func isWithinBounds(_ state: PlainState) -> Bool {
    guard let side = side(state) else { return false }
    let fractionCount = state.isInteger ? 0 : Int(state.count)
    if let lower = side.lower {
      if state.phase == .integer, state.count < lower.integerCount { return false }
      let isAt = state.low == .equal && !lower.goesOn(after: fractionCount)
      guard state.low == .greater || (isAt && !lower.isExclusive) else { return false }
    }
    if let upper = side.upper {
      if state.phase == .integer, state.count < upper.integerCount { return true }
      guard state.high == .equal else { return state.high == .less }
      return upper.goesOn(after: fractionCount) || !upper.isExclusive
    }
    return true
  }

  /// How many digits the integer part may end up with, for a state that is loose.
  func lengths(_ state: PlainState) -> ClosedRange<Int>? {
    guard let side = side(state) else { return nil }
    let count = Int(state.count)
    guard state.phase == .integer else { return count...count }
    var (shortest, longest) = (count, side.integerDigits)
    if let lower = side.lower {
      let length = lower.integerCount
      shortest = max(count, state.low == .greater ? length : length + 1)
    }
    if let upper = side.upper {
      let length = upper.integerCount
      longest = min(longest, state.high == .less ? length : length - 1)
    }
    return shortest <= longest ? shortest...longest : nil
  }

  /// Digits that make a loose state final: the fewest more of the integer part, then all of the
  /// fraction, together a number below 10^(digits + rest of the fraction).
  ///
  /// Exact: among 2^n terms of an arithmetic sequence one is a multiple of none of n divisors, or
  /// no term at all is (Crittenden and Vanden Eynden, 1970).
  func completion(_ state: PlainState) -> (digits: Int, value: UInt128)? {
    guard let lengths = lengths(state) else { return nil }
    let count = Int(state.count)
    let left = state.phase == .fraction ? fractionDigits - count : fractionDigits
    if multiple.value == 1, notMultiples.isEmpty { return (lengths.lowerBound - count, 0) }
    let first = lengths.lowerBound - count
    var remainder = multiple.shifted(state.remainder, left + first)
    var others = zip(notMultiples, state.others).map {
      $1 == PlainState.never ? $1 : $0.shifted($1, left + first)
    }
    for length in lengths {
      let digits = length - count
      if let value = firstValue(remainder, others, below: PlainNumbers.power(digits + left)) {
        return (digits, value)
      }
      remainder = multiple.shifted(remainder, 1)
      others = zip(notMultiples, others).map { $1 == PlainState.never ? $1 : $0.shifted($1, 1) }
    }
    return nil
  }

  /// The first number to add that gives a multiple, and none of the others.
  private func firstValue(_ remainder: UInt128, _ others: [UInt128], below limit: UInt128)
    -> UInt128?
  {
    var value = remainder == 0 ? 0 : multiple.value - remainder
    for _ in 0..<(1 << min(notMultiples.count, 8)) {
      guard value < limit else { return nil }
      let isAllowed = zip(notMultiples, others).allSatisfy {
        $1 == PlainState.never || ($1 + value % $0.value) % $0.value != 0
      }
      if isAllowed { return value }
      value += multiple.value
    }
    return nil
  }
}
