extension Languages {
  /// A term as a count of `base` with `rest` behind it.
  private struct CountedTerm {
    var base: Term
    var rest: Term
    var low: Int32
    var high: Int32

    var key: UInt64 { UInt64(UInt32(bitPattern: base)) << 32 | UInt64(UInt32(bitPattern: rest)) }
  }

  private func countedTerm(_ term: Term) -> CountedTerm {
    let node = nodes[Int(term)]
    if node.kind == .concat {
      let head = counted(node.a)
      return CountedTerm(base: head.base, rest: node.b, low: head.low, high: head.high)
    }
    let head = counted(term)
    return CountedTerm(base: head.base, rest: Self.epsilon, low: head.low, high: head.high)
  }

  /// Merges alternatives that are counts of the same term, with the same behind it, where the
  /// counts leave no gap; whether there were any.
  func mergeCounts(_ items: inout [Term]) -> Bool {
    var parts = items.map(countedTerm)
    if items.first == Self.epsilon { addNone(&parts) }
    parts.sort { ($0.key, $0.low, $0.high) < ($1.key, $1.low, $1.high) }
    var result: [CountedTerm] = []
    for part in parts {
      if let last = result.last, last.key == part.key, part.low <= sum(last.high, 1) {
        result[result.count - 1].high = Swift.max(last.high, part.high)
      } else {
        result.append(part)
      }
    }
    if result.count < parts.count {
      items = result.map { makeConcat(makeRepeated($0.base, $0.low, $0.high), $0.rest) }
      return true
    }
    return items.count <= 24 && mergeTails(&items)
  }

  /// "" as no times the only term that is there once or more: ε | X{1,n} is X{0,n}.
  private func addNone(_ parts: inout [CountedTerm]) {
    guard
      let first = parts.first(where: {
        $0.rest == Self.epsilon && $0.low == 1 && $0.base != Self.epsilon
      })
    else { return }
    parts.removeFirst()
    parts.append(CountedTerm(base: first.base, rest: Self.epsilon, low: 0, high: 0))
  }

  /// Merges two alternatives with the same heads whose tails are counts without a gap.
  private func mergeTails(_ items: inout [Term]) -> Bool {
    for i in items.indices {
      guard nodes[Int(items[i])].kind == .concat else { continue }
      for j in items.indices where j > i {
        if let merged = merged(items[i], items[j], 8) {
          items[i] = merged
          items.remove(at: j)
          return true
        }
      }
    }
    return false
  }

  private func merged(_ x: Term, _ y: Term, _ depth: Int) -> Term? {
    let (a, b) = (countedTerm(x), countedTerm(y))
    if a.key == b.key {
      let (low, high) = a.low <= b.low ? (a, b) : (b, a)
      guard high.low <= sum(low.high, 1) else { return nil }
      return makeConcat(makeRepeated(a.base, low.low, Swift.max(a.high, b.high)), a.rest)
    }
    let (first, second) = (nodes[Int(x)], nodes[Int(y)])
    guard depth > 0, first.kind == .concat, second.kind == .concat, first.a == second.a,
      let tail = merged(first.b, second.b, depth - 1)
    else { return nil }
    return makeConcat(first.a, tail)
  }
}
