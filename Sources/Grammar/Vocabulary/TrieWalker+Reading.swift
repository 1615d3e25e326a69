extension TrieWalker {
  /// Adds to ``found`` the values of all nodes of the vocabulary's trie that can be read from the
  /// lexer's state `free` and not from `state`; what follows a leaf's end is the same for both.
  mutating func walkDifference(from state: Int32, free: Int32) {
    let trie = tables.trie
    var states = [(Int32, Int32)](repeating: (state, free), count: TrieNode.longest + 2)
    for byte in UInt8.min...UInt8.max
    where trie.flat.firsts[Int(byte)] >= 0 && lexer.next(state, byte) != lexer.next(free, byte) {
      var i = Int(trie.flat.firsts[Int(byte)])
      let end = trie.nodes[i].end
      while i < end {
        let node = trie.nodes[i]
        let (a, b) = states[node.depth]
        let next = (lexer.next(a, node.byte), lexer.next(b, node.byte))
        if next.0 == next.1 {
          i = node.end
        } else if next.0 < 0 {
          for dead in i..<node.end where trie.nodes[dead].value != TrieNode.none {
            add(trie.nodes[dead].value)
          }
          i = node.end
        } else {
          states[node.depth + 1] = next
          i += 1
        }
      }
    }
  }

  /// The only byte that can be read outside of leaves; `nil` where there are several.
  mutating func onlyByte(_ thread: Thread) -> UInt8? {
    let candidates = machine.candidates(thread)
    if machine.isExact(thread) { return candidates.only }
    var only: UInt8?
    for byte in UInt8.min...UInt8.max where candidates.contains(byte) {
      stepped.removeAll(keepingCapacity: true)
      machine.step(thread, byte, text: text, into: &stepped)
      if stepped.isEmpty { continue }
      if only != nil { return nil }
      only = byte
    }
    return only
  }

  /// Whether the bytes `range` of the vocabulary's spelling can be read from `threads`.
  mutating func canRead(_ range: Range<Int>, from threads: [Thread]) -> Bool {
    let end = text.count
    let result = read(tables.trie.spelling[range], from: threads)
    text.removeLast(text.count - end)
    return !result.isEmpty
  }

  /// The threads after `bytes`, which are added to ``text`` as far as they can be read.
  mutating func read(_ bytes: ArraySlice<UInt8>, from threads: [Thread]) -> [Thread] {
    var threads = threads
    for byte in bytes {
      guard step(&threads, byte) else { return [] }
    }
    return threads
  }

  /// Reads one byte, which is added to ``text``; `false` where no thread can.
  mutating func step(_ threads: inout [Thread], _ byte: UInt8) -> Bool {
    if threads.count == 1, step(&threads[0], byte) { return true }
    stepped.removeAll(keepingCapacity: true)
    machine.step(threads, byte, text: text, into: &stepped)
    if stepped.isEmpty { return false }
    swap(&threads, &stepped)
    text.append(byte)
    return true
  }

  /// The same for one thread; `false` also where it is not known to stay one.
  mutating func step(_ thread: inout Thread, _ byte: UInt8) -> Bool {
    (base, written) = (text.count, 0)
    let after = stepAlone(thread, byte, 0)
    guard after.stack >= 0 else { return false }
    thread = after
    text.append(byte)
    return true
  }
}
