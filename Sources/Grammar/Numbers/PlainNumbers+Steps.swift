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
      guard hasExponents, state.phase != .power, isFinal(state) else { return nil }
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
    if let lower = side.lower { next.low = lower.integerCount == 0 ? .equal : .less }
    if let upper = side.upper { next.high = upper.integerCount == 0 ? .equal : .less }
    guard next.low != .less else { return nil }
    next.node = excluded.next(next.node, UInt8(ascii: "0"))
    return settled(next, side)
  }

  private func integerDigit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    guard let side = side(state), Int(state.count) < side.integerDigits else { return nil }
    var next = state
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

  private func fractionDigit(_ state: PlainState, _ digit: UInt8) -> PlainState? {
    guard let side = side(state), Int(state.count) < fractionDigits else { return nil }
    var next = state
    let index = Int(state.count)
    next.count += 1
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
    (next.phase, next.count) = (.fraction, 0)
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
    if next.isLoose, isSignless(next) { next.isNegative = positive == nil }
    return next
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
