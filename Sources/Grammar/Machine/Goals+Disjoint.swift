import TernJSON

extension Goals {
  /// Whether no value satisfies both nodes.
  ///
  /// Looks first for a property that tells them apart, then works it out.
  func areDisjoint(_ a: Int, _ b: Int) -> Bool {
    let pair = a < b ? NodePair(first: a, second: b) : NodePair(first: b, second: a)
    if let known = disjointPairs[pair] { return known }
    // While it is being worked out, take them as overlapping: that is never wrong.
    disjointPairs[pair] = false
    let areApart = areToldApart(resolved(a), resolved(b))
    let answer = areApart || (!isLive(goal([Literal(a), Literal(b)])) && !isTentative)
    disjointPairs[pair] = isTentative ? nil : answer
    return answer
  }

  /// The node behind a reference that says nothing else.
  private func resolved(_ number: Int) -> SchemaNode {
    var node = nodes[number]
    for _ in 0..<8 {
      guard node.references.count == 1, node.types == nil, node.properties.isEmpty else { break }
      node = nodes[node.references[0]]
    }
    return node
  }

  private func areToldApart(_ a: SchemaNode, _ b: SchemaNode) -> Bool {
    guard let aTypes = a.types, let bTypes = b.types else { return false }
    let common = aTypes.intersection(bTypes).subtracting(.onlyIntegers)
    if common.isEmpty { return true }
    guard common == .object else { return false }
    for (name, node) in a.properties {
      guard a.required.contains(name) || b.required.contains(name),
        let other = b.properties.first(where: { $0.name == name })?.node,
        let mine = fixedValues(nodes[node]), let theirs = fixedValues(nodes[other])
      else { continue }
      if !mine.contains(where: { value in theirs.contains { $0.hasSameValue(as: value) } }) {
        return true
      }
    }
    return false
  }

  private func fixedValues(_ node: SchemaNode) -> [JSON]? {
    node.constant.map { [$0] } ?? node.enumeration
  }
}

/// Two nodes, the smaller number first.
struct NodePair: Hashable {
  var first: Int
  var second: Int
}
