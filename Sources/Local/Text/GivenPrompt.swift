import TernTokens

/// What a text begins with, as it is given.
package enum GivenPrompt: Sendable {
  case text(String)
  case tokens([Int32])

  /// The tokens that the model reads before it writes.
  func tokens(
    _ options: LocalGenerationOptions, _ tokenizer: Tokenizer
  ) throws(LocalLanguageModelError) -> [Int32] {
    let parsesSpecial = options.parsesSpecialTokens
    guard let suffix = options.suffix else {
      switch self {
      case .text(let text):
        return tokenizer.encode(text, addSpecial: true, parseSpecial: parsesSpecial)
      case .tokens(let tokens): return tokens
      }
    }
    guard let marks = tokenizer.fillIn else { throw .cannotFillIn }
    let before =
      switch self {
      case .text(let text): tokenizer.encode(text, parseSpecial: parsesSpecial)
      case .tokens(let tokens): tokens
      }
    // It goes on another text: where texts begin with a space of their own, it has none.
    let after = tokenizer.encode(
      utf8: Array(suffix.utf8), parseSpecial: parsesSpecial, continuing: true)
    return marks.prompt(
      before: before, after: after, beginning: tokenizer.addBOS ? tokenizer.bos : nil,
      order: options.fillOrder.map { FillInTokens.Order($0) })
  }
}

extension FillInTokens.Order {
  fileprivate init(_ order: LocalGenerationOptions.FillOrder) {
    self =
      switch order {
      case .prefixFirst: .prefixFirst
      case .suffixFirst: .suffixFirst
      }
  }
}

extension LocalLanguageModel {
  /// Whether the vocabulary has tokens for texts with a gap, so that texts can have a
  /// ``LocalGenerationOptions/suffix``.
  ///
  /// The model may still not be trained for it: models share vocabularies, and often only some of
  /// them are.
  public var canFillIn: Bool { runtime.tokenizer.fillIn != nil }
}
