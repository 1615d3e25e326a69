/// Walks tries with the threads of a machine, for the tokens that may come next.
///
/// Inside one leaf that is not yet final a step is a lookup in the lexer's table; everywhere else the
/// machine is asked. For each depth of the way down there is either one such thread or a list.
///
/// Working state of one matcher.
@safe final class TrieWalker {
  let machine: Machine
  let lexer: Lexer
  let tables: VocabularyTables

  /// All text that was read; during walks, the bytes of the way down behind it.
  var text: [UInt8] = []
  /// What walks found: values of nodes.
  var found: [UInt32] = []

  /// For each depth the thread inside a leaf; or a leaf of ``several``, which stands for a list.
  private let singles: UnsafeMutablePointer<Thread>
  private let path: UnsafeMutablePointer<UInt8>
  /// The lists, shallow ones first, and for each depth where its list begins and ends.
  private var lists: [Thread] = []
  private var bounds: [(start: Int, end: Int)]
  /// For each depth with a list, the bytes that can be read outside of leaves.
  private var outside: [ByteSet]
  var stepped: [Thread] = []
  /// The number of bytes of the way down that ``text`` holds.
  private var written = 0
  private var base = 0

  private static let several: Int32 = -2
  private static let depths = TrieNode.longest + 2

  init(_ machine: Machine, _ tables: VocabularyTables) {
    self.machine = machine
    self.tables = tables
    lexer = machine.lexer
    unsafe singles = .allocate(capacity: Self.depths)
    unsafe singles.initialize(
      repeating: Thread(leaf: Self.several, stack: 0), count: Self.depths)
    unsafe path = .allocate(capacity: Self.depths)
    unsafe path.initialize(repeating: 0, count: Self.depths)
    bounds = Array(repeating: (0, 0), count: Self.depths)
    outside = Array(repeating: .none, count: Self.depths)
    found.reserveCapacity(4096)
    text.reserveCapacity(4096)
  }

  deinit {
    unsafe singles.deallocate()
    unsafe path.deallocate()
  }

  /// Which subtrees a walk may pass by: those without certain kinds of bytes, as long as the way down
  /// has nothing but bytes of a class, and there is room for the longest way below.
  struct Skip {
    var kinds: [UInt32]
    var sought: UInt32
    var within: ByteSet
    var room: Int
  }

  /// Adds to ``found`` the values of all nodes of `nodes` that the threads can read the way to.
  ///
  /// - Parameters:
  ///   - firsts: the node of each first byte, or -1; where it is given, the trie's first level is not
  ///     searched.
  ///   - except: first bytes to leave out, where `firsts` is given.
  func walk(
    _ nodes: [TrieNode], firsts: [Int32] = [], from threads: [Thread], except: ByteSet = .none,
    skip: Skip? = nil
  ) {
    guard begin(threads) else { return }
    unsafe nodes.withUnsafeBufferPointer { nodes in
      guard !firsts.isEmpty else {
        unsafe descend(nodes, 0, nodes.count, skip)
        return
      }
      firstBytes().subtracting(except).forEach { byte in
        let first = Int(firsts[Int(byte)])
        if first >= 0 { unsafe descend(nodes, first, nodes[first].end, skip) }
      }
    }
    text.removeLast(text.count - base)
  }

  /// Whether any token below `node` of the vocabulary's trie can be read, where `threads` have read
  /// the way to it, with which ``text`` ends. Looks at no more than some hundred nodes; where that
  /// does not decide it, the answer is yes.
  func canExtend(_ node: Int, _ threads: [Thread]) -> Bool {
    let top = tables.trie.nodes[node]
    let count = text.count
    guard begin(threads, depth: top.depth + 1) else { return false }
    let before = found.count
    let limit = min(top.end, node + 1 + Self.searchLimit)
    unsafe tables.trie.nodes.withUnsafeBufferPointer { nodes in
      unsafe descend(nodes, node + 1, limit, nil, stopsAtFirst: true)
    }
    let isFound = found.count > before
    found.removeLast(found.count - before)
    text.removeLast(text.count - count)
    return isFound || limit < top.end
  }

  private static let searchLimit = 512

  /// Takes `threads` as those before the byte at `depth`; whether there are any.
  private func begin(_ threads: [Thread], depth: Int = 0) -> Bool {
    lists.removeAll(keepingCapacity: true)
    base = text.count - depth
    written = depth
    stepped.removeAll(keepingCapacity: true)
    stepped.append(contentsOf: threads)
    for k in 0..<depth { unsafe path[k] = text[base + k] }
    return settle(depth, end: 0)
  }

  /// The bytes that the threads before the first byte may read.
  private func firstBytes() -> ByteSet {
    let single = unsafe singles[0]
    var bytes = single.leaf >= 0 ? .none : outside[0]
    if single.leaf >= 0 { lexer.addBytes(after: single.leaf, to: &bytes) }
    for thread in lists where thread.leaf >= 0 { lexer.addBytes(after: thread.leaf, to: &bytes) }
    return bytes
  }

  /// Makes ``stepped`` the threads of `depth`; `end` is where the lists of the way down end. Whether
  /// there are any threads.
  private func settle(_ depth: Int, end: Int) -> Bool {
    if stepped.isEmpty { return false }
    if stepped.count == 1, stepped[0].leaf >= 0, !lexer.isFinal(stepped[0].leaf) {
      unsafe singles[depth] = stepped[0]
      bounds[depth] = (end, end)
      return true
    }
    unsafe singles[depth].leaf = Self.several
    lists.removeLast(lists.count - end)
    lists.append(contentsOf: stepped)
    bounds[depth] = (end, lists.count)
    var bytes = ByteSet.none
    for thread in stepped where thread.leaf < 0 || lexer.isFinal(thread.leaf) {
      bytes.formUnion(machine.candidates(thread))
    }
    outside[depth] = bytes
    return true
  }

  /// Walks the nodes `from..<to`; ``singles`` and ``bounds`` hold the threads before the first.
  private func descend(
    _ nodes: UnsafeBufferPointer<TrieNode>, _ from: Int, _ to: Int, _ skip: Skip?,
    stopsAtFirst: Bool = false
  ) {
    var inClass = 0
    var i = from
    while i < to {
      let node = unsafe nodes[i]
      let depth = node.depth
      var thread = unsafe singles[depth]
      unsafe path[depth] = node.byte
      if written > depth { written = depth }
      if thread.leaf >= 0 {
        let leaf = lexer.next(thread.leaf, node.byte)
        if leaf < 0 {
          i = node.end
          continue
        }
        thread.leaf = leaf
        if lexer.isFinal(leaf) {
          stepped.removeAll(keepingCapacity: true)
          stepped.append(thread)
          _ = settle(depth + 1, end: bounds[depth].end)
        } else {
          unsafe singles[depth + 1] = thread
          bounds[depth + 1] = (bounds[depth].end, bounds[depth].end)
        }
      } else if !stepList(depth, node.byte) {
        i = node.end
        continue
      }
      if node.value != TrieNode.none {
        found.append(node.value)
        if stopsAtFirst { return }
      }
      i += 1
      guard let skip else { continue }
      if depth <= inClass {
        inClass = skip.within.contains(node.byte) ? depth + 1 : depth
        if inClass > depth, skip.kinds[i - 1] & skip.sought == 0,
          Int(tables.trie.heights[i - 1]) + depth < skip.room
        {
          i = node.end
        }
      }
    }
  }

  /// Reads a byte with the list of threads of `depth`; whether any thread is left.
  private func stepList(_ depth: Int, _ byte: UInt8) -> Bool {
    let isOutside = outside[depth].contains(byte)
    stepped.removeAll(keepingCapacity: true)
    for place in bounds[depth].start..<bounds[depth].end {
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
    return settle(depth + 1, end: bounds[depth].end)
  }

  /// Makes ``text`` end with the first `depth` bytes of the way down.
  private func writeText(_ depth: Int) {
    text.removeLast(text.count - base - written)
    while written < depth {
      unsafe text.append(path[written])
      written += 1
    }
  }
}

extension TrieWalker {
  /// Adds to ``found`` the values of all nodes of the vocabulary's trie that can be read from the
  /// lexer's state `free` and not from `state`; what follows a leaf's end is the same for both.
  func walkDifference(from state: Int32, free: Int32) {
    let trie = tables.trie
    var states = [(Int32, Int32)](repeating: (state, free), count: TrieNode.longest + 2)
    for byte in UInt8.min...UInt8.max
    where trie.firsts[Int(byte)] >= 0 && lexer.next(state, byte) != lexer.next(free, byte) {
      var i = Int(trie.firsts[Int(byte)])
      let end = trie.nodes[i].end
      while i < end {
        let node = trie.nodes[i]
        let (a, b) = states[node.depth]
        let next = (lexer.next(a, node.byte), lexer.next(b, node.byte))
        if next.0 == next.1 {
          i = node.end
        } else if next.0 < 0 {
          for dead in i..<node.end where trie.nodes[dead].value != TrieNode.none {
            found.append(trie.nodes[dead].value)
          }
          i = node.end
        } else {
          states[node.depth + 1] = next
          i += 1
        }
      }
    }
  }

  /// Whether the bytes `range` of the vocabulary's spelling can be read from `threads`.
  func canRead(_ range: Range<Int>, from threads: [Thread]) -> Bool {
    let end = text.count
    let result = read(tables.trie.spelling[range], from: threads)
    text.removeLast(text.count - end)
    return !result.isEmpty
  }

  /// The only byte that can be read outside of leaves; `nil` where there are several.
  func onlyByte(_ thread: Thread) -> UInt8? {
    var only: UInt8?
    var count = 0
    machine.candidates(thread).forEach { byte in
      guard count < 2 else { return }
      stepped.removeAll(keepingCapacity: true)
      machine.step(thread, byte, text: text, into: &stepped)
      if !stepped.isEmpty {
        only = byte
        count += 1
      }
    }
    return count == 1 ? only : nil
  }

  /// The threads after `bytes`, which are added to ``text`` as far as they can be read.
  func read(_ bytes: ArraySlice<UInt8>, from threads: [Thread]) -> [Thread] {
    var threads = threads
    for byte in bytes {
      if threads.count == 1, threads[0].leaf >= 0, !lexer.isFinal(threads[0].leaf) {
        threads[0].leaf = lexer.next(threads[0].leaf, byte)
        if threads[0].leaf < 0 { return [] }
      } else {
        stepped.removeAll(keepingCapacity: true)
        for thread in threads { machine.step(thread, byte, text: text, into: &stepped) }
        if stepped.isEmpty { return [] }
        swap(&threads, &stepped)
      }
      text.append(byte)
    }
    return threads
  }
}

extension Lexer {
  /// Adds the bytes that go on from `state`.
  func addBytes(after state: Int32, to bytes: inout ByteSet) {
    for byte in UInt8.min...UInt8.max where next(state, byte) >= 0 { bytes.insert(byte) }
  }
}
