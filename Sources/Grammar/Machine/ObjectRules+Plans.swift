import TernJSON

extension ObjectRules {
  /// Whether the object may end here.
  func canClose(_ number: Int32) -> Bool {
    let state = state(number)
    let shape = shape(of: number)
    return state.count >= shape.minimum && state.seen.firstMissing(of: shape.requiredSet) == nil
      && shape.dependents.allSatisfy { !state.seen[$0.name] || state.seen[$0.other] }
      && shape.conditions.allSatisfy {
        !state.seen[$0.name] || !isViolatedAtEnd($0.node, state, shape)
      }
      && state.unmet.allSatisfy { isViolatedAtEnd($0, state, shape) }
      && (shape.open.map { mayEnd(number, $0) } ?? true)
  }

  func isViolatedAtEnd(_ rule: Int, _ state: ObjectState, _ shape: ObjectShape) -> Bool {
    let node = goals.nodes[rule]
    func has(_ name: ExactString) -> Bool { shape.index[name].map { state.seen[$0] } ?? false }
    return state.count < node.minProperties ?? 0 || state.count > node.maxProperties ?? .max
      || node.required.contains { !has($0) }
      || node.dependentRequired.contains { has($0.name) && !$0.required.allSatisfy(has) }
  }

  /// The next step of a way to finish the object.
  func plan(_ number: Int32) -> ObjectPlan {
    if let known = plans[Int(number)] { return known }
    if canClose(number) {
      plans[Int(number)] = .close
      return .close
    }
    let state = state(number)
    let shape = shape(of: number)
    if isSimple(shape) {
      let missing = state.seen.firstMissing(of: shape.requiredSet)
      let plan = missing.map { ObjectPlan.member(shape.names[$0]) } ?? .never
      plans[Int(number)] = plan
      return plan
    }
    if let plan = groupedPlan(number, state, shape) {
      if !goals.isTentative { plans[Int(number)] = plan }
      return plan
    }
    return search(number, state, shape)
  }

  /// Whether finishing only takes the required names, each of which can be there.
  func isSimple(_ shape: ObjectShape) -> Bool {
    if let known = shape.isSimple { return known }
    shape.isSimple = false
    let answer =
      shape.violations.isEmpty && shape.dependents.isEmpty && shape.conditions.isEmpty
      && shape.open == nil && shape.minimum <= shape.required.count
      && shape.maximum == .max && shape.required.allSatisfy { isAllowed(shape, $0) }
    shape.isSimple = answer || !goals.isTentative ? answer : nil
    return answer
  }

  /// Names to try for the next member on a way to the end, the best first; none where the object
  /// may end here or never.
  func steps(_ number: Int32) -> [ExactString] {
    guard case .member(let name) = plan(number) else { return [] }
    let state = state(number)
    let shape = shape(of: number)
    if isSimple(shape) { return [name] }
    return [name] + candidates(number, state, shape).map(\.name).filter { $0 != name }
  }

  /// Tries the names that may help, depth first; each step brings the end nearer.
  private func search(_ number: Int32, _ state: ObjectState, _ shape: ObjectShape) -> ObjectPlan {
    guard !openPlans.contains(number) else { return .never }
    guard openPlans.count < Self.planDepthLimit, stateCount < Self.stateLimit,
      !goals.isExhausted
    else {
      goals.exhaust(countingIn: shape.rules, violations: state.unmet)
      return .never
    }
    if openPlans.isEmpty { searchSteps = 0 }
    openPlans.insert(number)
    var plan = ObjectPlan.never
    for candidate in candidates(number, state, shape) {
      searchSteps += 1
      if searchSteps > Self.planStepLimit {
        goals.exhaust(countingIn: shape.rules, violations: state.unmet)
        break
      }
      let members = findMembers(
        number, candidate.name, onlySettling: !candidate.counts, onlyFirst: true)
      if !members.isEmpty {
        plan = .member(candidate.name)
        break
      }
    }
    openPlans.remove(number)
    if plan != .never || (openPlans.isEmpty && !goals.isTentative) { plans[Int(number)] = plan }
    return plan
  }

  private static let planDepthLimit = 400
  /// States that a search may lead to.
  private static let stateLimit = 100_000
  private static let planStepLimit = 5_000

  /// A name that may bring an object nearer to its end.
  private struct Candidate {
    var name: ExactString
    /// Whether it helps by being there; otherwise only by settling a violation.
    var counts: Bool
  }

  /// The first name that is missing; else those that count, or may settle a violation.
  private func candidates(
    _ number: Int32, _ state: ObjectState, _ shape: ObjectShape
  ) -> [Candidate] {
    if let missing = missing(state, shape) {
      return [Candidate(name: shape.names[missing], counts: true)]
    }
    let free = shape.names.indices.filter { !state.seen[$0] && isInOrder($0, state, shape) }
      .map { shape.names[$0] }
    let others = otherNames(state, shape)
    let least = shape.conditions.reduce(shape.minimum) { least, condition in
      state.seen[condition.name]
        ? max(least, goals.nodes[condition.node].minProperties ?? 0) : least
    }
    if state.count < least {
      let samples = parts(of: others, state, shape).flatMap { sample($0) }
      return (free + samples).map { Candidate(name: $0, counts: true) }
    }
    // All must be settled, in whatever order: so the first that the end will not settle.
    guard let violation = state.unmet.first(where: { !isViolatedAtEnd($0, state, shape) }) else {
      let names = shape.open.map { openSteps(number, $0) } ?? []
      return names.map { Candidate(name: $0, counts: true) }
    }
    return joint(state, others) + settlers(violation, state, free: free, others: others)
  }

  /// A name that settles all violations of `propertyNames` at once, where room is short.
  private func joint(_ state: ObjectState, _ others: Language) -> [Candidate] {
    let languages = goals.languages
    let names = state.unmet.compactMap { goals.nodes[$0].propertyNames }
    guard names.count > 1 else { return [] }
    let wrong = names.map { languages.not(goals.strings(of: goals.goal([Literal($0)]))) }
    return sample(languages.and([others] + wrong)).map { Candidate(name: $0, counts: false) }
  }

  /// A name that must come still.
  private func missing(_ state: ObjectState, _ shape: ObjectShape) -> Int? {
    if let place = state.seen.firstMissing(of: shape.requiredSet) { return place }
    if let pair = shape.dependents.first(where: { state.seen[$0.name] && !state.seen[$0.other] }) {
      return pair.other
    }
    for condition in shape.conditions where state.seen[condition.name] {
      let node = goals.nodes[condition.node]
      let names =
        node.required
        + node.dependentRequired.flatMap { pair in
          shape.index[pair.name].map { state.seen[$0] } ?? false ? pair.required : []
        }
      if let place = names.compactMap({ shape.index[$0] }).first(where: { !state.seen[$0] }) {
        return place
      }
    }
    return nil
  }

  /// Names that may settle a violation.
  private func settlers(
    _ violation: Int, _ state: ObjectState, free: [ExactString], others: Language
  ) -> [Candidate] {
    let languages = goals.languages
    let node = goals.nodes[violation]
    var names = free.filter { !demands(violation, $0).isEmpty }
    var others = others
    for (pattern, _) in node.patternProperties {
      names += sample(languages.and([others, goals.pattern(pattern)]))
      others = languages.and([others, languages.not(goals.pattern(pattern))])
    }
    if node.additionalProperties != nil { names += sample(others) }
    if let allowed = node.propertyNames {
      let strings = goals.strings(of: goals.goal([Literal(allowed)]))
      names += free.filter { !isName($0, of: allowed) }
      names += sample(languages.and([others, languages.not(strings)]))
    }
    var candidates = names.map { Candidate(name: $0, counts: false) }
    var counting = free.filter { name in node.dependentRequired.contains { $0.name == name } }
    if let maximum = node.maxProperties, state.count <= maximum {
      counting += free + sample(others)
    }
    candidates += counting.map { Candidate(name: $0, counts: true) }
    return candidates
  }

  /// A short name of a language, if it has one.
  private func sample(_ language: Language) -> [ExactString] {
    guard !goals.languages.isEmpty(language) else { return [] }
    return goals.languages.shortest(language).map { [ExactString(scalars: $0)] } ?? []
  }
}
