import TernJSON

// How alternatives are found: choices are settled one by one, and each settles what follows from it.
extension Goals {
  /// The ways in which a value of one kind can satisfy a goal: of each, all demands must hold.
  ///
  /// Cost: the number of ways, times the choices left in each; past a limit the constraint counts as
  /// too complex.
  func alternatives(_ goal: Goal, _ kind: ValueKind) -> [Conjunction] {
    if isRuledOut(goal, kind) { return [] }
    let found = settle(Conjunction(demands(of: goal)), kind, limit: Self.alternativeLimit)
    // Of others there is nothing left to tell.
    guard kind == .object || kind == .array else { return found }
    return found.compactMap { finished($0, kind) }
  }

  /// The same for objects, not finished yet; where they are many, choices are left open until a
  /// member that they are about comes, if they can be.
  func objectAlternatives(_ goal: Goal) -> [Conjunction] {
    if isRuledOut(goal, .object) { return [] }
    let start = Conjunction(demands(of: goal))
    if let few = trySettling(start, .object, limit: options.alternativesAtOnce) {
      return few
    }
    let begun = settle(start, .object, limit: Self.alternativeLimit, due: { self.isAbout($0, nil) })
    return begun.flatMap { conjunction in
      // What was not looked at by whom is only known when all is settled.
      guard conjunction.unevaluated.contains(where: \.isNegative) else { return [conjunction] }
      return settle(conjunction, .object, limit: Self.alternativeLimit)
    }
  }

  /// The conjunctions that come of `start` when the choices that are due are settled.
  ///
  /// - Parameters:
  ///   - key: of choices that are due, options that are not about this member stay a choice.
  ///   - isWanted: stops at the first for which this is true, and gives that one alone.
  func settle(
    _ start: Conjunction, _ kind: ValueKind, limit: Int = alternativeLimit,
    about key: Int32? = nil,
    isWanted: (Conjunction) -> Bool = { _ in false },
    due: (Conjunction.Choice) -> Bool = { _ in true }
  ) -> [Conjunction] {
    if let found = trySettling(
      start, kind, limit: limit, about: key, isWanted: isWanted, due: due)
    {
      return found
    }
    exhaust()
    return []
  }

  /// The same; `nil` past the limit.
  private func trySettling(
    _ start: Conjunction, _ kind: ValueKind, limit: Int, about key: Int32? = nil,
    isWanted: (Conjunction) -> Bool = { _ in false },
    due: (Conjunction.Choice) -> Bool = { _ in true }
  ) -> [Conjunction]? {
    var open = [start]
    var done: [Conjunction] = []
    var steps = 0
    while var next = open.popLast() {
      steps += 1
      work += 1
      guard steps < Self.settlingLimit, open.count + done.count < limit else { return nil }
      guard propagate(&next, kind) else { continue }
      guard let choice = takeChoice(&next, due) else {
        alternativeCount += 1
        if isWanted(next) { return [next] }
        done.append(next)
        continue
      }
      culprit = choice.origin
      var options = choice.options
      if let key, let rest = rest(of: &options, about: key) {
        var branch = next
        branch.choices.append(
          Conjunction.Choice(options: rest, origin: choice.origin, group: choice.group))
        open.append(branch)
      }
      for option in options.reversed() {
        var branch = next
        if branch.add(option) { open.append(branch) }
      }
    }
    return done
  }

  /// Takes the options that are not about a member from others that are; `nil` where they are too few
  /// to stay a choice.
  private func rest(
    of options: inout [Conjunction.Option], about key: Int32
  ) -> [Conjunction.Option]? {
    guard options.count > 2 else { return nil }
    var mine: [Conjunction.Option] = []
    var rest: [Conjunction.Option] = []
    for option in options {
      if isAbout(option, key) { mine.append(option) } else { rest.append(option) }
    }
    guard rest.count > 1, !mine.isEmpty else { return nil }
    options = mine
    return rest
  }

  private static let settlingLimit = 20_000
  static let alternativeLimit = 2_000

  /// Reads what is pending, and settles the choices that have one option left; false where nothing
  /// satisfies all.
  private func propagate(_ conjunction: inout Conjunction, _ kind: ValueKind) -> Bool {
    while true {
      guard readPending(&conjunction, kind) else { return false }
      // Without choices nobody asks what is known of members.
      if kind != .object || (conjunction.choices.isEmpty && conjunction.cutNames.isEmpty) {
        return true
      }
      guard readDemands(&conjunction) else { return false }
      if conjunction.isSettled { return true }
      guard reduceChoices(&conjunction, kind) else { return false }
    }
  }

  /// Takes what the nodes that hold demand of members; false where nothing satisfies all.
  private func readDemands(_ conjunction: inout Conjunction) -> Bool {
    let nodes = conjunction.demanding
    conjunction.demanding = []
    return nodes.allSatisfy { node in
      memberDemands(node).all.allSatisfy { conjunction.require($0) }
    }
  }

  /// The choice with the fewest options, so that contradictions show early.
  private func takeChoice(
    _ conjunction: inout Conjunction, _ due: (Conjunction.Choice) -> Bool
  ) -> Conjunction.Choice? {
    var best: Int?
    for (index, choice) in conjunction.choices.enumerated() {
      let count = best.map { conjunction.choices[$0].options.count } ?? .max
      if choice.options.count < count, due(choice) { best = index }
    }
    return best.map { conjunction.choices.remove(at: $0) }
  }
}
