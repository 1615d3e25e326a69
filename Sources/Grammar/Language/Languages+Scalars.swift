extension Languages {
  /// The term of one scalar of a set of ranges.
  func scalarSet(_ ranges: [ScalarRange]) -> Term {
    var parts: [ScalarRange] = []
    for range in ranges where range.lowerBound <= 0x10FFFF {
      let upper = Swift.min(range.upperBound, 0x10FFFF)
      if range.lowerBound < 0xD800 {
        // Surrogates go with U+D7FF.
        parts.append(range.lowerBound...(upper == 0xD7FF ? 0xDFFF : clipped(upper)))
      }
      if upper >= 0xE000 { parts.append(Swift.max(range.lowerBound, 0xE000)...upper) }
    }
    parts.sort { $0.lowerBound < $1.lowerBound }
    var result: ContiguousArray<UInt32> = []
    for part in parts {
      if let last = result.last, last >= part.lowerBound {
        result[result.count - 1] = Swift.max(last, part.upperBound + 1)
      } else {
        result.append(part.lowerBound)
        result.append(part.upperBound + 1)
      }
    }
    return makeScalars(result)
  }

  private func clipped(_ upper: UInt32) -> UInt32 { upper < 0xD800 ? upper : 0xDFFF }

  /// The term of the set with these bounds.
  func makeScalars(_ set: ContiguousArray<UInt32>) -> Term {
    if set.isEmpty { return Self.empty }
    let first = bounds.count
    bounds.append(contentsOf: set)
    let known = nodes.count
    let term = intern(
      LanguageNode(
        kind: .scalars, flags: .live, a: Int32(first), b: Int32(set.count), shortest: 1, longest: 1)
    )
    if nodes.count == known { bounds.removeLast(set.count) }
    return term
  }

  /// The bounds of a term of one scalar.
  func boundsRange(_ term: Term) -> Range<Int> {
    let node = nodes[Int(term)]
    return Int(node.a)..<Int(node.a + node.b)
  }

  /// The scalars that are in at least `count` of `sets`.
  func combineScalars(_ sets: [Term], atLeast count: Int) -> Term {
    var events: [(at: UInt32, change: Int)] = []
    for set in sets {
      for (i, bound) in bounds[boundsRange(set)].enumerated() {
        events.append((bound, i & 1 == 0 ? 1 : -1))
      }
    }
    events.sort { $0.at < $1.at }
    var result: ContiguousArray<UInt32> = []
    var level = 0
    var i = 0
    while i < events.count {
      let at = events[i].at
      let before = level >= count
      while i < events.count, events[i].at == at {
        level += events[i].change
        i += 1
      }
      if (level >= count) != before { result.append(at) }
    }
    return makeScalars(result)
  }

  /// Whether `scalar` is in the set of a term of one scalar.
  func contains(set term: Term, _ scalar: UInt32) -> Bool {
    var inside = false
    for bound in bounds[boundsRange(term)] {
      if bound > scalar { break }
      inside.toggle()
    }
    return inside
  }

  /// The ranges of a term of one scalar, without surrogates.
  func ranges(_ term: Term) -> [ScalarRange] {
    var result: [ScalarRange] = []
    let set = boundsRange(term)
    for i in stride(from: set.lowerBound, to: set.upperBound, by: 2) {
      let low = bounds[i]
      let high = bounds[i + 1] - 1
      if low < 0xD800 { result.append(low...Swift.min(high, 0xD7FF)) }
      if high >= 0xE000 { result.append(Swift.max(low, 0xE000)...high) }
    }
    return result
  }
}
