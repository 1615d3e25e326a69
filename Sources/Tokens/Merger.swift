/// Tells a `Merger` what becomes of two neighbouring symbols.
protocol Joining {
  /// Priority (smaller merges first) in the upper half, id of the merged symbol in the lower half;
  /// `MergeTable.none` where they do not merge.
  ///
  /// `start..<end` is the text of both symbols together. Priorities are below `priorities`.
  func join(_ left: UInt32, _ right: UInt32, start: Int, end: Int) -> UInt64

  /// The number of priorities.
  var priorities: Int { get }
}

/// Merges neighbouring symbols of one word until nothing merges any more.
///
/// Always the pair of the best priority merges, of equal ones the leftmost. Short words are searched
/// through for it; long ones keep a heap, very long ones a queue of buckets: O(n log n) for n symbols at
/// worst, whatever the text and the vocabulary.
///
/// Used by one thread at a time; its buffers are kept between words.
struct Merger {
  /// The symbols' ids; before `run` those of the single characters, afterwards those of the merged.
  var ids: [UInt32] = []
  /// Where each symbol begins in the text, and at the end where the last one ends.
  var starts: [Int] = []
  /// Pairs looked at so far, over all words, and the steps of encoders that do not merge: the work
  /// that grows with the text.
  var work = 0
  private var heap = MergeHeap()
  private var queue = MergeQueue(priorities: 0)
  private var pairs: [UInt64] = []
  private var links: [Link] = []

  /// Words of at least this many symbols use the heap.
  private static let heapFrom = 48
  /// Words of at least this many symbols use the queue, whose size is that of the vocabulary.
  private static let queueFrom = 4096

  /// A symbol of a long word: how many bytes it has (0 once it is merged into another), and its
  /// neighbours.
  private struct Link {
    var id: UInt32
    var length: UInt32
    var previous: Int32
    var next: Int32
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
    if ids.count < Self.heapFrom {
      runShort(joining)
    } else if ids.count < Self.queueFrom {
      var order = MergeHeap()
      swap(&order, &heap)
      runLong(joining, &order)
      swap(&order, &heap)
    } else {
      var order = MergeQueue(priorities: 0)
      swap(&order, &queue)
      if order.priorities != joining.priorities {
        order = MergeQueue(priorities: joining.priorities)
      }
      runLong(joining, &order)
      swap(&order, &queue)
    }
  }

  private mutating func runShort(_ joining: borrowing some Joining) {
    var count = ids.count
    pairs.removeAll(keepingCapacity: true)
    for i in 0..<count - 1 {
      pairs.append(joining.join(ids[i], ids[i + 1], start: starts[i], end: starts[i + 2]))
    }
    while count > 1 {
      work += count
      var best = MergeTable.none
      var at = 0
      for i in 0..<count - 1 where pairs[i] >> 32 < best >> 32 {
        best = pairs[i]
        at = i
      }
      if best == MergeTable.none { break }
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

  /// As `runShort`, with the symbols in a linked list and the pairs in `order`, which is empty before
  /// and after.
  ///
  /// A pair in it is stale when the two symbols that it was made of are not neighbours any
  /// more: then its left symbol is gone or together with what now follows it is of another length.
  private mutating func runLong(
    _ joining: borrowing some Joining, _ order: inout some MergeOrder
  ) {
    link()
    for i in 0..<ids.count - 1 {
      let pair = joining.join(ids[i], ids[i + 1], start: starts[i], end: starts[i + 2])
      if pair != MergeTable.none {
        order.append(MergeEntry(pair, left: i, length: starts[i + 2] - starts[i]))
      }
    }
    order.build()
    work += ids.count
    while let top = order.pop() {
      work += 1
      var node = links[top.left]
      guard node.length > 0, node.next >= 0 else { continue }
      let right = links[Int(node.next)]
      guard node.length &+ right.length == top.length else { continue }
      links[Int(node.next)].length = 0
      node.id = top.merged
      node.length = top.length
      node.next = right.next
      links[top.left] = node
      let start = starts[top.left]
      if node.next >= 0 {
        links[Int(node.next)].previous = Int32(truncatingIfNeeded: top.left)
        push(joining, top.left, start, node, links[Int(node.next)], &order)
      }
      if node.previous >= 0 {
        let before = links[Int(node.previous)]
        push(joining, Int(node.previous), start - Int(before.length), before, node, &order)
      }
    }
    collect()
  }

  /// Makes the list of all symbols.
  private mutating func link() {
    let count = ids.count
    links.removeAll(keepingCapacity: true)
    links.reserveCapacity(count)
    for i in 0..<count {
      links.append(
        Link(
          id: ids[i], length: UInt32(truncatingIfNeeded: starts[i + 1] - starts[i]),
          previous: Int32(truncatingIfNeeded: i - 1),
          next: i + 1 < count ? Int32(truncatingIfNeeded: i + 1) : -1))
    }
  }

  /// Keeps the symbols that are left.
  private mutating func collect() {
    let count = ids.count
    var kept = 0
    for i in 0..<count where links[i].length > 0 {
      ids[kept] = links[i].id
      starts[kept] = starts[i]
      kept += 1
    }
    starts[kept] = starts[count]
    ids.removeLast(count - kept)
    starts.removeLast(count - kept)
  }

  @inline(__always)
  private mutating func push(
    _ joining: borrowing some Joining, _ index: Int, _ start: Int, _ left: Link, _ right: Link,
    _ order: inout some MergeOrder
  ) {
    let length = Int(left.length) + Int(right.length)
    let pair = joining.join(left.id, right.id, start: start, end: start + length)
    if pair != MergeTable.none { order.push(MergeEntry(pair, left: index, length: length)) }
  }
}
