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
    if state.room < 0 {
      longest = count
    } else if !side.hasZeros, !budget.isUnlimited {
      longest = min(longest, count + Int(state.room))
    }
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
  /// fraction that there is room for.
  ///
  /// Exact but for fractions that begin with zeros: among 2^n terms of an arithmetic sequence one is a
  /// multiple of none of n divisors, or no term at all is (Crittenden and Vanden Eynden, 1970).
  func completion(_ state: PlainState) -> Completion? {
    guard let lengths = lengths(state) else { return nil }
    let count = Int(state.count)
    if !hasDivisors {
      let places = state.phase == .fraction ? Int(state.room) : 0
      return Completion(digits: lengths.lowerBound - count, places: places)
    }
    for length in lengths {
      var completion = shape(state, digits: length - count)
      if let value = firstValue(state, completion) {
        completion.value = value
        return completion
      }
    }
    return nil
  }

  /// A completion with `digits` more of the integer part, and of the fraction as many as it leaves.
  private func shape(_ state: PlainState, digits: Int) -> Completion {
    let room = Int(state.room)
    if state.phase == .fraction {
      let places = state.isLeading ? fractionDigits - Int(state.count) : room
      return Completion(places: places, significant: room)
    }
    if !budget.isUnlimited, digits > room {
      let free = max(0, room - (budget.isClosing ? 1 : 0))
      return Completion(digits: free, zeros: digits - free, significant: free)
    }
    let left = room - digits - (budget.isUnlimited ? 0 : budget.point)
    let places = max(0, state.phase == .zero ? left > 0 ? fractionDigits : 0 : left)
    let fraction = min(places, fractionDigits)
    return Completion(
      digits: digits, places: fraction, significant: digits + min(fraction, max(0, left)))
  }

  /// The first value of a completion that gives a multiple, and none of the others.
  private func firstValue(_ state: PlainState, _ completion: Completion) -> UInt128? {
    let begin = state.phase == .fraction ? Int(state.count) : 0
    let end = begin + completion.places
    func after(_ remainder: UInt128, _ modulus: Modulus) -> UInt128 {
      modulus.push(remainder, integerZeros: completion.digits, fraction: begin..<end)
    }
    let scale = completion.zeros > 0 ? -completion.zeros : end
    let step = multiple.part(scale)
    let remainder = after(state.remainder, multiple) % step
    let others = zip(notMultiples, state.others).filter { $1 != PlainState.never }
      .map { (modulus: $0.part(scale), remainder: after($1, $0)) }
    let limit = PlainNumbers.power(completion.significant)
    var value = remainder == 0 ? 0 : step - remainder
    for _ in 0..<(1 << min(notMultiples.count, 8)) {
      guard value < limit else { return nil }
      if others.allSatisfy({ ($0.remainder + value) % $0.modulus != 0 }) { return value }
      value += step
    }
    return nil
  }
}

/// Digits that may follow in a number.
struct Completion {
  /// Digits of the integer part, zeros after them, and digits of the fraction.
  var digits = 0
  var zeros = 0
  var places = 0
  /// Digits of ``value`` at most.
  var significant = 0
  /// The digits of the integer part and of the fraction, as one number.
  var value: UInt128 = 0
}
