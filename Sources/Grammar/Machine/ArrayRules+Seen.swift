import TernJSON

// Unique arrays and objects in an array: where there is no end of them, those that came are kept as
// numbers of values, and a text that would repeat one is refused. (Few are excluded by demands.)
extension ArrayRules {
  /// Whether arrays and objects among the elements are kept as numbers of values.
  func keepsSeen(_ shape: ArrayShape) -> Bool {
    if let known = shape.keepsSeen { return known }
    guard shape.isUnique, shape.violations.isEmpty, shape.contains.isEmpty, shape.placeCount == 0
    else {
      shape.keepsSeen = false
      return false
    }
    let demands = shape.rules.compactMap { goals.nodes[$0].items.map { Literal($0) } }
    let answer = goals.compositeSize(of: goals.goal(demands)) == Goals.manyValues
    if answer || !(goals.isTentative || !goals.sizes.open.isEmpty) { shape.keepsSeen = answer }
    if answer { hasSeen = true }
    return answer
  }

  /// Whether arrays and objects among the elements behind a state are kept as numbers.
  func keepsSeen(_ number: Int32) -> Bool { keepsSeen(shape(of: number)) }

  /// The state with one more value.
  func adding(_ value: JSON, to number: Int32) -> Int32? {
    var state = state(number)
    let set = goals.seen
    if contains(value, number) { return nil }
    guard set.count(state.seen) < Goals.manyValues else {
      goals.exhaust(Conjunction.Origin(node: shape(of: number).rules[0], keyword: "uniqueItems"))
      return nil
    }
    state.seen = goals.seen.adding(goals.valueNumbers.number(of: value), to: state.seen)
    return self.number(of: state)
  }

  /// Whether an element had this value.
  func contains(_ value: JSON, _ number: Int32) -> Bool {
    guard let known = goals.valueNumbers.known(value) else { return false }
    return goals.seen.contains(state(number).seen, known)
  }

  /// The values of the arrays and objects among the elements.
  func seenValues(_ number: Int32) -> [JSON] {
    goals.seen.values(state(number).seen).map { goals.valueNumbers[$0] }
  }
}
