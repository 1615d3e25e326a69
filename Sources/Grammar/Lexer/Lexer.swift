import TernTokens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A byte automaton over what a leaf of a schema may be spelled as, built as it is walked.
///
/// States are numbers; all leaves share them. A row of 256 next states is filled when a state is
/// first left: its ASCII, the backslash and the rest apart. There are no dead ends: from every state some bytes lead to a final one (as long as
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
  private let finals = Pool<Bool>(capacity: 32)
  /// The only byte that goes on, or -1, or -2 for not known yet.
  private let only = Pool<Int16>(capacity: 32)
  /// The bytes that go on, of the parts of the row that are filled.
  private let lively = Pool<ByteSet>(capacity: 32)
  /// Whether any byte goes on; known where `only` is.
  private let goesOn = Pool<Bool>(capacity: 32)
  /// Whether the whole row is filled.
  private let isFilled = Pool<Bool>(capacity: 32)
  let states = Pool<LexerState>(capacity: 32)
  /// Hash table of the states, open addressing: -1 is free, the size a power of two.
  private let slots = Pool<Int32>(repeating: -1, count: 64)
  /// What hashes depend on.
  private let seed = HashSeed.process
  /// The registered automata.
  var automata: [AnyLeafAutomaton] = []
  /// The lists of states of unions.
  var unions: [[Int32]] = []
  var unionNumbers: [[Int32]: Int32] = [:]
  private var hasTooManyStates = false

  /// Whether a budget was exceeded; states after that may lack ways on.
  var isExhausted: Bool { hasTooManyStates || languages.isExhausted }

  init(languages: Languages, stateLimit: Int = 250_000) {
    self.languages = languages
    self.stateLimit = stateLimit
    unsafe rows = malloc(32 << 10).assumingMemoryBound(to: Int32.self)
    _ = intern(LexerState(kind: .done), isFinal: true)
  }

  deinit { unsafe free(rows) }

  /// The state behind `byte`, or -1 where it may not follow; `state` must be a state, not -1.
  @inline(__always)
  func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    let target = unsafe rows[Int(state) << 8 | Int(byte)]
    return target == Self.unknown ? filledNext(state, byte) : target
  }

  @inline(never)
  private func filledNext(_ state: Int32, _ byte: UInt8) -> Int32 {
    let record = states[Int(state)]
    if isWide(record) {
      let target = wideNext(record, byte)
      set(state, byte, target)
      return target
    }
    if addWordRow(state, record) { return unsafe rows[Int(state) << 8 | Int(byte)] }
    let part = record.kind == .boundary || record.kind == .union ? RowPart(byte) : .whole
    switch part {
    case .whole: clear(state, 0...255)
    case .ascii:
      clear(state, 0...0x5B)
      clear(state, 0x5D...0x7F)
    case .backslash: clear(state, 0x5C...0x5C)
    case .high: clear(state, 0x80...0xFF)
    }
    addRow(state, record, part)
    return unsafe rows[Int(state) << 8 | Int(byte)]
  }

  /// Makes all bytes dead.
  func clearRow(_ state: Int32) { clear(state, 0...255) }

  private func clear(_ state: Int32, _ bytes: ClosedRange<Int>) {
    let row = unsafe rows + (Int(state) << 8)
    unsafe (row + bytes.lowerBound).update(repeating: Self.dead, count: bytes.count)
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

  /// Whether it is known that several bytes go on from a state.
  @inline(__always)
  func goesOnFreely(_ state: Int32) -> Bool { only[Int(state)] == -1 && goesOn[Int(state)] }

  /// Notes that several bytes go on from a state in which the leaf may not end.
  func noteGoesOn(_ state: Int32) {
    only[Int(state)] = -1
    goesOn[Int(state)] = true
  }

  private func findOnly(_ state: Int32) {
    // The parts that a row is filled in, the likeliest first.
    var bytes = ByteSet.none
    for part in parts(of: state) where bytes.count < 2 {
      _ = next(state, part)
      bytes = lively[Int(state)]
    }
    only[Int(state)] = isFinal(state) ? -1 : bytes.only.map { Int16($0) } ?? -1
    goesOn[Int(state)] = bytes != .none
  }

  /// The bytes that go on from `state`.
  @inline(__always)
  func bytes(after state: Int32) -> ByteSet {
    if !isFilled[Int(state)] { fill(state) }
    return lively[Int(state)]
  }

  @inline(never)
  private func fill(_ state: Int32) {
    for part in parts(of: state) { _ = next(state, part) }
    isFilled[Int(state)] = true
  }

  /// A byte of each part that the row of `state` is filled in.
  private func parts(of state: Int32) -> [UInt8] {
    let record = states[Int(state)]
    return isWide(record) ? automata[Int(record.free)].alphabet : Self.parts
  }

  private static let parts: [UInt8] = [0, 0x5C, 0x80]

  /// In the row of `state`, lets `byte` lead to `target`.
  @inline(__always)
  func set(_ state: Int32, _ byte: UInt8, _ target: Int32) {
    unsafe rows[Int(state) << 8 | Int(byte)] = target
    lively[Int(state)].set(byte, target >= 0)
  }

  /// The number of a state, which is added where it is new.
  func intern(_ state: LexerState, isFinal: Bool) -> Int32 {
    var slot = Int(truncatingIfNeeded: state.hash(seed)) & (slots.count - 1)
    while slots[slot] >= 0 {
      if states[Int(slots[slot])] == state { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard states.count < stateLimit, states.count < capacity || growRows() else {
      hasTooManyStates = true
      return Self.dead
    }
    let number = Int32(states.count)
    unsafe (rows + (states.count << 8)).initialize(repeating: Self.unknown, count: 256)
    states.append(state)
    finals.append(isFinal)
    only.append(Self.unknownByte)
    lively.append(.none)
    goesOn.append(false)
    isFilled.append(false)
    slots[slot] = number
    if states.count * 2 > slots.count { growSlots() }
    return number
  }

  /// Doubles the room for rows; the system moves large blocks without a copy.
  private func growRows() -> Bool {
    let size = (capacity * 2) << 10
    guard let larger = unsafe realloc(rows, size) else { return false }
    unsafe rows = larger.assumingMemoryBound(to: Int32.self)
    capacity *= 2
    return true
  }

  private func growSlots() {
    slots.reset(repeating: -1, count: slots.count * 4)
    for (number, state) in states.enumerated() {
      var slot = Int(truncatingIfNeeded: state.hash(seed)) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
