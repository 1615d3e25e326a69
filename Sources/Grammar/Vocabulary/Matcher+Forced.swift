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
    let start = builder.walker.text.count
    defer { builder.walker.text.removeLast(builder.walker.text.count - start) }
    let after = readForced()
    if isCut(0, start, after) { return [] }
    return keptTokens(start, cuts(start, after))
  }

  /// Reads bytes while there is only one; the threads behind them.
  private func readForced() -> [Thread] {
    var threads = threads
    let limit = builder.walker.text.count + Self.longestRun
    while builder.walker.text.count < limit, let byte = onlyByte(threads) {
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
      if let body = lexer.freeBody(thread.leaf), body.maximum != 0 { return nil }
      return lexer.onlyByte(thread.leaf)
    }
    if machine.isComplete(thread) { return nil }
    if thread.leaf >= 0, !lexer.isClosed(thread.leaf) { return nil }
    return builder.walker.onlyByte(thread)
  }

  /// Where in the forced bytes, which begin at `start`, a token of some continuation may begin that
  /// goes on behind them; and their end.
  private func cuts(_ start: Int, _ after: [Thread]) -> [Int] {
    let count = builder.walker.text.count - start
    let first = max(1, count - tables.trie.longest + 1)
    return (first..<max(first, count)).filter { isCut($0, start, after) } + [count]
  }

  private func isCut(_ place: Int, _ start: Int, _ after: [Thread]) -> Bool {
    guard let node = tables.trie.node(builder.walker.text[(start + place)...]) else { return false }
    return builder.walker.canExtend(node, after)
  }

  /// The tokens that the forced bytes begin with wherever of `cuts` their last whole token ends.
  private func keptTokens(_ start: Int, _ cuts: [Int]) -> [Int32] {
    let context = tokens.suffix(Self.context)
    let length = context.reduce(0) { $0 + tables.trie.range(of: $1).count }
    var kept: [Int32]?
    for cut in cuts.reversed() {
      let text = Array(builder.walker.text[(start - length)..<(start + cut)])
      let all = tables.tokenizer.encode(utf8: text, continuing: true)
      // Otherwise no text whose tokens begin with the accepted ones has a boundary here.
      guard all.starts(with: context) else { continue }
      kept = Self.shared(kept, all.dropFirst(context.count))
      if kept?.isEmpty == true { return [] }
    }
    if let kept { return kept }
    // The accepted tokens are not what a tokenizer makes of the text: the run counts alone.
    for cut in cuts.reversed() {
      let text = Array(builder.walker.text[start..<(start + cut)])
      kept = Self.shared(kept, tables.tokenizer.encode(utf8: text, continuing: true)[...])
    }
    return kept ?? []
  }

  private static func shared(_ kept: [Int32]?, _ tokens: ArraySlice<Int32>) -> [Int32] {
    guard let kept else { return Array(tokens) }
    return zip(kept, tokens).prefix { $0 == $1 }.map(\.0)
  }
}
