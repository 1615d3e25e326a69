import TernTokens

/// The tokens of a vocabulary that add text, as a byte trie: built once for each tokenizer.
///
/// Control and unused tokens add no text and are not in it, but for markers; user-defined tokens and
/// byte tokens are.
/// Tokens of equal bytes share a node. Tokens of more than 255 bytes are left out (none is known).
final class TokenTrie: Sendable {
  /// Number of tokens in the vocabulary, with those that are not in the trie.
  let tokenCount: Int
  let flat: FlatTrie
  private let storage: FlatTrieStorage
  /// The values of all nodes that have one, in their order (``TrieMark/rank``).
  let values: [UInt32]
  /// The tokens of nodes where several end: runs, each ended by -1.
  let several: [Int32]
  /// The length of the longest token.
  let longest: Int
  /// All tokens' bytes, and where each token's lie.
  private let bytes: [UInt8]
  private let offsets: [Int32]

  init(_ tokenizer: Tokenizer, markers: VocabularyMarkers = .none) {
    let sorted = SortedTokens(tokenizer, markers: markers)
    var builder = TrieBuilder()
    var several: [Int32] = []
    var i = 0
    while i < sorted.order.count {
      let first = sorted.range(sorted.order[i])
      var j = i + 1
      while j < sorted.order.count, sorted.equal(sorted.order[i], sorted.order[j]) { j += 1 }
      if let node = builder.add(sorted.bytes[first]) {
        if j == i + 1 {
          builder.set(node, value: UInt32(truncatingIfNeeded: sorted.order[i]))
        } else {
          builder.set(node, value: TrieNode.several | UInt32(several.count))
          several += sorted.order[i..<j] + [-1]
        }
      }
      i = j
    }
    builder.finish()
    tokenCount = tokenizer.count
    values = builder.values()
    storage = FlatTrieStorage(&builder)
    flat = storage.trie
    self.several = several
    bytes = sorted.bytes
    offsets = sorted.offsets
    longest = (builder.nodes.map(\.depth).max() ?? -1) + 1
  }

  var nodes: FlatList<TrieNode> { flat.nodes }

  /// The bytes token `id` adds to a text: where they lie in ``spelling``; empty for ids that add none.
  @inline(__always)
  func range(of id: Int32) -> Range<Int> {
    guard id >= 0, Int(id) < tokenCount else { return 0..<0 }
    return Int(offsets[Int(id)])..<Int(offsets[Int(id) + 1])
  }

  /// All tokens' bytes.
  var spelling: [UInt8] { bytes }

  /// The node that `text` leads to and tokens go on from; `nil` where the trie ends before.
  func inner(_ text: ArraySlice<UInt8>) -> Int? {
    guard let last = text.last, let first = text.first else { return nil }
    // Most texts are ruled out before their end by what it is.
    let kind = ByteKinds.of[Int(last)]
    var node = Int(flat.firsts[Int(first)])
    for byte in text.dropFirst() {
      guard node >= 0, flat.marks[node].kinds & kind != 0 else { return nil }
      node = child(node, byte)
    }
    return node >= 0 && nodes[node].end > node + 1 ? node : nil
  }

  /// The node behind `byte` below `node`, or -1.
  private func child(_ node: Int, _ byte: UInt8) -> Int {
    let fan = Int(flat.marks[node].fan)
    if fan > 0 {
      let fan = flat.fans[fan - 1]
      return fan.bytes.contains(byte)
        ? Int(flat.fanNodes[Int(fan.start) + fan.bytes.rank(byte)]) : -1
    }
    let end = nodes[node].end
    var next = node + 1
    while next < end, nodes[next].byte < byte { next = nodes[next].end }
    return next < end && nodes[next].byte == byte ? next : -1
  }

  /// Calls `body` for the tokens that end at a node with `value`.
  @inline(__always)
  func forEach(_ value: UInt32, _ body: (Int32) -> Void) {
    if value < TrieNode.several {
      body(Int32(truncatingIfNeeded: value))
    } else if value != TrieNode.none {
      var place = Int(value & ~TrieNode.several)
      while place < several.count, several[place] >= 0 {
        body(several[place])
        place += 1
      }
    }
  }
}
