extension Encoding {
  /// The words of `range` of `text`, without the white space between them.
  func encodeSpaceless(
    _ text: [UInt8], _ range: Range<Int>, _ pairs: BytePairEncoder, _ table: CharacterTable,
    lowercases: Bool, _ merger: inout Merger, _ ids: inout [Int32]
  ) {
    var words: [UInt8] = []
    words.reserveCapacity(range.count)
    var cache = WordCache(length: range.count)
    var start = 0
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, length) = CharacterTable.decode(text, i, range.upperBound)
      i += length
      if table[scalar] & CharacterClass.space == 0 {
        Characters.append(lowercases ? WordNormalizer.lowercase(scalar) : scalar, to: &words)
      } else if words.count > start {
        encodeWord(words, start..<words.count, pairs, &cache, &merger, &ids)
        start = words.count
      }
    }
    if words.count > start {
      encodeWord(words, start..<words.count, pairs, &cache, &merger, &ids)
    }
  }
}
