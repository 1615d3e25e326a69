/// Makes one token of those whose texts differ by a leading space only.
///
/// Cost: a look-up for a token that was seen before; the text of each other one is read once.
struct Spellings {
  private let bytes: @Sendable (Int32) -> [UInt8]?
  /// What stands for each token that was seen, and for each text without its leading space.
  private var known: [Int32: Int32] = [:]
  private var first: [ArraySlice<UInt8>: Int32] = [:]

  init(bytes: @escaping @Sendable (Int32) -> [UInt8]?) { self.bytes = bytes }

  /// The first token with the same text that was asked for; `token` itself where it has no text.
  mutating func token(like token: Int32) -> Int32 {
    if let known = known[token] { return known }
    var like = token
    if let text = bytes(token), !text.isEmpty {
      let word = text.count > 1 && text[0] == 0x20 ? text[1...] : text[...]
      if let known = first[word] { like = known } else { first[word] = token }
    }
    known[token] = like
    return like
  }
}
