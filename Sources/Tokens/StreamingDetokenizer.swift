/// Turns ids into text one by one, never with half a character.
///
/// All pieces together are what `Tokenizer.decode` gives for all ids: bytes that may still become a
/// character are held back, bytes that cannot are replaced by U+FFFD at once.
package struct StreamingDetokenizer: Sendable {
  private let tokenizer: Tokenizer
  private let special: Bool
  private let shown: Set<Int32>
  private var state: DecodingState
  /// The beginning of a character, at most three bytes.
  private var held: [UInt8] = []

  /// - Parameters:
  ///   - special: show control tokens as they are spelled instead of leaving them out.
  ///   - shown: control tokens that are shown in any case.
  ///   - continuing: the ids go on a text that is there already, so a space before the first word is
  ///     part of them.
  package init(
    _ tokenizer: Tokenizer, special: Bool = false, shown: Set<Int32> = [], continuing: Bool = false
  ) {
    self.tokenizer = tokenizer
    self.special = special
    self.shown = shown
    state = DecodingState(tokenizer, continuing: continuing)
  }

  /// The text that is certain after one more token.
  package mutating func push(_ id: Int32) throws(TokenError) -> String {
    try tokenizer.append(id, special: special || shown.contains(id), &state, to: &held)
    let cut = held.count - Self.openEnd(held)
    let text = String(decoding: held[..<cut], as: UTF8.self)
    held.removeFirst(cut)
    return text
  }

  /// What is left at the end: U+FFFD if a character stayed incomplete.
  package mutating func finish() -> String {
    defer { held.removeAll() }
    state.finish(&held)
    return String(decoding: held, as: UTF8.self)
  }

  /// How many bytes at the end of `bytes` begin a character without completing it.
  private static func openEnd(_ bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let first = bytes[bytes.count - length]
      if first & 0xC0 == 0x80 { continue }
      guard first >= 0xC2, first <= 0xF4, Characters.length(first) > length else { return 0 }
      // The second byte decides about overlong forms, surrogates and numbers beyond Unicode.
      let second = length > 1 ? bytes[bytes.count - length + 1] : 0x80
      switch first {
      case 0xE0 where length > 1: return second >= 0xA0 ? length : 0
      case 0xED where length > 1: return second <= 0x9F ? length : 0
      case 0xF0 where length > 1: return second >= 0x90 ? length : 0
      case 0xF4 where length > 1: return second <= 0x8F ? length : 0
      default: return length
      }
    }
    return 0
  }
}
