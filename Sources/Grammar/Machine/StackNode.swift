import TernTokens

/// Where a thread stands between leaves, with everything around it: one frame and the number of the
/// frame outside it.
struct StackNode: Hashable {
  enum Phase: UInt8 {
    /// The whole text has been read.
    case done
    /// At an instruction of the program; `state` is its number, `parent` where reading goes on at the
    /// end of its procedure.
    case program
    /// Around procedures that begin with each other: one of them, `state`, was called, and `parent` is
    /// where reading goes on behind it.
    case entry
    /// Any of several nodes; `state` is the number of the set.
    case several
    /// Before a value; `state` is its goal, `parent` where reading goes on after it.
    case value
    /// After `{`; `state` is the object's.
    case objectStart
    /// After the comma in an object.
    case objectComma
    /// In a name, or just after it.
    case objectKey
    /// After a name; `state` is the object's after the member, `extra` the value's goal.
    case objectColon
    /// After a member.
    case objectNext
    /// After `[`.
    case arrayStart
    /// After the comma in an array.
    case arrayComma
    /// After an element.
    case arrayNext
    /// After an element whose value matters: `extra` is the offset at which it began, or -1.
    case arrayNextValue

    /// Whether instructions of the program come next, of one node or of several.
    var isProgram: Bool { self == .program || self == .several }
  }

  var phase: Phase
  var state: Int32
  var parent: Int32
  var extra: Int32 = 0
}

extension StackNode: NumberedKey {
  func hash(_ seed: HashSeed) -> UInt64 {
    var mixer = Mixer(seed)
    mixer.add(UInt32(bitPattern: state) ^ UInt32(phase.rawValue) << 24)
    mixer.add(UInt32(bitPattern: parent))
    mixer.add(UInt32(bitPattern: extra))
    return mixer.result
  }
}

/// One way to read the text so far.
struct Thread: Hashable {
  /// The lexer's state; -1 between leaves.
  var leaf: Int32
  /// The number of a stack node.
  var stack: Int32
  /// The offset in the text at which the leaf began, for a name or lexeme; 0 for others.
  var start: Int32 = 0
  /// White space just before, between leaves.
  var space: Int32 = 0
}

/// The stack nodes of a machine, each once.
struct StackNodes {
  private var nodes = NumberedKeys<StackNode>(capacity: 512)
  private var textual: [Bool] = []
  private var sets: [[Int32]] = []
  private var setNumbers: [[Int32]: Int32] = [:]
  /// How many members all sets have.
  private(set) var memberCount = 0

  /// The number of the node that ends the text.
  static let done: Int32 = 0

  init() {
    _ = number(of: StackNode(phase: .done, state: 0, parent: 0))
  }

  var count: Int { nodes.count }

  /// Whether there are so many nodes that a text is not to be read any further.
  var isFull: Bool { nodes.count > Self.limit || memberCount > 16 * Self.limit }

  private static let limit = 1 << 21

  @inline(__always)
  subscript(number: Int32) -> StackNode { nodes[Int(number)] }

  /// Whether steps from here look at text that was read before.
  func isTextual(_ number: Int32) -> Bool { textual[Int(number)] }

  mutating func number(of node: StackNode) -> Int32 {
    let (number, isNew) = nodes.add(node)
    if isNew {
      textual.append(
        node.phase == .arrayNextValue || (number > 0 && textual[Int(node.parent)]))
    }
    return Int32(truncatingIfNeeded: number)
  }

  /// The nodes that a number stands for: itself, or the members of a set.
  @inline(__always)
  func members(_ number: Int32) -> [Int32] {
    let node = nodes[Int(number)]
    return node.phase == .several ? sets[Int(node.state)] : [number]
  }

  /// The nodes that several numbers stand for, ascending.
  func members(_ numbers: [Int32]) -> [Int32] {
    var all: [Int32] = []
    for number in numbers {
      if nodes[Int(number)].phase == .several { all += members(number) } else { all.append(number) }
    }
    all.sort()
    var unique: [Int32] = []
    for number in all where number != unique.last { unique.append(number) }
    return unique
  }

  /// The number of a node that stands for any of `members`, of which there is one at least; they are
  /// no sets, and ascending.
  mutating func set(of members: [Int32]) -> Int32 {
    if members.count == 1 { return members[0] }
    if let known = setNumbers[members] { return known }
    let set = Int32(sets.count)
    sets.append(members)
    memberCount += members.count
    let number = number(of: StackNode(phase: .several, state: set, parent: members[0]))
    setNumbers[members] = number
    return number
  }
}
