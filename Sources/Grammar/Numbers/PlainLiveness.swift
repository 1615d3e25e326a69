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

  /// Whether a state is final, or some digits make it so.
  mutating func isLive(_ state: PlainState) -> Bool { known(state) ?? search(state) }

  /// What is known without looking further.
  private func known(_ state: PlainState) -> Bool? {
    switch state.phase {
    case .exponent, .sign, .power: return true
    default: break
    }
    if numbers.isFinal(state) { return true }
    return state.isLoose ? numbers.completion(state) != nil : isLive[state]
  }

  /// Depth first, with a stack of its own: bounds may have hundreds of digits.
  private mutating func search(_ start: PlainState) -> Bool {
    var path = [(state: start, tried: 0)]
    while let (state, tried) = path.last {
      guard tried < PlainLiveness.bytes.count else {
        isLive[state] = false
        path.removeLast()
        continue
      }
      path[path.count - 1].tried += 1
      guard let next = numbers.step(state, PlainLiveness.bytes[tried]) else { continue }
      switch known(next) {
      case false?: continue
      case nil: path.append((next, 0))
      case true?:
        for step in path { isLive[step.state] = true }
        return true
      }
    }
    return false
  }

  /// A shortest text, or nearly, that makes a live state final.
  mutating func ending(_ state: PlainState) -> [UInt8] {
    var open = [state]
    while let last = open.last {
      let missing = knownEnding(last) == nil ? follow(last) : []
      open += missing
      if missing.isEmpty { open.removeLast() }
    }
    return knownEnding(state) ?? []
  }

  private func knownEnding(_ state: PlainState) -> [UInt8]? {
    if numbers.isFinal(state) { return [] }
    if state.phase == .exponent || state.phase == .sign { return [UInt8(ascii: "0")] }
    if state.isLoose { return numbers.completion(state).map { text(state, $0) } ?? [] }
    return endings[state]
  }

  /// Keeps the ending of a state by those of the states that follow it; returns those of them whose
  /// endings are not known yet.
  private mutating func follow(_ state: PlainState) -> [PlainState] {
    var best: [UInt8]?
    var missing: [PlainState] = []
    for byte in PlainLiveness.bytes {
      guard let next = next(state, byte) else { continue }
      guard let rest = knownEnding(next) else {
        missing.append(next)
        continue
      }
      if rest.count + 1 < best?.count ?? .max { best = [byte] + rest }
    }
    if missing.isEmpty { endings[state] = best ?? [] }
    return missing
  }

  /// The digits of a completion, without the zeros that end a fraction.
  private func text(_ state: PlainState, _ rest: Completion) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    let written = rest.value == 0 ? [] : Array(String(rest.value).utf8)
    let missing = max(0, rest.digits + rest.places - written.count)
    let all = [UInt8](repeating: zero, count: missing) + written
    var fraction = all.dropFirst(rest.digits)
    while fraction.last == zero { fraction.removeLast() }
    if state.phase == .fraction {
      return fraction.isEmpty && state.count == 0 ? [zero] : Array(fraction)
    }
    let integer = all.prefix(rest.digits) + [UInt8](repeating: zero, count: rest.zeros)
    return Array(fraction.isEmpty ? integer : integer + [UInt8(ascii: ".")] + fraction)
  }
}
