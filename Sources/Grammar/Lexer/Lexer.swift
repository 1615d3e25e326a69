/// A byte automaton over what a leaf of a schema may be spelled as, built as it is walked.
///
/// States are numbers; all leaves share them. A row of 256 next states is filled when a state is
/// first left. There are no dead ends: from every state some bytes lead to a final one (as long as
/// no budget is exceeded, see `isExhausted`).
///
/// Memory: 1 KiB for each state.
@safe final class Lexer {
  /// No state: nothing may follow.
  static let dead: Int32 = -1
  /// Behind the end of a string.
  static let done: Int32 = 0
  /// In rows: not known yet.
  private static let unknown: Int32 = -2
  /// In `only`: not known yet.
  private static let unknownByte: Int16 = -2

  let languages: Languages
  /// How many states there may be.
  let stateLimit: Int

  /// 256 next states for each state: `dead`, or a state, or -2 for not known yet.
  @exclusivity(unchecked) private(set) var rows: UnsafeMutablePointer<Int32>
  private var capacity = 32
  private var finals: ContiguousArray<Bool> = []
  /// The only byte that goes on, or -1, or -2 for not known yet.
  private var only: ContiguousArray<Int16> = []
  /// Whether any byte goes on; known once the row is filled.
  private var goesOn: ContiguousArray<Bool> = []
  private(set) var states: ContiguousArray<LexerState> = []
  /// Hash table of the states, open addressing; -1 is free. Its size is a power of two.
  private var slots: ContiguousArray<Int32>
  /// The registered automata.
  var automata: [AnyLeafAutomaton] = []
  /// The lists of states of unions.
  var unions: [[Int32]] = []
  var unionNumbers: [[Int32]: Int32] = [:]
  private var hasTooManyStates = false

  /// Whether a budget was exceeded; states after that may lack ways on.
  var isExhausted: Bool { hasTooManyStates || languages.isExhausted }

  init(languages: Languages, stateLimit: Int = 1_000_000) {
    self.languages = languages
    self.stateLimit = stateLimit
    slots = ContiguousArray(repeating: -1, count: 64)
    unsafe rows = .allocate(capacity: 32 << 8)
    _ = intern(LexerState(kind: .done), isFinal: true)
  }

  deinit { unsafe rows.deallocate() }

  /// The state behind `byte`, or -1 where it may not follow.
  @inline(__always)
  func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    let target = unsafe rows[Int(state) << 8 | Int(byte)]
    return target == Self.unknown ? filledNext(state, byte) : target
  }

  @inline(never)
  private func filledNext(_ state: Int32, _ byte: UInt8) -> Int32 {
    fill(state)
    return unsafe rows[Int(state) << 8 | Int(byte)]
  }

  /// Whether the leaf may end here.
  @inline(__always)
  func isFinal(_ state: Int32) -> Bool { finals[Int(state)] }

  /// Whether the leaf may end here and must.
  func isClosed(_ state: Int32) -> Bool {
    guard isFinal(state) else { return false }
    _ = onlyByte(state)
    return !goesOn[Int(state)]
  }

  /// The byte that must follow: the leaf may not end here, and no other byte goes on.
  func onlyByte(_ state: Int32) -> UInt8? {
    if only[Int(state)] == Self.unknownByte { findOnly(state) }
    return UInt8(exactly: only[Int(state)])
  }

  private func findOnly(_ state: Int32) {
    fill(state)
    var count = 0
    var last: Int16 = -1
    for byte in 0..<256 where unsafe rows[Int(state) << 8 | byte] >= 0 {
      count += 1
      last = Int16(byte)
    }
    only[Int(state)] = count == 1 && !isFinal(state) ? last : -1
    goesOn[Int(state)] = count > 0
  }

  /// Whether the row of `state` is known.
  private func isFilled(_ state: Int32) -> Bool {
    unsafe rows[Int(state) << 8] != Self.unknown
  }

  private func fill(_ state: Int32) {
    if isFilled(state) { return }
    unsafe (rows + (Int(state) << 8)).update(repeating: Self.dead, count: 256)
    addRow(state, states[Int(state)])
  }

  /// In the row of `state`, lets `byte` lead to `target`.
  @inline(__always)
  func set(_ state: Int32, _ byte: UInt8, _ target: Int32) {
    unsafe rows[Int(state) << 8 | Int(byte)] = target
  }

  /// The number of a state, which is added where it is new.
  func intern(_ state: LexerState, isFinal: Bool) -> Int32 {
    var slot = Int(truncatingIfNeeded: state.hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      if states[Int(slots[slot])] == state { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard states.count < stateLimit else {
      hasTooManyStates = true
      return Self.dead
    }
    let number = Int32(states.count)
    if states.count == capacity { growRows() }
    unsafe (rows + (states.count << 8)).initialize(repeating: Self.unknown, count: 256)
    states.append(state)
    finals.append(isFinal)
    only.append(Self.unknownByte)
    goesOn.append(false)
    slots[slot] = number
    if states.count * 2 > slots.count { growSlots() }
    return number
  }

  private func growRows() {
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: (capacity * 2) << 8)
    unsafe larger.moveInitialize(from: rows, count: capacity << 8)
    unsafe rows.deallocate()
    unsafe rows = larger
    capacity *= 2
  }

  private func growSlots() {
    slots = ContiguousArray(repeating: -1, count: slots.count * 4)
    for (number, state) in states.enumerated() {
      var slot = Int(truncatingIfNeeded: state.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
