extension TrieWalker {
  /// A node with many children, of which some are still to be walked.
  struct OpenFan {
    /// The bytes of these children.
    var bytes: ByteSet
    /// Where the children are, -1 for those of the root.
    var fan: Int
    /// Where the subtree of the child ends that is being walked.
    var childEnd: Int
    /// Where all of them end.
    var end: Int
  }

  /// Where a walk goes.
  struct Way {
    var trie: FlatTrie
    /// Only for the vocabulary's trie.
    var skip: Skip?
    /// Whether the trie is the vocabulary's.
    var isVocabulary: Bool
    /// The walk stops when more than so many values were found.
    var limit: Int
    /// Where the lists of threads above it end.
    var listsEnd: Int32 = 0
  }

  /// Walks the nodes `from..<to`, of one depth and below, before which there is one thread.
  ///
  /// As long as single bytes lead to single threads, a step is a lookup; other nodes are left to the
  /// machine.
  mutating func descendAlone(_ way: Way, _ from: Int, _ to: Int, _ thread: Thread) {
    setAlone(way.trie.nodes[from].depth, thread)
    descendAlone(way, from, to, childEnd: .max, fans: fanCount)
  }

  /// The same for all nodes below the first bytes `bytes`.
  mutating func descendAlone(_ way: Way, _ bytes: ByteSet, _ thread: Thread) {
    setAlone(0, thread)
    let end = way.trie.nodes.count
    open(OpenFan(bytes: bytes, fan: -1, childEnd: 0, end: end))
    descendAlone(way, 0, end, childEnd: 0, fans: fanCount - 1)
  }

  private mutating func descendAlone(
    _ way: Way, _ from: Int, _ to: Int, childEnd: Int, fans: Int
  ) {
    let nodes = way.trie.nodes
    let marks = way.trie.marks
    let allFans = way.trie.fans
    let children = Children(
      nodes: nodes, fans: allFans, fanNodes: way.trie.fanNodes, firsts: way.trie.firsts)
    let (skip, limit) = (way.skip, way.limit)
    let findsRuns = way.isVocabulary && limit == capacity
    var run = FreeRun()
    var childEnd = childEnd
    var i = from
    while true {
      if i >= childEnd {
        (i, childEnd) = nextChild(children, above: fans)
        continue
      }
      guard i < to else { break }
      let node = nodes[i]
      let depth = node.depth
      let before = alone(depth)
      let after = stepAlone(before, node.byte, depth)
      guard after.stack >= 0 else {
        if after.stack == Self.unclear {
          unsafe path[depth] = node.byte
          if written > depth { written = depth }
          leave(before, i, way)
          if foundCount > limit { break }
        }
        i = node.end
        continue
      }
      unsafe path[depth] = node.byte
      if written > depth { written = depth }
      if node.value != TrieNode.none {
        add(node.value)
        if foundCount > limit { break }
      }
      i += 1
      guard i < node.end else { continue }
      if after.leaf >= 0 {
        if skip != nil {
          noteClass(node.byte, depth, skip)
          if canPass(i - 1, depth, skip) {
            i = node.end
            continue
          }
        }
        if findsRuns {
          if run.leaf != after.leaf, node.end - i >= Self.leastRun { run = freeRun(after.leaf) }
          if run.leaf == after.leaf, run.holds(marks[i - 1]) {
            add(below: i - 1, node.end)
            i = node.end
            continue
          }
        }
      }
      setAlone(depth + 1, after)
      let fan = Int(marks[i - 1].fan)
      if fan != 0 {
        let bytes = allFans[fan - 1].bytes.intersection(bytes(after: after))
        open(OpenFan(bytes: bytes, fan: fan - 1, childEnd: 0, end: node.end))
        childEnd = 0
      }
    }
    fanCount = fans
  }

  /// What finds the children of nodes with many.
  private struct Children {
    let nodes: FlatList<TrieNode>
    let fans: FlatList<TrieFan>
    let fanNodes: FlatList<Int32>
    let firsts: FlatList<Int32>
  }

  /// The next child of the innermost open node, and the end of its subtree; where there is none, the
  /// node after all of them.
  @inline(__always)
  private mutating func nextChild(_ trie: Children, above least: Int) -> (Int, Int) {
    let place = fanCount - 1
    while let byte = unsafe openFans[place].bytes.popFirst() {
      var child = trie.firsts[Int(byte)]
      let number = unsafe openFans[place].fan
      if number >= 0 {
        let fan = trie.fans[number]
        child = trie.fanNodes[Int(fan.start) + fan.bytes.rank(byte)]
      }
      guard child >= 0 else { continue }
      let end = trie.nodes[Int(child)].end
      unsafe openFans[place].childEnd = end
      return (Int(child), end)
    }
    fanCount = place
    return unsafe (openFans[place].end, place > least ? openFans[place - 1].childEnd : .max)
  }

  /// The bytes that a thread may read.
  func bytes(after thread: Thread) -> ByteSet {
    guard thread.leaf >= 0 else { return machine.candidates(thread) }
    let bytes = lexer.bytes(after: thread.leaf)
    return lexer.isFinal(thread.leaf) ? bytes.union(machine.candidates(thread)) : bytes
  }

  /// In place of a stack node: nothing can be read.
  static let nowhere: Int32 = -1
  /// In place of a stack node: there are several threads, or they depend on the text.
  static let unclear: Int32 = -2

  /// The thread behind a byte at `depth`; its stack is ``nowhere`` or ``unclear`` where there is not
  /// one.
  @inline(__always)
  mutating func stepAlone(_ thread: Thread, _ byte: UInt8, _ depth: Int) -> Thread {
    guard thread.leaf >= 0 else { return stepOutside(thread, byte, depth) }
    let leaf = lexer.next(thread.leaf, byte)
    if lexer.isFinal(thread.leaf) {
      let node = machine.steps(at: thread.stack)
      if node.bytes.contains(byte) || machine.isSpace(byte, node, thread) {
        if inClass > depth { inClass = depth }
        if leaf >= 0 || !node.isClear { return Thread(leaf: -1, stack: Self.unclear) }
        return leaveAlone(thread, node, byte, depth)
      }
    }
    return Thread(leaf: leaf, stack: leaf >= 0 ? thread.stack : Self.nowhere, start: thread.start)
  }

  private mutating func leaveAlone(
    _ thread: Thread, _ node: KnownSteps.Node, _ byte: UInt8, _ depth: Int
  ) -> Thread {
    var stack = machine.knownEnd(thread, node)
    if stack < 0 {
      writeText(depth)
      stack = machine.findEnd(thread, text: text)
      if stack < 0 { return Thread(leaf: -1, stack: Self.unclear) }
    }
    return stepOutside(Thread(leaf: -1, stack: stack), byte, depth)
  }

  private mutating func stepOutside(_ thread: Thread, _ byte: UInt8, _ depth: Int) -> Thread {
    if machine.needsSpace(thread) {
      return Thread(leaf: -1, stack: byte == 0x20 ? thread.stack : Self.nowhere, space: 1)
    }
    let node = machine.steps(at: thread.stack)
    guard node.bytes.contains(byte) else {
      return Thread(
        leaf: -1, stack: machine.isSpace(byte, node, thread) ? thread.stack : Self.nowhere,
        space: thread.space + 1)
    }
    guard node.isClear else { return Thread(leaf: -1, stack: Self.unclear) }
    var target = machine.knownStep(node, byte)
    if target.stack == KnownSteps.Target.unknown.stack {
      writeText(depth)
      target = machine.findStep(thread.stack, byte, text: text)
    }
    return Thread(
      leaf: target.leaf, stack: target.stack,
      start: target.isName ? Int32(truncatingIfNeeded: base + depth) : 0)
  }

  /// Walks a node, and what is below it, before which there is `thread`, with lists of threads.
  private mutating func leave(_ thread: Thread, _ node: Int, _ way: Way) {
    let depth = way.trie.nodes[node].depth
    stepped.removeAll(keepingCapacity: true)
    stepped.append(thread)
    guard settle(depth, end: way.listsEnd),
      stepList(depth, way.trie.nodes[node].byte, unsafe levels[depth])
    else { return }
    if way.trie.nodes[node].value != TrieNode.none { add(way.trie.nodes[node].value) }
    var below = way
    below.skip = nil
    descendBelow(below, node)
  }
}
