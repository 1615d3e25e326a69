import TernJSON

// What schemas demand of members of an object by name and constants, without alternatives: enough
// to see at once that two of them exclude each other, or that one holds.
extension Goals {
  /// What a node demands of members by name, with what its references and `allOf` demand.
  func memberDemands(_ number: Int) -> MemberDemands {
    if let known = knownDemands[number] { return known }
    // A schema that applies itself is refused when it is read.
    knownDemands[number] = MemberDemands(isWhole: false)
    let demands = nested { findDemands(number) } ?? MemberDemands(isWhole: false)
    knownDemands[number] = demands
    return demands
  }

  /// What `find` says, or `nil` below many schemas that apply each other: looking further would take
  /// too much of the stack.
  func nested<Found>(_ find: () -> Found) -> Found? {
    guard depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    return find()
  }

  private static let depthLimit = 200

  private func findDemands(_ number: Int) -> MemberDemands {
    let node = nodes[number]
    if let boolean = node.boolean { return MemberDemands(isWhole: boolean) }
    var demands = MemberDemands()
    // Of an object, keywords for other kinds demand nothing.
    demands.isWhole =
      node.types?.contains(.object) != false
      && node.hasOnly([.strings, .numbers, .arrays], and: .members)
    // Of many names, those that tell schemas apart must be there.
    let isLong = node.properties.count > Self.manyMembers
    if isLong { demands.isWhole = false }
    let required = Set(node.required)
    for (name, schema) in node.properties where !isLong || required.contains(name) {
      let fixed = fixedValues(schema)
      let isTrivial = isTrivial(schema)
      demands.all.append(
        MemberDemand(
          name: name, isRequired: required.contains(name), values: fixed?.values,
          isExact: fixed?.isExact ?? isTrivial, schemas: isTrivial ? [] : [schema]))
    }
    let mentioned = Set(demands.all.map(\.name))
    for name in node.required where !mentioned.contains(name) {
      demands.all.append(
        MemberDemand(name: name, isRequired: true, isExact: true))
    }
    for part in node.conjuncts {
      let inner = memberDemands(part)
      demands.all += inner.all
      demands.common += inner.common
      demands.isWhole = demands.isWhole && inner.isWhole
    }
    if !node.conjuncts.isEmpty { demands.all = merged(demands.all) }
    for branches in [node.anyOf, node.oneOf] where !branches.isEmpty {
      let common = commonDemands(branches, isExclusive: !node.oneOf.isEmpty)
      demands.common += common.demands
      demands.isWhole = demands.isWhole && common.isWhole
    }
    return demands
  }

  /// One demand for each name.
  private func merged(_ demands: [MemberDemand]) -> [MemberDemand] {
    var places: [ExactString: Int] = [:]
    var merged: [MemberDemand] = []
    for demand in demands {
      if let place = places[demand.name] {
        merged[place] = merged[place].and(demand)
      } else {
        places[demand.name] = merged.count
        merged.append(demand)
      }
    }
    return merged
  }

  /// What all branches of a choice demand of members, and whether that is all that it demands.
  private func commonDemands(
    _ branches: [Int], isExclusive: Bool
  ) -> (demands: [MemberDemand], isWhole: Bool) {
    guard branches.count <= Self.manyBranches else { return ([], false) }
    let inner = branches.map { memberDemands($0) }
    guard let first = inner.first else { return ([], false) }
    let demands = first.all.compactMap { demand -> MemberDemand? in
      var union = demand
      union.schemas = []
      for other in inner.dropFirst() {
        guard let theirs = other.all.first(where: { $0.name == demand.name }),
          let values = theirs.values
        else { return nil }
        union.values?.formUnion(values)
        union.isRequired = union.isRequired && theirs.isRequired
        union.isExact = union.isExact && theirs.isExact && theirs.isRequired == demand.isRequired
      }
      return union.values == nil ? nil : union
    }
    let count = inner.reduce(0) { $0 + ($1.all.first?.values?.count ?? 0) }
    let isDisjoint = demands.first?.values?.count == count && demands.first?.isRequired == true
    let isWhole =
      (!isExclusive || isDisjoint) && demands.count == 1 && demands[0].isExact
      && inner.allSatisfy { $0.isWhole && $0.all.count == 1 && $0.common.isEmpty }
    return (
      demands.map { demand in
        var demand = demand
        demand.isExact = demand.isExact && isWhole
        return demand
      }, isWhole
    )
  }

  private static let manyBranches = 64

  private static let manyMembers = 64

  /// Whether a node demands nothing.
  func isTrivial(_ number: Int) -> Bool {
    nodes[number].boolean ?? nodes[number].hasOnly([])
  }

  /// The only values that can satisfy a node, where constants name them, and whether all of them do.
  func fixedValues(_ number: Int) -> (values: Set<Int>, isExact: Bool)? {
    if let known = knownValues[number] { return known }
    knownValues[number] = .some(nil)
    let found = nested { findValues(nodes[number]) } ?? nil
    knownValues[number] = found
    return found
  }

  /// The only values that can satisfy some demands, where constants name them.
  func fixedValues(of demands: [Literal]) -> Set<Int>? {
    var found: Set<Int>?
    for demand in demands where !demand.isNegative {
      guard let values = fixedValues(demand.node)?.values else { continue }
      found = found?.intersection(values) ?? values
    }
    return found
  }

  /// Whether a demand holds of each of some values, or of none; `nil` where that depends.
  func verdict(_ demand: Literal, among values: Set<Int>) -> Bool? {
    let demand = canonical(demand)
    guard let fixed = fixedValues(demand.node) else { return nil }
    if !values.intersects(fixed.values) { return demand.isNegative }
    return fixed.isExact && values.isSubset(of: fixed.values) ? !demand.isNegative : nil
  }

  private func findValues(_ node: SchemaNode) -> (values: Set<Int>, isExact: Bool)? {
    if node.boolean != nil { return nil }
    var isExact = node.hasOnly(.values, and: .choices)
    var found: Set<Int>?
    func narrow(_ values: Set<Int>) { found = found?.intersection(values) ?? values }
    if let value = node.constant { narrow([valueNumbers.number(of: value)]) }
    if let values = node.enumeration {
      narrow(Set(values.map { valueNumbers.number(of: $0) }))
    }
    for part in node.conjuncts {
      guard let inner = fixedValues(part) else {
        if !isTrivial(part) { isExact = false }
        continue
      }
      narrow(inner.values)
      isExact = isExact && inner.isExact
    }
    for branches in [node.anyOf, node.oneOf] where !branches.isEmpty {
      let inner = branches.map { fixedValues($0) }
      guard inner.allSatisfy({ $0 != nil }) else {
        isExact = false
        continue
      }
      let union = inner.reduce(into: Set<Int>()) { $0.formUnion($1?.values ?? []) }
      isExact = isExact && inner.allSatisfy { $0?.isExact == true }
      // Of `oneOf`, a value of two branches is none of the whole.
      let count = inner.reduce(0) { $0 + ($1?.values.count ?? 0) }
      if !node.oneOf.isEmpty, count > union.count { isExact = false }
      narrow(union)
    }
    if let opposite = node.not {
      let inner = canonical(Literal(opposite))
      if inner.isNegative, let values = fixedValues(inner.node) {
        narrow(values.values)
        isExact = isExact && values.isExact
      } else {
        isExact = false
      }
    }
    guard let found else { return nil }
    if let types = node.types, isExact {
      isExact = found.allSatisfy { types.allows(valueNumbers[$0]) }
    }
    return (found, isExact)
  }

  /// That a node does not hold of an object, where it is about one member; `nil` for others.
  func exclusion(_ number: Int) -> MemberExclusion? {
    let node = nodes[number]
    guard !node.has(.objects, besides: .plainMembers.union(.unevaluated)),
      let name = node.properties.first?.name ?? node.required.first,
      node.properties.count < 2, node.required.allSatisfy({ $0 == name })
    else { return nil }
    let isRequired = !node.required.isEmpty
    guard let schema = node.properties.first?.node, !isTrivial(schema) else {
      // It always holds where it demands nothing.
      guard isRequired else { return nil }
      return MemberExclusion(
        name: name, demand: MemberDemand(name: name, isRequired: true, isExact: true),
        schema: number)
    }
    let fixed = fixedValues(schema)
    let isExact = fixed?.isExact == true
    let opposite = isExact ? nil : opposite(of: schema, name)
    return MemberExclusion(
      name: name,
      demand: MemberDemand(
        name: name, isRequired: isRequired, values: isExact ? fixed?.values : nil,
        isExact: isExact),
      schema: schema, opposite: opposite,
      rest: opposite.flatMap { memberDemands($0).all.first { $0.values != nil } })
  }

  /// The same demand of a node that says more than that another one holds, or that it does not.
  func canonical(_ literal: Literal) -> Literal {
    var literal = literal
    for _ in 0..<8 {
      let node = nodes[literal.node]
      if let opposite = node.not, node.hasOnly([], and: .opposite) {
        literal = literal.isNegative ? Literal(opposite) : Literal(opposite).negated
      } else if node.conjuncts.count == 1, node.hasOnly([], and: .conjunctions) {
        literal =
          literal.isNegative ? Literal(node.conjuncts[0]).negated : Literal(node.conjuncts[0])
      } else {
        break
      }
    }
    return literal
  }

  /// The node that an object satisfies unless its member `name` satisfies `schema`.
  private func opposite(of schema: Int, _ name: ExactString) -> Int {
    let key = OppositeKey(name: name, node: schema)
    if let known = opposites[key] { return known }
    var value = SchemaKeywords()
    value.applicators.not = schema
    var node = SchemaKeywords()
    node.objects.properties = [(name, append(value, for: schema))]
    let number = append(node, for: schema)
    opposites[key] = number
    return number
  }

  struct OppositeKey: Hashable {
    var name: ExactString
    var node: Int
  }
}

extension KeywordSet {
  /// Keywords that name members of an object and say that they must be there, and those that put such
  /// demands together.
  fileprivate static let plainMembers = KeywordSet([.type, .properties, .required, .ref, .allOf])
  /// Keywords that put values together.
  fileprivate static let choices = KeywordSet([.ref, .allOf, .anyOf, .oneOf, .not])
  fileprivate static let members = plainMembers.union(KeywordSet([.anyOf, .oneOf]))
  fileprivate static let opposite = KeywordSet([.not])
  fileprivate static let conjunctions = KeywordSet([.ref, .allOf])
}

extension TypeSet {
  /// Whether `value` is of one of the types.
  func allows(_ value: JSON) -> Bool {
    guard contains(value.kind.type) else { return false }
    guard contains(.onlyIntegers), let number = value.number else { return true }
    return Decimal(reading: Array(number.text.utf8)).exponent >= 0
  }
}
