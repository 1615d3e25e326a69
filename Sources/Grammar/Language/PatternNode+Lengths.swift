// Lookaheads and lookbehinds that lie within their neighbours: those are classes of texts, and need
// not know what is around them.
extension PatternNode {
  /// Whether it is made of characters alone, without assertions; linear in the tree.
  var isFree: Bool {
    switch self {
    case .set, .guarded: true
    case .start, .end, .look, .boundary, .behind: false
    case .sequence(let parts), .choice(let parts): parts.allSatisfy(\.isFree)
    case .loop(let body, _, _, _): body.isFree
    }
  }

  /// The fewest characters it matches; beyond a billion, a billion.
  var shortest: Int {
    switch self {
    case .set: 1
    case .start, .end, .look, .boundary, .behind: 0
    case .sequence(let parts): parts.reduce(0) { min($0 + $1.shortest, Self.lengthLimit) }
    case .choice(let branches): branches.map(\.shortest).min() ?? 0
    case .loop(let body, let minimum, _, _): min(body.shortest * minimum, Self.lengthLimit)
    case .guarded(let body, _, _, _): body.shortest
    }
  }

  /// The most characters it matches; `nil` without end.
  var longest: Int? {
    switch self {
    case .set: return 1
    case .start, .end, .look, .boundary, .behind: return 0
    case .sequence(let parts):
      var sum = 0
      for part in parts {
        guard let length = part.longest else { return nil }
        sum = min(sum + length, Self.lengthLimit)
      }
      return sum
    case .choice(let branches):
      var most = 0
      for branch in branches {
        guard let length = branch.longest else { return nil }
        most = max(most, length)
      }
      return most
    case .loop(let body, _, let maximum, _):
      guard let length = body.longest, let maximum else { return nil }
      return min(length * maximum, Self.lengthLimit)
    case .guarded(let body, _, _, _): return body.longest
    }
  }

  private static let lengthLimit = 1_000_000_000

  /// Takes the last of `parts` that together match at least `length` characters; `nil`, and nothing
  /// taken, where there are none.
  static func takeLast(_ length: Int?, of parts: inout [PatternNode]) -> PatternNode? {
    guard let length else { return nil }
    var (sum, count) = (0, 0)
    while sum < length {
      guard count < parts.count, parts[parts.count - 1 - count].isFree else { return nil }
      sum += parts[parts.count - 1 - count].shortest
      count += 1
    }
    let taken = Array(parts.suffix(count))
    parts.removeLast(count)
    return taken.count == 1 ? taken.first : .sequence(taken)
  }

  /// Takes all of `parts` behind a `^`; `nil`, and nothing taken, where there is none.
  static func takeAllFromStart(of parts: inout [PatternNode]) -> PatternNode? {
    guard let last = parts.lastIndex(where: { !$0.isFree }), parts[last] == .start else {
      return nil
    }
    let taken = Array(parts[(last + 1)...])
    parts.removeLast(taken.count)
    return taken.count == 1 ? taken.first : .sequence(taken)
  }

  /// The same with lookaheads that lie within what follows them in their sequence as classes of
  /// texts.
  var withLooksWithin: PatternNode {
    switch self {
    case .set, .start, .end, .look, .boundary, .behind, .guarded: return self
    case .choice(let branches): return .choice(branches.map(\.withLooksWithin))
    case .loop(let body, let minimum, let maximum, let offset):
      return .loop(body.withLooksWithin, minimum: minimum, maximum: maximum, offset: offset)
    case .sequence(let parts):
      // Backwards, with the following parts as a stack.
      var following: [PatternNode] = []
      for part in parts.reversed() {
        if case .look(let look, let isNegative, _) = part, look.isFree,
          let body = Self.takeFirst(look.longest, ofReversed: &following)
        {
          following.append(.guarded(body, look: look, isNegative: isNegative, isBehind: false))
        } else {
          following.append(part.withLooksWithin)
        }
      }
      return following.count == 1 ? following[0] : .sequence(following.reversed())
    }
  }

  private static func takeFirst(
    _ length: Int?, ofReversed parts: inout [PatternNode]
  ) -> PatternNode? {
    guard let body = takeLast(length, of: &parts) else { return nil }
    if case .sequence(let taken) = body { return .sequence(taken.reversed()) }
    return body
  }
}
