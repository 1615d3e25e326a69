import TernTemplate
import TernTokens

/// A prompt as text and as tokens.
package struct Prompt: Sendable, Equatable {
  package var text: String
  package var tokens: [Int32]

  package init(text: String, tokens: [Int32]) {
    (self.text, self.tokens) = (text, tokens)
  }
}

/// The next prompt of a conversation, beside the tokens that a cache holds of it already.
package enum NextPrompt: Sendable, Equatable {
  /// The tokens are those so far, exactly, and new ones after them.
  case extends(Prompt)
  /// The text differs from what the cache holds, for example because the template leaves out earlier
  /// reasoning: all is tokenized anew, and `shared` tokens at the beginning are the same.
  case differs(Prompt, shared: Int)

  package var prompt: Prompt {
    switch self {
    case .extends(let prompt), .differs(let prompt, _): prompt
    }
  }
}

extension Dialect {
  /// The tokens of a vocabulary that mark calls and reasoning.
  package func tokens(of tokenizer: Tokenizer) -> Set<Int32> {
    let texts = controlTexts + specialTexts + ["<think>", "</think>"]
    return Set(texts.compactMap { tokenizer.token(named: $0) })
  }
}

/// Turns rendered prompts into tokens.
///
/// Data never becomes a control token, nor a marker by which a model writes calls and reasoning. A
/// beginning-of-text token is added where the vocabulary asks for one and the template wrote none.
package struct PromptEncoder: Sendable {
  private let tokenizer: Tokenizer
  /// Tokens that are no control tokens, but mean something in a dialect.
  private let guarded: Set<Int32>

  package init(_ tokenizer: Tokenizer, dialect: Dialect) {
    self.tokenizer = tokenizer
    guarded = dialect.tokens(of: tokenizer)
  }

  /// The prompt of a whole conversation.
  package func encode(_ rendered: RenderedText) -> Prompt {
    var tokens = ids(rendered.pieces, continuing: false)
    if tokenizer.addBOS, let bos = tokenizer.bos, tokens.first != bos { tokens.insert(bos, at: 0) }
    return Prompt(text: rendered.text, tokens: tokens)
  }

  /// The prompt of a conversation of which `before` and what the model generated after it are known.
  ///
  /// - Parameters:
  ///   - generated: the text and tokens that came after `before`.
  ///   - rendered: the whole conversation, with the answer and what follows it.
  package func encode(
    _ rendered: RenderedText, after before: Prompt, generated: Prompt
  ) -> NextPrompt {
    let known = before.text.utf8.count + generated.text.utf8.count
    let text = rendered.text
    guard text.utf8.starts(with: before.text.utf8),
      text.utf8.dropFirst(before.text.utf8.count).starts(with: generated.text.utf8)
    else {
      let prompt = encode(rendered)
      let earlier = before.tokens + generated.tokens
      let shared = zip(earlier, prompt.tokens).prefix { $0 == $1 }.count
      return .differs(prompt, shared: shared)
    }
    let rest = ids(Self.dropping(known, of: rendered.pieces), continuing: true)
    return .extends(Prompt(text: text, tokens: before.tokens + generated.tokens + rest))
  }

  private func ids(_ pieces: [RenderedText.Piece], continuing: Bool) -> [Int32] {
    var text: [UInt8] = []
    var data: [Range<Int>] = []
    for piece in pieces where !piece.text.isEmpty {
      let start = text.count
      text += Array(piece.text.utf8)
      if piece.isData { data.append(start..<text.count) }
    }
    return tokenizer.encode(prompt: text, data: data, guarding: guarded, continuing: continuing)
  }

  /// Pieces without the first `count` bytes.
  private static func dropping(
    _ count: Int, of pieces: [RenderedText.Piece]
  ) -> [RenderedText.Piece] {
    var left = count
    return pieces.compactMap { piece in
      let bytes = piece.text.utf8
      guard left < bytes.count else {
        left -= bytes.count
        return nil
      }
      defer { left = 0 }
      let text = left == 0 ? piece.text : String(decoding: bytes.dropFirst(left), as: UTF8.self)
      return RenderedText.Piece(text: text, isData: piece.isData)
    }
  }
}
