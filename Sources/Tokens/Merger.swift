/// Tells a `Merger` what becomes of two neighbouring symbols.
protocol Joining {
  /// Priority (smaller merges first) in the upper half, id of the merged symbol in the lower half;
  /// `MergeTable.none` where they do not merge.
  ///
  /// `start..<end` is the text of both symbols together.
  func join(_ left: UInt32, _ right: UInt32, start: Int, end: Int) -> UInt64
}

/// Merges neighbouring symbols of one word until nothing merges any more.
///
/// Always the pair of the best priority merges, of equal ones the leftmost. Short words are searched
/// through for it; long ones keep a heap: O(n log n) for n symbols, whatever the text.
///
/// Used by one thread at a time; its buffers are kept between words.
struct Merger {
  /// The symbols' ids; before `run` those of the single characters, afterwards those of the merged.
  var ids: [UInt32] = []
  /// Where each symbol begins in the text, and at the end where the last one ends.
  var starts: [Int] = []
  /// Number of merges done so far, over all words; a measure of the work that tests look at.
  private(set) var steps = 0
  private var heap = MergeHeap()
  private var pairs: [UInt64] = []
  private var links: [Link] = []

  /// Words of at least this many symbols use the heap.
  private static let heapFrom = 48

  private struct Link {
    var previous: Int32
    var next: Int32
    var end: Int
  }

  /// Forgets the last word.
  mutating func reset() {
    ids.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Merges `ids`, whose texts `starts` delimits.
  @inline(__always)
  mutating func run(_ joining: borrowing some Joining) {
    if ids.count < 2 { return }
    if ids.count < Self.heapFrom { runShort(joining) } else { runLong(joining) }
  }

  private mutating func runShort(_ joining: borrowing some Joining) {
    var count = ids.count
    pairs.removeAll(keepingCapacity: true)
    for i in 0..<count - 1 {
      pairs.append(joining.join(ids[i], ids[i + 1], start: starts[i], end: starts[i + 2]))
    }
    while count > 1 {
      var best = MergeTable.none
      var at = 0
      for i in 0..<count - 1 where pairs[i] >> 32 < best >> 32 {
        best = pairs[i]
        at = i
      }
      if best == MergeTable.none { break }
      steps += 1
      ids[at] = UInt32(truncatingIfNeeded: best)
      count -= 1
      var i = at + 1
      while i < count {
        ids[i] = ids[i + 1]
        starts[i] = starts[i + 1]
        pairs[i - 1] = pairs[i]
        i += 1
      }
      starts[count] = starts[count + 1]
      if at > 0 {
        pairs[at - 1] = joining.join(
          ids[at - 1], ids[at], start: starts[at - 1], end: starts[at + 1])
      }
      if at + 1 < count {
        pairs[at] = joining.join(ids[at], ids[at + 1], start: starts[at], end: starts[at + 2])
      }
    }
    ids.removeLast(ids.count - count)
    starts.removeLast(starts.count - count - 1)
  }

  /// As `runShort`, with the symbols in a linked list and the pairs in a heap. A pair in the heap is
  /// stale when the two symbols that it was made of are not neighbours any more: then its left symbol
  /// is gone or what now follows it ends elsewhere.
  private mutating func runLong(_ joining: borrowing some Joining) {
    let count = ids.count
    links.removeAll(keepingCapacity: true)
    heap.removeAll()
    for i in 0..<count {
      links.append(
        Link(
          previous: Int32(i - 1), next: i + 1 < count ? Int32(i + 1) : -1, end: starts[i + 1]))
      if i + 1 < count {
        let pair = joining.join(ids[i], ids[i + 1], start: starts[i], end: starts[i + 2])
        if pair != MergeTable.none { heap.append(pair, left: i, end: starts[i + 2]) }
      }
    }
    heap.build()
    while let top = heap.pop() {
      let left = top.left
      let right = Int(links[left].next)
      guard links[left].end > starts[left], right >= 0, links[right].end == top.end else {
        continue
      }
      steps += 1
      ids[left] = top.merged
      links[left].end = top.end
      links[right].end = starts[right]
      let after = Int(links[right].next)
      links[left].next = Int32(after)
      if after >= 0 {
        links[after].previous = Int32(left)
        push(joining, left, after)
      }
      let before = Int(links[left].previous)
      if before >= 0 { push(joining, before, left) }
    }
    var kept = 0
    for i in 0..<count where links[i].end > starts[i] {
      ids[kept] = ids[i]
      starts[kept] = starts[i]
      kept += 1
    }
    starts[kept] = starts[count]
    ids.removeLast(count - kept)
    starts.removeLast(count - kept)
  }

  @inline(__always)
  private mutating func push(_ joining: borrowing some Joining, _ left: Int, _ right: Int) {
    let end = links[right].end
    let pair = joining.join(ids[left], ids[right], start: starts[left], end: end)
    if pair != MergeTable.none { heap.push(pair, left: left, end: end) }
  }
}
