// The way to the end where leaves are lexemes. What is left of each thread is not enough to know it: a
// lexeme that could end may have to go on with the very bytes that would follow it.
extension Machine {
  /// A short text after which the whole is complete; `nil` where none is found within the limits.
  func lexemeEnding(_ threads: [Thread], text: [UInt8]) -> [UInt8]? {
    ending(threads, text: text, limit: Self.endingLimit) ?? searchEnding(threads, text: text).bytes
  }

  /// The length of such a text; `nil` where none is found, or where it depends on what was read.
  func lexemeEndingLength(_ threads: [Thread]) -> Int? {
    guard !threads.contains(where: { stack.isTextual($0.stack) || dependsOnText($0) }) else {
      return nil
    }
    let key = unplaced(threads)
    if let known = endingLengths.ofLexemes[key] { return known > 0 ? known : nil }
    let length = lexemeEnding(key, text: [])?.count ?? 0
    endingLengths.ofLexemes[key] = length
    return length > 0 ? length : nil
  }

  /// Whether no text at all is complete, as far as that can be seen by a short search.
  var isDeadEnd: Bool {
    let threads = begin()
    guard hasLexemes, !threads.contains(where: isComplete),
      ending(threads, text: [], limit: Self.endingLimit) == nil
    else { return false }
    let search = searchEnding(threads, text: [])
    return search.bytes == nil && search.isThrough
  }

  /// Looks for the shortest ending, byte by byte; `isThrough`: all there is was looked at.
  private func searchEnding(
    _ threads: [Thread], text: [UInt8]
  ) -> (bytes: [UInt8]?, isThrough: Bool) {
    var open: [(threads: [Thread], bytes: [UInt8])] = [(threads, [])]
    var seen: Set<[Thread]> = [unplaced(threads)]
    var place = 0
    while place < open.count, place < Self.searchLimit {
      let (before, bytes) = open[place]
      place += 1
      beginAnswer()
      for byte in nextBytes(before) {
        var next: [Thread] = []
        step(before, byte, text: text + bytes, into: &next)
        guard !next.isEmpty, seen.insert(unplaced(next)).inserted else { continue }
        if next.contains(where: isComplete) { return (bytes + [byte], true) }
        open.append((next, bytes + [byte]))
      }
    }
    return (nil, place == open.count && error == nil)
  }

  private static let searchLimit = 400

  /// The bytes that any of `threads` may read.
  private func nextBytes(_ threads: [Thread]) -> [UInt8] {
    var bytes = ByteSet.none
    for thread in threads {
      if thread.leaf >= 0 { bytes.formUnion(lexer.bytes(after: thread.leaf)) }
      if thread.leaf < 0 || lexer.isFinal(thread.leaf) { bytes.formUnion(candidates(thread)) }
    }
    return (UInt8.min...UInt8.max).filter { bytes.contains($0) }
  }

  /// The threads without the place at which their lexemes began, where that is the same for all.
  private func unplaced(_ threads: [Thread]) -> [Thread] {
    guard let first = threads.first, threads.allSatisfy({ $0.start == first.start }) else {
      return threads
    }
    return threads.map { Thread(leaf: $0.leaf, stack: $0.stack, space: $0.space) }
  }
}
