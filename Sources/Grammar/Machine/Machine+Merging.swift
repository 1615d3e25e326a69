extension Machine {
  /// Makes one thread of those that differ only in where they go on later: their number then depends on
  /// the program, and no longer on how many ways there are to read the text so far.
  func merge(_ threads: inout [Thread]) {
    guard program.hasCalls, threads.count > 1, hasTwins(threads) else { return }
    var places: [Frame: Int] = [:]
    var single = Set<Thread>()
    var merged: [Thread] = []
    var parents: [[Int32]] = []
    for thread in threads {
      let frame = Frame(thread, node(thread.stack))
      if stack.isTextual(thread.stack) || frame.phase == .done || frame.phase == .several {
        guard single.insert(thread).inserted else { continue }
        merged.append(thread)
        parents.append([])
      } else if let place = places[frame] {
        parents[place].append(node(thread.stack).parent)
      } else {
        places[frame] = merged.count
        merged.append(thread)
        parents.append([node(thread.stack).parent])
      }
    }
    for (place, all) in parents.enumerated() where all.count > 1 {
      let node = node(merged[place].stack)
      merged[place].stack = push(node.phase, node.state, union(all), extra: node.extra)
    }
    if merged.count > manyThreads, !hasLexemes { gather(&merged) }
    threads = isTooMany(merged, merged[0].stack) ? [] : merged
  }

  /// Makes one thread of those that are in the same leaf, wherever they go on later.
  ///
  /// Where there are many, they mostly go on at the same instructions, which are then looked at once.
  private func gather(_ threads: inout [Thread]) {
    spend(threads.count)
    var places: [Thread: Int] = [:]
    var gathered: [Thread] = []
    var stacks: [[Int32]] = []
    for thread in threads {
      let isProgram = node(thread.stack).phase.isProgram && !stack.isTextual(thread.stack)
      var key = thread
      if isProgram { key.stack = -1 }
      if let place = places[key] {
        stacks[place].append(thread.stack)
      } else {
        places[key] = gathered.count
        gathered.append(thread)
        stacks.append([thread.stack])
      }
    }
    for (place, all) in stacks.enumerated() where all.count > 1 {
      gathered[place].stack = union(all)
    }
    threads = gathered
  }

  /// Whether any two threads have the same leaf and the same frame.
  private func hasTwins(_ threads: [Thread]) -> Bool {
    if threads.count > manyThreads { return true }
    for (place, thread) in threads.enumerated() {
      for other in threads[..<place] where other.leaf == thread.leaf {
        if Frame(other, node(other.stack)) == Frame(thread, node(thread.stack)) { return true }
      }
    }
    return false
  }

  /// What two threads have in common that may be made one.
  private struct Frame: Hashable {
    var leaf: Int32
    var start: Int32
    var space: Int32
    var phase: StackNode.Phase
    var state: Int32
    var extra: Int32

    init(_ thread: Thread, _ node: StackNode) {
      (leaf, start, space) = (thread.leaf, thread.start, thread.space)
      (phase, state, extra) = (node.phase, node.state, node.extra)
    }
  }

  /// A node that stands for any of `numbers`, of which there is one at least.
  func union(_ numbers: [Int32]) -> Int32 {
    if numbers.count == 1 { return numbers[0] }
    let members = stack.members(numbers)
    guard members.count >= Self.smallSet else { return set(of: members) }
    spend(members.count)
    // An entry is left by the end of its own procedure alone.
    let groups = Dictionary(grouping: members) { number in
      node(number).phase == .entry ? node(number).state : -1
    }
    return set(of: groups.values.flatMap(withoutReached).sorted())
  }

  /// Sets of fewer nodes stay as they are.
  private static let smallSet = 4

  /// Some nodes, ascending, without those that others of them return to at once: what may come next
  /// there may come next at the others, too.
  ///
  /// So sets stay small where a text can be read as lists of lists in very many ways. Where it takes
  /// too long to find out, they stay as they are.
  private func withoutReached(_ members: [Int32]) -> [Int32] {
    var reached = Set<Int32>()
    var kept: [Int32] = []
    let least = members.reduce(.max) { min($0, outside($1).first ?? .max) }
    let limit = work + 4_096 + 16 * members.count
    // Nodes return to nodes with lower numbers.
    for member in members.reversed() where !outside(member).allSatisfy(reached.contains) {
      kept.append(member)
      var open = outside(member)
      reached.formUnion(open)
      while let next = open.popLast() {
        if work > limit { return members }
        forEachReturn(from: node(next)) { outer in
          if outer >= least, reached.insert(outer).inserted { open.append(outer) }
        }
      }
    }
    return kept.reversed()
  }

  /// A node, or for an entry the nodes to which it returns.
  private func outside(_ number: Int32) -> [Int32] {
    let node = node(number)
    return node.phase == .entry ? stack.members(node.parent) : [number]
  }

  /// Calls `body` with the nodes at which reading may go on at once for a node of the program.
  func forEachReturn(from node: StackNode, _ body: (Int32) -> Void) {
    guard node.phase == .program else { return }
    let next = next(node.state)
    spend(1)
    if next.ended.isEmpty { return }
    let members = stack.members(node.parent)
    spend(members.count)
    for member in members {
      let outer = self.node(member)
      switch outer.phase {
      case .done, .program: body(member)
      case .entry where next.ends(outer.state): stack.members(outer.parent).forEach(body)
      default: break
      }
    }
  }
}
