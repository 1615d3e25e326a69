/// What surrounds values: texts, choices and repetitions, as instructions with successors.
///
/// Most programs are one instruction: a value, or a text.
struct Program {
  enum Instruction {
    /// A text from a state of the lexer, then the next instruction.
    case text(Int32, next: Int32)
    /// A JSON value, then the next instruction.
    case value(Goal, next: Int32)
    /// Any of these.
    case fork([Int32])
    case end
  }

  private(set) var instructions: [Instruction] = []
  var start: Int32 = 0

  subscript(number: Int32) -> Instruction { instructions[Int(number)] }

  mutating func add(_ instruction: Instruction) -> Int32 {
    instructions.append(instruction)
    return Int32(instructions.count - 1)
  }

  mutating func set(_ number: Int32, _ instruction: Instruction) {
    instructions[Int(number)] = instruction
  }

  /// The instructions other than forks that may be next from `number`.
  func heads(_ number: Int32) -> [Int32] {
    var open = [number]
    var seen = Set<Int32>()
    var heads: [Int32] = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if case .fork(let options) = self[next] {
        open += options.reversed()
      } else {
        heads.append(next)
      }
    }
    return heads
  }

  /// The lengths of the shortest ways from all instructions to the end; `Int.max` where none leads
  /// there.
  ///
  /// Dijkstra's algorithm from the end: O(n log n), and a call of `length` for each instruction that
  /// reads something (0: it cannot).
  func lengths(_ length: (Int32) -> Int) -> [Int] {
    var before = [[(Int32, Int)]](repeating: [], count: instructions.count)
    var open = MinimumHeap()
    var lengths = [Int](repeating: .max, count: instructions.count)
    for number in instructions.indices.map(Int32.init) {
      switch self[number] {
      case .end: open.insert(number, 0)
      case .fork(let options): for option in options { before[Int(option)].append((number, 0)) }
      case .text(_, let next), .value(_, let next):
        let count = length(number)
        if count > 0 { before[Int(next)].append((number, count)) }
      }
    }
    while let (number, total) = open.popMinimum() {
      guard total < lengths[Int(number)] else { continue }
      lengths[Int(number)] = total
      for (earlier, count) in before[Int(number)] where lengths[Int(earlier)] == .max {
        open.insert(earlier, total + count)
      }
    }
    return lengths
  }

  /// Whether the text may end at `number`.
  func mayEnd(_ number: Int32) -> Bool {
    heads(number).contains { if case .end = self[$0] { true } else { false } }
  }
}

extension Machine {
  /// Reads the first byte of an instruction.
  func stepProgram(
    _ node: StackNode, _ byte: UInt8, text: [UInt8], into next: inout [Thread]
  ) {
    for head in program.heads(node.state) {
      switch program[head] {
      case .end, .fork: break
      case .value(let goal, let after):
        let value = StackNode(
          phase: .value, state: goal, parent: push(.program, after, node.parent))
        stepBetween(
          Thread(
            leaf: -1, stack: push(value.phase, value.state, value.parent), space: .max),
          byte, text: text, into: &next)
      case .text(let leaf, let after):
        let state = leaf >= 0 ? lexer.next(leaf, byte) : Lexer.dead
        guard state >= 0 else { continue }
        let stack = push(.program, after, node.parent)
        add(Thread(leaf: state, stack: stack, start: Int32(text.count)), &next)
      }
    }
  }
}
