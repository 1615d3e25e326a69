/// Makes tokens of words by merging ranked pairs.
///
/// Source: Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units" (2016).
struct BytePairEncoder: Sendable, Joining {
  let table: MergeTable
  private let ignoresMerges: Bool
  let priorities: Int
  /// The symbol of each byte; bytes without a token have one too.
  private let byteSymbols: [UInt32]
  /// A symbol that merges with nothing: a character that is in no merge.
  private static let unknown = UInt32.max

  init(_ merges: ByteStrings, ignoresMerges: Bool, for vocabulary: inout Vocabulary) {
    table = MergeTable(merges, for: &vocabulary)
    self.ignoresMerges = ignoresMerges
    priorities = merges.count
    var symbols: [UInt32] = []
    if vocabulary.kind == .bytePair {
      for byte in 0..<256 {
        symbols.append(vocabulary.intern([UInt8(byte)], 0..<1) ?? Self.unknown)
      }
    }
    byteSymbols = symbols
  }

  @inline(__always)
  func join(_ left: UInt32, _ right: UInt32, start: Int, end: Int) -> UInt64 {
    if left == Self.unknown || right == Self.unknown { return MergeTable.none }
    return table.find(left, right)
  }

  /// Appends the ids of the word `range` of `text`, whose hash is `hash`.
  func encode(
    _ text: [UInt8], _ range: Range<Int>, hash: UInt64, _ vocabulary: Vocabulary,
    _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    if ignoresMerges, range.count <= vocabulary.longest,
      let id = vocabulary.id(text, range, hash: hash)
    {
      ids.append(id)
      return
    }
    merger.reset()
    if vocabulary.kind == .bytePair {
      for i in range {
        merger.ids.append(byteSymbols[Int(text[i])])
        merger.starts.append(i)
      }
    } else {
      addCharacters(text, range, vocabulary, &merger)
    }
    merger.starts.append(range.upperBound)
    merger.run(self)
    emit(text, vocabulary, merger, &ids)
  }

  /// Adds one symbol for each character; what its first byte promises is taken as one.
  private func addCharacters(
    _ text: [UInt8], _ range: Range<Int>, _ vocabulary: Vocabulary, _ merger: inout Merger
  ) {
    var i = range.lowerBound
    while i < range.upperBound {
      let end = min(i + Characters.length(text[i]), range.upperBound)
      let hash = vocabulary.index.hash.of(text, i..<end)
      let id = vocabulary.index.find(text, i..<end, hash: hash, in: vocabulary.keys)
      merger.ids.append(id.map { UInt32($0) } ?? Self.unknown)
      merger.starts.append(i)
      i = end
    }
  }

  /// Appends the tokens of the merged symbols; a symbol without a token is spelled in bytes.
  private func emit(
    _ text: [UInt8], _ vocabulary: Vocabulary, _ merger: borrowing Merger, _ ids: inout [Int32]
  ) {
    for k in 0..<merger.ids.count {
      let id = merger.ids[k]
      if id < UInt32(vocabulary.count) {
        ids.append(Int32(truncatingIfNeeded: id))
      } else {
        for i in merger.starts[k]..<merger.starts[k + 1] {
          let byte = vocabulary.byteTokens[Int(text[i])]
          if byte >= 0 { ids.append(byte) }
        }
      }
    }
  }
}

/// Characters by the layout of UTF-8 alone.
enum Characters {
  /// How many bytes a character has whose first byte is `byte`; 1 for a byte inside a character.
  @inline(__always)
  static func length(_ byte: UInt8) -> Int {
    byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// Appends the UTF-8 of `scalar`.
  static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Whether no character that begins at or after `start` reaches over `i`.
  @inline(__always)
  static func isBoundary(_ text: [UInt8], _ start: Int, _ i: Int) -> Bool {
    for k in 1...3 where i - k >= start && length(text[i - k]) > k { return false }
    return true
  }
}
