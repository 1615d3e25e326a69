/// Finds for each place of a text the longest of some strings that begins there.
///
/// The strings' trie, read from their ends, with a failure link at each node: going through a text
/// backwards costs O(1) for each byte, whatever the strings are. 13 bytes for each byte of them.
///
/// ```
/// strings 0: "abc"  1: "bc"  2: "b"        backwards: c ─▶ b ─▶ a      b
///                                          found:         1     0      2
/// shorter: 0 ─▶ none, 1 ─▶ 2               (what a string begins with)
/// ```
/// Source: Aho, Corasick, "Efficient string matching" (1975).
struct TextFinder: Sendable {
  /// The byte that leads to each node.
  private var bytes: [UInt8] = [0]
  /// The first child of each node; the children of one node lie side by side, by their bytes.
  private var children: [Int32] = []
  /// The node of the longest other text in the trie that a node's text begins with.
  private var failures: [Int32] = []
  /// The number of the longest string that each node's text begins with, or -1.
  private var found: [Int32] = []
  /// The child of the root for each byte, or 0.
  private var roots = [Int32](repeating: 0, count: 256)
  /// The number of the longest other string that each string begins with, or -1.
  private(set) var shorter: [Int32]
  /// The links followed while the trie was made.
  private(set) var work = 0

  /// Of equal strings the first is found; none is empty.
  init(_ strings: [[UInt8]]) {
    shorter = [Int32](repeating: -1, count: strings.count)
    let own = makeTrie(strings)
    link(own)
  }

  /// Makes the nodes level by level; returns which string ends at each.
  private mutating func makeTrie(_ strings: [[UInt8]]) -> [Int32] {
    let room = strings.reduce(1) { $0 + $1.count }
    bytes.reserveCapacity(room)
    children.reserveCapacity(room + 1)
    var own: [Int32] = []
    own.reserveCapacity(room)
    let order = strings.indices.sorted { Self.isBefore(strings, $0, $1) }
    // The stretch of `order` below each node of a level.
    var level = [0..<order.count]
    var depth = 0
    while !level.isEmpty {
      var next: [Range<Int>] = []
      for stretch in level {
        var i = stretch.lowerBound
        own.append(-1)
        while i < stretch.upperBound, strings[order[i]].count == depth {
          if own[own.count - 1] < 0 { own[own.count - 1] = Int32(order[i]) }
          i += 1
        }
        children.append(Int32(bytes.count))
        while i < stretch.upperBound {
          let first = i
          let byte = Self.byte(strings[order[i]], depth)
          repeat {
            i += 1
          } while i < stretch.upperBound && Self.byte(strings[order[i]], depth) == byte
          bytes.append(byte)
          next.append(first..<i)
        }
      }
      level = next
      depth += 1
    }
    children.append(Int32(bytes.count))
    return own
  }

  /// The byte at `depth` from the end.
  private static func byte(_ string: [UInt8], _ depth: Int) -> UInt8 {
    string[string.count - 1 - depth]
  }

  /// The order of strings read from their ends; equal ones keep theirs.
  private static func isBefore(_ strings: [[UInt8]], _ a: Int, _ b: Int) -> Bool {
    let (x, y) = (strings[a], strings[b])
    for depth in 0..<min(x.count, y.count) {
      let (left, right) = (byte(x, depth), byte(y, depth))
      if left != right { return left < right }
    }
    return (x.count, a) < (y.count, b)
  }

  /// Sets the failure links; those of shorter texts come first.
  private mutating func link(_ own: [Int32]) {
    failures = [Int32](repeating: 0, count: bytes.count)
    found = own
    for child in Int(children[0])..<Int(children[1]) { roots[Int(bytes[child])] = Int32(child) }
    for node in bytes.indices {
      for child in Int(children[node])..<Int(children[node + 1]) {
        if node > 0 { failures[child] = Int32(next(Int(failures[node]), bytes[child], &work)) }
        let before = found[Int(failures[child])]
        if own[child] >= 0 { shorter[Int(own[child])] = before } else { found[child] = before }
      }
    }
  }

  /// The node behind `node` and a byte, by way of failure links, which are counted.
  @inline(__always)
  private func next(_ node: Int, _ byte: UInt8, _ work: inout Int) -> Int {
    var node = node
    while node > 0 {
      work += 1
      if let child = child(node, byte) { return child }
      node = Int(failures[node])
    }
    return Int(roots[Int(byte)])
  }

  private func child(_ node: Int, _ byte: UInt8) -> Int? {
    var low = Int(children[node])
    let end = Int(children[node + 1])
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if bytes[middle] < byte { low = middle + 1 } else { high = middle }
    }
    return low < end && bytes[low] == byte ? low : nil
  }

  /// Calls `body` with each place of `range` where strings begin, the last first, and the longest of
  /// them that ends in the range; returns the number of links followed.
  @inline(__always)
  func search(
    _ text: [UInt8], _ range: Range<Int>, _ body: (_ place: Int, _ string: Int32) -> Void
  ) -> Int {
    var work = 0
    var node = 0
    for place in range.reversed() {
      node = next(node, text[place], &work)
      if node > 0, found[node] >= 0 { body(place, found[node]) }
    }
    return work
  }
}
