/// What may come next in an object, by its state.
///
/// A part of ``Goals``, which owns it.
final class ObjectRules {
  unowned let goals: Goals
  private var shapes: [ObjectShape] = []
  private var states: [ObjectState] = []
  private var numbers: [ObjectState: Int32] = [:]
  private var plans: [ObjectPlan?] = []
  private var openPlans: Set<Int32> = []
  private var keys: [Int32?] = []
  private var followers: [KeyChoice: [MemberChoice]] = [:]
  private var searchSteps = 0
  /// Branches in all, so that a schema cannot keep us for ever.
  private var branchCount = 0
  private static let branchLimit = 200_000

  private struct KeyChoice: Hashable {
    var state: Int32
    var key: String
  }

  init(_ goals: Goals) { self.goals = goals }

  private func number(of state: ObjectState) -> Int32 {
    if let known = numbers[state] { return known }
    let number = Int32(states.count)
    states.append(state)
    plans.append(nil)
    keys.append(nil)
    numbers[state] = number
    return number
  }

  func state(_ number: Int32) -> ObjectState { states[Int(number)] }

  func shape(of number: Int32) -> ObjectShape { shapes[Int(states[Int(number)].shape)] }

  /// The state of an object that has no members yet; `nil` where it can never be finished.
  func begin(_ conjunction: Conjunction) -> Int32? {
    let shape = ObjectShape(conjunction, nodes: goals.nodes)
    shapes.append(shape)
    var state = ObjectState(shape: Int32(shapes.count - 1))
    state.unmet = shape.violations
    let number = number(of: state)
    return plan(number) == .never ? nil : number
  }
}

/// A member that may come next: what its value must be, and the object's state after it.
struct MemberChoice {
  var goal: Goal
  var state: Int32
}

/// One step of a way to finish an object.
enum ObjectPlan: Equatable {
  case close
  case member(String)
  /// There is no way.
  case never
}

// MARK: values of members

extension ObjectRules {
  /// What the keywords of a node demand of the value of `key`.
  func demands(_ rule: Int, _ key: String) -> [Literal] {
    let node = goals.nodes[rule]
    var demands: [Literal] = []
    for (name, schema) in node.properties where name == key { demands.append(Literal(schema)) }
    for (pattern, schema) in node.patternProperties
    where goals.languages.contains(goals.pattern(pattern), key) {
      demands.append(Literal(schema))
    }
    if demands.isEmpty, let schema = node.additionalProperties { demands.append(Literal(schema)) }
    return demands
  }

  private func demands(_ shape: ObjectShape, _ key: String) -> [Literal] {
    guard let place = shape.index[key] else {
      return shape.rules.flatMap { self.demands($0, key) }
    }
    if let known = shape.demands[place] { return known }
    let demands = shape.rules.flatMap { self.demands($0, key) }
    shape.demands[place] = demands
    return demands
  }

  /// What the members that a schema mentions must be.
  func memberGoals(_ number: Int32) -> [Goal] {
    let shape = shape(of: number)
    return shape.names.map { goals.goal(demands(shape, $0)) }
  }

  /// Whether a mentioned name can be there at all: its value has a schema that something satisfies.
  private func isAllowed(_ shape: ObjectShape, _ place: Int) -> Bool {
    if shape.absent[place] { return false }
    if let known = shape.isAllowed[place] { return known }
    let key = shape.names[place]
    let answer =
      shape.rules.allSatisfy { rule in
        goals.nodes[rule].propertyNames.map { isName(key, of: $0) } ?? true
      } && goals.isLive(goals.goal(demands(shape, key)))
    if answer || !goals.isTentative { shape.isAllowed[place] = answer }
    return answer
  }

  private func isName(_ key: String, of names: Int) -> Bool {
    goals.languages.contains(goals.strings(of: goals.goal([Literal(names)])), key)
  }

  /// The members that `key` may begin after `state`; more than one where schemas disagree on what
  /// its value settles.
  func members(_ number: Int32, _ key: String) -> [MemberChoice] {
    let choice = KeyChoice(state: number, key: key)
    if let known = followers[choice] { return known }
    let answer = findMembers(number, key, onlySettling: false)
    // A search that was cut short says nothing that lasts.
    if openPlans.isEmpty, !goals.isTentative { followers[choice] = answer }
    return answer
  }

  private func findMembers(
    _ number: Int32, _ key: String, onlySettling: Bool
  ) -> [MemberChoice] {
    let state = states[Int(number)]
    let shape = shapes[Int(state.shape)]
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
    return branches(next, shape, key, unmet: state.unmet).compactMap { branch in
      if onlySettling, branch.unmet.count == state.unmet.count { return nil }
      let goal = goals.goal(branch.demands)
      guard goals.isLive(goal) else { return nil }
      next.unmet = branch.unmet
      next.denied = branch.denied
      let after = self.number(of: next)
      return plan(after) == .never ? nil : MemberChoice(goal: goal, state: after)
    }
  }

  private struct Branch {
    var demands: [Literal]
    var unmet: [Int] = []
    var denied: BitSet
  }

  /// The ways in which the value of `key` settles violations and conditions, or does not; `next` is
  /// the state after it.
  private func branches(
    _ next: ObjectState, _ shape: ObjectShape, _ key: String, unmet: [Int]
  ) -> [Branch] {
    var branches = [Branch(demands: demands(shape, key), denied: next.denied)]
    for (place, condition) in shape.conditions.enumerated() where !next.denied[place] {
      let theirs = demands(condition.node, key)
      if next.seen[condition.name] {
        for index in branches.indices { branches[index].demands += theirs }
      } else if !theirs.isEmpty {
        branches = branches.flatMap { branch in
          var failed = branch
          failed.denied[place] = true
          return split(branch, failed, theirs)
        }
      }
    }
    for violation in unmet {
      if let names = goals.nodes[violation].propertyNames, !isName(key, of: names) { continue }
      branches = branches.flatMap { branch in
        var rest = branch
        rest.unmet.append(violation)
        return split(rest, branch, demands(violation, key))
      }
    }
    return branches
  }

  /// Splits a branch by whether demands hold, as far as something satisfies what comes of it.
  ///
  /// `holds` goes on with all of `literals`, `fails` with each of them failing in turn. What fails
  /// comes first: it settles more.
  private func split(_ holds: Branch, _ fails: Branch, _ literals: [Literal]) -> [Branch] {
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

// MARK: the end of an object

extension ObjectRules {
  /// Whether the object may end here.
  func canClose(_ number: Int32) -> Bool {
    let state = states[Int(number)]
    let shape = shapes[Int(state.shape)]
    return state.count >= shape.minimum && shape.required.allSatisfy { state.seen[$0] }
      && shape.dependents.allSatisfy { !state.seen[$0.name] || state.seen[$0.other] }
      && shape.conditions.allSatisfy {
        !state.seen[$0.name] || !isViolatedAtEnd($0.node, state, shape)
      }
      && state.unmet.allSatisfy { isViolatedAtEnd($0, state, shape) }
  }

  private func isViolatedAtEnd(_ rule: Int, _ state: ObjectState, _ shape: ObjectShape) -> Bool {
    let node = goals.nodes[rule]
    func has(_ name: String) -> Bool { shape.index[name].map { state.seen[$0] } ?? false }
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
    let state = states[Int(number)]
    let shape = shapes[Int(state.shape)]
    if isSimple(shape) {
      let missing = shape.required.first { !state.seen[$0] }
      let plan = missing.map { ObjectPlan.member(shape.names[$0]) } ?? .never
      plans[Int(number)] = plan
      return plan
    }
    return search(number, state, shape)
  }

  /// Whether finishing only takes the required names, each of which can be there.
  private func isSimple(_ shape: ObjectShape) -> Bool {
    if let known = shape.isSimple { return known }
    shape.isSimple = false
    let answer =
      shape.violations.isEmpty && shape.dependents.isEmpty && shape.conditions.isEmpty
      && shape.minimum <= shape.required.count
      && shape.maximum == .max && shape.required.allSatisfy { isAllowed(shape, $0) }
    shape.isSimple = answer || !goals.isTentative ? answer : nil
    return answer
  }

  /// Names to try for the next member on a way to the end, the best first; none where the object
  /// may end here or never.
  func steps(_ number: Int32) -> [String] {
    guard case .member(let name) = plan(number) else { return [] }
    let state = states[Int(number)]
    let shape = shapes[Int(state.shape)]
    if isSimple(shape) { return [name] }
    return [name] + candidates(state, shape).map(\.name).filter { $0 != name }
  }

  /// Tries the names that may help, depth first; each step brings the end nearer.
  private func search(_ number: Int32, _ state: ObjectState, _ shape: ObjectShape) -> ObjectPlan {
    guard !openPlans.contains(number) else { return .never }
    guard openPlans.count < Self.planDepthLimit, states.count < Self.stateLimit,
      !goals.isExhausted
    else {
      goals.exhaust()
      return .never
    }
    if openPlans.isEmpty { searchSteps = 0 }
    openPlans.insert(number)
    var plan = ObjectPlan.never
    for candidate in candidates(state, shape) {
      searchSteps += 1
      if searchSteps > Self.planStepLimit {
        goals.exhaust()
        break
      }
      let members = findMembers(number, candidate.name, onlySettling: !candidate.counts)
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
    var name: String
    /// Whether it helps by being there; otherwise only by settling a violation.
    var counts: Bool
  }

  /// The first name that is missing; else those that count, or may settle a violation.
  private func candidates(_ state: ObjectState, _ shape: ObjectShape) -> [Candidate] {
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
      return []
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
    if let place = shape.required.first(where: { !state.seen[$0] }) { return place }
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
    _ violation: Int, _ state: ObjectState, free: [String], others: Language
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
  private func sample(_ language: Language) -> [String] {
    guard !goals.languages.isEmpty(language) else { return [] }
    return goals.languages.shortest(language).map { [String(scalars: $0)] } ?? []
  }
}

// MARK: names that may come next

extension ObjectRules {
  /// The lexer's state before the next name, from its opening quote to its closing one; -1 where no
  /// name may come.
  func keyLeaf(_ number: Int32) -> Int32 {
    if let known = keys[Int(number)] { return known }
    let state = states[Int(number)]
    let shape = shapes[Int(state.shape)]
    if let leaf = manyNamesLeaf(state, shape) { return leaf }
    var parts: [Language] = []
    let names = nextNames(number, state, shape)
    if !names.isEmpty { parts.append(goals.languages.words(names)) }
    let mustWait = goals.options.order == .declared && isMissingRequired(state, shape)
    if state.count < shape.maximum, !mustWait {
      let others = otherNames(state, shape)
      if others != goals.languages.empty { parts += finishable(others, number, state, shape) }
    }
    let leaf = parts.isEmpty ? -1 : goals.lexer.jsonString(goals.languages.or(parts))
    if !goals.isTentative { keys[Int(number)] = leaf }
    return leaf
  }

  /// The same where any of very many names may come in any order: names that are there already are
  /// then only refused at their end, because an automaton for each set of the others costs too much.
  private func manyNamesLeaf(_ state: ObjectState, _ shape: ObjectShape) -> Int32? {
    guard goals.options.order == .any, shape.names.count > Self.manyNames,
      shape.orderedCount == 0, state.count < shape.maximum, isSimple(shape)
    else { return nil }
    if let known = shape.manyNamesLeaf { return known }
    let names = shape.names.indices.filter { isAllowed(shape, $0) }.map { shape.names[$0] }
    var begin = ObjectState(shape: state.shape)
    begin.unmet = shape.violations
    let parts = [goals.languages.words(names), otherNames(begin, shape)]
    let leaf = goals.lexer.jsonString(goals.languages.or(parts))
    if !goals.isTentative { shape.manyNamesLeaf = leaf }
    return leaf
  }

  private static let manyNames = 512

  /// Whether more than one name may come, so that the value's demands hang on the text of the name.
  func hasManyKeys(_ number: Int32) -> Bool {
    let shape = shape(of: number)
    return keyLeaf(number) >= 0
      && (shape.names.count != 1
        || otherNames(states[Int(number)], shape) != goals.languages.empty)
  }

  /// Whether the values of all names that are not mentioned have the same demands.
  func treatsOthersAlike(_ number: Int32) -> Bool {
    let shape = shape(of: number)
    return shape.violations.isEmpty && shape.conditions.isEmpty
      && shape.rules.allSatisfy { goals.nodes[$0].patternProperties.isEmpty }
  }

  private func isMissingRequired(_ state: ObjectState, _ shape: ObjectShape) -> Bool {
    shape.required.contains { !state.seen[$0] }
  }

  /// Whether a mentioned name has a place among the others: all as declared, or as `x-order` says.
  private func isOrdered(_ place: Int, _ shape: ObjectShape) -> Bool {
    goals.options.order == .declared || place < shape.orderedCount
  }

  private func isInOrder(_ place: Int, _ state: ObjectState, _ shape: ObjectShape) -> Bool {
    guard isOrdered(place, shape), place < Int(state.cursor) else { return true }
    // A name that another one asks for may come late, unless the schema fixes the order.
    guard place >= shape.orderedCount else { return false }
    return shape.dependents.contains { $0.other == place && state.seen[$0.name] }
      || shape.conditions.contains {
        state.seen[$0.name] && goals.nodes[$0.node].required.contains(shape.names[place])
      }
  }

  /// The mentioned names that may come next: in order, up to the first that must be there.
  private func nextNames(
    _ number: Int32, _ state: ObjectState, _ shape: ObjectShape
  ) -> [String] {
    guard state.count < shape.maximum else { return [] }
    let isDeclared = goals.options.order == .declared
    let isFree = shape.dependents.isEmpty && shape.conditions.isEmpty
    let start = isDeclared && isFree ? Int(state.cursor) : 0
    var mustBe = BitSet()
    if isDeclared || shape.orderedCount > 0 {
      for place in shape.required { mustBe[place] = true }
    }
    var isBlocked = false
    var names: [String] = []
    for place in start..<max(start, shape.names.count) where !state.seen[place] {
      let isOrdered = isOrdered(place, shape)
      if isOrdered, isBlocked { continue }
      guard isInOrder(place, state, shape), isAllowed(shape, place) else { continue }
      let name = shape.names[place]
      if isSimple(shape) || !members(number, name).isEmpty { names.append(name) }
      if isOrdered, mustBe[place] { isBlocked = true }
      if isBlocked, isDeclared { break }
    }
    return names
  }
}
