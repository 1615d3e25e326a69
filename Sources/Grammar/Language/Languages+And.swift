extension Languages {
  /// Sets of words of up to this size are filtered at once when they are intersected.
  static let eagerWords = 10_000

  /// A text that is in all of `parts`; small sets of words are filtered at once.
  func intersection(_ parts: [Term]) -> Term {
    let merged = makeAnd(parts)
    guard nodes[Int(merged)].kind == .and else { return merged }
    var items = Array(operands(merged))
    for i in items.indices {
      let item = items[i]
      guard let words = wordsPart(item) else { continue }
      items.remove(at: i)
      let filter = makeAnd(items)
      let kept = self.filter(words, by: filter)
      if words == item { return kept }
      let others = makeOr(operands(item).filter { $0 != words })
      return makeOr([kept, intersection([others, filter])])
    }
    return merged
  }

  /// The set of words that a term is, or has as an alternative, where it is small.
  private func wordsPart(_ term: Term) -> Term? {
    let node = nodes[Int(term)]
    switch node.kind {
    case .words: return Int(node.b - node.a) <= Self.eagerWords ? term : nil
    case .or: return operands(term).first { nodes[Int($0)].kind == .words && wordsPart($0) != nil }
    default: return nil
    }
  }

  /// A text that is in all of `parts`.
  func makeAnd(_ parts: [Term]) -> Term {
    var items: [Term] = []
    for part in parts where part != Self.anyString {
      if part == Self.empty { return part }
      if nodes[Int(part)].kind == .and {
        items.append(contentsOf: operands(part))
      } else {
        items.append(part)
      }
    }
    sortUnique(&items)
    if items.count < 2 { return items.first ?? Self.anyString }
    if items.count > budget.members { return exhaust() }
    if simplifyAnd(&items) { return makeAnd(items) }
    return makeList(.and, items)
  }

  /// Does one simplification of terms that must all hold; whether it did.
  private func simplifyAnd(_ items: inout [Term]) -> Bool {
    if items.first == Self.epsilon || items.contains(Self.end) {
      items = [intersectionWithEmptyText(items)]
      return true
    }
    var loops: [Term] = []
    var negated: [Term] = []
    var shortest: Int32 = 0
    var longest = LanguageNode.unlimited
    for item in items {
      let node = nodes[Int(item)]
      if isLoop(item) { loops.append(item) }
      if node.kind == .not { negated.append(item) }
      shortest = Swift.max(shortest, node.shortest)
      longest = Swift.min(longest, node.longest)
    }
    if shortest > longest || negated.contains(where: { items.contains(nodes[Int($0)].a) }) {
      items = [Self.empty]
      return true
    }
    if negated.count > 1 {
      items.removeAll { nodes[Int($0)].kind == .not }
      items.append(makeNot(union(negated.map { nodes[Int($0)].a })))
      return true
    }
    if loops.count > 1 {
      items.removeAll(where: isLoop)
      items.append(mergedLoops(loops))
      return true
    }
    return dropLengths(&items)
  }

  /// What `items` have of "": all of it, at the end only, or nothing.
  private func intersectionWithEmptyText(_ items: [Term]) -> Term {
    let flags = items.reduce(LanguageFlags.bothNullable) {
      $0.intersection(nodes[Int($1)].flags)
    }
    if flags.contains(.nullable) { return Self.epsilon }
    return flags.contains(.nullableAtEnd) ? Self.end : Self.empty
  }

  /// Whether a term is a class of scalars or a count of one.
  func isLoop(_ term: Term) -> Bool { nodes[Int(counted(term).base)].kind == .scalars }

  /// The intersection of counts of classes.
  private func mergedLoops(_ loops: [Term]) -> Term {
    var low: Int32 = 0
    var high = LanguageNode.unlimited
    for loop in loops {
      let part = counted(loop)
      low = Swift.max(low, part.low)
      high = Swift.min(high, part.high)
    }
    if low > high { return Self.empty }
    let set = combineScalars(loops.map { counted($0).base }, atLeast: loops.count)
    return makeRepeated(set, low, high)
  }

  /// Drops, or narrows, a Σ{m,n} that the lengths of the others imply.
  private func dropLengths(_ items: inout [Term]) -> Bool {
    guard let i = items.firstIndex(where: { counted($0).base == Self.anyScalar }) else {
      return false
    }
    var shortest: Int32 = 0
    var longest = LanguageNode.unlimited
    for (j, item) in items.enumerated() where j != i {
      shortest = Swift.max(shortest, nodes[Int(item)].shortest)
      longest = Swift.min(longest, nodes[Int(item)].longest)
    }
    let (_, low, high) = counted(items[i])
    let narrow = (
      low: low <= shortest ? 0 : low, high: high >= longest ? LanguageNode.unlimited : high
    )
    if narrow == (low, high) { return false }
    items[i] = makeRepeated(Self.anyScalar, narrow.low, narrow.high)
    return true
  }

  /// A text that is not in `a`.
  func makeNot(_ a: Term) -> Term {
    if a == Self.empty { return Self.anyString }
    if a == Self.epsilon { return makeRepeated(Self.anyScalar, 1, LanguageNode.unlimited) }
    let node = nodes[Int(a)]
    if node.kind == .not { return node.a }
    if counted(a).base == Self.anyScalar {
      let (_, low, high) = counted(a)
      var parts: [Term] = []
      if low > 0 { parts.append(makeRepeated(Self.anyScalar, 0, low - 1)) }
      if high < LanguageNode.unlimited {
        parts.append(makeRepeated(Self.anyScalar, high + 1, LanguageNode.unlimited))
      }
      return makeOr(parts)
    }
    var flags = LanguageFlags.bothNullable.subtracting(node.flags)
    flags.formUnion(node.flags.intersection(.hasEnd))
    flags.insert(.needsSearch)
    if flags.contains(.nullableAtEnd) || node.kind == .words
      || node.longest < LanguageNode.unlimited
    {
      flags.insert(.live)
    }
    let shortest: Int32 = node.flags.contains(.nullableAtEnd) ? 1 : 0
    return intern(
      LanguageNode(
        kind: .not, flags: flags, depth: node.depth + 1, a: a, shortest: shortest,
        longest: LanguageNode.unlimited))
  }
}
