import TernJSON

extension Goals {
  /// Reads all demands that are pending; false where they cannot hold together.
  func readPending(_ conjunction: inout Conjunction, _ kind: ValueKind) -> Bool {
    while let literal = conjunction.pending.popLast() {
      guard let isNew = conjunction.take(literal) else { return false }
      guard isNew else { continue }
      let node = nodes[literal.node]
      if let source = documentNode(of: literal.node) { lastRead = source }
      let holds =
        literal.isNegative
        ? readNegative(literal.node, node, kind, &conjunction)
        : readPositive(literal.node, node, kind, &conjunction)
      guard holds else { return false }
    }
    return true
  }

  // MARK: what a schema demands

  private func readPositive(
    _ number: Int, _ node: SchemaNode, _ kind: ValueKind, _ into: inout Conjunction
  ) -> Bool {
    if let boolean = node.boolean { return boolean }
    if let types = node.types, types.isDisjoint(with: kind.type) { return false }
    let lists = [("enum", node.enumeration), ("const", node.constant.map { [$0] })]
    for case (let keyword, let values?) in lists {
      let origin = Conjunction.Origin(node: number, keyword: keyword)
      if !readEnumeration(values, kind, origin, &into) { return false }
    }
    into.pending += node.conjuncts.reversed().map { Literal($0) }
    if let not = node.not { into.pending.append(Literal(not).negated) }
    switch kind {
    case .string:
      let language = stringLanguage(number)
      if language == languages.empty { return false }
      if language != languages.anyString { into.languages.append(language) }
    case .number:
      if node.hasNumberKeywords {
        guard let constraint = numberConstraint(number), into.add([.number(constraint)]) else {
          return false
        }
      }
    case .array:
      if node.hasArrayKeywords { into.rules.append(number) }
      if node.unevaluatedItems != nil { into.unevaluated.append(Literal(number)) }
    case .object:
      into.demanding.append(number)
      if node.unevaluatedProperties != nil { into.unevaluated.append(Literal(number)) }
      if node.hasObjectKeywords { into.rules.append(number) }
      for (name, schema) in node.dependentSchemas {
        if isRuleOfMembers(nodes[schema]), !hasUnevaluatedProperties {
          into.conditions.append(Conjunction.Condition(name: name, node: schema))
        } else {
          into.choices.append(
            Conjunction.Choice(
              options: [[.absent(name)], [.present(name), .literal(Literal(schema))]],
              origin: Conjunction.Origin(node: number, keyword: "dependentSchemas")))
        }
      }
    case .null, .true, .false: break
    }
    return readChoices(number, node, kind, &into)
  }

  /// Whether all that a node demands of an object is of members one by one, so that it can begin to
  /// hold in the midst of one.
  func isRuleOfMembers(_ node: SchemaNode) -> Bool {
    node.boolean == nil && node.types?.contains(.object) != false
      && node.hasOnly([.strings, .numbers, .arrays], and: .ofMembers)
  }

  /// `anyOf`, `oneOf` and `if`.
  private func readChoices(
    _ number: Int, _ node: SchemaNode, _ kind: ValueKind, _ into: inout Conjunction
  ) -> Bool {
    func choose(_ keyword: String, _ options: [Conjunction.Option]) {
      let origin = Conjunction.Origin(node: number, keyword: keyword)
      into.choices.append(Conjunction.Choice(options: options, origin: origin))
    }
    if kind == .object, let lifted = lifted(number, node) {
      into.pending += lifted.map { Literal($0) }
      return readCondition(node, kind, choose)
    }
    if !node.anyOf.isEmpty {
      let options = node.anyOf.filter { !isRuledOut(Literal($0), kind) }
        .map { [Conjunction.Fact.literal(Literal($0))] }
      if options.isEmpty { return false }
      choose("anyOf", options)
      if looksAtUnevaluated(kind) {
        for branch in node.anyOf {
          into.split(branch, Conjunction.Origin(node: number, keyword: "anyOf"))
        }
      }
    }
    if !node.oneOf.isEmpty {
      let branches = node.oneOf.filter { !isRuledOut(Literal($0), kind) }
      if branches.isEmpty { return false }
      culprit = Conjunction.Origin(node: number, keyword: "oneOf")
      let overlaps = overlaps(of: branches, kind)
      choose(
        "oneOf",
        branches.indices.map { index in
          [.literal(Literal(branches[index]))]
            + overlaps[index].map { .literal(Literal(branches[$0]).negated) }
        })
    }
    return readCondition(node, kind, choose)
  }

  /// `if`; always true.
  private func readCondition(
    _ node: SchemaNode, _ kind: ValueKind, _ choose: (String, [Conjunction.Option]) -> Void
  ) -> Bool {
    if var condition = node.condition.map({ Literal($0) }),
      node.then ?? node.otherwise != nil || looksAtUnevaluated(kind)
    {
      // What was looked at by whom is told by the nodes themselves.
      if !looksAtUnevaluated(kind) { condition = canonical(condition) }
      let holds: [Literal] = [condition] + (node.then.map { [Literal($0)] } ?? [])
      let fails: [Literal] = [condition.negated] + (node.otherwise.map { [Literal($0)] } ?? [])
      choose("if", [holds.map { .literal($0) }, fails.map { .literal($0) }])
    }
    return true
  }

  private func readEnumeration(
    _ values: [JSON], _ kind: ValueKind, _ origin: Conjunction.Origin,
    _ into: inout Conjunction
  ) -> Bool {
    let values = values.filter { $0.kind == kind }
    if values.isEmpty { return false }
    switch kind {
    case .null, .true, .false: return true
    case .string:
      into.languages.append(languages.words(values.compactMap(\.string)))
      return true
    case .number:
      let options: [Conjunction.Option] = values.compactMap { decimal($0.number) }
        .map { [.number(.only($0))] }
      into.choices.append(Conjunction.Choice(options: options, origin: origin))
    case .array, .object:
      let options: [Conjunction.Option] = values.map { [.literal(Literal(constant($0)))] }
      into.choices.append(Conjunction.Choice(options: options, origin: origin))
    }
    return true
  }

  // MARK: what the opposite of a schema demands

  private func readNegative(
    _ number: Int, _ node: SchemaNode, _ kind: ValueKind, _ into: inout Conjunction
  ) -> Bool {
    if let boolean = node.boolean { return !boolean }
    if let types = node.types, types.isDisjoint(with: kind.type) { return true }
    var options: [Conjunction.Option] = []
    for values in [node.enumeration, node.constant.map { [$0] }] {
      guard let values else { continue }
      guard let option = otherThan(values, kind) else { return true }
      options += option
    }
    options += node.conjuncts.map { [.literal(Literal($0).negated)] }
    if let not = node.not { options.append([.literal(Literal(not))]) }
    options += negatedChoices(node, kind)
    options += negatedKeywords(number, node, kind)
    options.removeAll { option in
      option.contains { fact in
        if case .literal(let literal) = fact { isRuledOut(literal, kind) } else { false }
      }
    }
    if options.isEmpty { return false }
    let origin = Conjunction.Origin(node: number, keyword: "")
    into.choices.append(Conjunction.Choice(options: options, origin: origin))
    return true
  }

  /// The options of being none of `values`; `nil` where that is sure for the kind.
  private func otherThan(_ values: [JSON], _ kind: ValueKind) -> [Conjunction.Option]? {
    let values = values.filter { $0.kind == kind }
    if values.isEmpty { return nil }
    switch kind {
    case .null, .true, .false: return []
    case .string:
      return [[.language(languages.not(languages.words(values.compactMap(\.string))))]]
    case .number:
      let points = values.compactMap { decimal($0.number) }
      return [[.number(NumberConstraint(excluded: points))]]
    case .array, .object:
      return [values.map { .literal(Literal(constant($0)).negated) }]
    }
  }

  private func negatedChoices(_ node: SchemaNode, _ kind: ValueKind) -> [Conjunction.Option] {
    var options: [Conjunction.Option] = []
    if !node.anyOf.isEmpty {
      options.append(node.anyOf.map { .literal(Literal($0).negated) })
    }
    if !node.oneOf.isEmpty {
      let branches = node.oneOf
      options.append(branches.map { .literal(Literal($0).negated) })
      for second in branches.indices {
        for first in 0..<second {
          options.append([
            .literal(Literal(branches[first])), .literal(Literal(branches[second])),
          ])
        }
      }
    }
    if let condition = node.condition.map({ Literal($0) }) {
      if let then = node.then {
        options.append([.literal(condition), .literal(Literal(then).negated)])
      }
      if let otherwise = node.otherwise {
        options.append([.literal(condition.negated), .literal(Literal(otherwise).negated)])
      }
    }
    return options
  }

  private func negatedKeywords(
    _ number: Int, _ node: SchemaNode, _ kind: ValueKind
  ) -> [Conjunction.Option] {
    switch kind {
    case .null, .true, .false: return []
    case .string:
      let language = stringLanguage(number)
      return language == languages.anyString ? [] : [[.language(languages.not(language))]]
    case .number:
      guard node.hasNumberKeywords else { return [] }
      guard let constraint = numberConstraint(number) else { return [[]] }
      return constraint.negated().map { [.number($0)] }
    case .array:
      return (node.hasArrayKeywords ? [[.violation(number)]] : [])
        + (node.unevaluatedItems == nil ? [] : [unevaluatedViolation(number)])
    case .object:
      let own: Conjunction.Option? = exclusion(number).map { [.outside($0)] }
      return (node.hasObjectKeywords ? [own ?? [.violation(number)]] : [])
        + (node.unevaluatedProperties == nil ? [] : [unevaluatedViolation(number)])
        + node.dependentSchemas.map { [.present($0.name), .literal(Literal($0.node).negated)] }
    }
  }

  // MARK: what is sure at first sight

  /// Whether no value of the kind can satisfy a goal, as far as that shows at first sight.
  func isRuledOut(_ goal: Goal, _ kind: ValueKind) -> Bool {
    demands(of: goal).contains { isRuledOut($0, kind) }
  }

  /// Whether no value of the kind can satisfy `literal`, as far as types, constants and booleans
  /// tell.
  func isRuledOut(_ literal: Literal, _ kind: ValueKind, depth: Int = 0) -> Bool {
    let node = nodes[literal.node]
    if literal.isNegative { return node.boolean == true }
    if let boolean = node.boolean { return !boolean }
    if let types = node.types, types.isDisjoint(with: kind.type) { return true }
    if let value = node.constant, value.kind != kind { return true }
    if let values = node.enumeration, !values.contains(where: { $0.kind == kind }) { return true }
    return depth < 8
      && node.conjuncts.contains {
        isRuledOut(Literal($0), kind, depth: depth + 1)
      }
  }
}

extension KeywordSet {
  /// Keywords that can begin to hold in the midst of an object.
  fileprivate static let ofMembers = KeywordSet([
    .type, .properties, .required, .minProperties, .maxProperties, .dependentRequired,
  ])
}

extension JSON {
  /// What the value is.
  var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool(let value): value ? .true : .false
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
