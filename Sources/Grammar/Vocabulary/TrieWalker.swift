/// Walks tries with the threads of a machine, for the tokens that may come next.
///
/// Inside one leaf that is not yet final a step is a lookup in the lexer's table; everywhere else the
/// machine is asked. For each depth of the way down there is either one such thread or a list.
///
/// Working state of one matcher.
@safe struct TrieWalker: ~Copyable {
  let machine: Machine
  let lexer: Lexer
  let tables: VocabularyTables

  /// All text that was read; during walks, the bytes of the way down behind it.
  var text: [UInt8] = []
  /// How many values of nodes the walks found since ``forget()``.
  private(set) var foundCount = 0
  var stepped: [Thread] = []

  /// The threads before a byte of the way down.
  private struct Level {
    /// The thread inside a leaf; or a leaf of ``several``, which stands for the list.
    var thread: Thread
    /// Where in ``lists`` the list begins and ends; for a single thread, where those above it end.
    var start: Int32 = 0
    var end: Int32 = 0
  }

  private let levels: UnsafeMutablePointer<Level>
  private let path: UnsafeMutablePointer<UInt8>
  /// For each depth the lexer's state, while a walk stays inside one leaf.
  private let leaves: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  /// The lists, shallow ones first.
  private var lists: [Thread] = []
  /// For each depth with a list, the bytes that can be read outside of leaves.
  private var outside: [ByteSet]
  /// For each depth with a list, whether a thread of it is in a leaf that may go on.
  private var isInside: [Bool]
  /// How much of the way down is of the class of ``Skip``.
  private var inClass = 0
  /// The number of bytes of the way down that ``text`` holds.
  private var written = 0
  private var base = 0

  private static let several: Int32 = -2
  private static let depths = TrieNode.longest + 2
  private static let searchLimit = 512

  init(_ machine: Machine, _ tables: VocabularyTables) {
    self.machine = machine
    self.tables = tables
    lexer = machine.lexer
    let several = Level(thread: Thread(leaf: Self.several, stack: 0))
    unsafe levels = .allocate(capacity: Self.depths)
    unsafe levels.initialize(repeating: several, count: Self.depths)
    unsafe path = .allocate(capacity: Self.depths)
    unsafe path.initialize(repeating: 0, count: Self.depths)
    outside = Array(repeating: .none, count: Self.depths)
    isInside = Array(repeating: false, count: Self.depths)
    unsafe leaves = .allocate(capacity: Self.depths)
    unsafe leaves.initialize(repeating: Lexer.dead, count: Self.depths)
    capacity = tables.trie.tokenCount + 1
    unsafe values = .allocate(capacity: capacity)
    text.reserveCapacity(4096)
  }

  deinit {
    unsafe levels.deallocate()
    unsafe path.deallocate()
    unsafe leaves.deallocate()
    unsafe values.deallocate()
  }

  /// Which subtrees a walk may pass by: those without certain kinds of bytes, as long as the way down
  /// has nothing but bytes of a class, and there is room for the longest way below.
  struct Skip {
    var sought: UInt32
    var within: ByteSet
    var room: Int
  }

  mutating func forget() { foundCount = 0 }

  /// The value of a node that was found, of ``foundCount``.
  @inline(__always)
  func found(_ place: Int) -> UInt32 { unsafe values[place] }

  /// Notes the value of a node; each node is found once in a walk, so there is room.
  @inline(__always)
  mutating func add(_ value: UInt32) {
    guard foundCount < capacity else { return }
    unsafe values[foundCount] = value
    foundCount += 1
  }

  /// Adds to ``found`` the values of all nodes of the vocabulary's trie that the threads can read the
  /// way to; `except` are first bytes to leave out.
  mutating func walkTokens(
    from threads: [Thread], except: ByteSet = .none, skip: Skip? = nil
  ) {
    guard begin(threads) else { return }
    let trie = tables.trie
    let bytes = firstBytes().subtracting(except)
    for byte in UInt8.min...UInt8.max where bytes.contains(byte) {
      let first = Int(trie.firsts[Int(byte)])
      if first >= 0 { descend(trie.nodes, first, trie.nodes[first].end, skip, fans: true) }
    }
    text.removeLast(text.count - base)
  }

  /// Adds to ``found`` the lists of `table` whose rests the threads can read.
  mutating func walkRests(of table: SuffixTable, from threads: [Thread]) {
    guard begin(threads) else { return }
    descend(table.nodes, 0, table.nodes.count, nil, fans: false)
    text.removeLast(text.count - base)
  }

  /// Whether any token below `node` of the vocabulary's trie can be read.
  ///
  /// `threads` have read the way to the node, with which ``text`` ends. Looks at no more than some hundred nodes; where that
  /// does not decide it, the answer is yes.
  mutating func canExtend(_ node: Int, _ threads: [Thread]) -> Bool {
    let trie = tables.trie
    let end = trie.nodes[node].end
    guard begin(threads, depth: trie.nodes[node].depth + 1) else { return false }
    let (count, before) = (text.count, foundCount)
    let limit = min(end, node + 1 + Self.searchLimit)
    descend(trie.nodes, node + 1, limit, nil, fans: false, stopsAtFirst: true)
    let isFound = foundCount > before
    foundCount = before
    text.removeLast(text.count - count)
    return isFound || limit < end
  }

  /// Takes `threads` as those before the byte at `depth`; whether there are any.
  private mutating func begin(_ threads: [Thread], depth: Int = 0) -> Bool {
    base = text.count - depth
    written = depth
    inClass = 0
    for k in 0..<depth { unsafe path[k] = text[base + k] }
    stepped.removeAll(keepingCapacity: true)
    stepped.append(contentsOf: threads)
    return settle(depth, end: 0)
  }

  /// The bytes that the threads before the first byte may read.
  private func firstBytes() -> ByteSet {
    let level = unsafe levels[0]
    if level.thread.leaf >= 0 { return lexer.bytes(after: level.thread.leaf) }
    var bytes = outside[0]
    for place in Int(level.start)..<Int(level.end) where lists[place].leaf >= 0 {
      bytes.formUnion(lexer.bytes(after: lists[place].leaf))
    }
    return bytes
  }

  /// Makes ``stepped`` the threads of `depth`, if there are any; whether there are.
  ///
  /// `end` is where the lists above it end.
  private mutating func settle(_ depth: Int, end: Int32) -> Bool {
    guard let first = stepped.first else { return false }
    if stepped.count == 1, first.leaf >= 0, !lexer.isFinal(first.leaf) {
      unsafe levels[depth] = Level(thread: first, start: end, end: end)
      return true
    }
    lists.removeLast(lists.count - Int(end))
    var bytes = ByteSet.none
    for thread in stepped {
      lists.append(thread)
      if thread.leaf < 0 || lexer.isFinal(thread.leaf) {
        bytes.formUnion(machine.candidates(thread))
      }
    }
    unsafe levels[depth] = Level(
      thread: Thread(leaf: Self.several, stack: 0), start: end, end: Int32(lists.count))
    outside[depth] = bytes
    isInside[depth] = stepped.contains { $0.leaf > Lexer.done }
    return true
  }

  /// The thread before the byte at `depth`, where it is one and in a leaf.
  private func onlyLeaf(_ depth: Int) -> Thread? {
    let level = unsafe levels[depth]
    if level.thread.leaf >= 0 { return level.thread }
    guard level.end - level.start == 1 else { return nil }
    let thread = lists[Int(level.start)]
    return thread.leaf >= 0 ? thread : nil
  }

  /// Walks the nodes `from..<to`, of one depth and below; ``levels`` holds the threads before them.
  private mutating func descend(
    _ nodes: [TrieNode], _ from: Int, _ to: Int, _ skip: Skip?, fans: Bool,
    stopsAtFirst: Bool = false
  ) {
    guard from < to else { return }
    if let thread = onlyLeaf(nodes[from].depth) {
      let limit = stopsAtFirst ? foundCount : capacity
      unsafe nodes.withUnsafeBufferPointer { pointer in
        unsafe descendInside(nodes, pointer, from, to, thread, skip, fans: fans, limit: limit)
      }
      return
    }
    var i = from
    while i < to {
      let node = nodes[i]
      let depth = node.depth
      unsafe path[depth] = node.byte
      if written > depth { written = depth }
      if stepList(depth, node.byte, unsafe levels[depth]) {
        if node.value != TrieNode.none {
          add(node.value)
          if stopsAtFirst { return }
        }
        let before = foundCount
        noteClass(node.byte, depth, skip)
        if !(fans && canPass(i, depth, skip)) {
          descendBelow(nodes, i, skip, fans: fans, stopsAtFirst: stopsAtFirst)
        }
        if stopsAtFirst, foundCount > before { return }
      }
      i = node.end
    }
  }

  /// Walks what is below a node; ``levels`` holds the threads behind it.
  private mutating func descendBelow(
    _ nodes: [TrieNode], _ node: Int, _ skip: Skip?, fans: Bool, stopsAtFirst: Bool = false
  ) {
    if fans, tables.trie.marks[node].fan != 0 {
      descendFan(node, nodes[node].depth + 1, skip)
    } else {
      let end = stopsAtFirst ? min(nodes[node].end, node + Self.searchLimit) : nodes[node].end
      descend(nodes, node + 1, end, skip, fans: fans, stopsAtFirst: stopsAtFirst)
    }
  }

  /// Walks the children of a node that has many.
  private mutating func descendFan(_ node: Int, _ depth: Int, _ skip: Skip?) {
    let trie = tables.trie
    let number = Int(trie.marks[node].fan) - 1
    let leaf = unsafe levels[depth].thread.leaf
    let level = unsafe levels[depth]
    var place = 0
    trie.fans[number].bytes.forEach { byte in
      let child = Int(trie.fans[number].nodes[place])
      place += 1
      if leaf >= 0 {
        guard lexer.next(leaf, byte) >= 0 else { return }
        unsafe levels[depth] = level
      } else {
        guard outside[depth].contains(byte) || isInside[depth] else { return }
      }
      descend(trie.nodes, child, trie.nodes[child].end, skip, fans: true)
    }
  }

  /// Walks the nodes `from..<to`, of one depth and below, before which there is one thread, in a
  /// leaf; stops when more than `limit` nodes were found.
  ///
  /// Bytes that end the leaf are left to the machine.
  private mutating func descendInside(
    _ all: [TrieNode], _ nodes: UnsafeBufferPointer<TrieNode>, _ from: Int, _ to: Int,
    _ thread: Thread, _ skip: Skip?, fans: Bool, limit: Int
  ) {
    let lexer = lexer
    let marks = tables.trie.marks
    let top = unsafe nodes[from].depth
    let end = unsafe levels[top].end
    let behind = machine.candidates(thread)
    unsafe leaves[top] = thread.leaf
    var i = from
    while i < to {
      let node = unsafe nodes[i]
      let depth = node.depth
      let before = unsafe leaves[depth]
      if behind.contains(node.byte), lexer.isFinal(before) {
        unsafe path[depth] = node.byte
        if written > depth { written = depth }
        leave(Thread(leaf: before, stack: thread.stack, start: thread.start), i, end, all, skip)
        if foundCount > limit { return }
        i = node.end
        continue
      }
      let leaf = lexer.next(before, node.byte)
      guard leaf >= 0 else {
        i = node.end
        continue
      }
      unsafe path[depth] = node.byte
      if written > depth { written = depth }
      if node.value != TrieNode.none {
        add(node.value)
        if foundCount > limit { return }
      }
      i += 1
      guard i < node.end else { continue }
      if skip != nil {
        noteClass(node.byte, depth, skip)
        if canPass(i - 1, depth, skip) {
          i = node.end
          continue
        }
      }
      unsafe leaves[depth + 1] = leaf
      guard fans, marks[i - 1].fan != 0 else { continue }
      stepped.removeAll(keepingCapacity: true)
      stepped.append(Thread(leaf: leaf, stack: thread.stack, start: thread.start))
      _ = settle(depth + 1, end: end)
      descendBelow(all, i - 1, skip, fans: fans, stopsAtFirst: limit < capacity)
      if foundCount > limit { return }
      i = node.end
    }
  }

  /// Walks a node whose byte ends the leaf of `thread`, and what is below it; `end` is where the lists
  /// above it end.
  private mutating func leave(
    _ thread: Thread, _ node: Int, _ end: Int32, _ nodes: [TrieNode], _ skip: Skip?
  ) {
    let depth = nodes[node].depth
    stepped.removeAll(keepingCapacity: true)
    stepped.append(thread)
    guard settle(depth, end: end), stepList(depth, nodes[node].byte, unsafe levels[depth]) else {
      return
    }
    if nodes[node].value != TrieNode.none { add(nodes[node].value) }
    descendBelow(nodes, node, nil, fans: false)
  }

  /// Notes how much of the way down is of the class that `skip` is about.
  @inline(__always)
  private mutating func noteClass(_ byte: UInt8, _ depth: Int, _ skip: Skip?) {
    guard let skip, depth <= inClass else { return }
    inClass = skip.within.contains(byte) ? depth + 1 : depth
  }

  /// Whether nothing below a node needs to be looked at.
  @inline(__always)
  private func canPass(_ node: Int, _ depth: Int, _ skip: Skip?) -> Bool {
    guard let skip, inClass > depth else { return false }
    let mark = tables.trie.marks[node]
    return mark.kinds & skip.sought == 0
      && (skip.room == .max || Int(mark.height) + depth < skip.room)
  }

  /// Reads a byte with the list of threads of `depth`; whether any thread is left.
  private mutating func stepList(_ depth: Int, _ byte: UInt8, _ level: Level) -> Bool {
    let isOutside = outside[depth].contains(byte)
    stepped.removeAll(keepingCapacity: true)
    for place in Int(level.start)..<Int(level.end) {
      let thread = lists[place]
      if thread.leaf < 0 || lexer.isFinal(thread.leaf) {
        if isOutside {
          writeText(depth)
          machine.step(thread, byte, text: text, into: &stepped)
          continue
        } else if thread.leaf < 0 {
          continue
        }
      }
      let leaf = lexer.next(thread.leaf, byte)
      if leaf >= 0 {
        let next = Thread(leaf: leaf, stack: thread.stack, start: thread.start)
        if !stepped.contains(next) { stepped.append(next) }
      }
    }
    return settle(depth + 1, end: level.end)
  }

  /// Makes ``text`` end with the first `depth` bytes of the way down.
  private mutating func writeText(_ depth: Int) {
    text.removeLast(text.count - base - written)
    while written < depth {
      unsafe text.append(path[written])
      written += 1
    }
  }
}

extension Lexer {
  /// The bytes that go on from `state`.
  func bytes(after state: Int32) -> ByteSet {
    // The parts that a row is filled in.
    for byte in [0, 0x5C, 0x80] as [UInt8] { _ = next(state, byte) }
    let row = unsafe rows + (Int(state) << 8)
    var bytes = ByteSet.none
    for word in 0..<4 {
      var bits: UInt64 = 0
      for bit in 0..<64 {
        bits |= (unsafe row[64 * word + bit] >= 0 ? 1 : 0) << UInt64(bit)
      }
      bytes.set(word, bits)
    }
    return bytes
  }
}
