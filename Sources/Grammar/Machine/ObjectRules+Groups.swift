import TernJSON

/// Open choices of an object in groups that have no member in common.
///
/// As long as no member of a group is there, whether it can be finished does not hang on the others.
final class OpenGroups {
  /// The conjunction of the object's beginning.
  let base: Conjunction
  let names: [NameList]
  let groupOfName: [Int32: Int]
  /// Whether no name of a group has a place of its own among those of rules.
  let isUnordered: Bool
  /// Whether an object may end without any member of a group; known when it was asked for.
  var maySkip: [Int: Bool] = [:]
  /// Whether a member may come first of its group.
  var isLive: [Int32: Bool] = [:]
  /// The state of an object in which there is but one group.
  var beginnings: [Int: Int32] = [:]

  init(_ base: Conjunction, _ names: [NameList], isUnordered: Bool) {
    self.base = base
    self.names = names
    self.isUnordered = isUnordered
    var groupOfName: [Int32: Int] = [:]
    for (group, list) in names.enumerated() {
      for name in list.ordered { groupOfName[name] = group }
    }
    self.groupOfName = groupOfName
  }

  /// The beginning of an object in which there is but one group.
  func alone(_ group: Int) -> Conjunction {
    var conjunction = base
    conjunction.groups = self
    conjunction.choices = base.choices.filter { $0.group == group }
    for place in conjunction.choices.indices { conjunction.choices[place].group = -1 }
    return conjunction
  }
}

extension Conjunction {
  /// Notes that a member is there: its group is like no other one any more.
  mutating func touchGroup(of name: Int32) {
    guard let group = groups?.groupOfName[name] else { return }
    for place in choices.indices where choices[place].group == group {
      choices[place].group = -1
    }
  }
}

extension ObjectRules {
  /// A conjunction whose choices are in groups, where groups can be told apart.
  func grouped(_ conjunction: Conjunction) -> Conjunction {
    let shape = ObjectShape(conjunction, nodes: goals.nodes)
    guard shape.maximum == .max, shape.minimum <= shape.required.count, shape.violations.isEmpty,
      shape.conditions.isEmpty, shape.dependents.isEmpty,
      conjunction.unevaluated.isEmpty || !asksForOpenNames(shape, conjunction)
    else { return conjunction }
    var result = conjunction
    // Each name leads to the group that it is in so far; groups that meet become one.
    var groups: [[Int]] = []
    var groupOfName: [Int32: Int] = [:]
    for (place, choice) in conjunction.choices.enumerated() {
      let names = goals.names(of: [choice]).ordered
      let met = Set(names.compactMap { groupOfName[$0] }).sorted()
      let target = met.first ?? groups.count
      if met.isEmpty { groups.append([]) }
      for other in met.dropFirst() {
        groups[target] += groups[other]
        for (name, group) in groupOfName where group == other { groupOfName[name] = target }
        groups[other] = []
      }
      groups[target].append(place)
      for name in names { groupOfName[name] = target }
    }
    groups.removeAll { $0.isEmpty }
    guard groups.count > 1 else { return conjunction }
    for (group, places) in groups.enumerated() {
      for place in places { result.choices[place].group = group }
    }
    let names = groups.map { goals.names(of: $0.sorted().map { conjunction.choices[$0] }) }
    let own = NameList(shape.names.map { goals.nameNumbers.number(of: $0) })
    result.groups = OpenGroups(
      result, names,
      isUnordered: goals.options.order == .any && shape.orderedCount == 0
        || !names.contains { $0.ordered.contains { own.contains($0) } })
    return result
  }

  /// Whether a member must be there of which only choices tell who looks at it: without its group
  /// nobody does.
  private func asksForOpenNames(_ shape: ObjectShape, _ conjunction: Conjunction) -> Bool {
    let names = goals.names(of: conjunction.choices)
    return shape.required.contains {
      names.contains(goals.nameNumbers.number(of: shape.names[$0]))
    }
  }

  /// Whether each group can be finished, were there no other.
  func haveLiveGroups(_ conjunction: Conjunction) -> Bool {
    guard let groups = conjunction.groups else { return true }
    return groups.names.indices.allSatisfy { beginning($0, groups) != nil }
  }

  /// The state of an object in which there is but one group; `nil` where it can never be finished.
  private func beginning(_ group: Int, _ groups: OpenGroups) -> Int32? {
    if let known = groups.beginnings[group] { return known }
    let state = begin(groups.alone(group))
    if !goals.isTentative { groups.beginnings[group] = state }
    return state
  }

  struct ReducedShape: Hashable {
    var shape: Int32
    var kept: [Int]
  }

  /// The next step of a way to the end where some choices are in groups that can be finished on their
  /// own; `nil` where none is.
  func groupedPlan(
    _ number: Int32, _ state: ObjectState, _ shape: ObjectShape
  ) -> ObjectPlan? {
    guard let open = shape.open, let groups = open.groups else { return nil }
    let untouched = Set(open.choices.map(\.group)).subtracting([-1])
    // Where a member must be there anyway, or comes too late, its group is looked at, too.
    let missing = Set(
      shape.required.lazy.filter { !state.seen[$0] }.compactMap {
        groups.groupOfName[self.goals.nameNumbers.number(of: shape.names[$0])]
      })
    let late = untouched.filter { group in
      missing.contains(group)
        || !groups.isUnordered && !maySkip(group, groups)
          && !groups.names[group].ordered.allSatisfy { name in
            shape.index[goals.nameNumbers[name]].map { isInOrder($0, state, shape) } ?? true
          }
    }
    guard late.count < untouched.count else { return nil }
    let key = ReducedShape(shape: state.shape, kept: late.sorted())
    let reduced: Int32
    if let known = reducedShapes[key] {
      reduced = known
    } else {
      var rest = open
      rest.choices.removeAll { $0.group >= 0 && !late.contains($0.group) }
      for place in rest.choices.indices { rest.choices[place].group = -1 }
      guard let shape = makeShape(rest, after: shape) else { return nil }
      reduced = shape
      reducedShapes[key] = shape
    }
    let plan = plan(moved(state, from: shape, to: reduced))
    guard plan == .close else { return plan }
    return openSteps(number, open).first.map { .member($0) } ?? .never
  }

  private func maySkip(_ group: Int, _ groups: OpenGroups) -> Bool {
    if let known = groups.maySkip[group] { return known }
    var end = groups.alone(group)
    var answer = groups.names[group].ordered.allSatisfy {
      end.setPresent(false, goals.nameNumbers[$0])
    }
    answer = answer && !goals.settle(end, .object).isEmpty
    groups.maySkip[group] = answer
    return answer
  }

  /// Whether a member can come first of a group that can be finished on its own; `nil` where that
  /// hangs on others.
  func groupedMember(_ name: ExactString, _ open: Conjunction, _ shape: ObjectShape) -> Bool? {
    let number = goals.nameNumbers.number(of: name)
    guard let groups = open.groups, groups.isUnordered, let group = groups.groupOfName[number],
      open.choices.contains(where: { $0.group == group })
    else { return nil }
    if let known = groups.isLive[number] { return known }
    guard let beginning = beginning(group, groups) else { return false }
    let answer = !findMembers(beginning, name, onlySettling: false, onlyFirst: true).isEmpty
    if !goals.isTentative { groups.isLive[number] = answer }
    return answer
  }
}
