extension Machine {
  /// Works out what texts are likely to come to first, so that the first masks need not.
  ///
  /// Stops after `time`; what is left is worked out when a text comes to it.
  func warm(for time: Duration) {
    let clock = ContinuousClock()
    let end = clock.now + time
    var open: [Goal] = []
    for case .value(let goal, _) in program.instructions { open.append(goal) }
    var seen = Set(open)
    var next = 0
    while next < open.count, next < Self.warmGoals, clock.now < end, error == nil {
      let inner = warm(open[next]) { clock.now < end }
      for goal in inner where seen.insert(goal).inserted { open.append(goal) }
      next += 1
    }
  }

  private static let warmGoals = 256
  private static let warmStates = 24
  /// Objects with more names are left alone: one step may take longer than all the time.
  private static let warmNames = 256

  /// Works out one goal; the goals of what is in its objects and arrays.
  private func warm(_ goal: Goal, while hasTime: () -> Bool) -> [Goal] {
    var inner: [Goal] = []
    warm(leaf: goals.leaf(of: goal))
    for state in goals.objects(of: goal) {
      inner += objects.memberGoals(state)
      if objects.shape(of: state).names.count <= Self.warmNames {
        warmKeys(state, while: hasTime)
      }
    }
    for state in goals.arrays(of: goal) {
      inner += arrays.elements(state).map(\.goal)
    }
    return inner
  }

  /// Works out the names of an object in which all that are mentioned come in their order.
  private func warmKeys(_ first: Int32, while hasTime: () -> Bool) {
    var state = first
    let names = objects.shape(of: first).names.prefix(Self.warmStates)
    for name in names where hasTime() {
      let leaf = objects.keyLeaf(state)
      if leaf >= 0 { _ = lexer.next(lexer.next(leaf, UInt8(ascii: "\"")), UInt8(ascii: "\"")) }
      guard let member = objects.members(state, name).first else { continue }
      state = member.state
    }
    warm(leaf: objects.keyLeaf(first))
  }

  /// Fills the rows of the states that a leaf begins with.
  private func warm(leaf: Int32) {
    guard leaf >= 0 else { return }
    var open = [leaf]
    var next = 0
    while next < open.count, next < Self.warmStates {
      lexer.bytes(after: open[next]).forEach { byte in
        let state = lexer.next(open[next], byte)
        if open.count < Self.warmStates, !open.contains(state) { open.append(state) }
      }
      next += 1
    }
  }
}
