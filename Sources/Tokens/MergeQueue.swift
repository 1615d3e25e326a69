/// Possible merges in order: by priority, then from left to right.
///
/// `MergeHeap` serves long words, `MergeQueue` very long ones.
protocol MergeOrder {
  /// Adds one of the merges that are there at the beginning; they come from left to right.
  mutating func append(_ entry: MergeEntry)
  /// Must follow the last `append`.
  mutating func build()
  mutating func push(_ entry: MergeEntry)
  /// Takes out the first merge.
  mutating func pop() -> MergeEntry?
}

/// A possible merge of two neighbours.
struct MergeEntry {
  /// Priority and, below it, the index of the left symbol.
  var key: UInt64
  /// How many bytes the merged symbol would have.
  var length: UInt32
  /// The id of the merged symbol.
  var merged: UInt32

  /// The index of the left symbol.
  var left: Int { Int(truncatingIfNeeded: key & 0xFFFF_FFFF) }
  /// When it merges: smaller is sooner.
  var priority: Int { Int(truncatingIfNeeded: key >> 32) }

  init(_ pair: UInt64, left: Int, length: Int) {
    key = (pair & 0xFFFF_FFFF_0000_0000) | UInt64(left)
    self.length = UInt32(truncatingIfNeeded: length)
    merged = UInt32(truncatingIfNeeded: pair)
  }
}

/// Possible merges in a bucket for each priority.
///
/// Adding one is O(1), and a bucket is taken out as a whole, so that its merges are done in one sweep
/// from left to right through the text.
///
/// ```
/// heads   [ -1 | 4 | -1 | 2 | … ]      one for each priority; `occupied` finds the first
///               │        └─▶ node 2 ─▶ node 0
///               └─▶ node 4
/// sweeps  [ priority 3: ■■■□□□ ]       taken out and partly done; the last is the current one
/// ```
/// Merging usually gives rise to merges of later priorities only. Should an earlier one arise, the
/// current sweep waits on a stack; one of the same priority joins the sweep through a heap. So the
/// order is exact for any vocabulary.
struct MergeQueue: MergeOrder {
  private struct Node {
    var entry: MergeEntry
    var next: Int32
  }

  /// The merges of one priority, taken out of their bucket.
  private struct Sweep {
    let priority: Int
    var entries: [MergeEntry]
    var position = 0
    /// Merges that came later.
    var late = MergeHeap()

    mutating func pop() -> MergeEntry? {
      guard position < entries.count else { return late.pop() }
      if let other = late.first, other.key < entries[position].key { return late.pop() }
      position += 1
      return entries[position - 1]
    }
  }

  private var heads: [Int32]
  private var nodes: [Node] = []
  /// The first unused node; unused ones are linked.
  private var free: Int32 = -1
  private var occupied: PrioritySet
  private var sweeps: [Sweep] = []

  /// For priorities below `priorities`.
  init(priorities: Int) {
    heads = [Int32](repeating: -1, count: priorities)
    occupied = PrioritySet(count: priorities)
  }

  /// The number of priorities there is room for.
  var priorities: Int { heads.count }

  mutating func append(_ entry: MergeEntry) { insert(entry) }

  mutating func build() {}

  mutating func push(_ entry: MergeEntry) {
    if let last = sweeps.indices.last, sweeps[last].priority == entry.priority {
      sweeps[last].late.push(entry)
    } else {
      insert(entry)
    }
  }

  mutating func pop() -> MergeEntry? {
    while true {
      let next = occupied.first
      if let last = sweeps.indices.last, sweeps[last].priority <= next {
        if sweeps[last].priority == next {
          for entry in take(next) { sweeps[last].late.push(entry) }
        }
        if let entry = sweeps[last].pop() { return entry }
        sweeps.removeLast()
      } else if next == .max {
        return nil
      } else {
        sweeps.append(Sweep(priority: next, entries: take(next)))
      }
    }
  }

  private mutating func insert(_ entry: MergeEntry) {
    let node = Node(entry: entry, next: heads[entry.priority])
    if node.next < 0 { occupied.insert(entry.priority) }
    if free >= 0 {
      heads[entry.priority] = free
      let unused = Int(free)
      free = nodes[unused].next
      nodes[unused] = node
    } else {
      heads[entry.priority] = Int32(truncatingIfNeeded: nodes.count)
      nodes.append(node)
    }
  }

  /// Empties a bucket; its merges from left to right.
  private mutating func take(_ priority: Int) -> [MergeEntry] {
    var entries: [MergeEntry] = []
    var node = heads[priority]
    while node >= 0 {
      let next = nodes[Int(node)].next
      entries.append(nodes[Int(node)].entry)
      nodes[Int(node)].next = free
      free = node
      node = next
    }
    heads[priority] = -1
    occupied.remove(priority)
    // The last one added came out first.
    entries.reverse()
    for i in entries.indices.dropLast() where entries[i].key > entries[i + 1].key {
      entries.sort { $0.key < $1.key }
      break
    }
    return entries
  }
}

/// A set of small numbers that knows its smallest.
///
/// Bits, and above each 64 words of bits one word that says which of them are not 0.
struct PrioritySet {
  private var levels: [[UInt64]] = []
  /// The smallest member; `Int.max` if there is none.
  private(set) var first = Int.max

  init(count: Int) {
    var words = count
    repeat {
      words = (words + 63) / 64
      levels.append([UInt64](repeating: 0, count: max(words, 1)))
    } while words > 1
  }

  mutating func insert(_ member: Int) {
    first = min(first, member)
    var position = member
    for level in levels.indices {
      let bit = UInt64(1) << UInt64(position & 63)
      position >>= 6
      if levels[level][position] & bit != 0 { return }
      levels[level][position] |= bit
    }
  }

  mutating func remove(_ member: Int) {
    var position = member
    for level in levels.indices {
      let bit = UInt64(1) << UInt64(position & 63)
      position >>= 6
      levels[level][position] &= ~bit
      if levels[level][position] != 0 { break }
    }
    if member == first { first = smallest() }
  }

  private func smallest() -> Int {
    guard levels[levels.count - 1][0] != 0 else { return .max }
    var position = 0
    for level in levels.indices.reversed() {
      position = position << 6 | levels[level][position].trailingZeroBitCount
    }
    return position
  }
}
