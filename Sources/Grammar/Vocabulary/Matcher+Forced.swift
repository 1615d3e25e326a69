/// What is known about the tokens that must come next.
enum ForcedRun {
  /// Not looked at.
  case unknown
  /// None, or none that is certain.
  case free
  /// These, from `next` on.
  case tokens([Int32], next: Int)

  /// Goes on by `token`.
  mutating func advance(_ token: Int32) {
    guard case .tokens(let tokens, let next) = self, tokens[next] == token else {
      self = .unknown
      return
    }
    // Behind a run nothing is certain, or the run would have been longer.
    self = next + 1 < tokens.count ? .tokens(tokens, next: next + 1) : .free
  }
}

extension Matcher {
  /// The tokens that come next whatever else follows; empty where the model has a choice.
  ///
  /// For every way to go on, the tokens of the whole text begin with those accepted and these.
  package func forced() -> [Int32] {
    _ = nextForced()
    guard case .tokens(let tokens, let next) = run else { return [] }
    return Array(tokens[next...])
  }

  func nextForced() -> Int32? {
    if case .unknown = run {
      let tokens = findForced()
      run = tokens.isEmpty ? .free : .tokens(tokens, next: 0)
    }
    guard case .tokens(let tokens, let next) = run else { return nil }
    return tokens[next]
  }

  /// No run is longer.
  private static let longestRun = 4096
  /// Tokens before the run that it is tokenized with.
  private static let context = 4

  private func findForced() -> [Int32] {
    guard !isEnded, onlyByte(threads) != nil else { return [] }
    guard threads.count == 1, let thread = builder.key(threads[0]) else { return makeForced() }
    // The last tokens are all that a run depends on besides.
    let key = MaskMemo.RunKey(thread, tokens.suffix(Self.context))
    if let known = builder.memo.runs[key] { return known.map { builder.memo.ids[$0] } }
    let forced = makeForced()
    builder.memo.keep(key, forced)
    return forced
  }

  private func makeForced() -> [Int32] {
    let start = builder.walker.text.count
    defer { builder.walker.text.removeLast(builder.walker.text.count - start) }
    let after = readForced()
    if isCut(0, start, after) { return [] }
    return keptTokens(start, cuts(start, after))
  }

  /// Reads bytes while there is only one; the threads behind them.
  private func readForced() -> [Thread] {
    let limit = builder.walker.text.count + Self.longestRun
    if threads.count == 1 {
      var thread = threads[0]
      while builder.walker.text.count < limit, let byte = onlyByte(thread) {
        if builder.walker.step(&thread, byte) { continue }
        return readForced([thread], limit)
      }
      return [thread]
    }
    return readForced(threads, limit)
  }

  private func readForced(_ threads: [Thread], _ limit: Int) -> [Thread] {
    var threads = threads
    while builder.walker.text.count < limit, let byte = onlyByte(threads) {
      machine.beginAnswer()
      guard builder.walker.step(&threads, byte) else { break }
    }
    return threads
  }

  /// The only byte that can be read; `nil` where there are several, or the text may end.
  private func onlyByte(_ threads: [Thread]) -> UInt8? {
    var only: UInt8?
    for thread in threads {
      guard let byte = onlyByte(thread), only == nil || only == byte else { return nil }
      only = byte
    }
    return only
  }

  private func onlyByte(_ thread: Thread) -> UInt8? {
    let lexer = machine.lexer
    if thread.leaf >= 0, !lexer.isFinal(thread.leaf) {
      if lexer.goesOnFreely(thread.leaf) { return nil }
      if let body = lexer.freeBody(thread.leaf), body.maximum != 0 {
        lexer.noteGoesOn(thread.leaf)
        return nil
      }
      return lexer.onlyByte(thread.leaf)
    }
    if machine.isComplete(thread) { return nil }
    guard thread.leaf >= 0, !lexer.isClosed(thread.leaf) else {
      return builder.walker.onlyByte(thread)
    }
    // What goes on in the leaf may be all that may follow it.
    guard let byte = lexer.bytes(after: thread.leaf).only,
      builder.walker.onlyByte(thread) == byte
    else { return nil }
    return byte
  }

  /// Where in the forced bytes, which begin at `start`, a token of some continuation may begin that
  /// goes on behind them; and their end.
  private func cuts(_ start: Int, _ after: [Thread]) -> [Int] {
    let count = builder.walker.text.count - start
    let first = max(1, count - tables.trie.longest + 1)
    return (first..<max(first, count)).filter { isCut($0, start, after) } + [count]
  }

  private func isCut(_ place: Int, _ start: Int, _ after: [Thread]) -> Bool {
    guard let node = tables.trie.inner(builder.walker.text[(start + place)...]) else {
      return false
    }
    return builder.walker.canExtend(node, after)
  }

  /// The tokens that the forced bytes begin with wherever of `cuts` their last whole token ends.
  private func keptTokens(_ start: Int, _ cuts: [Int]) -> [Int32] {
    let context = tokens.suffix(Self.context)
    let length = context.reduce(0) { $0 + tables.trie.range(of: $1).count }
    var kept: [Int32]?
    var ends: [Int] = []
    for cut in cuts.reversed() {
      if let before = kept, let count = ends.firstIndex(of: cut) {
        // A token ends here anyway, and those up to it are the same.
        kept = Array(before.prefix(count + 1))
        continue
      }
      let all = encoder.encode(builder.walker.text[(start - length)..<(start + cut)])
      // Otherwise no text whose tokens begin with the accepted ones has a boundary here.
      guard encoder.ids[all].starts(with: context) else { continue }
      if kept == nil { ends = self.ends(of: encoder.ids[all.dropFirst(context.count)]) }
      keep(all.dropFirst(context.count), &kept)
      if kept?.isEmpty == true { return [] }
    }
    return kept ?? keptAlone(start, cuts)
  }

  /// The same where the accepted tokens are not what a tokenizer makes of the text: the run counts
  /// alone.
  private func keptAlone(_ start: Int, _ cuts: [Int]) -> [Int32] {
    var kept: [Int32]?
    for cut in cuts.reversed() {
      keep(encoder.encode(builder.walker.text[start..<(start + cut)]), &kept)
    }
    return kept ?? []
  }

  /// Takes from the end of `kept` what differs from the encoder's ids at `range`; at first these.
  private func keep(_ range: Range<Int>, _ kept: inout [Int32]?) {
    guard let before = kept else {
      kept = Array(encoder.ids[range])
      return
    }
    let count = zip(before, encoder.ids[range]).prefix { $0 == $1 }.count
    kept?.removeLast(before.count - count)
  }

  /// Where the tokens end, counted from where the first one begins.
  private func ends(of tokens: ArraySlice<Int32>) -> [Int] {
    var end = 0
    return tokens.map { token in
      end += tables.trie.range(of: token).count
      return end
    }
  }
}
