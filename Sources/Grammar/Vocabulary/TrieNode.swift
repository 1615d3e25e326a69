/// A node of a byte trie that lies flat in depth-first order: eight bytes.
///
/// ```
/// index   0  1  2  3  4        a node's children begin right after it;
/// byte    a  b  c  d  e        `end` is the index after everything below it,
/// depth   0  1  2  1  0        which is where its next sibling is
/// ```
struct TrieNode: Sendable {
  /// byte << 24 | what ends here.
  var key: UInt32
  /// depth << 24 | index after the subtree.
  var extent: UInt32

  /// Nothing ends at the node.
  static let none: UInt32 = 0xFF_FFFF
  /// What ends here is several tokens with the same bytes: the rest is their place in a list.
  static let several: UInt32 = 0x80_0000
  /// Nodes, and depth below 255: what the packing has room for.
  static let limit = 0xFF_FFFF
  static let longest = 255

  @inline(__always) init(byte: UInt8, depth: Int) {
    key = UInt32(byte) << 24 | Self.none
    extent = UInt32(truncatingIfNeeded: depth) << 24
  }

  @inline(__always) var byte: UInt8 { UInt8(truncatingIfNeeded: key >> 24) }
  /// The number of bytes before this one.
  @inline(__always) var depth: Int { Int(extent >> 24) }
  @inline(__always) var end: Int {
    get { Int(extent & 0xFF_FFFF) }
    set { extent = extent & 0xFF00_0000 | UInt32(truncatingIfNeeded: newValue) }
  }
  /// A token, `several` + a place, or `none`.
  @inline(__always) var value: UInt32 {
    get { key & 0xFF_FFFF }
    set { key = key & 0xFF00_0000 | newValue }
  }
}

/// Puts sorted byte strings into flat nodes.
struct TrieBuilder {
  private(set) var nodes: [TrieNode] = []
  /// For each node, which kinds of bytes stand below it (``ByteKinds``).
  private(set) var kinds: [UInt32] = []
  /// For each node, the length of the longest way down.
  private(set) var heights: [UInt8] = []
  /// The nodes on the way to the last string.
  private var path: [Int] = []

  /// Adds a string, which sorts after all before it; gives its node, or `nil` for one that is
  /// empty, too long or too much.
  mutating func add(_ string: ArraySlice<UInt8>) -> Int? {
    guard !string.isEmpty, string.count <= TrieNode.longest,
      nodes.count + string.count <= TrieNode.limit
    else { return nil }
    var shared = 0
    for byte in string {
      guard shared < path.count, nodes[path[shared]].byte == byte else { break }
      shared += 1
    }
    close(to: shared)
    for byte in string.dropFirst(shared) {
      path.append(nodes.count)
      nodes.append(TrieNode(byte: byte, depth: path.count - 1))
      kinds.append(0)
      heights.append(0)
    }
    return path.last
  }

  mutating func set(_ node: Int, value: UInt32) { nodes[node].value = value }

  mutating func finish() { close(to: 0) }

  /// Ends the nodes of the path below `depth`.
  private mutating func close(to depth: Int) {
    while path.count > depth, let node = path.popLast() {
      nodes[node].end = nodes.count
      guard let parent = path.last else { continue }
      kinds[parent] |= kinds[node] | ByteKinds.of[Int(nodes[node].byte)]
      heights[parent] = max(heights[parent], heights[node] + 1)
    }
  }
}
