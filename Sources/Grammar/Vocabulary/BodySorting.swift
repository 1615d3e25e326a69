/// Sorts a vocabulary's tokens by what they do inside a JSON string.
struct BodySorting {
  private(set) var masks: ReadyMasks
  private(set) var counts: [UInt8]
  private(set) var closers: [SuffixTable.Entry] = []
  private(set) var longBodies: [Int32] = []

  private let trie: TokenTrie

  init(_ trie: TokenTrie) {
    self.trie = trie
    masks = ReadyMasks(tokens: trie.tokenCount, masks: ReadyMask.count)
    counts = [UInt8](repeating: VocabularyTables.neverInside, count: trie.tokenCount)
    walk()
    noteBytes()
    accumulate()
    var long: [Int32] = []
    for (id, count) in counts.enumerated()
    where count != VocabularyTables.neverInside && count > VocabularyTables.counted {
      long.append(Int32(truncatingIfNeeded: id))
    }
    let counts = counts
    long.sort { (counts[Int($0)], $0) < (counts[Int($1)], $1) }
    longBodies = long
  }

  /// A token's way so far: the state of ``StringBody`` and whole characters.
  private struct Step {
    var state = StringBody.boundary
    var count: UInt8 = 0
  }

  private mutating func walk() {
    let table = StringBody.table
    var steps = [Step](repeating: Step(), count: TrieNode.longest + 1)
    var i = 0
    while i < trie.nodes.count {
      let node = trie.nodes[i]
      var step = steps[node.depth]
      if step.state == StringBody.boundary, node.byte == UInt8(ascii: "\"") {
        addClosers(i, depth: node.depth, count: step.count)
        i = node.end
        continue
      }
      step.state = table[Int(step.state) << 8 | Int(node.byte)]
      guard step.state != StringBody.dead else {
        i = node.end
        continue
      }
      if step.state == StringBody.boundary { step.count += 1 }
      steps[node.depth + 1] = step
      trie.forEach(node.value) { note($0, step) }
      i += 1
    }
  }

  private mutating func note(_ token: Int32, _ step: Step) {
    let isWhole = step.state == StringBody.boundary
    let count = min(step.count, 253) + (isWhole ? 0 : 1)
    counts[Int(token)] = count
    masks.insert(token, into: ReadyMask.inside)
    if count <= VocabularyTables.counted {
      masks.insert(token, into: ReadyMask.inside(upTo: Int(count)))
    }
  }

  private mutating func addClosers(_ node: Int, depth: Int, count: UInt8) {
    for i in node..<trie.nodes[node].end {
      trie.forEach(trie.nodes[i].value) { token in
        let rest = trie.spelling[trie.range(of: token)].dropFirst(depth + 1)
        closers.append(SuffixTable.Entry(token: token, count: count, rest: rest))
        if rest.isEmpty { masks.insert(token, into: ReadyMask.body) }
      }
    }
  }

  /// Fills the masks of tokens that hold a byte.
  private mutating func noteBytes() {
    for id in 0..<trie.tokenCount {
      let id = Int32(truncatingIfNeeded: id)
      for byte in trie.spelling[trie.range(of: id)] {
        masks.insert(
          id, into: byte < 0x80 ? ReadyMask.segment(128 + Int(byte)) : ReadyMask.beyondASCII)
      }
    }
    for node in stride(from: 127, through: 1, by: -1) {
      masks.formUnion(ReadyMask.segment(node), ReadyMask.segment(2 * node))
      masks.formUnion(ReadyMask.segment(node), ReadyMask.segment(2 * node + 1))
    }
  }

  /// From masks of exactly k characters to masks of at most k.
  private mutating func accumulate() {
    for count in 2...VocabularyTables.counted {
      masks.formUnion(ReadyMask.inside(upTo: count), ReadyMask.inside(upTo: count - 1))
    }
    masks.formUnion(ReadyMask.body, ReadyMask.inside)
  }
}
