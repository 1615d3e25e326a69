/// A binary heap of possible merges, best first: by priority, then from left to right.
struct MergeHeap {
  struct Entry {
    /// Priority and, below it, the index of the left symbol.
    fileprivate var key: UInt64
    /// Where the merged symbol would end.
    var end: Int
    /// The id of the merged symbol.
    var merged: UInt32

    /// The index of the left symbol.
    var left: Int { Int(truncatingIfNeeded: key & 0xFFFF_FFFF) }

    fileprivate init(_ pair: UInt64, left: Int, end: Int) {
      key = (pair & 0xFFFF_FFFF_0000_0000) | UInt64(left)
      self.end = end
      merged = UInt32(truncatingIfNeeded: pair)
    }
  }

  private var entries: [Entry] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds an entry without order; `build` must follow.
  mutating func append(_ pair: UInt64, left: Int, end: Int) {
    entries.append(Entry(pair, left: left, end: end))
  }

  /// Orders all entries: O(n).
  mutating func build() {
    for i in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(i) }
  }

  mutating func push(_ pair: UInt64, left: Int, end: Int) {
    let entry = Entry(pair, left: left, end: end)
    entries.append(entry)
    var i = entries.count - 1
    while i > 0 {
      let parent = (i - 1) / 2
      if entries[parent].key <= entry.key { break }
      entries[i] = entries[parent]
      i = parent
    }
    entries[i] = entry
  }

  mutating func pop() -> Entry? {
    guard let top = entries.first, let last = entries.popLast() else { return nil }
    if !entries.isEmpty {
      entries[0] = last
      sink(0)
    }
    return top
  }

  private mutating func sink(_ start: Int) {
    let entry = entries[start]
    let count = entries.count
    var i = start
    while true {
      var child = 2 * i + 1
      if child >= count { break }
      if child + 1 < count, entries[child + 1].key < entries[child].key { child += 1 }
      if entry.key <= entries[child].key { break }
      entries[i] = entries[child]
      i = child
    }
    entries[i] = entry
  }
}
