import TernTokens

/// How a text and what comes before it become tokens, so that the text's own can be scored.
package struct ScoringPrompt: Sendable {
  /// What the scored tokens follow, with the vocabulary's token that begins a text.
  package let context: [Int32]
  /// The tokens that are scored.
  package let tokens: [Int32]

  /// Both are encoded as one text, so the border may lie within a token: it then belongs to the text.
  ///
  /// - Parameter parseSpecial: Whether control tokens are recognised in the texts.
  package init(
    _ text: String, after context: String, _ tokenizer: Tokenizer, parseSpecial: Bool = false
  ) {
    let beginning = tokenizer.addBOS ? [tokenizer.bos].compactMap { $0 } : []
    func encode(_ text: String) -> [Int32] {
      beginning + tokenizer.encode(text, parseSpecial: parseSpecial)
    }
    let whole = encode(context + text)
    let common = text.isEmpty ? whole.count : PrefixCache.commonPrefix(encode(context), whole)
    self.context = Array(whole[..<common])
    tokens = Array(whole[common...])
  }

  /// Tokens as they are given.
  package init(_ tokens: [Int32], after context: [Int32]) {
    (self.context, self.tokens) = (context, tokens)
  }

  /// The parts in which a text is scored that is longer than a model's context.
  ///
  /// The first part fills the context. Each other one has `stride` tokens to score, fewer at the end,
  /// and as many before them as fit. So every token but those of the first part follows at least
  /// `limit` − `stride` others. One part where all fits.
  /// - Parameter limit: Tokens that the context holds; more than `stride`.
  package func parts(limit: Int, stride: Int) -> [ScoringPrompt] {
    let whole = context + tokens
    guard whole.count > limit, context.count < limit, stride > 0, stride < limit else {
      return [self]
    }
    var parts = [
      ScoringPrompt(Array(whole[context.count..<limit]), after: Array(whole[..<context.count]))
    ]
    var start = limit
    while start < whole.count {
      let end = min(whole.count, start + stride)
      parts.append(
        ScoringPrompt(Array(whole[start..<end]), after: Array(whole[end - limit..<start])))
      start = end
    }
    return parts
  }
}
