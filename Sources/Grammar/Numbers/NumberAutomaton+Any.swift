import TernJSON

/// The beginning of a number in any spelling.
struct NumberText: Hashable {
  var bytes: [UInt8] = []
  /// What the grammar of numbers says of them.
  var state = NumberState.start
}

extension NumberAutomaton {
  /// Any spelling is kept as text, for as long as it is the beginning of a number of the right
  /// sign: an exponent may yet make it large or small.
  func next(_ text: NumberText, _ byte: UInt8) -> NumberText? {
    guard text.bytes.count < NumberLimits.textBytes, let state = text.state.next(byte) else {
      return nil
    }
    if text.bytes.isEmpty {
      let isNegative = byte == UInt8(ascii: "-")
      guard constraints.contains(where: { $0.allows(isNegative: isNegative) }) else { return nil }
    }
    return NumberText(bytes: text.bytes + [byte], state: state)
  }

  /// Whether so many states may follow `state` that they are better made one by one.
  package func isWide(_ state: State) -> Bool {
    if case .text = contents[Int(state)] { true } else { false }
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
