extension Machine {
  /// What may come next at a stack node of the program.
  func place(_ number: Int32) -> Places.Place {
    if let known = places[number] { return known }
    if goals.isExhausted { return Places.Place(heads: 0..<0, isEnd: false) }
    var expansion = Expansion(self)
    expansion.expand(number)
    if stack.isFull || isOverworked { giveUp(at: number) }
    let heads = hasLexemes ? withoutLoneIgnored(expansion.heads) : expansion.heads
    return places.keep(heads, isEnd: expansion.isEnd, for: number)
  }

  /// What may be next from the instruction `number`.
  func next(_ number: Int32) -> Places.Next {
    if let known = places.known(number) { return known }
    let next = places.keep(program.heads(number), for: number, program)
    spend(next.heads.count)
    return next
  }

  /// Begins an answer: a mask, or reading a few bytes.
  ///
  /// What it may take is limited.
  func beginAnswer() { work = 0 }

  /// Notes that `count` instructions or stack nodes were looked at for the answer.
  func spend(_ count: Int) { work += count }

  /// Whether the answer takes too long.
  var isOverworked: Bool { work > Self.workLimit }

  /// Gives up at a stack node: there is too much to look at.
  func giveUp(at number: Int32) {
    if goals.isExhausted { return }
    let node = node(number)
    switch node.phase {
    case .program: limit = node.state
    case .several: limit = self.node(node.parent).state
    default: break
    }
    goals.exhaust()
  }

  /// Why working out the answer took too much.
  var complexity: GrammarError {
    guard let limit else { return goals.complexity }
    let name = program.names[Int(program.owners[Int(limit)])]
    return name.isEmpty ? .tooComplex : .rule(name: name, problem: .ways)
  }

  /// About a second.
  private static let workLimit = 1 << 21

  /// Reads the first byte of what comes next at a stack node of the program.
  func stepProgram(_ number: Int32, _ byte: UInt8, text: [UInt8], into next: inout [Thread]) {
    let heads = place(number).heads
    // Most places have a few.
    if heads.count > 64 {
      spend(heads.count / 4)
      if isOverworked { giveUp(at: number) }
    }
    for place in heads where !goals.isExhausted {
      let head = places.all[Int(place)]
      switch program[head.instruction] {
      case .text(let leaf, _):
        let state = leaf >= 0 ? lexer.next(leaf, byte) : Lexer.dead
        guard state >= 0 else { continue }
        let start = hasLexemes && lexer.isLexeme(state) ? Int32(text.count) : 0
        add(Thread(leaf: state, stack: head.stack, start: start), &next)
      case .value(let goal, _):
        let value = StackNode(phase: .value, state: goal, parent: head.stack)
        stepValue(value, byte, text: text, into: &next)
      case .fork, .call, .leave: break
      }
    }
  }
}

/// Works out what may come next at a stack node: returns first, then calls.
///
/// Procedures read something, so what is called here does not end here: all returns are known before
/// the first call. Leading calls do not go round in circles (``LeadingCalls``): with the callers of a
/// component all known before it begins, it begins once, with one stack node for all of them.
private struct Expansion {
  let machine: Machine
  var heads: [Places.Head] = []
  var isEnd = false
  /// The stacks of the instructions that are reached by returns, in the order they were found.
  private var parents: [Int32: [Int32]] = [:]
  private var order: [Int32] = []
  private var open: [Int32] = []
  private var seen = Set<Int32>()
  /// The stacks behind the calls of procedures, and the components to begin.
  private var callers: [Int32: [Int32]] = [:]
  private var components = MinimumHeap()
  /// The members of components that were called.
  private var called: [Int32: [Int32]] = [:]

  init(_ machine: Machine) { self.machine = machine }

  mutating func expand(_ number: Int32) {
    for member in machine.stack.members(number) { visit(member) }
    while let number = open.popLast(), isAllowed { leave(machine.node(number)) }
    for state in order where isAllowed {
      guard let all = parents[state] else { continue }
      begin(machine.next(state).heads, machine.union(all))
    }
    while let (negative, _) = components.popMinimum(), isAllowed { begin(component: -negative) }
  }

  private var isAllowed: Bool { !machine.isOverworked }

  private mutating func visit(_ number: Int32) {
    if seen.insert(number).inserted { open.append(number) }
  }

  /// Notes a place, and follows the returns from it.
  private mutating func leave(_ node: StackNode) {
    if parents[node.state] == nil { order.append(node.state) }
    parents[node.state, default: []].append(node.parent)
    machine.forEachReturn(from: node) { outer in
      if outer == StackNodes.done { isEnd = true } else { visit(outer) }
    }
  }

  /// Reads and calls what comes next, in a procedure that returns to `parent`.
  private mutating func begin(_ numbers: [Int32], _ parent: Int32) {
    machine.spend(numbers.count)
    for number in numbers {
      switch machine.program[number] {
      case .text(_, let next), .value(_, let next):
        heads.append(Places.Head(instruction: number, stack: behind(next, parent)))
      case .call(let procedure, let next):
        if callers[procedure] == nil { call(procedure) }
        callers[procedure, default: []].append(behind(next, parent, isCall: true))
      case .fork, .leave: break
      }
    }
  }

  /// Notes that a procedure is called, and with the first one that its component is to begin.
  private mutating func call(_ procedure: Int32) {
    let component = machine.program.calls.component(of: procedure)
    // Those with high numbers call those with low ones.
    if called[component] == nil { components.insert(-component, -Int(component)) }
    called[component, default: []].append(procedure)
  }

  private mutating func begin(component: Int32) {
    let calls = machine.program.calls
    var parents: [Int32] = []
    for member in called[component] ?? [] {
      guard let all = callers[member] else { continue }
      let outside = machine.union(all)
      parents.append(
        calls.isRecursive(member) ? machine.push(.entry, member, outside) : outside)
    }
    begin(calls.heads(of: component), machine.union(parents))
  }

  /// The stack behind what is followed by `next`: where nothing but the end of a procedure is, that
  /// of its callers.
  private func behind(_ next: Int32, _ parent: Int32, isCall: Bool = false) -> Int32 {
    if case .leave(let procedure) = machine.program[next],
      !machine.program.calls.isRecursive(procedure)
    {
      let phase = machine.node(parent).phase
      if isCall || phase == .program || phase == .done { return parent }
    }
    return machine.push(.program, next, parent)
  }
}
