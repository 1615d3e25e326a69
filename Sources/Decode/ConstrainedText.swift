import TernGrammar
import TernTokens

/// A constraint at work in one generation: what may come next, and the way to the end.
///
/// Keeps the promise that a text which was begun can be completed with the tokens that are left.
struct ConstrainedText {
  private let matcher: Matcher
  /// Tokens that end the text wherever it is complete.
  private let stopTokens: Set<Int32>
  /// End-of-generation tokens that are not to come.
  private let ignored: [Int32]
  /// The allowed tokens, if ``isMaskCurrent``.
  private let mask: TokenMask
  private var isMaskCurrent = false

  init(
    _ constraint: Constraint, _ tables: VocabularyTables, stopTokens: Set<Int32>
  ) throws(EngineError) {
    guard constraint.isSatisfiable else { throw .grammar(.unsatisfiable) }
    do { matcher = try Matcher(constraint, tables) } catch { throw .grammar(error) }
    self.stopTokens = stopTokens
    ignored = tables.endings.filter { !stopTokens.contains($0) }
    mask = TokenMask(tables)
  }

  /// Whether the text satisfies the constraint as it is.
  var isComplete: Bool { matcher.isComplete }

  /// The tokens that complete the text, few and valid.
  var ending: [Int32] { matcher.ending() }

  /// Throws if the constraint could not be worked out within its limits: answers are then wrong.
  func check() throws(EngineError) {
    if let error = matcher.error { throw .grammar(error) }
  }

  /// Whether no token but one that ends the text may follow.
  mutating func mustEnd() -> Bool {
    guard matcher.isComplete else { return false }
    updateMask()
    let stops = stopTokens.count { mask.contains($0) }
    return unsafe mask.words.reduce(0) { $0 + $1.nonzeroBitCount } == stops
  }

  /// Adds a token if the text can be completed with `left` tokens after it.
  mutating func accept(_ token: Int32, left: Int) -> Bool {
    guard matcher.accept(token) else { return false }
    if canEnd(within: left) {
      isMaskCurrent = false
      return true
    }
    matcher.rollback(1)
    return false
  }

  /// Adds the tokens between which there is no choice, if the text can be completed after them with
  /// what they leave of `left` tokens.
  mutating func acceptForced(left: Int) -> [Int32] {
    let run = matcher.forced()
    return accept(all: run, left: left) ? run : []
  }

  /// Adds tokens, all or none: if they may come, and the text can be completed after them with what
  /// they leave of `left` tokens.
  mutating func accept(all run: [Int32], left: Int) -> Bool {
    guard !run.isEmpty, run.count <= left else { return false }
    for (count, token) in run.enumerated() where !matcher.accept(token) {
      matcher.rollback(count)
      return false
    }
    if canEnd(within: left - run.count) {
      isMaskCurrent = false
      return true
    }
    matcher.rollback(run.count)
    return false
  }

  /// Whether `tokens` more tokens can complete the text.
  func canEnd(within tokens: Int) -> Bool {
    if matcher.isComplete { return true }
    // Every token has a byte at least, so mostly the number of bytes says enough.
    if let bytes = matcher.endingLimit(), bytes <= tokens { return true }
    let ending = matcher.ending()
    return !ending.isEmpty && ending.count <= tokens
  }

  /// Cuts a guess before the first token that may not come, and adds those that must come after it,
  /// up to `room` tokens.
  ///
  /// Without drafts a pass reads a token together with what it forces. Where they are too many for a
  /// pass of few rows, they stay together, so that each row has the same bits.
  func cut(_ guess: inout Guess, room: Int) {
    let (count, forced) = matcher.lookahead(guess.tokens, forcing: PassCosts.most)
    guess.cut(to: count)
    for token in forced.prefix(max(0, room - count)) { guess.add(token, share: 1) }
  }

  private mutating func updateMask() {
    guard !isMaskCurrent else { return }
    isMaskCurrent = true
    matcher.mask(mask)
    if matcher.isComplete { for token in stopTokens { mask.insert(token) } }
    for token in ignored { mask.remove(token) }
  }
}

extension ConstrainedText: TokenFilter {
  func allows(_ token: Int32) -> Bool {
    if stopTokens.contains(token), matcher.isComplete { return true }
    return !ignored.contains(token) && matcher.allows(token)
  }

  mutating func forbidOthers(_ logits: inout [Float]) {
    updateMask()
    let count = logits.count
    unsafe logits.withUnsafeMutableBufferPointer { logits in
      for (number, word) in unsafe mask.words.enumerated() where word != .max {
        let start = number * 32
        guard start < count else { return }
        if word == 0 {
          unsafe logits[start..<min(start + 32, count)].update(repeating: -.infinity)
          continue
        }
        // In most masks with both, few tokens are forbidden.
        var forbidden = ~word
        while forbidden != 0 {
          let index = start + forbidden.trailingZeroBitCount
          if index < count { unsafe logits[index] = -.infinity }
          forbidden &= forbidden - 1
        }
      }
    }
  }
}
