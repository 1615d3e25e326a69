// Budgets that are exceeded, and the keywords that errors then name.
extension Goals {
  /// Notes that a budget was exceeded.
  ///
  /// - Parameter origin: what took so much; `nil`: what was worked out last.
  func exhaust(_ origin: Conjunction.Origin? = nil) {
    if !isExhausted {
      exhaustedBy = [origin, culprit].lazy.compactMap { $0.flatMap(self.named) }.first
      if exhaustedBy == nil { exhaustedBy = lastRead.map(mainKeyword(of:)) }
    }
    isExhausted = true
  }

  /// What to say where a budget was exceeded: the keyword and its place, where they are known.
  var complexity: GrammarError {
    guard let origin = exhaustedBy,
      let (start, document) = documents.last(where: { $0.start <= origin.node })
    else { return .tooComplex }
    return .schema(
      SchemaError(
        keyword: origin.keyword, pointer: document.pointer(of: origin.node - start),
        reason: .tooComplex))
  }

  /// A keyword of a node as one of a document; `nil` where the node comes of none.
  private func named(_ origin: Conjunction.Origin) -> Conjunction.Origin? {
    guard let node = documentNode(of: origin.node) else { return nil }
    return origin.keyword.isEmpty
      ? mainKeyword(of: node) : Conjunction.Origin(node: node, keyword: origin.keyword)
  }

  /// The keyword of a node that leads to others, or else the first one that it has.
  private func mainKeyword(of number: Int) -> Conjunction.Origin {
    let node = nodes[number]
    let applicators = node.present.intersection(node.table.members(.applicators))
    let keyword = (applicators.isEmpty ? node.present : applicators).first
    return Conjunction.Origin(node: number, keyword: keyword?.rawValue ?? "")
  }
}
