extension MergeTable {
  /// The merges of a byte-pair vocabulary.
  ///
  /// A merge speaks of texts: of its halves and of the whole. Texts that are no token become symbols
  /// without a token (`Vocabulary.intern`), so a file whose merges and tokens do not fit together is
  /// read as it is meant. A merge without a space between its halves or with characters outside the
  /// byte alphabet never happens and is left out; its place in the order remains.
  init(_ merges: ByteStrings, for vocabulary: inout Vocabulary) {
    self.init(capacity: merges.count)
    let alphabet = ByteAlphabet()
    var key: [UInt8] = []
    // Tokens mostly lie in the order of their merges, and all merges of a token side by side.
    var last: UInt32 = 0
    for rank in 0..<merges.count {
      let range = merges.range(rank)
      guard range.count >= 3,
        let space = (range.lowerBound + 1..<range.upperBound).first(where: {
          merges.bytes[$0] == 0x20
        })
      else { continue }
      key.removeAll(keepingCapacity: true)
      if vocabulary.kind == .bytePair {
        guard alphabet.decode(merges.bytes, range.lowerBound..<space, into: &key) else { continue }
      } else {
        key.append(contentsOf: merges.bytes[range.lowerBound..<space])
      }
      let cut = key.count
      if vocabulary.kind == .bytePair {
        guard alphabet.decode(merges.bytes, space + 1..<range.upperBound, into: &key) else {
          continue
        }
      } else {
        key.append(contentsOf: merges.bytes[space + 1..<range.upperBound])
      }
      guard let left = vocabulary.intern(key, 0..<cut),
        let right = vocabulary.intern(key, cut..<key.count),
        let merged = vocabulary.intern(key, 0..<key.count, near: last)
      else { continue }
      last = merged
      insert(left: left, right: right, rank: UInt32(truncatingIfNeeded: rank), merged: merged)
    }
  }
}
