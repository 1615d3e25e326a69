/// What surrounds values: texts, choices, repetitions and procedures, as instructions with
/// successors.
///
/// Most programs are a value and the end. A procedure stands for its texts other than the empty one;
/// a call of one that may be empty can be passed by (``heads(_:)``).
struct Program {
  enum Instruction {
    /// A text from a state of the lexer, then the next instruction.
    case text(Int32, next: Int32)
    /// A JSON value, then the next instruction.
    case value(Goal, next: Int32)
    /// Any of these.
    case fork([Int32])
    /// A text of a procedure, then the next instruction.
    case call(Int32, next: Int32)
    /// The end of a procedure; that of number 0 is the end of the text.
    case leave(Int32)
  }

  private(set) var instructions: [Instruction] = []
  /// Instructions to be appended behind those that are in the graph of the rule.
  private var later: [Instruction] = []
  /// The procedure of each instruction.
  private(set) var owners: [Int32]
  /// Where the procedures begin; number 0 is the whole.
  let starts: [Int32]
  /// The names of the procedures; that of the whole is empty.
  let names: [String]
  /// How many instructions the graph of the rule has.
  private let planned: Int
  /// For each instruction the least number of texts and values on a way to the end of its procedure;
  /// `Int.max` where there is none.
  private(set) var counts: [Int] = []
  /// Which procedures call each other before anything is read.
  private(set) var calls = LeadingCalls()

  init(
    procedures: [RuleGraph.Procedure] = [RuleGraph.Procedure(name: "", start: 0)],
    owners: [Int32] = []
  ) {
    starts = procedures.map(\.start)
    names = procedures.map(\.name)
    self.owners = owners
    planned = owners.count
  }

  var start: Int32 { starts[0] }

  /// Whether anything but the whole is called.
  var hasCalls: Bool { starts.count > 1 }

  subscript(number: Int32) -> Instruction { instructions[Int(number)] }

  mutating func add(_ instruction: Instruction) { instructions.append(instruction) }

  /// Adds an instruction behind those of the graph, of the procedure of the one that is added next;
  /// its number.
  mutating func addLater(_ instruction: Instruction) -> Int32 {
    later.append(instruction)
    owners.append(owners[instructions.count])
    return Int32(planned + later.count - 1)
  }

  /// Appends what was to be added later.
  mutating func close() {
    instructions += later
    later = []
  }

  /// Takes what ``lengths(_:)`` found where each text or value that can be read counts 1: what leads
  /// nowhere is never begun.
  mutating func settle(_ counts: [Int]) {
    self.counts = counts
    calls = LeadingCalls(self)
  }

  /// Whether a way leads from an instruction to the end of its procedure.
  func isLive(_ number: Int32) -> Bool {
    counts[Int(number)] < .max && !isDeadCall(number)
  }

  private func isDeadCall(_ number: Int32) -> Bool {
    guard case .call(let procedure, _) = self[number] else { return false }
    return counts[Int(starts[Int(procedure)])] == .max
  }

  /// Whether a procedure may read nothing.
  func isNullable(_ procedure: Int32) -> Bool { counts[Int(starts[Int(procedure)])] == 0 }

  /// The instructions other than forks that may be next from `number`: those behind a call of what
  /// may be empty, and behind the end of a procedure those behind its leading calls among them.
  func heads(_ number: Int32) -> [Int32] {
    var open = [number]
    var seen = Set<Int32>()
    var heads: [Int32] = []
    while let next = open.popLast() {
      guard isLive(next), seen.insert(next).inserted else { continue }
      switch self[next] {
      case .fork(let options): open += options.reversed()
      case .call(let procedure, let after):
        heads.append(next)
        if isNullable(procedure) { open.append(after) }
      case .leave(let procedure):
        heads.append(next)
        open += calls.continuations(of: procedure).reversed()
      case .text, .value: heads.append(next)
      }
    }
    return heads
  }
}
