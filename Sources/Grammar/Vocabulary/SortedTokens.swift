import TernTokens

/// The tokens that add text, in the order of their bytes.
struct SortedTokens {
  private(set) var bytes: [UInt8] = []
  /// Where each token's bytes begin, by id, and where the last one's end.
  private(set) var offsets: [Int32] = [0]
  /// The ids of tokens that add text, sorted by bytes, then by id.
  let order: [Int32]

  init(_ tokenizer: Tokenizer, markers: VocabularyMarkers = .none) {
    let markerBytes = markers.byTokens()
    let count = min(tokenizer.count, Int(TrieNode.several))
    bytes.reserveCapacity(8 * count)
    offsets.reserveCapacity(tokenizer.count + 1)
    var keys: [Key] = []
    keys.reserveCapacity(count)
    for id in 0..<tokenizer.count {
      let id = Int32(truncatingIfNeeded: id)
      if id < count,
        let token = Self.text(of: id, tokenizer, markers, markerBytes), !token.isEmpty
      {
        bytes.append(contentsOf: token)
        keys.append(Key(token, id))
      }
      offsets.append(Int32(truncatingIfNeeded: bytes.count))
    }
    let (bytes, offsets) = (bytes, offsets)
    keys.sort { a, b in
      if a.head != b.head { return a.head < b.head }
      if a.id == b.id || (a.isWhole && b.isWhole && a.length == b.length) { return a.id < b.id }
      return Self.isBefore(a.id, b.id, bytes, offsets)
    }
    order = keys.map(\.id)
  }

  /// The bytes of a token that adds text; those of a marker are one.
  private static func text(
    of id: Int32, _ tokenizer: Tokenizer, _ markers: VocabularyMarkers,
    _ markerBytes: [Int32: UInt8]
  ) -> [UInt8]? {
    if let byte = markerBytes[id] { return [byte] }
    guard addsText(tokenizer.attributes(of: id)), let bytes = tokenizer.bytes(of: id) else {
      return nil
    }
    // The bytes of markers are in no text.
    return markers.isEmpty || !bytes.contains { markers.tokens[$0] != nil } ? bytes : nil
  }

  /// Whether tokens of this kind stand for text in a constrained answer.
  static func addsText(_ attribute: TokenAttribute?) -> Bool {
    switch attribute {
    case .normal, .userDefined, .byte: true
    case .control, .unknown, .unused, .undefined, nil: false
    }
  }

  func range(_ id: Int32) -> Range<Int> { Int(offsets[Int(id)])..<Int(offsets[Int(id) + 1]) }

  /// Whether two tokens have the same bytes.
  func equal(_ a: Int32, _ b: Int32) -> Bool { bytes[range(a)] == bytes[range(b)] }

  /// The first eight bytes as a number, which decide nearly every comparison.
  private struct Key {
    var head: UInt64 = 0
    let id: Int32
    let length: Int32

    init(_ token: [UInt8], _ id: Int32) {
      for k in 0..<8 { head = head << 8 | (k < token.count ? UInt64(token[k]) : 0) }
      self.id = id
      length = Int32(truncatingIfNeeded: token.count)
    }

    var isWhole: Bool { length <= 8 }
  }

  private static func isBefore(
    _ a: Int32, _ b: Int32, _ bytes: [UInt8], _ offsets: [Int32]
  ) -> Bool {
    let first = Int(offsets[Int(a)])..<Int(offsets[Int(a) + 1])
    let second = Int(offsets[Int(b)])..<Int(offsets[Int(b) + 1])
    for k in 0..<min(first.count, second.count) {
      let (x, y) = (bytes[first.lowerBound + k], bytes[second.lowerBound + k])
      if x != y { return x < y }
    }
    return (first.count, a) < (second.count, b)
  }
}
