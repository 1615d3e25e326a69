extension Languages {
  /// A member of `a` with few scalars, readable ones where there is a choice; `nil` where it has
  /// none, or none of up to a million scalars.
  func shortest(_ a: Language) -> [UInt32]? {
    var result: [UInt32] = []
    return appendShortest(a.id, to: &result) ? result : nil
  }

  private static let longestAnswer = 1_000_000

  /// Appends a short member of `term`; whether there is one.
  private func appendShortest(_ term: Term, to result: inout [UInt32]) -> Bool {
    let node = nodes[Int(term)]
    if isDead(term) { return false }
    if node.flags.contains(.nullableAtEnd) { return true }
    if Int(node.shortest) + result.count > Self.longestAnswer { return false }
    if node.flags.contains(.hasEnd) { return appendFound(term, to: &result) }
    switch node.kind {
    case .empty: return false
    case .epsilon, .end: return true
    case .scalars:
      result.append(readable(ranges(term)))
      return true
    case .words:
      let best = (node.a..<node.b).min { wordLength($0) < wordLength($1) } ?? node.a
      result.append(contentsOf: wordScalars[wordRange(best).dropFirst(Int(node.c))])
      return true
    case .concat:
      var rest = term
      while nodes[Int(rest)].kind == .concat {
        guard appendShortest(nodes[Int(rest)].a, to: &result) else { return false }
        rest = nodes[Int(rest)].b
      }
      return appendShortest(rest, to: &result)
    case .or:
      let best = operands(term).filter { !isDead($0) }.min {
        nodes[Int($0)].shortest < nodes[Int($1)].shortest
      }
      return best.map { appendShortest($0, to: &result) } ?? false
    case .repeated:
      var part: [UInt32] = []
      guard appendShortest(node.a, to: &part),
        part.count * Int(node.b) + result.count <= Self.longestAnswer
      else { return false }
      for _ in 0..<node.b { result.append(contentsOf: part) }
      return true
    case .and, .not: return appendFound(term, to: &result)
    }
  }

  /// A scalar of `ranges` that is easy to read, if one is.
  func readable(_ ranges: [ScalarRange]) -> UInt32 {
    for preferred in [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x20...0x21, 0x23...0x5B, 0x5D...0x7E]
      as [ScalarRange]
    {
      for range in ranges where range.overlaps(preferred) {
        return Swift.max(range.lowerBound, preferred.lowerBound)
      }
    }
    return ranges.first { $0.lowerBound > 0x7F }?.lowerBound ?? ranges.first?.lowerBound ?? 0x61
  }

  /// Appends a shortest member, found breadth first.
  private func appendFound(_ term: Term, to result: inout [UInt32]) -> Bool {
    var queue: [(term: Term, from: Int, scalar: UInt32)] = [(term, -1, 0)]
    var seen: Set<Term> = [term]
    var i = 0
    while i < queue.count, queue.count <= budget.search {
      let range = prunedClasses(queue[i].term)
      var edges: [Term: [ScalarRange]] = [:]
      var order: [Term] = []
      for j in range where classTargets[j] != Self.empty && !seen.contains(classTargets[j]) {
        let end = j + 1 < range.upperBound ? classStarts[j + 1] : 0x110000
        if edges[classTargets[j]] == nil { order.append(classTargets[j]) }
        edges[classTargets[j], default: []].append(classStarts[j]...(end - 1))
      }
      for target in order {
        seen.insert(target)
        queue.append((target, i, readable(edges[target] ?? [])))
        if nodes[Int(target)].flags.contains(.nullableAtEnd) {
          var path: [UInt32] = []
          var place = queue.count - 1
          while place > 0 {
            path.append(queue[place].scalar)
            place = queue[place].from
          }
          result.append(contentsOf: path.reversed())
          return true
        }
      }
      i += 1
    }
    return false
  }
}
