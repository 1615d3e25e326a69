/// The tokens of a vocabulary: spelling, bytes, purpose, and the way back from bytes to ids.
struct Vocabulary: Sendable {
  /// How text becomes symbols, and how symbols merge.
  enum Kind: Sendable {
    /// Byte-level BPE: words of bytes, merged by rank.
    case bytePair
    /// BPE on characters: lines with `▁` for each space, merged by rank, bytes as a last resort.
    case spacedBytePair
    /// SentencePiece: text with `▁` for each space, merged by score, bytes as a last resort.
    case sentencePiece
    /// WordPiece: normalised words with `▁` before them, the longest piece first.
    case wordPiece
    /// Unigram: text with `▁` for each space, the likeliest division.
    case unigram
    /// The tokenizer of RWKV: bytes, the longest token first.
    case escaped
    /// The tokenizer of PLaMo 2: the cheapest division, bytes as a last resort.
    case costs

    /// Whether spellings have `▁` for a space.
    var marksSpaces: Bool {
      switch self {
      case .bytePair, .escaped, .costs: false
      case .spacedBytePair, .sentencePiece, .wordPiece, .unigram: true
      }
    }

    /// Whether spellings stand for other bytes than their own.
    var spellsBytes: Bool { self == .bytePair || self == .escaped }
  }

  let kind: Kind
  /// Number of tokens.
  let count: Int
  /// The spellings in the file.
  let texts: ByteStrings
  /// What text looks like when it is compared with tokens: for byte-level vocabularies the bytes that
  /// the spelling stands for (empty where it is not in the byte alphabet), for those of RWKV the bytes
  /// without escapes, else the spelling.
  ///
  /// Entries from `count` on are no tokens, only steps on the way to one (see `intern`).
  private(set) var keys: ByteStrings
  private(set) var index: TextIndex
  var attributes: [TokenAttribute]
  /// The token of each byte alone, or -1.
  private(set) var byteTokens: [Int32]
  /// The longest key in bytes.
  private(set) var longest = 0
  /// Whether a byte may stand before a `▁` within one key; where it may not, no merge can cross the
  /// boundary and text is cut there.
  private(set) var joinsMark: [Bool]

  init(_ source: VocabularySource, kind: Kind, seed: HashSeed) throws(TokenError) {
    guard source.tokens.count > 0 else { throw .missingKey("tokenizer.ggml.tokens") }
    guard source.tokens.count < Int(Int32.max) else {
      throw .wrongLength(
        key: "tokenizer.ggml.tokens", expected: Int(Int32.max) - 1, found: source.tokens.count)
    }
    self.kind = kind
    count = source.tokens.count
    texts = source.tokens
    attributes = try Self.attributes(source)
    keys = kind.spellsBytes ? Self.byteKeys(texts, kind) : texts
    index = TextIndex(
      capacity: count,
      hash: TextHash(kind: kind == .sentencePiece ? .rolling : .blocks, seed: seed))
    joinsMark = [Bool](repeating: false, count: 256)
    byteTokens = []
    for id in 0..<count where !keys.range(id).isEmpty {
      index.insert(id, of: keys)
      longest = max(longest, keys.range(id).count)
      if kind.marksSpaces { noteMarks(of: id) }
    }
    byteTokens = (0..<256).map { byteToken(UInt8($0)) }
  }

  private static func attributes(_ source: VocabularySource) throws(TokenError) -> [TokenAttribute]
  {
    if source.types.isEmpty {
      return [TokenAttribute](repeating: .normal, count: source.tokens.count)
    }
    guard source.types.count >= source.tokens.count else {
      throw .wrongLength(
        key: "tokenizer.ggml.token_type", expected: source.tokens.count,
        found: source.types.count)
    }
    return source.types.prefix(source.tokens.count).map {
      TokenAttribute(rawValue: UInt8(clamping: $0)) ?? .undefined
    }
  }

  private static func byteKeys(_ texts: ByteStrings, _ kind: Kind) -> ByteStrings {
    let alphabet = ByteAlphabet()
    var keys = ByteStrings()
    keys.reserve(strings: texts.count, bytes: texts.bytes.count)
    for id in 0..<texts.count {
      keys.append {
        if kind == .escaped {
          EscapedText.decode(texts.bytes, texts.range(id), into: &$0)
        } else {
          _ = alphabet.decode(texts.bytes, texts.range(id), into: &$0)
        }
      }
    }
    return keys
  }

  private func byteToken(_ byte: UInt8) -> Int32 {
    if !kind.spellsBytes {
      let digits = Array("0123456789ABCDEF".utf8)
      let name = Array("<0x".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)], 0x3E]
      if let id = id(name) { return id }
      if kind == .spacedBytePair { return -1 }
    }
    return id([byte]) ?? -1
  }
}

extension Vocabulary {
  /// The token whose key is `key`.
  func id(_ key: [UInt8]) -> Int32? {
    id(key, 0..<key.count, hash: index.hash.of(key, 0..<key.count))
  }

  /// The token whose key is `range` of `text`; `hash` is what the index makes of it.
  @inline(__always)
  func id(_ text: [UInt8], _ range: Range<Int>, hash: UInt64) -> Int32? {
    guard let id = index.find(text, range, hash: hash, in: keys), id < count else { return nil }
    return Int32(truncatingIfNeeded: id)
  }

  /// The token that the file spells `text`: O(1), O(n) for a spelling outside the byte alphabet.
  func id(spelled text: [UInt8]) -> Int32? {
    if !kind.spellsBytes { return id(text) }
    var key: [UInt8] = []
    if kind == .escaped {
      EscapedText.decode(text, 0..<text.count, into: &key)
      return key.isEmpty ? nil : id(key)
    }
    if ByteAlphabet().decode(text, 0..<text.count, into: &key), !key.isEmpty { return id(key) }
    return (0..<count).first { texts.equals($0, text, 0..<text.count) }.map { Int32($0) }
  }

  /// The number of a symbol that merges speak of: of a token, or of a text that is none.
  ///
  /// It may well be `near` or the next number; where it is, that saves the search.
  mutating func intern(_ key: [UInt8], _ range: Range<Int>, near: UInt32? = nil) -> UInt32? {
    guard !range.isEmpty else { return nil }
    if let near, index.isUnique, Int(near) + 1 < keys.count {
      if keys.equals(Int(near), key, range) { return near }
      if keys.equals(Int(near) + 1, key, range) { return near + 1 }
    }
    let hash = index.hash.of(key, range)
    if let id = index.find(key, range, hash: hash, in: keys) { return UInt32(id) }
    guard keys.count < Int(Int32.max) else { return nil }
    keys.append(Array(key[range]))
    index.insert(keys.count - 1, of: keys)
    longest = max(longest, range.count)
    if kind.marksSpaces { noteMarks(of: keys.count - 1) }
    return UInt32(keys.count - 1)
  }

  /// As above; `guess` is what `TextIndex` guessed.
  @inline(__always)
  mutating func intern(_ key: [UInt8], _ range: Range<Int>, guess: Int) -> UInt32? {
    if guess >= 0, !range.isEmpty, keys.equals(guess, key, range) { return UInt32(guess) }
    return intern(key, range)
  }

  /// Notes which bytes stand before a `▁` in a key.
  private mutating func noteMarks(of key: Int) {
    let range = keys.range(key)
    guard range.count > 3 else { return }
    for i in range.lowerBound + 1..<range.upperBound - 2
    where SpaceMark.begins(keys.bytes, i, range.upperBound) {
      let afterMark = SpaceMark.ends(keys.bytes, range.lowerBound, i)
      if !afterMark { joinsMark[Int(keys.bytes[i - 1])] = true }
    }
  }
}
