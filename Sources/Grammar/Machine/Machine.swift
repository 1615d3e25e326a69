import TernJSON

/// Reads a text byte by byte and tells what may come next, as a set of threads.
///
/// A thread is a leaf (a string, number or literal that is being read) or a place between leaves,
/// with the arrays and objects around it. Most texts have one thread; `anyOf` of objects and
/// negations have more, until the text tells them apart. States are worked out when the text first
/// comes to them, and kept.
///
/// Working state of one matcher: not thread-safe. Cost of a step inside a leaf: a table lookup;
/// between leaves some hundred nanoseconds.
final class Machine {
  let lexer: Lexer
  let goals: Goals
  let objects: ObjectRules
  let arrays: ArrayRules
  let program: Program
  private(set) var stack = StackNodes()
  /// What may come next at each stack node, where it was asked for.
  let steps = KnownSteps()
  /// For steps that are worked out.
  var stepped: [Thread] = []
  /// What may come next at the places of the program.
  var places = Places()
  var endingLengths = EndingLengths()
  /// More threads than these are gathered by their leaves.
  var manyThreads = 16
  /// What was looked at for the answer that is being worked out.
  var work = 0
  /// The instruction at which there was too much to look at.
  var limit: Int32?
  /// Whether an element is looked for that did not come yet.
  var isSearching = false

  /// Masks that an earlier matcher found, of one vocabulary.
  struct Kept {
    var tables: VocabularyTables
    var memo: MaskMemo
  }
  var kept: Kept?

  /// The bytes that stand for markers.
  let markers: [String: UInt8]
  /// Whether one space follows each comma and colon.
  let isSpaced: Bool
  /// White space bytes that may stand in one place; 0 where none may.
  let whitespaceLimit: Int32
  /// Whether any leaf is a lexeme.
  let hasLexemes: Bool

  init(_ program: Program, goals: Goals, markers: [String: UInt8] = [:]) {
    self.program = program
    self.goals = goals
    objects = goals.objects
    arrays = goals.arrays
    self.markers = markers
    lexer = goals.lexer
    isSpaced = goals.options.whitespace == .spaced
    whitespaceLimit = goals.options.whitespace == .any ? MachineOptions.Whitespace.limit : 0
    let lexer = goals.lexer
    hasLexemes = program.instructions.contains {
      if case .text(let leaf, _) = $0 { leaf >= 0 && lexer.isLexeme(leaf) } else { false }
    }
  }

  /// Whether nothing but the space behind a comma or colon can be read.
  @inline(__always)
  func needsSpace(_ thread: Thread) -> Bool {
    isSpaced && thread.leaf < 0 && thread.space == 0 && stack[thread.stack].phase.followsMark
  }

  /// Why answers are not to be trusted any more.
  var error: GrammarError? {
    if goals.isExhausted { return complexity }
    return lexer.isExhausted ? .tooComplex : nil
  }

  /// Whether so much has been worked out that a new machine is the better beginning: limits are not
  /// to be met by what earlier texts needed.
  var isFull: Bool {
    lexer.states.count > lexer.stateLimit / 8 || lexer.languages.nodes.count > 1 << 17
      || stack.count > 1 << 16
  }

  func node(_ number: Int32) -> StackNode { stack[number] }

  func push(
    _ phase: StackNode.Phase, _ state: Int32, _ parent: Int32, extra: Int32 = 0
  ) -> Int32 {
    stack.number(of: StackNode(phase: phase, state: state, parent: parent, extra: extra))
  }

  /// The node that stands for any of `members`, which are no sets, and ascending.
  func set(of members: [Int32]) -> Int32 { stack.set(of: members) }

  /// The threads before any text.
  func begin() -> [Thread] {
    [Thread(leaf: -1, stack: push(.program, program.start, StackNodes.done))]
  }

  /// Whether what follows depends on bytes that were read before, beyond the leaf and the stack.
  func dependsOnText(_ thread: Thread) -> Bool {
    if stack.isTextual(thread.stack) { return true }
    let node = stack[thread.stack]
    return node.phase == .objectKey && objects.hasManyKeys(node.state)
  }

  /// Whether the text of the leaf so far is all of it that counts, for a thread that depends on text.
  func dependsOnName(_ thread: Thread) -> Bool {
    thread.leaf >= 0 && !stack.isTextual(thread.stack)
  }

  /// The threads after one more byte; `text` is what was read before it.
  func step(_ threads: [Thread], _ byte: UInt8, text: [UInt8], into next: inout [Thread]) {
    if hasLexemes {
      stepLexemes(threads, byte, text: text, into: &next)
    } else {
      for thread in threads { step(thread, byte, text: text, into: &next) }
    }
    merge(&next)
  }

  /// Appends the threads after one more byte; `text` is what was read before it.
  func step(_ thread: Thread, _ byte: UInt8, text: [UInt8], into next: inout [Thread]) {
    guard thread.leaf >= 0 else {
      stepBetween(thread, byte, text: text, into: &next)
      return
    }
    let leaf = lexer.next(thread.leaf, byte)
    if leaf >= 0 { add(Thread(leaf: leaf, stack: thread.stack, start: thread.start), &next) }
    guard lexer.isFinal(thread.leaf) else { return }
    for ended in endLeaf(thread, text: text) {
      stepBetween(ended, byte, text: text, into: &next)
    }
  }

  func add(_ thread: Thread, _ next: inout [Thread]) {
    if program.hasCalls, stack[thread.stack].phase == .several,
      stack.members(thread.stack).count <= manyThreads
    {
      for member in stack.members(thread.stack) {
        var single = thread
        single.stack = member
        add(single, &next)
      }
      return
    }
    if program.hasCalls {
      // What is the same is found where threads are merged.
      if next.prefix(Self.fewThreads).contains(thread) { return }
      if next.count >= 4 * Self.threadLimit {
        var seen = Set<Thread>()
        next.removeAll { !seen.insert($0).inserted }
        if isTooMany(next, thread.stack) { return }
      }
    } else if next.contains(thread) || isTooMany(next, thread.stack) {
      return
    }
    next.append(thread)
  }

  /// Whether there are too many threads: then gives up; `stack` is the place of one.
  func isTooMany(_ threads: [Thread], _ stack: Int32) -> Bool {
    if threads.count < Self.threadLimit { return false }
    giveUp(at: stack)
    return true
  }

  private static let threadLimit = 1024
  private static let fewThreads = 16

  /// The threads once a leaf that may end has ended.
  func endLeaf(_ thread: Thread, text: [UInt8]) -> [Thread] {
    let node = stack[thread.stack]
    guard node.phase == .objectKey else { return [Thread(leaf: -1, stack: thread.stack)] }
    guard let key = name(text[Int(thread.start)...]) else { return [] }
    return objects.members(node.state, key).map { member in
      Thread(
        leaf: -1, stack: push(.objectColon, member.state, node.parent, extra: member.goal))
    }
  }

  /// The text of a JSON string.
  private func name(_ bytes: ArraySlice<UInt8>) -> ExactString? {
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    let text =
      isPlain
      ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : decode(bytes)?.string
    return text.map { ExactString($0) }
  }

  private func decode(_ bytes: ArraySlice<UInt8>) -> JSON? {
    try? JSON(parsing: Array(bytes))
  }

  /// Whether the text may end with this thread.
  func isComplete(_ thread: Thread) -> Bool {
    if thread.leaf >= 0, !lexer.isFinal(thread.leaf) { return false }
    return mayEnd(thread.stack)
  }

  private func mayEnd(_ number: Int32) -> Bool {
    switch stack[number].phase {
    case .done: true
    case .program, .several: place(number).isEnd
    default: false
    }
  }

  /// The value of an element that ended before `end`.
  func element(from start: Int32, text: [UInt8]) -> JSON? {
    start < 0 ? nil : decode(text[Int(start)...])
  }
}
