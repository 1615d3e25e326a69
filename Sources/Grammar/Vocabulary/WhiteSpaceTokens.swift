/// The tokens that begin with JSON white space.
struct WhiteSpaceTokens {
  private(set) var spaces: [Int32] = []
  private(set) var lengths: [UInt8] = []
  /// Those where something follows that can stand between values.
  private(set) var spaced: [SuffixTable.Entry] = []
  /// Those where a mark of JSON follows, and the tokens that begin with one.
  private(set) var marked: [SuffixTable.Entry] = []

  init(_ trie: TokenTrie) {
    var pure: [(length: UInt8, token: Int32)] = []
    for id in 0..<trie.tokenCount {
      let id = Int32(truncatingIfNeeded: id)
      let bytes = trie.spelling[trie.range(of: id)]
      let rest = bytes.drop(while: Self.isSpace)
      guard !bytes.isEmpty, bytes.count <= TrieNode.longest else { continue }
      let length = UInt8(bytes.count - rest.count)
      if let byte = rest.first, Structure.marks.contains(byte) {
        marked.append(SuffixTable.Entry(token: id, count: length, rest: rest))
      }
      guard length > 0 else { continue }
      if rest.isEmpty {
        pure.append((length, id))
      } else if let byte = rest.first, Structure.reads(byte) {
        spaced.append(SuffixTable.Entry(token: id, count: length, rest: rest))
      }
    }
    pure.sort { ($0.length, $0.token) < ($1.length, $1.token) }
    spaces = pure.map(\.token)
    lengths = pure.map(\.length)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// The bytes that can stand between values, or begin one.
enum Structure {
  static let bytes = Array("\",}:]{[-0123456789tfn \n\r\t".utf8)
  /// Those that stand for themselves, and a string's quote.
  static let marks = ByteSet("\",}:]{[".utf8)
  private static let low = mask(0), high = mask(64)

  private static func mask(_ from: UInt8) -> UInt64 {
    bytes.filter { $0 >= from && $0 < from + 64 }.reduce(0) { $0 | 1 << UInt64($1 - from) }
  }

  @inline(__always)
  static func reads(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }
}
