extension Languages {
  /// `a` then `b`.
  ///
  /// A `concat` at the head is taken apart, so that heads are never one.
  func makeConcat(_ a: Term, _ b: Term) -> Term {
    if a == Self.epsilon { return b }
    if b == Self.epsilon { return a }
    if a == Self.empty || b == Self.empty { return Self.empty }
    guard nodes[Int(a)].kind == .concat else { return joined(a, b) }
    var heads: [Term] = []
    var rest = a
    while nodes[Int(rest)].kind == .concat {
      heads.append(nodes[Int(rest)].a)
      rest = nodes[Int(rest)].b
    }
    return heads.reversed().reduce(joined(rest, b)) { joined($1, $0) }
  }

  /// `a`, which is no `concat`, then `b`.
  private func joined(_ a: Term, _ b: Term) -> Term {
    if b == Self.empty { return Self.empty }
    if b == Self.epsilon { return a }
    let first = nodes[Int(a)]
    let second = nodes[Int(b)]
    if a == Self.end {
      // Nothing follows the end of the text, but what is empty there.
      return second.flags.contains(.nullableAtEnd) ? Self.end : Self.empty
    }
    if first.flags.contains(.hasEnd), first.kind == .or {
      return makeOr(operands(a).map { makeConcat($0, b) })
    }
    if let merged = mergedNeighbours(a, b) { return merged }
    var flags = first.flags.intersection(second.flags).intersection([.bothNullable, .live])
    flags.formUnion(first.flags.union(second.flags).intersection([.hasEnd, .needsSearch]))
    if flags.contains(.needsSearch) { flags.remove(.live) }
    return intern(
      LanguageNode(
        kind: .concat, flags: flags, depth: Swift.max(first.depth + 1, second.depth), a: a, b: b,
        shortest: sum(first.shortest, second.shortest), longest: sum(first.longest, second.longest))
    )
  }

  /// `a` then `b` where they are counts of the same term, or one swallows the other.
  private func mergedNeighbours(_ a: Term, _ b: Term) -> Term? {
    let (next, rest) =
      nodes[Int(b)].kind == .concat
      ? (nodes[Int(b)].a, nodes[Int(b)].b) : (b, Self.epsilon)
    let x = counted(a)
    let y = counted(next)
    if x.base == y.base {
      let merged = makeRepeated(x.base, sum(x.low, y.low), sum(x.high, y.high))
      return makeConcat(merged, rest)
    }
    // Σ* swallows what may be empty beside it.
    if y.base == Self.anyScalar, y.high == LanguageNode.unlimited,
      nodes[Int(a)].flags.contains(.nullable)
    {
      return b
    }
    if x.base == Self.anyScalar, x.high == LanguageNode.unlimited,
      nodes[Int(next)].flags.contains(.nullable)
    {
      return makeConcat(a, rest)
    }
    return nil
  }

  /// `term` as a count of a term; `term` itself once where it is no count.
  func counted(_ term: Term) -> (base: Term, low: Int32, high: Int32) {
    let node = nodes[Int(term)]
    return node.kind == .repeated ? (node.a, node.b, node.c) : (term, 1, 1)
  }

  /// A sum of counts or lengths; what is beyond all limits has none.
  func sum(_ a: Int32, _ b: Int32) -> Int32 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? LanguageNode.unlimited : sum
  }

  /// A product of counts or lengths; what is beyond all limits has none.
  func product(_ a: Int32, _ b: Int32) -> Int32 {
    if a == 0 || b == 0 { return 0 }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? LanguageNode.unlimited : product
  }

  /// `a`, at least `low` and at most `high` times.
  func makeRepeated(_ a: Term, _ low: Int32, _ high: Int32) -> Term {
    if high < low { return Self.empty }
    if high == 0 || a == Self.epsilon { return Self.epsilon }
    if a == Self.empty { return low == 0 ? Self.epsilon : Self.empty }
    if low == LanguageNode.unlimited { return exhaust() }
    if low == 1, high == 1 { return a }
    let node = nodes[Int(a)]
    if node.kind == .repeated, let merged = mergedCounts(node, low, high) { return merged }
    let isNullable = node.flags.contains(.nullable)
    if isNullable, low > 0 { return makeRepeated(a, 0, high) }
    if isNullable, node.kind == .or, members[Int(node.a)] == Self.epsilon {
      return makeRepeated(makeOr(Array(operands(a).dropFirst())), 0, high)
    }
    var flags = node.flags.intersection([.hasEnd, .needsSearch, .bothNullable, .live])
    if low == 0 { flags.formUnion([.bothNullable, .live]) }
    return intern(
      LanguageNode(
        kind: .repeated, flags: flags, depth: node.depth + 1, a: a, b: low, c: high,
        shortest: product(node.shortest, low), longest: product(node.longest, high)))
  }

  /// Counts of counts as one count, where there is no gap between the totals.
  private func mergedCounts(_ inner: LanguageNode, _ low: Int32, _ high: Int32) -> Term? {
    let gap = Int(low) * (Int(inner.c) - Int(inner.b)) < Int(inner.b) - 1
    if low < high, gap { return nil }
    return makeRepeated(inner.a, product(inner.b, low), product(inner.c, high))
  }

  /// `term` as a whole text, where `end` is nothing: the same language, in simpler terms.
  func withoutEnd(_ term: Term) -> Term {
    let node = nodes[Int(term)]
    guard node.flags.contains(.hasEnd) else { return term }
    switch node.kind {
    case .end: return Self.epsilon
    case .or: return makeOr(operands(term).map(withoutEnd))
    case .and: return makeAnd(operands(term).map(withoutEnd))
    case .not: return makeNot(withoutEnd(node.a))
    case .concat:
      var heads: [Term] = []
      var rest = term
      while nodes[Int(rest)].kind == .concat {
        heads.append(nodes[Int(rest)].a)
        rest = nodes[Int(rest)].b
      }
      return heads.reversed().reduce(withoutEnd(rest)) { makeConcat($1, $0) }
    default: return term
    }
  }

  /// The operands of an `or` or `and`.
  func operands(_ term: Term) -> ArraySlice<Term> {
    let node = nodes[Int(term)]
    return Array(members[Int(node.a)..<Int(node.a + node.b)])[...]
  }
}
