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
    default: return isLiveByPadding(term) || search(term)
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
      if flags.contains(.live) || flags.contains(.nullableAtEnd) || isLiveByPadding(next) {
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

  /// The derivatives of a term, the most promising last: near to an end, then of many scalars.
  private func successors(_ term: Term) -> [Term] {
    let range = rawClasses(term)
    var found: [(term: Term, size: UInt32, distance: Int)] = []
    for i in range where classTargets[i] != Self.empty {
      let end = i + 1 < range.upperBound ? classStarts[i + 1] : 0x110000
      let size = end - classStarts[i]
      if let known = found.firstIndex(where: { $0.term == classTargets[i] }) {
        found[known].size += size
      } else {
        found.append((classTargets[i], size, distance(classTargets[i])))
      }
    }
    found.sort { ($1.distance, $0.size) < ($0.distance, $1.size) }
    return found.map(\.term)
  }

  /// How far a term is from matching "": the lengths that its parts still need.
  private func distance(_ term: Term) -> Int {
    let node = nodes[Int(term)]
    guard node.kind == .and else { return Int(node.shortest) }
    return members[Int(node.a)..<Int(node.a + node.b)].reduce(0) {
      $0 + Int(nodes[Int($1)].shortest)
    }
  }

  /// Whether an `and` is seen to have members because its parts are searches: a text with a member
  /// of each of them, one after the other, is in all.
  ///
  /// Lengths that are wide enough and finite exceptions may be among the parts. This spares
  /// several unanchored patterns the product of their automata.
  private func isLiveByPadding(_ term: Term) -> Bool {
    let node = nodes[Int(term)]
    guard node.kind == .and else { return false }
    var needed = 0
    var longest = LanguageNode.unlimited
    var hasException = false
    for i in Int(node.a)..<Int(node.a + node.b) {
      let part = nodes[Int(members[i])]
      if let length = searchLength(members[i]) {
        needed += Int(length)
      } else if counted(members[i]).base == Self.anyScalar {
        longest = Swift.min(longest, part.longest)
      } else if part.kind == .not, nodes[Int(part.a)].longest < LanguageNode.unlimited {
        // A text that is longer than the exceptions is none.
        hasException = true
      } else {
        return false
      }
    }
    return longest == LanguageNode.unlimited || (!hasException && needed <= Int(longest))
  }

  /// The length of a member of Σ*XΣ*, or of an alternative of that form; `nil` for other terms.
  private func searchLength(_ term: Term) -> Int32? {
    let node = nodes[Int(term)]
    if node.flags.contains(.needsSearch) { return nil }
    switch node.kind {
    case .concat:
      guard node.a == Self.anyString else { return nil }
      var rest = node.b
      for _ in 0..<16 where nodes[Int(rest)].kind == .concat { rest = nodes[Int(rest)].b }
      return rest == Self.anyString ? node.shortest : nil
    case .or:
      return (Int(node.a)..<Int(node.a + node.b)).lazy.compactMap {
        self.nodes[Int(self.members[$0])].kind == .concat
          ? self.searchLength(self.members[$0]) : nil
      }.first
    default: return nil
    }
  }
}
