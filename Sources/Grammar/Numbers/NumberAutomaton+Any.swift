import TernJSON

extension NumberAutomaton {
  /// Any spelling is kept as text, for as long as it is the beginning of a number of the right
  /// sign: an exponent may yet make it large or small.
  func next(_ text: [UInt8], _ byte: UInt8) -> [UInt8]? {
    guard text.count < NumberLimits.textBytes else { return nil }
    var state = NumberState.start
    for byte in text {
      guard let next = state.next(byte) else { return nil }
      state = next
    }
    guard state.next(byte) != nil else { return nil }
    if text.isEmpty {
      let isNegative = byte == UInt8(ascii: "-")
      guard constraints.contains(where: { $0.allows(isNegative: isNegative) }) else { return nil }
    }
    return text + [byte]
  }

  func isAccepted(_ text: [UInt8]) -> Bool {
    guard JSONNumber(text: String(decoding: text, as: UTF8.self)) != nil else { return false }
    let value = Decimal(reading: text)
    return constraints.contains { $0.contains(value) }
  }

  /// An ending by the plain spelling, or else one of a few that make a number larger or smaller.
  func anyEnding(_ state: State, _ text: [UInt8]) -> [UInt8] {
    if isFinal(state) { return [] }
    var other: State? = plain.start
    for byte in text { other = other.flatMap { plain.next($0, byte) } }
    if let other, !plain.isEmpty { return plain.ending(other) }
    for ending in NumberAutomaton.endings where isAccepted(text + ending) { return ending }
    return []
  }

  private static let endings: [[UInt8]] =
    [Array("0".utf8), Array(".0".utf8)]
    + (1...40).flatMap { power in
      ["e\(power)", "e-\(power)", "0e\(power)", "0e-\(power)", "\(power)"].map { Array($0.utf8) }
    }
}

extension NumberConstraint {
  /// Whether a number of that sign may satisfy it; zero has both.
  func allows(isNegative: Bool) -> Bool {
    let bound = isNegative ? minimum : maximum
    guard let bound else { return true }
    if bound.value.isZero { return !bound.isExclusive }
    return bound.value.isNegative == isNegative
  }
}
