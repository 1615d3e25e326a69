import TernTokens

/// A token of a text, with what the model thinks of it.
package struct TokenChoice: Sendable {
  package var token: Int32
  /// The text that became certain with it; a character may take several tokens.
  package var text: String
  /// The natural logarithm of the probability that the model gave the token, before any option
  /// changed it; `nil` where it was not asked for, and for a token with nothing before it.
  package var logProbability: Float?
  /// The likeliest tokens and their logarithms, the likeliest first.
  package var top: [(token: Int32, logProbability: Float)]

  package init(
    token: Int32, text: String, logProbability: Float? = nil,
    top: [(token: Int32, logProbability: Float)] = []
  ) {
    (self.token, self.text) = (token, text)
    (self.logProbability, self.top) = (logProbability, top)
  }
}

extension Tokenizer {
  /// The bytes of one token by itself: those that it adds to a text, or its spelling where it is a
  /// control token, which adds none; nothing outside the vocabulary.
  package func piece(of id: Int32) -> [UInt8] {
    guard let bytes = bytes(of: id) else { return [] }
    return bytes.isEmpty ? Array((text(of: id) ?? "").utf8) : bytes
  }
}
