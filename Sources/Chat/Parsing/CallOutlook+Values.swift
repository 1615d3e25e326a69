extension CallOutlook {
  /// Whether a string between markers ends before `place`: what stands there must go on with the
  /// containers around it, up to the next name or the end of the call.
  ///
  /// - Parameters:
  ///   - containers: the open arrays and objects, the innermost last.
  ///   - isNested: whether calls stand in the string, as text, that have not ended.
  ///   - isArgument: whether the call may have an argument of this name.
  func stringEnd(
    at place: Int, in containers: [ValueReader.Container], isNested: Bool,
    isArgument: (String) -> Bool
  ) throws(Undecided) -> Bool {
    var open = containers[...]
    var place = place
    while let container = open.popLast() {
      let next = try afterSpace(place)
      if bytes[next] == UInt8(ascii: ",") {
        if isNested { return false }
        if container == .array { return try element(after: next + 1) }
        return try name(at: next + 1) { !open.isEmpty || isArgument($0) }
      }
      guard bytes[next] == UInt8(ascii: container == .array ? "]" : "}") else { return false }
      place = next + 1
    }
    let next = try afterSpace(place)
    return try isNested ? lastEnd(at: next) : callEnd(at: next)
  }

  /// Whether an element of an array can stand at `place`: a string behind it must have its marker.
  private func element(after place: Int) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    if "{[-\"0123456789".utf8.contains(bytes[next]) { return true }
    return try has([reading.quote, "true", "false", "null"], at: next)
  }

  /// Whether a name and a colon stand at `place`.
  private func name(
    at place: Int, _ isAllowed: (String) -> Bool
  ) throws(Undecided) -> Bool {
    let start = try afterSpace(place)
    var end = start
    while ValueReader.isName(try byte(at: end)), end - start < Self.nameLimit { end += 1 }
    if end == start { return try has(["}", "\"", reading.quote], at: start) }
    guard isAllowed(String(decoding: bytes[start..<end], as: UTF8.self)) else { return false }
    return try byte(":", afterSpaceAt: end)
  }

  /// Whether a call may have ended before `place`: another one, a marker or the answer's end follows.
  private func callEnd(at place: Int) throws(Undecided) -> Bool {
    if (try? has(reading.bracePrefix, at: place)) == true { return true }
    switch try marker(at: place) {
    case (.ignored, let length)?:
      return !bytes[place..<place + length].elementsEqual(reading.quote.utf8)
    // The marker of strings behind it would end an outer one.
    case (.closer, let length)?: return try !has(reading.quote, at: afterSpace(place + length))
    case _?: return true
    case nil: return try has(reading.bracePrefix, at: place)
    }
  }

  /// Whether nothing but closing markers stands between `place` and the end of the answer.
  private func lastEnd(at place: Int, depth: Int = 0) throws(Undecided) -> Bool {
    let next = try afterSpace(place)
    guard depth < Self.depthLimit else { return false }
    switch try marker(at: next) {
    case (.closer, let length)?, (.turnEnd, let length)?:
      return try lastEnd(at: next + length, depth: depth + 1)
    default: return false
    }
  }
}
