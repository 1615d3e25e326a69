extension Machine {
  /// How many bytes are left until the text may end, about: exactly, where no JSON value is among
  /// what is left; `Int.max` where there is no way within the limits.
  func distance(_ thread: Thread) -> Int {
    let leaf = thread.leaf >= 0 ? endingLength(ofLeaf: thread.leaf) : 0
    var place = thread.stack
    while true {
      switch node(place).phase {
      case .done, .program, .entry, .several:
        return sum(leaf, length(from: place))
      default: place = node(place).parent
      }
    }
  }

  /// How many bytes lead from a stack node of the program to the end, about; `nil` where none do.
  ///
  /// Worked out for all instructions when it is first asked for: rules may go round in circles, and
  /// the shortest next step may lead on forever. For stack nodes it is kept: O(1) for a node around
  /// which all is known.
  func length(from number: Int32) -> Int? {
    if endingLengths.ofInstructions.isEmpty {
      endingLengths.ofInstructions = program.lengths { shortBytes($0).count }
    }
    var open = [number]
    while let next = open.last {
      if endingLengths.ofNodes[next] != nil {
        open.removeLast()
        continue
      }
      let unknown = around(next).filter { endingLengths.ofNodes[$0] == nil }
      if unknown.isEmpty {
        endingLengths.ofNodes[next] = knownLength(from: next)
        open.removeLast()
      } else {
        open += unknown
      }
    }
    let length = endingLengths.ofNodes[number] ?? .max
    return length < .max ? length : nil
  }

  /// The nodes on whose lengths that of a node depends.
  private func around(_ number: Int32) -> [Int32] {
    let node = node(number)
    return switch node.phase {
    case .done: []
    case .several: stack.members(number)
    default: [node.parent]
    }
  }

  private func knownLength(from number: Int32) -> Int {
    let node = node(number)
    switch node.phase {
    case .done: return 0
    case .program: break
    case .several:
      return stack.members(number).map { endingLengths.ofNodes[$0] ?? .max }.min() ?? .max
    default: return endingLengths.ofNodes[node.parent] ?? .max
    }
    let own = endingLengths.ofInstructions[Int(node.state)]
    let procedure = program.owners[Int(node.state)]
    guard own < .max, program.calls.isRecursive(procedure) else {
      return sum(own, endingLengths.ofNodes[node.parent])
    }
    return sum(own, length(of: procedure, within: node.parent))
  }

  private func sum(_ first: Int, _ second: Int?) -> Int {
    let (sum, isTooLong) = first.addingReportingOverflow(second ?? .max)
    return isTooLong || sum >= Program.longest ? .max : sum
  }

  /// How many bytes lead from the end of a member of a component, through others that begin with it,
  /// to one of the members that `entries` says were called, and from there to the end.
  private func length(of procedure: Int32, within entries: Int32) -> Int {
    let calls = program.calls
    // A single member ends where it was called.
    if calls.members(of: calls.component(of: procedure)).count == 1 {
      return endingLengths.ofNodes[entries] ?? .max
    }
    if let known = endingLengths.ofEntries[entries] { return known[procedure] ?? .max }
    let lengths = lengths(within: entries)
    endingLengths.keep(lengths, within: entries)
    return lengths[procedure] ?? .max
  }

  /// The same for each member of the component, by one search for all.
  private func lengths(within entries: Int32) -> [Int32: Int] {
    var lengths: [Int32: Int] = [:]
    var open = MinimumHeap()
    for entry in stack.members(entries) {
      if let length = endingLengths.ofNodes[entry], length < .max {
        open.insert(node(entry).state, length)
      }
    }
    while let (member, total) = open.popMinimum() {
      guard lengths[member] == nil else { continue }
      lengths[member] = total
      spend(1)
      for (callee, next) in program.calls.spines[member] ?? [] where lengths[callee] == nil {
        let length = sum(total, endingLengths.ofInstructions[Int(next)])
        if length < .max { open.insert(callee, length) }
      }
    }
    return lengths
  }
}
