extension NumberAutomaton {
  /// The parts of the start state: one of each constraint that can be satisfied, and one of all
  /// pinned values together.
  func plainParts() -> [PlainState] {
    var parts: [PlainState] = []
    for constraint in constraints {
      if let value = constraint.pinned {
        _ = words.insert(value.word.utf8)
      } else if let numbers = PlainNumbers(constraint) {
        parts.append(PlainState(constraint: Int32(machines.count)))
        machines.append(PlainLiveness(numbers))
      } else if constraint.contains(.zero) {
        // Zero is a multiple of everything: it remains where the divisors are too large to follow.
        _ = words.insert(Decimal.zero.word.utf8)
      }
    }
    if !words.isEmpty {
      var word = PlainState(phase: .word)
      word.node = NumberWords.root
      parts.append(word)
    }
    return parts
  }

  func next(_ parts: [PlainState], _ byte: UInt8) -> [PlainState]? {
    var result: [PlainState] = []
    for part in parts {
      if part.phase == .word {
        var next = part
        next.node = words.next(part.node, byte)
        if next.node != NumberWords.none { result.append(next) }
      } else if let next = machines[Int(part.constraint)].next(part, byte) {
        result.append(next)
      }
    }
    return result.isEmpty ? nil : result
  }

  func isFinal(_ part: PlainState) -> Bool {
    part.phase == .word
      ? words.isWord(part.node) : machines[Int(part.constraint)].numbers.isFinal(part)
  }

  func ending(_ part: PlainState) -> [UInt8] {
    part.phase == .word
      ? words.ending(part.node) : machines[Int(part.constraint)].ending(part)
  }
}
