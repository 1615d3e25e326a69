import TernJSON

extension ObjectRules {
  /// The lexer's state before the next name, from its opening quote to its closing one; -1 where no
  /// name may come.
  func keyLeaf(_ number: Int32) -> Int32 {
    if let known = keys[Int(number)] { return known }
    let state = state(number)
    let shape = shape(of: number)
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
    if !goals.isTentative {
      keys[Int(number)] = leaf
      hasOneKey[Int(number)] = names.count == 1 && parts.count == 1
    }
    return leaf
  }

  /// The same where any of very many names may come in any order, for a reader: names that are there
  /// already are then only refused at their end, because an automaton for each set of the others
  /// costs too much. (A writer would come to an end that is refused.)
  private func manyNamesLeaf(_ state: ObjectState, _ shape: ObjectShape) -> Int32? {
    guard goals.options.order == .any, goals.options.numbers == .any,
      shape.names.count > Self.manyNames,
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

  /// Whether more than one name may come, so that the value's demands hang on the text of the name;
  /// true where that is not known for certain.
  func hasManyKeys(_ number: Int32) -> Bool {
    keyLeaf(number) >= 0 && !hasOneKey[Int(number)]
  }

  /// Whether the values of all names that are not mentioned have the same demands.
  func treatsOthersAlike(_ number: Int32) -> Bool {
    let shape = shape(of: number)
    return shape.violations.isEmpty && shape.conditions.isEmpty
      && shape.rules.allSatisfy { goals.nodes[$0].patternProperties.isEmpty }
  }

  private func isMissingRequired(_ state: ObjectState, _ shape: ObjectShape) -> Bool {
    state.seen.firstMissing(of: shape.requiredSet) != nil
  }

  /// Whether a mentioned name has a place among the others: all as declared, or as `x-order` says.
  func isOrdered(_ place: Int, _ shape: ObjectShape) -> Bool {
    goals.options.order == .declared || place < shape.orderedCount
  }

  func isInOrder(_ place: Int, _ state: ObjectState, _ shape: ObjectShape) -> Bool {
    guard isOrdered(place, shape), place < Int(state.cursor) else { return true }
    // A name that another one asks for may come late, unless the schema fixes the order.
    guard place >= shape.orderedCount else { return false }
    return shape.dependents.contains { $0.other == place && state.seen[$0.name] }
      || shape.conditions.contains {
        state.seen[$0.name] && goals.nodes[$0.node].required.contains(shape.names[place])
      }
  }

  /// Whether the object can be finished after a member; for a reader of objects with open choices, a
  /// name that cannot come may be let through, because it is refused at its end.
  private func mayCome(_ name: ExactString, _ number: Int32, _ shape: ObjectShape) -> Bool {
    if isSimple(shape) { return true }
    if let open = shape.open {
      if goals.options.order == .any, goals.options.numbers == .any { return true }
      if let answer = groupedMember(name, open, shape) { return answer }
      return !findMembers(number, name, onlySettling: false, onlyFirst: true).isEmpty
    }
    return !members(number, name).isEmpty
  }

  /// The mentioned names that may come next: in order, up to the first that must be there.
  ///
  /// One that must still come, as a choice told too late, may come out of order.
  private func nextNames(
    _ number: Int32, _ state: ObjectState, _ shape: ObjectShape
  ) -> [ExactString] {
    guard state.count < shape.maximum else { return [] }
    let isDeclared = goals.options.order == .declared
    let isFree = shape.dependents.isEmpty && shape.conditions.isEmpty
    let start = isDeclared && isFree ? Int(state.cursor) : 0
    let mustBe = isDeclared || shape.orderedCount > 0 ? shape.requiredSet : BitSet()
    var isBlocked = false
    var names: [ExactString] = []
    for place in start..<max(start, shape.names.count) where !state.seen[place] {
      goals.work += 1
      let isOrdered = isOrdered(place, shape)
      if isOrdered, isBlocked { continue }
      guard isInOrder(place, state, shape), isAllowed(shape, place) else { continue }
      let name = shape.names[place]
      if mayCome(name, number, shape) { names.append(name) }
      if isOrdered, mustBe[place] { isBlocked = true }
      if isBlocked, isDeclared { break }
    }
    if isDeclared, state.cursor > 0, case .member(let late) = plan(number),
      let place = shape.index[late], place < Int(state.cursor), place >= shape.orderedCount,
      !names.contains(late)
    {
      names.append(late)
    }
    return names
  }
}
