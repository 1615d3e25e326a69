import TernJSON

// Objects of which alternatives are left open: each choice is settled when the first member that it
// is about comes, or at the end. So independent choices cost their sum and not their product.
extension ObjectRules {
  /// The shape of a conjunction, some of whose choices may be open; `nil` where it cannot hold.
  ///
  /// - Parameter old: the shape before more was known.
  func makeShape(_ conjunction: Conjunction, after old: ObjectShape? = nil) -> Int32? {
    goals.work += 1
    guard let closed = goals.finished(conjunction, .object) else { return nil }
    let old = goals.options.order == .declared ? old : nil
    if conjunction.choices.isEmpty {
      return add(ObjectShape(closed, nodes: goals.nodes, after: old))
    }
    let names = goals.names(of: conjunction.choices).ordered.map { goals.nameNumbers[$0] }
    return add(
      ObjectShape(
        closed, nodes: goals.nodes, open: conjunction, openNames: names, after: old))
  }

  /// The states that settle what is open about the member `key`, which comes next.
  func settled(_ number: Int32, _ open: Conjunction, before key: ExactString) -> [Int32] {
    let state = state(number)
    let choice = ShapeChoice(shape: state.shape, key: key)
    let shape = shape(of: number)
    let shapes: [Int32]
    if let known = settledShapes[choice] {
      shapes = known
    } else {
      var next = open
      guard next.setPresent(true, key) else { return [] }
      let number = goals.nameNumbers.number(of: key)
      // The other choices of its group are not as they were any more.
      next.touchGroup(of: number)
      shapes = goals.settle(
        next, .object, about: number,
        // Options that are gone may have been all that was about the member.
        due: {
          goals.watch(of: $0).about?.contains(number) != false && goals.isAbout($0, number)
        }
      )
      .compactMap { makeShape($0, after: shape) }
      if !goals.isExhausted { settledShapes[choice] = shapes }
    }
    return shapes.map { moved(state, from: shape, to: $0) }
  }

  struct ShapeChoice: Hashable {
    var shape: Int32
    var key: ExactString
  }

  /// The same place in an object whose shape says more.
  func moved(_ state: ObjectState, from old: ObjectShape, to number: Int32) -> Int32 {
    let shape = self.shape(number)
    var next = ObjectState(shape: number)
    next.unmet = state.unmet + shape.violations.dropFirst(old.violations.count)
    next.denied = state.denied
    let seen = old.names.indices.filter { state.seen[$0] }.map { old.names[$0] }
    for name in seen + state.others {
      if let place = shape.index[name] {
        next.seen[place] = true
        if isOrdered(place, shape) { next.cursor = max(next.cursor, Int32(place + 1)) }
      } else {
        next.others.append(name)
      }
    }
    next.others.sort()
    return self.number(of: next)
  }

  /// What is open where no more members come; `nil` where that contradicts it.
  private func ended(_ open: Conjunction, _ state: ObjectState, _ shape: ObjectShape)
    -> Conjunction?
  {
    var end = open
    for name in shape.openNames {
      let isSeen = shape.index[name].map { state.seen[$0] } ?? false
      guard end.setPresent(isSeen, name) else { return nil }
    }
    return end
  }

  /// Whether what is open allows the object to end here.
  func mayEnd(_ number: Int32, _ open: Conjunction) -> Bool {
    if let known = openEnds[number] { return known }
    let state = state(number)
    let shape = shape(of: number)
    let answer =
      ended(open, state, shape).map { end in
        !goals.settle(end, .object, isWanted: { isClosed($0, after: open, state, shape) })
          .allSatisfy { !isClosed($0, after: open, state, shape) }
      } ?? false
    if !goals.isTentative { openEnds[number] = answer }
    return answer
  }

  /// Whether what a conjunction says beyond `open` allows the object to end; it is about members that
  /// are not there.
  private func isClosed(
    _ conjunction: Conjunction, after open: Conjunction, _ state: ObjectState, _ shape: ObjectShape
  ) -> Bool {
    func has(_ name: ExactString) -> Bool { shape.index[name].map { state.seen[$0] } ?? false }
    return conjunction.rules.dropFirst(open.rules.count).allSatisfy { rule in
      let node = goals.nodes[rule]
      return node.required.allSatisfy(has)
        && state.count >= node.minProperties ?? 0 && state.count <= node.maxProperties ?? .max
        && node.dependentRequired.allSatisfy { !has($0.name) || $0.required.allSatisfy(has) }
    }
      && conjunction.violations.dropFirst(open.violations.count)
        .allSatisfy { isViolatedAtEnd($0, state, shape) }
      && conjunction.present.dropFirst(open.present.count).allSatisfy(has)
      && !conjunction.absent.dropFirst(open.absent.count).contains(where: has)
  }

  /// Names of which one must come before the object can end: those that the first choice is about
  /// that does not hold without.
  ///
  /// Where all of them should have come before, one may come late.
  func openSteps(_ number: Int32, _ open: Conjunction) -> [ExactString] {
    let state = state(number)
    let shape = shape(of: number)
    func free(_ names: [ExactString]) -> [ExactString] {
      let places = names.compactMap { shape.index[$0] }.filter { !state.seen[$0] }
      let inOrder = places.filter { isInOrder($0, state, shape) }
      let chosen = inOrder.isEmpty ? places.filter { $0 >= shape.orderedCount } : inOrder
      return chosen.map { shape.names[$0] }
    }
    if let end = ended(open, state, shape) {
      for choice in open.choices
      where choice.options.allSatisfy({ goals.verdict($0, end) == false }) {
        return free(goals.names(of: [choice]).ordered.map { goals.nameNumbers[$0] })
      }
    }
    return free(shape.openNames)
  }
}
