/// What may come next at the places of a program, worked out when it is first asked for.
struct Places {
  /// A text or value that may be read next, and the stack behind it.
  struct Head {
    var instruction: Int32
    var stack: Int32
  }

  /// Where in ``all`` the heads of a stack node are; `isEnd`: the text may end there.
  struct Place {
    var heads: Range<Int32>
    var isEnd: Bool
  }

  /// What may be next from an instruction.
  struct Next {
    /// The instructions that read, call or leave.
    var heads: [Int32]
    /// The procedures that end here, ascending.
    var ended: [Int32]

    func ends(_ procedure: Int32) -> Bool {
      var range = 0..<ended.count
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        if ended[middle] == procedure { return true }
        range =
          ended[middle] < procedure
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return false
    }
  }

  private(set) var all: [Head] = []
  private var places: [Int32: Place] = [:]
  /// What may be next from instructions, by their numbers.
  private var known: [Int32: Next] = [:]
  private var knownCount = 0

  /// Heads that are kept before all are forgotten: 32 MiB of places, 16 MiB of instructions.
  private static let limit = 1 << 22

  subscript(stack: Int32) -> Place? { places[stack] }

  mutating func keep(_ heads: [Head], isEnd: Bool, for stack: Int32) -> Place {
    if all.count + heads.count > Self.limit {
      all.removeAll()
      places.removeAll()
    }
    let start = Int32(all.count)
    all += heads
    let place = Place(heads: start..<Int32(all.count), isEnd: isEnd)
    places[stack] = place
    return place
  }

  /// What may be next from an instruction, where that is known.
  func known(_ number: Int32) -> Next? { known[number] }

  /// Keeps the heads of an instruction.
  mutating func keep(_ heads: [Int32], for number: Int32, _ program: Program) -> Next {
    var ended: [Int32] = []
    for head in heads { if case .leave(let procedure) = program[head] { ended.append(procedure) } }
    let next = Next(heads: heads, ended: ended.sorted())
    knownCount += heads.count
    if knownCount > Self.limit {
      known.removeAll()
      knownCount = heads.count
    }
    known[number] = next
    return next
  }
}
