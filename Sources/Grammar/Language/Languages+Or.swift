extension Languages {
  /// A text of any of `parts`; finite sets of words among them become one.
  func union(_ parts: [Term]) -> Term {
    let merged = makeOr(parts)
    guard nodes[Int(merged)].kind == .or else { return merged }
    var words: [ContiguousArray<UInt32>] = []
    var others: [Term] = []
    var sets = 0
    for part in operands(merged) {
      if part == Self.epsilon || nodes[Int(part)].kind == .words {
        words += wordsOf(part)
        sets += 1
      } else {
        others.append(part)
      }
    }
    return sets > 1 ? makeOr(others + [wordSet(words)]) : merged
  }

  /// A text of any of `parts`.
  func makeOr(_ parts: [Term]) -> Term {
    var items: [Term] = []
    items.reserveCapacity(parts.count)
    for part in parts where part != Self.empty {
      if part == Self.anyString { return part }
      if nodes[Int(part)].kind == .or {
        items.append(contentsOf: operands(part))
      } else {
        items.append(part)
      }
    }
    sortUnique(&items)
    if items.count < 2 { return items.first ?? Self.empty }
    if items.count > budget.members { return exhaust() }
    if simplifyOr(&items) { return makeOr(items) }
    return makeList(.or, items)
  }

  func sortUnique(_ items: inout [Term]) {
    if items.count < 2 { return }
    items.sort()
    var count = 1
    for i in 1..<items.count where items[i] != items[count - 1] {
      items[count] = items[i]
      count += 1
    }
    items.removeLast(items.count - count)
  }

  /// Does one simplification of alternatives; whether it did.
  private func simplifyOr(_ items: inout [Term]) -> Bool {
    var kinds = KindCounts()
    var isNullable = false
    for item in items {
      let node = nodes[Int(item)]
      kinds.add(node.kind)
      if item > Self.epsilon, node.flags.contains(.nullable) { isNullable = true }
    }
    if isNullable || items.first == Self.epsilon {
      // "" and `end` are in what may be empty.
      let count = items.count
      items.removeAll { $0 == Self.end || (isNullable && $0 == Self.epsilon) }
      if items.count < count { return true }
    }
    if kinds.scalars > 1 {
      let sets = items.filter { nodes[Int($0)].kind == .scalars }
      items.removeAll { nodes[Int($0)].kind == .scalars }
      items.append(combineScalars(sets, atLeast: 1))
      return true
    }
    if kinds.not > 0, simplifyNots(&items, kinds.not) { return true }
    if kinds.repeated + kinds.concat > 0 || items.first == Self.epsilon {
      if mergeCounts(&items) { return true }
      if absorbLengths(&items) { return true }
      if kinds.concat > 0, absorbSuffixes(&items) { return true }
    }
    return false
  }

  /// `x | not x` is everything; several `not` become one.
  private func simplifyNots(_ items: inout [Term], _ count: Int) -> Bool {
    let negated = items.filter { nodes[Int($0)].kind == .not }
    if negated.contains(where: { items.contains(nodes[Int($0)].a) }) {
      items = [Self.anyString]
      return true
    }
    if count < 2 { return false }
    items.removeAll { nodes[Int($0)].kind == .not }
    items.append(makeNot(makeAnd(negated.map { nodes[Int($0)].a })))
    return true
  }

  /// Alternatives within another one of the form Σ{m,n} go.
  private func absorbLengths(_ items: inout [Term]) -> Bool {
    let spans = items.filter { counted($0).base == Self.anyScalar }
    guard !spans.isEmpty else { return false }
    let count = items.count
    items.removeAll { item in
      let node = nodes[Int(item)]
      return spans.contains { span in
        let (_, low, high) = counted(span)
        return span != item && low <= node.shortest && node.longest <= high
      }
    }
    return items.count < count
  }

  /// Alternatives that end with T go where there is Σ*T.
  ///
  /// This keeps the states of searches few: the derivatives of Σ*T hold Σ*T and ends of T.
  private func absorbSuffixes(_ items: inout [Term]) -> Bool {
    let suffixes = items.compactMap { item -> Term? in
      let node = nodes[Int(item)]
      return node.kind == .concat && node.a == Self.anyString ? node.b : nil
    }
    guard !suffixes.isEmpty, suffixes.count * items.count <= 256 else { return false }
    let count = items.count
    items.removeAll { item in
      suffixes.contains { suffix in hasSuffix(item, suffix) }
    }
    return items.count < count
  }

  /// Whether the text of `item` ends with `suffix`, and `item` is not Σ* `suffix` itself.
  private func hasSuffix(_ item: Term, _ suffix: Term) -> Bool {
    var rest = item
    for step in 0..<16 {
      if rest == suffix { return !(step == 1 && nodes[Int(item)].a == Self.anyString) }
      guard nodes[Int(rest)].kind == .concat else { return false }
      rest = nodes[Int(rest)].b
    }
    return false
  }

  /// The term of operands that are sorted and simplified.
  func makeList(_ kind: LanguageNode.Kind, _ items: [Term]) -> Term {
    let first = members.count
    if first + items.count > budget.pool { return exhaust() }
    var node = LanguageNode(
      kind: kind, flags: [], a: Int32(first), b: Int32(items.count), shortest: 0, longest: 0)
    var flags = nodes[Int(items[0])].flags
    var any = flags
    node.shortest = nodes[Int(items[0])].shortest
    node.longest = nodes[Int(items[0])].longest
    for item in items {
      let member = nodes[Int(item)]
      flags.formIntersection(member.flags)
      any.formUnion(member.flags)
      node.depth = Swift.max(node.depth, member.depth + 1)
      if kind == .or {
        node.shortest = Swift.min(node.shortest, member.shortest)
        node.longest = Swift.max(node.longest, member.longest)
      } else {
        node.shortest = Swift.max(node.shortest, member.shortest)
        node.longest = Swift.min(node.longest, member.longest)
      }
    }
    node.flags = (kind == .or ? any : flags).intersection(.bothNullable)
    node.flags.formUnion(any.intersection([.hasEnd, .needsSearch]))
    if kind == .and { node.flags.insert(.needsSearch) }
    if kind == .or { node.flags.formUnion(any.intersection(.live)) }
    if node.flags.contains(.nullableAtEnd) { node.flags.insert(.live) }
    members.append(contentsOf: items)
    let known = nodes.count
    let term = intern(node)
    if nodes.count == known { members.removeLast(items.count) }
    return term
  }
}

/// How many operands there are of the kinds that simplifications look at.
struct KindCounts {
  var scalars = 0
  var concat = 0
  var repeated = 0
  var not = 0
  var words = 0

  mutating func add(_ kind: LanguageNode.Kind) {
    switch kind {
    case .scalars: scalars += 1
    case .concat: concat += 1
    case .repeated: repeated += 1
    case .not: not += 1
    case .words: words += 1
    default: break
    }
  }
}
