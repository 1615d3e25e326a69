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

  /// The option that a node's word on what was not looked at does not hold, though all its other
  /// keywords do: where one of those fails, that is an option of its own.
  func unevaluatedViolation(_ number: Int) -> Conjunction.Option {
    [.literal(Literal(withoutUnevaluated(number))), .unevaluatedViolation(number)]
  }

  /// The node with all the keywords of another but those for what was not looked at.
  private func withoutUnevaluated(_ number: Int) -> Int {
    if let known = plainTwins[number] { return known }
    var node = nodes[number].keywords
    (node.objects.unevaluatedProperties, node.arrays.unevaluatedItems) = (nil, nil)
    let twin = append(node, for: number)
    plainTwins[number] = twin
    return twin
  }

  /// Turns the keywords for what was not looked at into rules, once all else is settled; false where
  /// one must not hold, but has nothing left to speak of.
  func addUnevaluated(to conjunction: inout Conjunction, _ kind: ValueKind) -> Bool {
    for literal in conjunction.unevaluated {
      let evaluators = self.evaluators(literal.node, conjunction)
      let rule =
        kind == .object
        ? restOfObject(literal.node, evaluators) : restOfArray(literal.node, evaluators)
      switch (rule, literal.isNegative) {
      case (nil, false): break
      case (nil, true): return false
      case (let rule?, false): conjunction.rules.append(append(rule, for: literal.node))
      case (let rule?, true): conjunction.violations.append(append(rule, for: literal.node))
      }
    }
    conjunction.unevaluated = []
    return true
  }

  /// The schemas that a node applies to the same value, among those that hold; other than by `not`.
  private static func applied(_ node: SchemaNode, _ conjunction: Conjunction) -> [Int] {
    func holds(_ number: Int?, _ isPositive: Bool = true) -> Bool {
      guard let literal = number.map({ Literal($0) }) else { return false }
      return conjunction.taken.contains(isPositive ? literal : literal.negated)
    }
    return node.applied.filter { part in
      let counts =
        switch part.role {
        case .conjunct, .alternative, .condition: true
        case .negated: false
        case .then: holds(node.condition)
        case .otherwise: holds(node.condition, false)
        case .dependent: part.name.map { conjunction.present.contains($0) } ?? false
        }
      return counts && holds(part.node)
    }.map(\.node)
  }

  /// A node and the schemas that it applies to the same value and that hold.
  private func evaluators(_ number: Int, _ conjunction: Conjunction) -> [Int] {
    var found = [number]
    var seen: Set<Int> = [number]
    var next = 0
    while next < found.count {
      for child in Self.applied(nodes[found[next]], conjunction) where seen.insert(child).inserted {
        found.append(child)
      }
      next += 1
    }
    return found
  }

  /// The rule for members that no evaluator looks at; `nil` where all are looked at.
  private func restOfObject(_ number: Int, _ evaluators: [Int]) -> SchemaKeywords? {
    var rule = SchemaKeywords()
    rule.objects.additionalProperties = nodes[number].unevaluatedProperties
    var anything = SchemaKeywords()
    anything.boolean = true
    let always = append(anything)
    for evaluator in evaluators {
      let node = nodes[evaluator]
      if node.additionalProperties != nil { return nil }
      if evaluator != number, node.unevaluatedProperties != nil { return nil }
      rule.objects.properties += node.properties.map { ($0.name, always) }
      rule.objects.patternProperties += node.patternProperties.map { ($0.pattern, always) }
    }
    return rule
  }

  /// The rule for elements that no evaluator looks at; `nil` where all are looked at.
  private func restOfArray(_ number: Int, _ evaluators: [Int]) -> SchemaKeywords? {
    guard let rest = nodes[number].unevaluatedItems else { return nil }
    var anything = SchemaKeywords()
    anything.boolean = true
    var places = 0
    var contained: [Int] = []
    for evaluator in evaluators {
      let node = nodes[evaluator]
      if node.items != nil || (evaluator != number && node.unevaluatedItems != nil) { return nil }
      places = max(places, node.prefixItems.count)
      if let contains = node.contains { contained.append(contains) }
    }
    var rule = SchemaKeywords()
    let always = append(anything)
    rule.arrays.prefixItems = [Int](repeating: always, count: places)
    if contained.isEmpty {
      rule.arrays.items = rest
    } else {
      var element = SchemaKeywords()
      element.applicators.anyOf = contained + [rest]
      rule.arrays.items = append(element, for: number)
    }
    return rule
  }
}
