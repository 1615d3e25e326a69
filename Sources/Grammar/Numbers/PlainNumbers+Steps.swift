extension PlainNumbers {
  /// The state after one more byte, whether or not a number can still come of it; `nil` where the
  /// spelling or a bound forbids the byte.
  func step(_ state: PlainState, _ byte: UInt8) -> PlainState? {
    var next = state
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return digit(state, byte - UInt8(ascii: "0"))
    case UInt8(ascii: "-") where state.phase == .start:
      guard negative != nil else { return nil }
      next.phase = .minus
      next.isNegative = true
      next.node = excluded.next(NumberWords.root, byte)
      return next
    case UInt8(ascii: "."):
      return point(state)
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      // An integer that has used all its room would be rounded by a power of ten.
      guard hasExponents, state.phase != .power, isFinal(state),
        state.phase == .fraction || state.room > 0
      else { return nil }
      return PlainState(phase: .exponent, constraint: state.constraint)
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard state.phase == .exponent else { return nil }
      next.phase = .sign
      return next
    default: return nil
    }
  }

  private func digit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    switch state.phase {
    case .start, .minus: return firstDigit(state, digit)
    case .integer: return integerDigit(state, digit)
    case .fraction: return fractionDigit(state, digit)
    case .exponent, .sign, .power:
      guard state.count < Int32(NumberLimits.exponentDigits) else { return nil }
      var next = state
      next.phase = .power
      next.count += 1
      return next
    case .zero, .word: return nil
    }
  }

  private func firstDigit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    guard let side = side(state) else { return nil }
    var next = state
    if next.phase == .start, !excluded.isEmpty { next.node = NumberWords.root }
    next.others = [UInt128](repeating: 0, count: notMultiples.count)
    if digit != 0 {
      next.phase = .integer
      (next.low, next.high) = (.equal, .equal)
      return integerDigit(next, digit)
    }
    next.phase = .zero
    next.count = 1
    next.room = Int32(budget.digits)
    if let lower = side.lower { next.low = lower.integerCount == 0 ? .equal : .less }
    if let upper = side.upper { next.high = upper.integerCount == 0 ? .equal : .less }
    guard next.low != .less else { return nil }
    next.node = excluded.next(next.node, UInt8(ascii: "0"))
    return settled(next, side)
  }

  private func integerDigit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    guard let side = side(state), Int(state.count) < side.integerDigits,
      let room = room(state, after: digit, side)
    else { return nil }
    var next = state
    next.room = room
    let index = Int(state.count)
    next.count += 1
    if let lower = side.lower {
      if index >= lower.integerCount {
        next.low = .greater
      } else if state.low == .equal {
        next.low = .init(digit, lower.integerDigit(index))
      }
    } else {
      next.low = .greater
    }
    if let upper = side.upper {
      guard index < upper.integerCount else { return nil }
      if state.high == .equal { next.high = .init(digit, upper.integerDigit(index)) }
    } else {
      next.high = .less
    }
    return pushed(next, digit, fractionCount: 0, side)
  }

  /// The room after one more digit of the integer part; `nil` where there is none for it.
  private func room(_ state: PlainState, after digit: UInt8, _ side: Magnitudes) -> Int32? {
    if budget.isUnlimited { return Int32(budget.digits) }
    if state.count == 0 { return Int32(budget.digits - (digit == 9 ? side.nine : 1)) }
    guard state.room > 0 else {
      return state.room == 0 && digit == 0 && side.hasZeros ? 0 : nil
    }
    let isClosed = state.room == 1 && digit != 0 && budget.isClosing && side.hasZeros
    return isClosed ? -1 : state.room - 1
  }

  private func fractionDigit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    guard let side = side(state), state.room > 0 else { return nil }
    var next = state
    let index = Int(state.count)
    next.count += 1
    if state.isLeading, digit == 0 {
      next.room = min(state.room, Int32(fractionDigits) - next.count)
    } else {
      next.room -= 1
      next.isLeading = false
    }
    if state.low == .equal, let lower = side.lower {
      next.low = .init(digit, lower.fractionDigit(index))
    }
    if state.high == .equal, let upper = side.upper {
      next.high = .init(digit, upper.fractionDigit(index))
    }
    guard next.low != .less, next.high != .greater else { return nil }
    return pushed(next, digit, fractionCount: index + 1, side)
  }

  /// Remainders and the trie after a digit.
  private func pushed(
    _ state: PlainState, _ digit: UInt8, fractionCount: Int, _ side: Magnitudes
  ) -> PlainState {
    var next = state
    next.remainder = multiple.push(state.remainder, digit, fractionCount)
    for (i, modulus) in notMultiples.enumerated() where state.others[i] != PlainState.never {
      next.others[i] = modulus.push(state.others[i], digit, fractionCount)
    }
    next.node = excluded.next(state.node, digit + UInt8(ascii: "0"))
    return settled(next, side)
  }

  private func point(_ state: PlainState) -> PlainState? {
    guard state.isInteger, fractionDigits > 0, let side = side(state) else { return nil }
    var next = state
    if let lower = side.lower, state.phase == .integer {
      guard state.count >= lower.integerCount, state.low != .less else { return nil }
    }
    if let upper = side.upper, state.phase == .integer {
      if state.count < upper.integerCount { next.high = .less }
      guard next.high != .greater else { return nil }
    }
    let room = Int(state.room) - (budget.isUnlimited ? 0 : budget.point)
    guard room > 0 else { return nil }
    (next.phase, next.count, next.room) = (.fraction, 0, Int32(min(room, fractionDigits)))
    next.isLeading = state.phase == .zero
    next.node = excluded.next(state.node, UInt8(ascii: "."))
    return settled(next, side)
  }

  /// The state without what no longer matters.
  private func settled(_ state: PlainState, _ side: Magnitudes) -> PlainState {
    var next = state
    let fractionCount = state.isInteger ? 0 : Int(state.count)
    // All digits of an inclusive lower bound are there: what follows can only add to it.
    if state.low == .equal, let lower = side.lower, !lower.isExclusive,
      state.phase != .integer || state.count == lower.integerCount,
      !lower.goesOn(after: fractionCount)
    {
      next.low = .greater
    }
    for i in notMultiples.indices where !canBecomeMultiple(next, i) {
      next.others[i] = PlainState.never
    }
    if next.isLeading, next.room == Int32(fractionDigits) - next.count { next.isLeading = false }
    if next.isLoose {
      if isSignless(next) { next.isNegative = positive == nil }
      if !hasDivisors { merge(&next, side) }
    }
    return next
  }

  /// Counts of a loose state only the digits that may still follow.
  private func merge(_ state: inout PlainState, _ side: Magnitudes) {
    if state.phase == .fraction {
      if !state.isLeading { state.count = min(state.count, 1) }
    } else if state.phase == .integer, !budget.isUnlimited, !side.hasZeros {
      let left = Int32(side.integerDigits) - state.count
      if side.upper == nil, Int(state.count) >= side.lower?.integerCount ?? 0 {
        state.count = Int32(side.integerDigits) - min(left, state.room)
      }
      state.room = min(state.room, left + Int32(budget.point + fractionDigits))
    }
  }

  /// Whether a loose state goes on alike with either sign.
  private func isSignless(_ state: PlainState) -> Bool {
    if state.phase == .fraction { return true }
    guard let positive, let negative, positive.upper == nil, negative.upper == nil else {
      return false
    }
    return positive.integerDigits == negative.integerDigits
      && Int(state.count) >= positive.lower?.integerCount ?? 0
      && Int(state.count) >= negative.lower?.integerCount ?? 0
  }

  /// Whether digits may still make a multiple of the forbidden divisor; errs to `true`.
  private func canBecomeMultiple(_ state: PlainState, _ index: Int) -> Bool {
    guard state.phase == .fraction else { return true }
    let remainder = state.others[index]
    if remainder == PlainState.never { return false }
    let modulus = notMultiples[index]
    let left = fractionDigits - Int(state.count)
    let shifted = modulus.shifted(remainder, left)
    return shifted == 0 || modulus.value - shifted < PlainNumbers.power(left)
  }

  /// 10^`count`, or 10^37 for more: no divisor is larger.
  static func power(_ count: Int) -> UInt128 {
    var result: UInt128 = 1
    for _ in 0..<min(count, NumberLimits.modulusDigits + 1) { result *= 10 }
    return result
  }
}
