/// A heap of possible merges, best first: by priority, then from left to right.
///
/// Four children to a node and 16 bytes to an entry, so that the children of a node share a cache
/// line: what counts for words of a million symbols.
struct MergeHeap: MergeOrder {
  private var entries: [MergeEntry] = []

  /// The merge that `pop` would take out.
  var first: MergeEntry? { entries.first }

  /// Adds an entry without order; `build` must follow.
  mutating func append(_ entry: MergeEntry) { entries.append(entry) }

  /// Orders all entries: O(n).
  mutating func build() {
    guard entries.count > 1 else { return }
    for i in stride(from: (entries.count - 2) / 4, through: 0, by: -1) { sink(i) }
  }

  mutating func push(_ entry: MergeEntry) {
    entries.append(entry)
    var i = entries.count - 1
    while i > 0 {
      let parent = (i - 1) / 4
      if entries[parent].key <= entry.key { break }
      entries[i] = entries[parent]
      i = parent
    }
    entries[i] = entry
  }

  mutating func pop() -> MergeEntry? {
    guard let last = entries.popLast() else { return nil }
    guard let top = entries.first else { return last }
    entries[0] = last
    sink(0)
    return top
  }

  private mutating func sink(_ start: Int) {
    let entry = entries[start]
    let count = entries.count
    var i = start
    while true {
      let first = 4 * i + 1
      if first >= count { break }
      var child = first
      var k = first + 1
      while k < count, k < first + 4 {
        if entries[k].key < entries[child].key { child = k }
        k += 1
      }
      if entry.key <= entries[child].key { break }
      entries[i] = entries[child]
      i = child
    }
    entries[i] = entry
  }
}
