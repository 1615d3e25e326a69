extension Program {
  /// The greatest length that is told from greater ones: rules that double each other have texts
  /// that no number counts.
  static let longest = 1 << 60

  /// The lengths of the shortest ways from all instructions to the ends of their procedures;
  /// `Int.max` where none leads there.
  ///
  /// Knuth's generalisation of Dijkstra's algorithm: a call is as long as the shortest way through
  /// its procedure and the one behind it, once both are known. O(n log n), and a call of `length` for
  /// each instruction that reads something (0: it cannot). Lengths beyond ``longest`` are given as that.
  func lengths(_ length: (Int32) -> Int) -> [Int] {
    let before = Predecessors(self)
    var reads = [Int](repeating: 0, count: instructions.count)
    var lengths = [Int](repeating: .max, count: instructions.count)
    var open = MinimumHeap()
    for number in instructions.indices.map(Int32.init) {
      switch self[number] {
      case .leave: open.insert(number, 0)
      case .text, .value: reads[Int(number)] = length(number)
      case .fork, .call: break
      }
    }
    while let (number, total) = open.popMinimum() {
      guard total < lengths[Int(number)] else { continue }
      lengths[Int(number)] = total
      for earlier in before[number] where lengths[Int(earlier)] == .max {
        switch self[earlier] {
        case .fork: open.insert(earlier, total)
        case .text, .value:
          let count = reads[Int(earlier)]
          if count > 0 { open.insert(earlier, min(total + count, Self.longest)) }
        case .call(let procedure, let next):
          let parts = (lengths[Int(starts[Int(procedure)])], lengths[Int(next)])
          guard parts.0 < .max, parts.1 < .max else { continue }
          open.insert(earlier, min(parts.0 + parts.1, Self.longest))
        case .leave: break
        }
      }
    }
    return lengths
  }
}

/// The instructions that lead to each instruction, in two arrays.
private struct Predecessors {
  private let starts: [Int32]
  private let all: [Int32]

  init(_ program: Program) {
    var starts = [Int32](repeating: 0, count: program.instructions.count + 1)
    Self.forEach(program) { starts[Int($1) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    var all = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
    var free = starts
    Self.forEach(program) { earlier, later in
      all[Int(free[Int(later)])] = earlier
      free[Int(later)] += 1
    }
    (self.starts, self.all) = (starts, all)
  }

  private static func forEach(_ program: Program, _ body: (_ from: Int32, _ to: Int32) -> Void) {
    for number in program.instructions.indices.map(Int32.init) {
      switch program[number] {
      case .fork(let options): for option in options { body(number, option) }
      case .text(_, let next), .value(_, let next): body(number, next)
      case .call(let procedure, let next):
        body(number, next)
        body(number, program.starts[Int(procedure)])
      case .leave: break
      }
    }
  }

  subscript(number: Int32) -> ArraySlice<Int32> {
    all[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
  }
}
