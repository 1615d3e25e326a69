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
  /// Of the vocabulary's trie, which ``tables`` keeps.
  let trie: FlatTrie

  /// All text that was read; during walks, the bytes of the way down behind it.
  var text: [UInt8] = []
  /// How many values of nodes the walks found since ``forget()``.
  private(set) var foundCount = 0
  var stepped: [Thread] = []

  /// The threads before a byte of the way down.
  struct Level {
    /// The thread inside a leaf; or a leaf of ``several``, which stands for the list.
    var thread: Thread
    /// Where in ``lists`` the list begins and ends; for a single thread, where those above it end.
    var start: Int32 = 0
    var end: Int32 = 0
  }

  let levels: UnsafeMutablePointer<Level>
  let path: UnsafeMutablePointer<UInt8>
  /// For each depth the thread before it, while there is one.
  private let packed: UnsafeMutablePointer<PackedThread>
  /// The nodes with many children on the way down of one thread, ``fanCount``.
  let openFans: UnsafeMutablePointer<OpenFan>
  var fanCount = 0
  private let values: UnsafeMutablePointer<UInt32>
  let capacity: Int
  /// The lists, shallow ones first.
  var lists: [Thread] = []
  /// For each depth with a list, the bytes that can be read outside of leaves.
  var outside: [ByteSet]
  /// For each depth with a list, whether a thread of it is in a leaf that may go on.
  var isInside: [Bool]
  /// How much of the way down is of the class of ``Skip``.
  var inClass = 0
  /// The number of bytes of the way down that ``text`` holds.
  var written = 0
  var base = 0
  /// What is known of the lexer's states.
  let runs = Pool<FreeRun>(capacity: 64)

  static let several: Int32 = -2
  private static let depths = TrieNode.longest + 2
  static let searchLimit = 512

  init(_ machine: Machine, _ tables: VocabularyTables) {
    self.machine = machine
    self.tables = tables
    lexer = machine.lexer
    trie = tables.trie.flat
    let several = Level(thread: Thread(leaf: Self.several, stack: 0))
    unsafe levels = .allocate(capacity: Self.depths)
    unsafe levels.initialize(repeating: several, count: Self.depths)
    unsafe path = .allocate(capacity: Self.depths)
    unsafe path.initialize(repeating: 0, count: Self.depths)
    outside = Array(repeating: .none, count: Self.depths)
    isInside = Array(repeating: false, count: Self.depths)
    unsafe packed = .allocate(capacity: Self.depths)
    unsafe packed.initialize(repeating: PackedThread(several.thread), count: Self.depths)
    unsafe openFans = .allocate(capacity: Self.depths)
    capacity = tables.trie.tokenCount + 1
    unsafe values = .allocate(capacity: capacity)
    text.reserveCapacity(4096)
  }

  deinit {
    unsafe levels.deallocate()
    unsafe path.deallocate()
    unsafe packed.deallocate()
    unsafe openFans.deallocate()
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

  /// All values that were found, for a trie of whose nodes none has several tokens; valid until the
  /// next walk.
  var foundTokens: UnsafeBufferPointer<Int32> {
    unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(values).assumingMemoryBound(to: Int32.self), count: foundCount)
  }

  /// Notes the value of a node; each node is found once in a walk, so there is room.
  @inline(__always)
  mutating func add(_ value: UInt32) {
    guard foundCount < capacity else { return }
    unsafe values[foundCount] = value
    foundCount += 1
  }

  /// Notes the values of all nodes of the vocabulary's trie below `node`, whose subtree ends at `end`.
  @inline(__always)
  mutating func add(below node: Int, _ end: Int) {
    let range = Int(trie.marks[node + 1].rank)..<Int(trie.marks[end].rank)
    guard foundCount + range.count <= capacity else { return }
    unsafe tables.trie.values.withUnsafeBufferPointer { all in
      guard let all = all.baseAddress else { return }
      unsafe (values + foundCount).update(from: all + range.lowerBound, count: range.count)
    }
    foundCount += range.count
  }

  /// The only thread before the byte at `depth`.
  @inline(__always)
  func alone(_ depth: Int) -> Thread { unsafe packed[depth].thread }

  @inline(__always)
  func setAlone(_ depth: Int, _ thread: Thread) { unsafe packed[depth] = PackedThread(thread) }

  /// Notes that a child's children are to be walked.
  @inline(__always)
  mutating func open(_ fan: OpenFan) {
    // Their depths are different.
    unsafe (openFans + fanCount).initialize(to: fan)
    fanCount += 1
  }

  /// Adds to ``found`` the values of all nodes of the vocabulary's trie that the threads can read the
  /// way to; `except` are first bytes to leave out.
  mutating func walkTokens(
    from threads: [Thread], except: ByteSet = .none, skip: Skip? = nil
  ) {
    guard begin(threads) else { return }
    let way = Way(trie: trie, skip: skip, isVocabulary: true, limit: capacity)
    var bytes = firstBytes().subtracting(except)
    while let byte = bytes.popFirst() {
      let first = Int(trie.firsts[Int(byte)])
      if first >= 0 { descend(way, first, trie.nodes[first].end) }
    }
    text.removeLast(text.count - base)
  }

  /// The same for one thread.
  mutating func walkTokens(from thread: Thread, except: ByteSet = .none, skip: Skip? = nil) {
    guard isClear(thread) else {
      walkTokens(from: [thread], except: except, skip: skip)
      return
    }
    begin(depth: 0)
    let way = Way(trie: trie, skip: skip, isVocabulary: true, limit: capacity)
    descendAlone(way, bytes(after: thread).subtracting(except), thread)
    text.removeLast(text.count - base)
  }

  /// Adds to ``found`` the lists of `table` whose rests the threads can read.
  mutating func walkRests(of table: SuffixTable, from threads: [Thread]) {
    guard begin(threads) else { return }
    let way = Way(trie: table.trie, skip: nil, isVocabulary: false, limit: capacity)
    descend(way, 0, table.trie.nodes.count)
    text.removeLast(text.count - base)
  }

  /// The same for one thread whose steps are known, of the rests that begin with one of `bytes`.
  mutating func walkRests(of table: SuffixTable, from thread: Thread, bytes: ByteSet) {
    begin(depth: 0)
    let way = Way(trie: table.trie, skip: nil, isVocabulary: false, limit: capacity)
    descendAlone(way, bytes, thread)
    text.removeLast(text.count - base)
  }

  /// The same for one thread.
  mutating func walkRests(of table: SuffixTable, from thread: Thread) {
    guard isClear(thread) else {
      walkRests(of: table, from: [thread])
      return
    }
    begin(depth: 0)
    let way = Way(trie: table.trie, skip: nil, isVocabulary: false, limit: capacity)
    descendAlone(way, bytes(after: thread), thread)
    text.removeLast(text.count - base)
  }

  /// Whether any token below `node` of the vocabulary's trie can be read.
  ///
  /// `threads` have read the way to the node, with which ``text`` ends. Looks at no more than some hundred nodes; where that
  /// does not decide it, the answer is yes.
  mutating func canExtend(_ node: Int, _ threads: [Thread]) -> Bool {
    let nodes = trie.nodes
    let end = nodes[node].end
    let limit = min(end, node + 1 + Self.searchLimit)
    if threads.count == 1, isClear(threads[0]) { return canExtend(node, threads[0], limit) }
    guard begin(threads, depth: nodes[node].depth + 1) else { return false }
    let (count, before) = (text.count, foundCount)
    descend(Way(trie: trie, skip: nil, isVocabulary: true, limit: before), node + 1, limit)
    let isFound = foundCount > before
    foundCount = before
    text.removeLast(text.count - count)
    return isFound || limit < end
  }

  private mutating func canExtend(_ node: Int, _ thread: Thread, _ limit: Int) -> Bool {
    begin(depth: trie.nodes[node].depth + 1)
    let (count, before) = (text.count, foundCount)
    let way = Way(trie: trie, skip: nil, isVocabulary: true, limit: before)
    descendAlone(way, node + 1, limit, thread)
    let isFound = foundCount > before
    foundCount = before
    text.removeLast(text.count - count)
    return isFound || limit < trie.nodes[node].end
  }

  /// Makes the last `depth` bytes of ``text`` the way down.
  mutating func begin(depth: Int) {
    base = text.count - depth
    written = depth
    inClass = 0
    for k in 0..<depth { unsafe path[k] = text[base + k] }
  }

  /// Notes how much of the way down is of the class that `skip` is about.
  @inline(__always)
  mutating func noteClass(_ byte: UInt8, _ depth: Int, _ skip: Skip?) {
    guard let skip, depth <= inClass else { return }
    inClass = skip.within.contains(byte) ? depth + 1 : depth
  }

  /// Whether nothing below a node needs to be looked at.
  @inline(__always)
  func canPass(_ node: Int, _ depth: Int, _ skip: Skip?) -> Bool {
    guard let skip, inClass > depth else { return false }
    let mark = trie.marks[node]
    return mark.kinds & skip.sought == 0
      && (skip.room == .max || Int(mark.height) + depth < skip.room)
  }
}
