import TernJSON

// Choices that are about one member alone are choices of its value: `anyOf` of schemas that each only
// say what `a` must be says that `a` must be one of several things.
extension Goals {
  /// The nodes that say the same as `anyOf` and `oneOf` of a node, about one member each; `nil` where
  /// one of them is about more.
  func lifted(_ number: Int, _ node: SchemaNode) -> [Int]? {
    if let known = liftedChoices[number] { return known }
    let found = hasUnevaluatedProperties ? nil : findLifted(number, node)
    liftedChoices[number] = .some(found)
    return found
  }

  private func findLifted(_ number: Int, _ node: SchemaNode) -> [Int]? {
    var lifted: [SchemaKeywords] = []
    if !node.anyOf.isEmpty {
      guard let rule = liftedRule(number, node.anyOf, isExclusive: false) else { return nil }
      lifted.append(rule)
    }
    if !node.oneOf.isEmpty {
      guard let rule = liftedRule(number, node.oneOf, isExclusive: true) else { return nil }
      lifted.append(rule)
    }
    return lifted.isEmpty ? nil : lifted.map { append($0, for: number) }
  }

  private func liftedRule(
    _ number: Int, _ branches: [Int], isExclusive: Bool
  ) -> SchemaKeywords? {
    // A name among many is only told apart from the others by the object.
    let first = memberDemands(branches[0])
    guard first.isWhole, first.common.isEmpty, first.all.count == 1 else { return nil }
    let demands = branches.map { memberDemands($0) }
    guard
      demands.allSatisfy({
        $0.isWhole && $0.common.isEmpty && $0.all.count == 1 && $0.all[0].name == first.all[0].name
          && $0.all[0].isRequired == first.all[0].isRequired
      })
    else { return nil }
    var value = SchemaKeywords()
    let schemas = demands.map { self.schema(of: $0.all[0], for: number) }
    if isExclusive { value.applicators.oneOf = schemas } else { value.applicators.anyOf = schemas }
    var rule = SchemaKeywords()
    rule.objects.properties = [(first.all[0].name, append(value, for: number))]
    // Without the member all branches would hold.
    if first.all[0].isRequired || isExclusive && branches.count > 1 {
      rule.objects.required = [first.all[0].name]
    }
    return rule
  }

  /// The node that demands of a value what is demanded of a member.
  private func schema(of demand: MemberDemand, for source: Int) -> Int {
    if demand.schemas.count == 1 { return demand.schemas[0] }
    var node = SchemaKeywords()
    if demand.schemas.isEmpty {
      node.boolean = true
    } else {
      node.applicators.allOf = demand.schemas
    }
    return append(node, for: source)
  }
}
