/// Which states of a constraint some number can still come of, exactly; with a memory.
///
/// Loose states are decided by arithmetic; the few that follow a bound or an excluded value by
/// looking at what they may go on with.
struct PlainLiveness {
  let numbers: PlainNumbers
  private var isLive: [PlainState: Bool] = [:]
  private var endings: [PlainState: [UInt8]] = [:]

  init(_ numbers: PlainNumbers) { self.numbers = numbers }

  private static let bytes = Array("0123456789.-".utf8)

  /// The live state after one more byte.
  mutating func next(_ state: PlainState, _ byte: UInt8) -> PlainState? {
    guard let next = numbers.step(state, byte), isLive(next) else { return nil }
    return next
  }

  /// Depth of the recursion: the digits of a number.
  mutating func isLive(_ state: PlainState) -> Bool {
    switch state.phase {
    case .exponent, .sign, .power: return true
    default: break
    }
    if numbers.isFinal(state) { return true }
    if state.isLoose {
      // With no digit left the fraction ends here, where it is not final; without one it needs one.
      return numbers.completion(state) != nil
    }
    if let known = isLive[state] { return known }
    var result = false
    for byte in PlainLiveness.bytes where !result {
      if let next = numbers.step(state, byte) { result = isLive(next) }
    }
    isLive[state] = result
    return result
  }

  /// A shortest text, or nearly, that makes a live state final.
  mutating func ending(_ state: PlainState) -> [UInt8] {
    if numbers.isFinal(state) { return [] }
    if state.phase == .exponent || state.phase == .sign { return [UInt8(ascii: "0")] }
    if state.isLoose { return numbers.completion(state).map { text(state, $0) } ?? [] }
    if let known = endings[state] { return known }
    var best: [UInt8]?
    for byte in PlainLiveness.bytes {
      guard let next = next(state, byte) else { continue }
      let found = [byte] + ending(next)
      if found.count < best?.count ?? .max { best = found }
    }
    endings[state] = best ?? []
    return best ?? []
  }

  /// The digits of a completion, without the zeros that end a fraction.
  private func text(_ state: PlainState, _ rest: (digits: Int, value: UInt128)) -> [UInt8] {
    let isFraction = state.phase == .fraction
    let left = numbers.fractionDigits - (isFraction ? Int(state.count) : 0)
    let written = Array(String(rest.value).utf8)
    let missing = max(0, rest.digits + left - written.count)
    let all = [UInt8](repeating: UInt8(ascii: "0"), count: missing) + written
    var fraction = all.suffix(left)
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if isFraction {
      return fraction.isEmpty && state.count == 0 ? [UInt8(ascii: "0")] : Array(fraction)
    }
    let integer = Array(all.dropLast(left).suffix(rest.digits))
    return fraction.isEmpty ? integer : integer + [UInt8(ascii: ".")] + fraction
  }
}
