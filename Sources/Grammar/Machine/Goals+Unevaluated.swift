/// `unevaluatedProperties` and `unevaluatedItems`: what they speak of depends on which schemas of
/// the same value hold. So where they are, alternatives settle that for every schema, and each
/// alternative then gets an ordinary rule: all that was looked at may be anything, the rest is what
/// the keyword says.
extension Goals {
  /// Whether it must be known of every schema in an alternative whether it holds.
  func looksAtUnevaluated(_ kind: ValueKind) -> Bool {
    switch kind {
    case .object: hasUnevaluatedProperties
    case .array: hasUnevaluatedItems
    default: false
    }
  }

  /// The option that a node's word on what was not looked at does not hold.
  func unevaluatedViolation(_ number: Int) -> Conjunction.Option {
    let node = nodes[number]
    return [.unevaluatedViolation(number)] + Self.appliers(node).map { .split($0) }
  }

  /// Turns the keywords for what was not looked at into rules, once all else is settled.
  func addUnevaluated(to conjunction: inout Conjunction, _ kind: ValueKind) {
    for literal in conjunction.unevaluated {
      let evaluators = self.evaluators(literal.node, conjunction.taken)
      let rule =
        kind == .object
        ? restOfObject(literal.node, evaluators) : restOfArray(literal.node, evaluators)
      guard let rule else { continue }
      let number = append(rule)
      if literal.isNegative {
        conjunction.violations.append(number)
      } else {
        conjunction.rules.append(number)
      }
    }
    conjunction.unevaluated = []
  }

  /// The schemas that a node applies to the same value, other than by `not`.
  private static func appliers(_ node: SchemaNode) -> [Int] {
    node.references + node.allOf + node.anyOf + node.oneOf
      + [node.condition, node.then, node.otherwise].compactMap { $0 }
      + node.dependentSchemas.map(\.node)
  }

  /// A node and the schemas that it applies to the same value and that hold.
  private func evaluators(_ number: Int, _ taken: Set<Literal>) -> [Int] {
    var found = [number]
    var seen: Set<Int> = [number]
    var next = 0
    while next < found.count {
      for child in Self.appliers(nodes[found[next]])
      where taken.contains(Literal(child)) && seen.insert(child).inserted {
        found.append(child)
      }
      next += 1
    }
    return found
  }

  /// The rule for members that no evaluator looks at; `nil` where all are looked at.
  private func restOfObject(_ number: Int, _ evaluators: [Int]) -> SchemaNode? {
    var rule = SchemaNode()
    rule.additionalProperties = nodes[number].unevaluatedProperties
    var anything = SchemaNode()
    anything.boolean = true
    let always = append(anything)
    for evaluator in evaluators {
      let node = nodes[evaluator]
      if node.additionalProperties != nil { return nil }
      if evaluator != number, node.unevaluatedProperties != nil { return nil }
      rule.properties += node.properties.map { ($0.name, always) }
      rule.patternProperties += node.patternProperties.map { ($0.pattern, always) }
    }
    return rule
  }

  /// The rule for elements that no evaluator looks at; `nil` where all are looked at.
  private func restOfArray(_ number: Int, _ evaluators: [Int]) -> SchemaNode? {
    guard let rest = nodes[number].unevaluatedItems else { return nil }
    var anything = SchemaNode()
    anything.boolean = true
    var places = 0
    var contained: [Int] = []
    for evaluator in evaluators {
      let node = nodes[evaluator]
      if node.items != nil || (evaluator != number && node.unevaluatedItems != nil) { return nil }
      places = max(places, node.prefixItems.count)
      if let contains = node.contains { contained.append(contains) }
    }
    var rule = SchemaNode()
    let always = append(anything)
    rule.prefixItems = [Int](repeating: always, count: places)
    if contained.isEmpty {
      rule.items = rest
    } else {
      var element = SchemaNode()
      element.anyOf = contained + [rest]
      rule.items = append(element)
    }
    return rule
  }
}
