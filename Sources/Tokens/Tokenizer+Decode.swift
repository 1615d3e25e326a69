extension Tokenizer {
  /// The text of `ids`, with invalid UTF-8 repaired (U+FFFD).
  ///
  /// Nothing is cleaned up: for byte-level vocabularies the result is the encoded text. Where
  /// encoding adds a space before the text, that one space is taken off again. Only WordPiece
  /// vocabularies, which forget where spaces were, get none before `.`, `,`, `!` and `?` and around `'`.
  /// - Parameter special: show control tokens as they are spelled instead of leaving them out.
  package func decode(_ ids: [Int32], special: Bool = false) throws(TokenError) -> String {
    String(decoding: try decodeBytes(ids, special: special), as: UTF8.self)
  }

  /// As `decode`, without repair.
  package func decodeBytes(
    _ ids: [Int32], special: Bool = false
  ) throws(TokenError) -> [UInt8] {
    var bytes: [UInt8] = []
    var state = DecodingState(self)
    for id in ids {
      try append(id, special: special, &state, to: &bytes)
    }
    state.finish(&bytes)
    return bytes
  }

  /// The bytes that token `id` adds to a text.
  ///
  /// Empty for control and unused tokens, `nil` outside the vocabulary. A space that stands before a
  /// first word is kept.
  package func bytes(of id: Int32) -> [UInt8]? {
    guard id >= 0, id < vocabulary.count else { return nil }
    var bytes: [UInt8] = []
    vocabulary.appendText(of: Int(id), special: false, to: &bytes)
    return bytes
  }

  /// Appends the bytes of one token.
  func append(
    _ id: Int32, special: Bool, _ state: inout DecodingState, to bytes: inout [UInt8]
  ) throws(TokenError) {
    guard id >= 0, id < vocabulary.count else {
      throw .invalidToken(id: id, count: vocabulary.count)
    }
    let mark = bytes.count
    vocabulary.appendText(of: Int(id), special: special, to: &bytes)
    state.settle(&bytes, from: mark)
  }
}

/// What decoding one token needs to know of those before.
struct DecodingState: Sendable {
  /// Whether the text begins with the next token and a space was put before it; falls with the first
  /// token that adds something.
  private var atStart: Bool
  private let cleansSpaces: Bool
  /// Whether ` '` is held back until it is known whether a space follows.
  private var holdsQuote = false

  /// - Parameter continuing: the ids go on a text that is there already.
  init(_ tokenizer: Tokenizer, continuing: Bool = false) {
    atStart = tokenizer.addsSpacePrefix && !continuing
    cleansSpaces = tokenizer.vocabulary.kind == .wordPiece
  }

  /// Takes spaces out of what one token has added to `bytes` from `mark` on.
  @inline(__always)
  mutating func settle(_ bytes: inout [UInt8], from mark: Int) {
    if bytes.count == mark { return }
    if cleansSpaces { clean(&bytes, from: mark) }
    if atStart, bytes.count > mark {
      atStart = false
      if bytes[mark] == 0x20 { bytes.remove(at: mark) }
    }
  }

  private mutating func clean(_ bytes: inout [UInt8], from mark: Int) {
    let isSpaced = bytes[mark] == 0x20
    if holdsQuote {
      holdsQuote = false
      if isSpaced {
        bytes[mark] = UInt8(ascii: "'")
        return
      }
      bytes.insert(contentsOf: Self.quote, at: mark)
    } else if isSpaced, bytes.count == mark + 2 {
      switch bytes[mark + 1] {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: "?"):
        bytes.remove(at: mark)
      case UInt8(ascii: "'"):
        holdsQuote = true
        bytes.removeLast(2)
      default: break
      }
    }
  }

  private static let quote = Array(" '".utf8)

  /// Appends what is held back.
  mutating func finish(_ bytes: inout [UInt8]) {
    guard holdsQuote else { return }
    holdsQuote = false
    bytes.append(contentsOf: atStart ? Self.quote.dropFirst() : Self.quote[...])
  }
}

extension Vocabulary {
  /// Appends what token `id` adds to a text.
  func appendText(of id: Int, special: Bool, to bytes: inout [UInt8]) {
    switch attributes[id] {
    case .normal: appendNormal(id, to: &bytes)
    case .userDefined: appendSpelling(id, to: &bytes)
    case .control, .unknown: if special { appendSpelling(id, to: &bytes) }
    case .byte: bytes.append(byteValue(id))
    case .unused, .undefined: break
    }
  }

  private func appendSpelling(_ id: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: kind == .escaped ? keys[id] : texts[id])
  }

  private func appendNormal(_ id: Int, to bytes: inout [UInt8]) {
    if kind.marksSpaces {
      SpaceMark.unescape(texts.bytes, texts.range(id), into: &bytes)
    } else if !kind.spellsBytes {
      bytes.append(contentsOf: texts[id])
    } else if keys.range(id).isEmpty {
      // Outside the byte alphabet: the spelling is all there is.
      bytes.append(contentsOf: texts[id])
    } else {
      bytes.append(contentsOf: keys[id])
    }
  }

  /// The byte that `<0xHH>` spells; other spellings of byte tokens count as 0.
  private func byteValue(_ id: Int) -> UInt8 {
    let text = texts[id]
    guard text.count == 6 else { return text.count == 1 ? text[text.startIndex] : 0 }
    let digits = text.dropFirst(3).prefix(2)
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }
}
