extension MergeTable {
  /// The merges of a byte-pair vocabulary.
  ///
  /// A merge speaks of texts: of its halves and of the whole. Texts that are no token become symbols
  /// without a token (`Vocabulary.intern`), so a file whose merges and tokens do not fit together is
  /// read as it is meant. A merge without a space between its halves or with characters outside the
  /// byte alphabet never happens and is left out; its place in the order remains.
  init(_ merges: ByteStrings, for vocabulary: inout Vocabulary) {
    self.init(capacity: merges.count, seed: vocabulary.index.hash.seed)
    var batch = MergeBatch()
    // Tokens mostly lie in the order of their merges, and all merges of a token side by side.
    var last: UInt32 = 0
    for first in stride(from: 0, to: merges.count, by: MergeBatch.size) {
      batch.read(merges, first..<min(merges.count, first + MergeBatch.size), vocabulary.kind)
      batch.guess(vocabulary)
      batch.resolve(&vocabulary, &last)
      for merge in batch.merges where merge.isKnown {
        insert(left: merge.left, right: merge.right, rank: merge.rank, merged: merge.merged)
      }
    }
  }
}

/// Some merges on their way into a table, one step for all before the next.
///
/// The tokens of a large vocabulary do not fit into a core's cache: looked up one after the other,
/// each would be waited for.
private struct MergeBatch {
  /// A merge: the places of its texts in `keys`, then the symbols.
  struct Merge {
    var start, cut, end: Int
    var rank: UInt32
    var left: UInt32 = 0
    var right: UInt32 = 0
    var merged: UInt32 = 0
    /// Which tokens the halves may be, or -1.
    var leftGuess = -1
    var rightGuess = -1
    var isKnown = false
  }

  static let size = 64
  private(set) var merges: [Merge] = []
  private var keys: [UInt8] = []
  private let alphabet = ByteAlphabet()

  /// Reads the texts of the merges `range`.
  mutating func read(_ lines: ByteStrings, _ range: Range<Int>, _ kind: Vocabulary.Kind) {
    merges.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    for rank in range {
      let line = lines.range(rank)
      guard line.count >= 3 else { continue }
      var space = line.lowerBound + 1
      while space < line.upperBound, lines.bytes[space] != 0x20 { space += 1 }
      guard space < line.upperBound else { continue }
      let start = keys.count
      guard append(lines.bytes, line.lowerBound..<space, kind) else { continue }
      let cut = keys.count
      guard append(lines.bytes, space + 1..<line.upperBound, kind) else { continue }
      merges.append(
        Merge(start: start, cut: cut, end: keys.count, rank: UInt32(truncatingIfNeeded: rank)))
    }
  }

  /// Appends what a half spells; `false` where it is not in the alphabet.
  private mutating func append(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: Vocabulary.Kind
  ) -> Bool {
    if kind == .bytePair { return alphabet.decode(bytes, range, into: &keys) }
    keys.append(contentsOf: bytes[range])
    return true
  }

  /// Finds out which tokens the halves may be; steps that do not wait for each other.
  mutating func guess(_ vocabulary: borrowing Vocabulary) {
    let hash = vocabulary.index.hash
    for k in merges.indices {
      let merge = merges[k]
      merges[k].leftGuess = vocabulary.index.guess(hash.of(keys, merge.start..<merge.cut))
      merges[k].rightGuess = vocabulary.index.guess(hash.of(keys, merge.cut..<merge.end))
    }
    for k in merges.indices {
      let merge = merges[k]
      if merge.leftGuess >= 0,
        vocabulary.keys.range(merge.leftGuess).count != merge.cut - merge.start
      {
        merges[k].leftGuess = -1
      }
      if merge.rightGuess >= 0,
        vocabulary.keys.range(merge.rightGuess).count != merge.end - merge.cut
      {
        merges[k].rightGuess = -1
      }
    }
  }

  /// Finds the symbols; `last` is that of the merge before.
  mutating func resolve(_ vocabulary: inout Vocabulary, _ last: inout UInt32) {
    for k in merges.indices {
      let merge = merges[k]
      guard
        let left = vocabulary.intern(keys, merge.start..<merge.cut, guess: merge.leftGuess),
        let right = vocabulary.intern(keys, merge.cut..<merge.end, guess: merge.rightGuess),
        let merged = vocabulary.intern(keys, merge.start..<merge.end, near: last)
      else { continue }
      last = merged
      (merges[k].left, merges[k].right, merges[k].merged) = (left, right, merged)
      merges[k].isKnown = true
    }
  }
}
