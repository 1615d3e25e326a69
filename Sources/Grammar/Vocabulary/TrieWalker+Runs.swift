/// What any text may be read of from a state on: a subtree of a trie with nothing else below needs no
/// steps, all of it can be read.
struct FreeRun {
  var leaf = Lexer.dead
  /// The kinds of bytes (``ByteKinds``) of which all may be read.
  var kinds: UInt32 = 0
  /// How many of them, at least.
  var count = 0

  /// Whether all below a node can be read.
  @inline(__always)
  func holds(_ mark: TrieMark) -> Bool { mark.kinds & ~kinds == 0 && Int(mark.height) <= count }
}

extension Lexer {
  /// The bytes that may be read in any order from `state` on, and how many.
  func freeRun(_ state: Int32) -> FreeRun {
    let record = states[Int(state)]
    if record.kind == .custom {
      let count = automata[Int(record.free)].digitRun(record.words)
      return FreeRun(leaf: state, kinds: ByteKinds.digit, count: count)
    }
    guard let loop = loop(state) else { return FreeRun(leaf: state) }
    var bytes = ByteSet.none
    for range in loop.ranges where range.lowerBound < 0x80 {
      for scalar in range.lowerBound...min(range.upperBound, 0x7F) {
        bytes.insert(UInt8(truncatingIfNeeded: scalar))
      }
    }
    // These stand for themselves in no string.
    bytes = bytes.subtracting(LoopForm.special)
    return FreeRun(leaf: state, kinds: ByteKinds.within(bytes), count: loop.count ?? .max)
  }
}

extension ByteKinds {
  /// The kinds all of whose bytes are in `bytes`.
  static func within(_ bytes: ByteSet) -> UInt32 {
    var outside: UInt32 = 0
    for byte in UInt8.min...UInt8.max where !bytes.contains(byte) { outside |= of[Int(byte)] }
    return ~outside
  }
}

extension TrieWalker {
  /// Below fewer nodes a new state is not asked about: walking is faster.
  static let leastRun = 12

  /// What may be read from the lexer's state `leaf` on.
  mutating func freeRun(_ leaf: Int32) -> FreeRun {
    while runs.count <= Int(leaf) { runs.append(FreeRun()) }
    if runs[Int(leaf)].leaf == leaf { return runs[Int(leaf)] }
    let run = lexer.freeRun(leaf)
    runs[Int(leaf)] = run
    return run
  }
}
