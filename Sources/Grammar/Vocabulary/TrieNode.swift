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

/// What a walk wants to know of a node before it goes down: twelve bytes.
struct TrieMark: Sendable {
  /// The kinds of bytes below the node (``ByteKinds``).
  var kinds: UInt32 = 0
  /// The number of the node's ``TrieFan`` and 1; 0 where it has few children.
  var fan: UInt16 = 0
  /// The length of the longest way down.
  var height: UInt8 = 0
  /// The number of children, 255 for more.
  var children: UInt8 = 0
  /// How many of the nodes before it have a value.
  var rank: UInt32 = 0
}

/// The children of a node that has many.
struct TrieFan: Sendable {
  var bytes: ByteSet
  /// Where the children's nodes begin in ``FlatTrie/fanNodes``, in the order of their bytes.
  var start: Int32

  /// Fewer children are looked at one by one.
  static let least = 12
}

/// A byte trie that lies flat; ``FlatTrieStorage`` owns its memory.
struct FlatTrie: Sendable {
  let nodes: FlatList<TrieNode>
  let marks: FlatList<TrieMark>
  let fans: FlatList<TrieFan>
  /// The children of all fans.
  let fanNodes: FlatList<Int32>
  /// The node of each first byte, or -1.
  let firsts: FlatList<Int32>
}

/// Owns the memory of a ``FlatTrie``.
final class FlatTrieStorage: Sendable {
  let trie: FlatTrie
  private let nodes: FlatStorage<TrieNode>
  private let marks: FlatStorage<TrieMark>
  private let fans: FlatStorage<TrieFan>
  private let fanNodes: FlatStorage<Int32>
  private let firsts: FlatStorage<Int32>

  init(_ builder: inout TrieBuilder) {
    let children = builder.fans()
    nodes = FlatStorage(builder.nodes)
    marks = FlatStorage(builder.marks)
    fans = FlatStorage(children.fans)
    fanNodes = FlatStorage(children.nodes)
    firsts = FlatStorage(builder.firsts)
    trie = FlatTrie(
      nodes: nodes.list, marks: marks.list, fans: fans.list, fanNodes: fanNodes.list,
      firsts: firsts.list)
  }
}

/// Puts sorted byte strings into flat nodes.
struct TrieBuilder {
  private(set) var nodes: [TrieNode] = []
  private(set) var marks: [TrieMark] = []
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
      marks.append(TrieMark())
    }
    return path.last
  }

  mutating func set(_ node: Int, value: UInt32) { nodes[node].value = value }

  mutating func finish() { close(to: 0) }

  /// The fans, whose numbers are noted in ``marks``, and their children.
  mutating func fans() -> (fans: [TrieFan], nodes: [Int32]) {
    var fans: [TrieFan] = []
    var children: [Int32] = []
    for node in nodes.indices where Int(marks[node].children) >= TrieFan.least {
      guard fans.count < UInt16.max else { break }
      var fan = TrieFan(bytes: .none, start: Int32(children.count))
      var child = node + 1
      while child < nodes[node].end {
        fan.bytes.insert(nodes[child].byte)
        children.append(Int32(child))
        child = nodes[child].end
      }
      fans.append(fan)
      marks[node].fan = UInt16(fans.count)
    }
    return (fans, children)
  }

  /// The node of each first byte, or -1.
  var firsts: [Int32] {
    var firsts = [Int32](repeating: -1, count: 256)
    var node = 0
    while node < nodes.count {
      firsts[Int(nodes[node].byte)] = Int32(node)
      node = nodes[node].end
    }
    return firsts
  }

  /// The values of the nodes that have one, in their order, whose ranks are noted in ``marks``: one
  /// more of them than there are nodes.
  mutating func values() -> [UInt32] {
    var values: [UInt32] = []
    marks.append(TrieMark())
    for (i, node) in nodes.enumerated() {
      marks[i].rank = UInt32(values.count)
      if node.value != TrieNode.none { values.append(node.value) }
    }
    marks[nodes.count].rank = UInt32(values.count)
    return values
  }

  /// Ends the nodes of the path below `depth`.
  private mutating func close(to depth: Int) {
    while path.count > depth, let node = path.popLast() {
      nodes[node].end = nodes.count
      guard let parent = path.last else { continue }
      marks[parent].kinds |= marks[node].kinds | ByteKinds.of[Int(nodes[node].byte)]
      marks[parent].height = max(marks[parent].height, marks[node].height + 1)
      marks[parent].children = max(marks[parent].children, marks[parent].children &+ 1)
    }
  }
}
