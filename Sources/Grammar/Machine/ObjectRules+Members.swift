import TernJSON

extension ObjectRules {
  /// What the keywords of a node demand of the value of `key`.
  func demands(_ rule: Int, _ key: ExactString) -> [Literal] {
    let node = goals.nodes[rule]
    var demands: [Literal] = []
    if let schema = property(rule, key) { demands.append(Literal(schema)) }
    for (pattern, schema) in node.patternProperties
    where goals.languages.contains(goals.pattern(pattern), key.text) {
      demands.append(Literal(schema))
    }
    if demands.isEmpty, let schema = node.additionalProperties { demands.append(Literal(schema)) }
    return demands
  }

  /// The schema of a mentioned name.
  private func property(_ rule: Int, _ key: ExactString) -> Int? {
    let properties = goals.nodes[rule].properties
    guard properties.count > Self.fewProperties else {
      return properties.first { $0.name == key }?.node
    }
    if let known = propertyIndex[rule] { return known[key] }
    let index = Dictionary(properties.map { ($0.name, $0.node) }) { first, _ in first }
    propertyIndex[rule] = index
    return index[key]
  }

  /// So many are searched one by one.
  private static let fewProperties = 16

  private func demands(_ shape: ObjectShape, _ key: ExactString) -> [Literal] {
    guard let place = shape.index[key] else {
      return shape.rules.flatMap { self.demands($0, key) }
    }
    if let known = shape.demands[place] { return known }
    let rules = shape.rulesOfName[place] + shape.wideRules
    let demands = rules.flatMap { self.demands($0, key) }
    shape.demands[place] = demands
    return demands
  }

  /// What conditions demand of the value of `key`, where they do.
  private func conditionDemands(
    _ shape: ObjectShape, _ key: ExactString
  ) -> [(place: Int, literals: [Literal])] {
    // Conditions only speak of names that they mention.
    guard let place = shape.index[key] else { return [] }
    if let known = shape.conditionDemands[place] { return known }
    let found = shape.conditions.enumerated().compactMap { place, condition in
      let literals = demands(condition.node, key)
      return literals.isEmpty ? nil : (place: place, literals: literals)
    }
    shape.conditionDemands[place] = found
    return found
  }

  /// What the members that a schema mentions must be.
  func memberGoals(_ number: Int32) -> [Goal] {
    let shape = shape(of: number)
    return shape.names.map { goals.goal(demands(shape, $0)) }
  }

  /// Whether a mentioned name can be there at all: its value has a schema that something satisfies.
  func isAllowed(_ shape: ObjectShape, _ place: Int) -> Bool {
    if shape.absent[place] { return false }
    if let known = shape.isAllowed[place] { return known }
    let key = shape.names[place]
    // What it must be is told once its choices are settled.
    if shape.isOpen[place] { return true }
    let answer =
      shape.rules.allSatisfy { rule in
        goals.nodes[rule].propertyNames.map { isName(key, of: $0) } ?? true
      } && goals.isLive(goals.goal(demands(shape, key)))
    if answer || !goals.isTentative { shape.isAllowed[place] = answer }
    return answer
  }

  func isName(_ key: ExactString, of names: Int) -> Bool {
    goals.languages.contains(goals.strings(of: goals.goal([Literal(names)])), key.text)
  }

  /// The members that `key` may begin after `state`; more than one where schemas disagree on what
  /// its value settles.
  func members(_ number: Int32, _ key: ExactString) -> [MemberChoice] {
    let choice = KeyChoice(state: number, key: key)
    if let known = followers[choice] { return known }
    let answer = findMembers(number, key, onlySettling: false)
    // A search that was cut short says nothing that lasts.
    if openPlans.isEmpty, !goals.isTentative { followers[choice] = answer }
    return answer
  }

  func findMembers(
    _ number: Int32, _ key: ExactString, onlySettling: Bool, onlyFirst: Bool = false
  ) -> [MemberChoice] {
    let state = state(number)
    let shape = shape(of: number)
    goals.work += 1
    if let open = shape.open, shape.index[key].map({ shape.isOpen[$0] }) ?? false {
      var found: [MemberChoice] = []
      for settled in settled(number, open, before: key) where found.isEmpty || !onlyFirst {
        found += findMembers(settled, key, onlySettling: onlySettling, onlyFirst: onlyFirst)
      }
      return found
    }
    var next = state
    if let place = shape.index[key] {
      if state.seen[place] || !isAllowed(shape, place) { return [] }
      next.seen[place] = true
      if isOrdered(place, shape) {
        next.cursor = max(next.cursor, Int32(place + 1))
      }
    } else {
      if state.others.contains(key) { return [] }
      next.others.insert(key, at: next.others.firstIndex { $0 > key } ?? next.others.count)
    }
    if next.count > shape.maximum { return [] }
    if shape.conditions.indices.contains(where: {
      state.denied[$0] && shape.names[shape.conditions[$0].name] == key
    }) {
      return []
    }
    var found: [MemberChoice] = []
    for branch in branches(next, shape, key, unmet: state.unmet)
    where found.isEmpty || !onlyFirst {
      if onlySettling, branch.unmet.count == state.unmet.count { continue }
      let goal = goals.goal(branch.demands)
      guard goals.isLive(goal) else { continue }
      next.unmet = branch.unmet
      next.denied = branch.denied
      let after = self.number(of: next)
      if plan(after) != .never { found.append(MemberChoice(goal: goal, state: after)) }
    }
    return found
  }

  private struct Branch {
    var demands: [Literal]
    var unmet: [Int] = []
    var denied: BitSet
  }

  /// The ways in which the value of `key` settles violations and conditions, or does not; `next` is
  /// the state after it.
  private func branches(
    _ next: ObjectState, _ shape: ObjectShape, _ key: ExactString, unmet: [Int]
  ) -> [Branch] {
    let own = demands(shape, key)
    var branches = [Branch(demands: own, denied: next.denied)]
    if shape.conditions.isEmpty, unmet.isEmpty { return branches }
    let values = goals.fixedValues(of: own)
    for (place, theirs) in conditionDemands(shape, key) where !next.denied[place] {
      if next.seen[shape.conditions[place].name] {
        for index in branches.indices { branches[index].demands += theirs }
      } else {
        branches = branches.flatMap { branch in
          var failed = branch
          failed.denied[place] = true
          return split(branch, failed, theirs, values)
        }
      }
    }
    for violation in unmet {
      if let names = goals.nodes[violation].propertyNames, !isName(key, of: names) { continue }
      branches = branches.flatMap { branch in
        var rest = branch
        rest.unmet.append(violation)
        return split(rest, branch, demands(violation, key), values)
      }
    }
    return branches
  }

  /// Splits a branch by whether demands hold, as far as something satisfies what comes of it.
  ///
  /// `holds` goes on with all of `literals`, `fails` with each of them failing in turn. What fails
  /// comes first: it settles more.
  /// - Parameter values: the only values that the member may have; `nil` where they are not known.
  private func split(
    _ holds: Branch, _ fails: Branch, _ literals: [Literal], _ values: Set<Int>?
  ) -> [Branch] {
    var literals = literals
    if let values {
      if literals.contains(where: { goals.verdict($0, among: values) == false }) { return [fails] }
      literals.removeAll { goals.verdict($0, among: values) == true }
    }
    var branches: [Branch] = []
    for (place, literal) in literals.enumerated() {
      var branch = fails
      branch.demands += literals[..<place] + [literal.negated]
      branches.append(branch)
    }
    var branch = holds
    branch.demands += literals
    branches.append(branch)
    if literals.isEmpty { return branches }
    branches.removeAll { !goals.isLive(goals.goal($0.demands)) }
    branchCount += branches.count
    if branchCount > Self.branchLimit {
      goals.exhaust()
      return []
    }
    return branches
  }
}
