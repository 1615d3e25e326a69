extension Languages {
  /// All members of `a`, where its form says that they are at most `limit`; `nil` otherwise.
  func finiteWords(_ a: Language, limit: Int) -> [String]? {
    guard let words = finite(a.id, limit) else { return nil }
    return words.map { word in
      var text = String.UnicodeScalarView()
      for scalar in word { if let scalar = Unicode.Scalar(scalar) { text.append(scalar) } }
      return String(text)
    }
  }

  private typealias Word = ContiguousArray<UInt32>

  private func finite(_ term: Term, _ limit: Int) -> Set<Word>? {
    let node = nodes[Int(term)]
    if node.longest == LanguageNode.unlimited, node.kind != .words { return nil }
    switch node.kind {
    case .empty: return []
    case .epsilon, .end: return [[]]
    case .scalars:
      let ranges = ranges(term)
      guard ranges.reduce(0, { $0 + $1.count }) <= limit else { return nil }
      return Set(ranges.joined().map { [$0] })
    case .words:
      guard Int(node.b - node.a) <= limit else { return nil }
      return Set(wordsOf(term))
    case .concat:
      guard let heads = finite(node.a, limit), let tails = finite(node.b, limit) else { return nil }
      return product(heads, tails, limit)
    case .or:
      var result: Set<Word> = []
      for part in operands(term) {
        guard let words = finite(part, limit) else { return nil }
        result.formUnion(words)
        if result.count > limit { return nil }
      }
      return result
    case .and:
      for part in operands(term) {
        guard let words = finite(part, limit) else { continue }
        return Set(wordsOf(filter(wordSet(Array(words)), by: term)))
      }
      return nil
    case .repeated: return finiteRepeated(node, limit)
    case .not: return nil
    }
  }

  private func product(_ heads: Set<Word>, _ tails: Set<Word>, _ limit: Int) -> Set<Word>? {
    guard heads.count * tails.count <= limit * 4 else { return nil }
    var result: Set<Word> = []
    for head in heads { for tail in tails { result.insert(head + tail) } }
    return result.count <= limit ? result : nil
  }

  private func finiteRepeated(_ node: LanguageNode, _ limit: Int) -> Set<Word>? {
    guard node.c <= Int32(clamping: limit), let parts = finite(node.a, limit) else { return nil }
    var power: Set<Word> = [[]]
    var result: Set<Word> = node.b == 0 ? power : []
    for count in 1...node.c {
      guard let longer = product(power, parts, limit) else { return nil }
      power = longer
      if count >= node.b { result.formUnion(power) }
      if result.count > limit { return nil }
    }
    return result
  }
}
