import TernJSON

// The rules of a conjunction that can only be told once its choices are settled.
extension Goals {
  /// A conjunction without choices, with the rules that only now can be told; `nil` where they
  /// cannot hold.
  func finished(_ conjunction: Conjunction, _ kind: ValueKind) -> Conjunction? {
    var result = conjunction
    guard addUnevaluated(to: &result, kind) else { return nil }
    guard kind == .object else { return result }
    result.rules += result.lateRules.filter { !isImplied($0, conjunction) }.map(\.node)
    for name in result.cutNames {
      if let rule = rule(forCut: name, result.members[name]) { result.rules.append(rule) }
    }
    return result
  }

  /// Whether a member cannot satisfy the schema that a rule keeps it from, as all else shows.
  private func isImplied(_ rule: Conjunction.LateRule, _ conjunction: Conjunction) -> Bool {
    guard !rule.isKnown, let domain = conjunction.members[rule.name] else { return false }
    if let values = domain.values { return verdict(Literal(rule.schema), among: values) == false }
    return !mayHold(rule.schema, with: domain.schemas)
  }

  /// The node that keeps a member from values that are excluded; `nil` where other rules do.
  private func rule(forCut name: ExactString, _ domain: MemberDomain?) -> Int? {
    guard let domain else { return nil }
    // Where no value is left, the rule says that the member must not be there.
    if domain.values != nil, !domain.isCut { return nil }
    let key = CutKey(
      name: name, values: (domain.values ?? domain.excluded).sorted(),
      isExcluded: domain.values == nil)
    if let known = cuts[key] { return known }
    var list = SchemaKeywords()
    list.values.enumeration = key.values.map { valueNumbers[$0] }
    var value = list
    if key.isExcluded {
      value = SchemaKeywords()
      value.applicators.not = append(list)
    }
    var node = SchemaKeywords()
    node.objects.properties = [(name, append(value))]
    let number = append(node)
    cuts[key] = number
    return number
  }

  struct CutKey: Hashable {
    var name: ExactString
    var values: [Int]
    var isExcluded: Bool
  }
}
