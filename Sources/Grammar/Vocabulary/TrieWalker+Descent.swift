extension TrieWalker {
  /// Walks the nodes `from..<to`, of one depth and below; ``levels`` holds the threads before them.
  mutating func descend(_ way: Way, _ from: Int, _ to: Int) {
    guard from < to else { return }
    let nodes = way.trie.nodes
    if let thread = onlyThread(nodes[from].depth) {
      var way = way
      way.listsEnd = unsafe levels[nodes[from].depth].end
      descendAlone(way, from, to, thread)
      return
    }
    var i = from
    while i < to {
      let node = nodes[i]
      let depth = node.depth
      guard isInside[depth] || outside[depth].contains(node.byte) else {
        i = node.end
        continue
      }
      unsafe path[depth] = node.byte
      if written > depth { written = depth }
      if stepList(depth, node.byte, unsafe levels[depth]) {
        if node.value != TrieNode.none { add(node.value) }
        if foundCount > way.limit { return }
        noteClass(node.byte, depth, way.skip)
        if !canPass(i, depth, way.skip) { descendBelow(way, i) }
        if foundCount > way.limit { return }
      }
      i = node.end
    }
  }

  /// Walks what is below a node; ``levels`` holds the threads behind it.
  mutating func descendBelow(_ way: Way, _ node: Int) {
    let end = way.trie.nodes[node].end
    if way.limit < capacity {
      descend(way, node + 1, min(end, node + Self.searchLimit))
    } else if way.trie.marks[node].fan != 0 {
      descendFan(way, node, way.trie.nodes[node].depth + 1)
    } else {
      descend(way, node + 1, end)
    }
  }

  /// Walks the children of a node that has many.
  private mutating func descendFan(_ way: Way, _ node: Int, _ depth: Int) {
    let fan = way.trie.fans[Int(way.trie.marks[node].fan) - 1]
    let level = unsafe levels[depth]
    var bytes = fan.bytes
    if let thread = onlyThread(depth) {
      bytes = bytes.intersection(self.bytes(after: thread))
    } else if !isInside[depth] {
      bytes = bytes.intersection(outside[depth])
    }
    while let byte = bytes.popFirst() {
      let child = Int(way.trie.fanNodes[Int(fan.start) + fan.bytes.rank(byte)])
      unsafe levels[depth] = level
      descend(way, child, way.trie.nodes[child].end)
    }
  }
}
