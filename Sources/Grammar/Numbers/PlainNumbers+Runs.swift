extension PlainNumbers {
  /// Whether all digits lead to the same state.
  func treatsDigitsAlike(_ state: PlainState) -> Bool {
    switch state.phase {
    case .exponent, .sign, .power: return true
    case .fraction: return state.isLoose && !state.isLeading && !hasDivisors
    default: return state.isLoose && state.phase != .zero && !hasDivisors && likeRoom(state) > 0
    }
  }

  /// Digits of the integer part that count alike, whichever they are.
  private func likeRoom(_ state: PlainState) -> Int {
    let closes = budget.isClosing && side(state)?.hasZeros == true
    return Int(state.room) - (closes ? 1 : 0)
  }

  /// How many digits may follow, whichever they are.
  func digitRun(_ state: PlainState) -> Int {
    guard treatsDigitsAlike(state) else { return 0 }
    switch state.phase {
    case .exponent, .sign, .power: return NumberLimits.exponentDigits - Int(state.count)
    case .fraction: return Int(state.room)
    default:
      return lengths(state).map { min($0.upperBound - Int(state.count), likeRoom(state)) } ?? 0
    }
  }

  var hasDivisors: Bool { multiple.value != 1 || !notMultiples.isEmpty }
}

extension NumberAutomaton {
  /// How many digits may follow in `state`, whichever they are, at least.
  func digitRun(_ state: State) -> Int {
    guard case .parts(let parts) = contents[Int(state)] else { return 0 }
    return parts.map { part in
      part.phase == .word ? 0 : machines[Int(part.constraint)].numbers.digitRun(part)
    }.max() ?? 0
  }

  func treatsDigitsAlike(_ parts: [PlainState]) -> Bool {
    parts.allSatisfy {
      $0.phase != .word && machines[Int($0.constraint)].numbers.treatsDigitsAlike($0)
    }
  }
}
