import TernTokens

extension Tokenizer {
  /// The bytes of one token by itself: those that it adds to a text, or its spelling where it is a
  /// control token, which adds none; nothing outside the vocabulary.
  package func piece(of id: Int32) -> [UInt8] {
    guard let bytes = bytes(of: id) else { return [] }
    return bytes.isEmpty ? Array((text(of: id) ?? "").utf8) : bytes
  }
}
