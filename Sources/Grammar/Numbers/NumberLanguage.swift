/// The texts of the plain automaton as a regular expression; `nil` where remainders or excluded
/// values would have to be followed.
///
/// Equal to the automaton, digit budgets included. Few terms: one for each digit of a bound, and
/// counters for the rest.
func plainLanguage(_ constraints: [NumberConstraint], in languages: Languages) -> Language? {
  let constraints = constraints.contains(.free) ? [.free] : constraints
  var parts: [Language] = []
  var words: [String] = []
  for constraint in constraints where !constraint.hasEmptyRange {
    if let value = constraint.pinned {
      words.append(value.word)
    } else if let numbers = PlainNumbers(constraint) {
      guard numbers.isRange else { return nil }
      var builder = RangeLanguage(numbers, languages)
      parts.append(builder.language(PlainState()))
    } else if constraint.contains(.zero) {
      words.append(Decimal.zero.word)
    }
  }
  return languages.or(words.isEmpty ? parts : parts + [languages.words(words)])
}

extension PlainNumbers {
  /// Whether only bounds and the count of digits decide.
  var isRange: Bool { multiple.value == 1 && notMultiples.isEmpty && excluded.isEmpty }
}

/// Writes the states of a range as terms, the last digits first.
private struct RangeLanguage {
  let languages: Languages
  let digit: Language
  /// What may follow a number that could end: nothing, or an exponent.
  let end: Language
  /// What may follow a free integer part: a fraction, or the end.
  let tail: Language
  var liveness: PlainLiveness
  var known: [PlainState: Language] = [:]

  init(_ numbers: PlainNumbers, _ languages: Languages) {
    func one(of characters: String) -> Language {
      languages.scalars(characters.unicodeScalars.map { $0.value...$0.value })
    }
    let digit = languages.scalars([0x30...0x39])
    let power = [
      one(of: "eE"), languages.repeated(one(of: "+-"), 0, 1),
      languages.repeated(digit, 1, NumberLimits.exponentDigits),
    ]
    let end =
      numbers.hasExponents
      ? languages.repeated(languages.concat(power), 0, 1) : languages.epsilon
    let fraction = [one(of: "."), languages.repeated(digit, 1, numbers.fractionDigits)]
    (self.languages, self.digit, self.end) = (languages, digit, end)
    tail =
      numbers.fractionDigits == 0
      ? end : languages.concat(languages.repeated(languages.concat(fraction), 0, 1), end)
    liveness = PlainLiveness(numbers)
  }

  /// What may follow a live state; with a stack of its own, as bounds may have many digits.
  mutating func language(_ state: PlainState) -> Language {
    var open = [state]
    while let last = open.last {
      let missing = knownLanguage(last) == nil ? follow(last) : []
      open += missing
      if missing.isEmpty { open.removeLast() }
    }
    return knownLanguage(state) ?? languages.empty
  }

  private func knownLanguage(_ state: PlainState) -> Language? {
    state.isLoose ? looseLanguage(state) : known[state]
  }

  /// Keeps the language of a state by those of the states that follow it; returns those of them
  /// whose languages are not known yet.
  private mutating func follow(_ state: PlainState) -> [PlainState] {
    var parts = liveness.numbers.isFinal(state) ? [end] : []
    var targets: [PlainState: [ScalarRange]] = [:]
    var order: [PlainState] = []
    for byte in "0123456789.-".utf8 {
      guard let next = liveness.next(state, byte) else { continue }
      if targets[next] == nil { order.append(next) }
      targets[next, default: []].append(UInt32(byte)...UInt32(byte))
    }
    let missing = order.filter { knownLanguage($0) == nil }
    guard missing.isEmpty else { return missing }
    for next in order {
      let rest = knownLanguage(next) ?? languages.empty
      parts.append(languages.concat(languages.scalars(targets[next] ?? []), rest))
    }
    known[state] = languages.or(parts)
    return []
  }

  private func looseLanguage(_ state: PlainState) -> Language {
    let count = Int(state.count)
    switch state.phase {
    case .zero: return tail
    case .fraction:
      let least = count == 0 ? 1 : 0
      let most = liveness.numbers.fractionDigits - count
      return languages.concat(languages.repeated(digit, least, most), end)
    default:
      guard let lengths = liveness.numbers.lengths(state) else { return languages.empty }
      let more = languages.repeated(
        digit, lengths.lowerBound - count, lengths.upperBound - count)
      return languages.concat(more, tail)
    }
  }
}
