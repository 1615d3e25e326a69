extension Languages {
  /// Whether no text is in `a`.
  ///
  /// Exact within the budget of a search; beyond it the answer is yes, and `isExhausted` is set.
  func isEmpty(_ a: Language) -> Bool { isDead(a.id) }

  /// Whether a term has no members.
  func isDead(_ term: Term) -> Bool {
    let node = nodes[Int(term)]
    if !node.flags.contains(.needsSearch) { return term == Self.empty }
    if node.flags.contains(.live) { return false }
    if node.flags.contains(.dead) { return true }
    let isLive = node.flags.contains(.hasEnd) ? search(term) : hasLiveForm(term, node)
    nodes[Int(term)].flags.insert(isLive ? .live : .dead)
    return !isLive
  }

  /// Whether a term without `end` has members, by its form where that is enough.
  private func hasLiveForm(_ term: Term, _ node: LanguageNode) -> Bool {
    switch node.kind {
    case .concat:
      var rest = term
      while nodes[Int(rest)].kind == .concat {
        if isDead(nodes[Int(rest)].a) { return false }
        rest = nodes[Int(rest)].b
      }
      return !isDead(rest)
    case .or: return operands(term).contains { !isDead($0) }
    case .repeated: return node.b == 0 || !isDead(node.a)
    default: return search(term)
    }
  }

  /// Looks for a text of `term`, depth first, the class with most scalars first.
  private func search(_ term: Term) -> Bool {
    var path: [(term: Term, next: [Term])] = [(term, successors(term))]
    var seen: Set<Term> = [term]
    while let last = path.indices.last {
      guard let next = path[last].next.popLast() else {
        path.removeLast()
        continue
      }
      let flags = nodes[Int(next)].flags
      if flags.contains(.live) || flags.contains(.nullableAtEnd) {
        for step in path { nodes[Int(step.term)].flags.insert(.live) }
        nodes[Int(next)].flags.insert(.live)
        return true
      }
      if flags.contains(.dead) || !seen.insert(next).inserted { continue }
      if seen.count > budget.search {
        _ = exhaust()
        return false
      }
      path.append((next, successors(next)))
    }
    for term in seen { nodes[Int(term)].flags.insert(.dead) }
    return false
  }

  /// The derivatives of a term, the one with most scalars last.
  private func successors(_ term: Term) -> [Term] {
    let range = rawClasses(term)
    var sizes: [(term: Term, size: UInt32)] = []
    for i in range where classTargets[i] != Self.empty {
      let end = i + 1 < range.upperBound ? classStarts[i + 1] : 0x110000
      let size = end - classStarts[i]
      if let known = sizes.firstIndex(where: { $0.term == classTargets[i] }) {
        sizes[known].size += size
      } else {
        sizes.append((classTargets[i], size))
      }
    }
    return sizes.sorted { $0.size < $1.size }.map(\.term)
  }
}
