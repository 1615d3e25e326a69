extension TrieWalker {
  /// Takes `threads` as those before the byte at `depth`; whether there are any.
  mutating func begin(_ threads: [Thread], depth: Int = 0) -> Bool {
    begin(depth: depth)
    stepped.removeAll(keepingCapacity: true)
    stepped.append(contentsOf: threads)
    return settle(depth, end: 0)
  }

  /// The bytes that the threads before the first byte may read.
  func firstBytes() -> ByteSet {
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
  mutating func settle(_ depth: Int, end: Int32) -> Bool {
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

  /// The thread before the byte at `depth`, where it is one whose steps are known.
  func onlyThread(_ depth: Int) -> Thread? {
    let level = unsafe levels[depth]
    if level.thread.leaf >= 0 { return level.thread }
    guard level.end - level.start == 1 else { return nil }
    let thread = lists[Int(level.start)]
    return isClear(thread) ? thread : nil
  }

  /// Whether the thread is in a leaf, or where steps are kept.
  func isClear(_ thread: Thread) -> Bool {
    thread.leaf >= 0 || machine.steps(at: thread.stack).isClear
  }

  /// Reads a byte with the list of threads of `depth`; whether any thread is left.
  mutating func stepList(_ depth: Int, _ byte: UInt8, _ level: Level) -> Bool {
    let isOutside = outside[depth].contains(byte)
    stepped.removeAll(keepingCapacity: true)
    if machine.hasLexemes {
      writeText(depth)
      machine.step(
        Array(lists[Int(level.start)..<Int(level.end)]), byte, text: text, into: &stepped)
      return settle(depth + 1, end: level.end)
    }
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
    machine.merge(&stepped)
    return settle(depth + 1, end: level.end)
  }

  /// Makes ``text`` end with the first `depth` bytes of the way down.
  mutating func writeText(_ depth: Int) {
    text.removeLast(text.count - base - written)
    while written < depth {
      unsafe text.append(path[written])
      written += 1
    }
  }
}
