import TernJSON

extension Goals {
  /// Whether no value satisfies both nodes.
  ///
  /// Looks first for what tells them apart at sight, then works it out.
  func areDisjoint(_ a: Int, _ b: Int) -> Bool {
    let pair = a < b ? NodePair(first: a, second: b) : NodePair(first: b, second: a)
    if let known = disjointPairs[pair] { return known }
    // While it is being worked out, take them as overlapping: that is never wrong.
    disjointPairs[pair] = false
    let answer =
      commonKinds(a, b).isEmpty || (!isLive(goal([Literal(a), Literal(b)])) && !isTentative)
    disjointPairs[pair] = isTentative ? nil : answer
    return answer
  }
}

/// Two nodes, the smaller number first.
struct NodePair: Hashable {
  var first: Int
  var second: Int
}
