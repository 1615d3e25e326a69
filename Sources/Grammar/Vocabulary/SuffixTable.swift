/// Tokens cut in two: a first part that is known to be fine, and a rest that has to be read.
///
/// Tokens of equal rests share a node, so that each rest is read once; a node's tokens are sorted by
/// the number of characters in the first part. For closing quotes:
///
/// ```
/// token     ab",    c",    ab":    "     first parts of 2, 1, 2 and 0 characters
/// rest      ,       ,      :       (empty)
/// ```
final class SuffixTable: Sendable {
  /// A token and where its rest begins.
  struct Entry {
    let token: Int32
    /// Characters (or bytes, for white space) in the first part.
    let count: UInt8
    let rest: ArraySlice<UInt8>
  }

  /// A node's value is the number of its list.
  let trie: FlatTrie
  private let storage: FlatTrieStorage
  /// Tokens by list; within one sorted by `counts`.
  let tokens: [Int32]
  let counts: [UInt8]
  /// Where each list begins, and where the last one ends; the first list is that of empty rests.
  let starts: [Int32]
  /// For each list, whether its rest may hold a whole string: two quotes or more.
  let hasStrings: [Bool]

  init(_ entries: [Entry]) {
    let sorted = entries.sorted { a, b in
      if a.rest != b.rest { return a.rest.lexicographicallyPrecedes(b.rest) }
      return (a.count, a.token) < (b.count, b.token)
    }
    var builder = TrieBuilder()
    var tokens: [Int32] = []
    var counts: [UInt8] = []
    var starts: [Int32] = [0]
    var hasStrings = [false]
    var last: ArraySlice<UInt8> = []
    for entry in sorted {
      if entry.rest != last {
        guard let node = builder.add(entry.rest) else { continue }
        builder.set(node, value: UInt32(starts.count))
        starts.append(Int32(tokens.count))
        hasStrings.append(entry.rest.count { $0 == UInt8(ascii: "\"") } > 1)
        last = entry.rest
      }
      tokens.append(entry.token)
      counts.append(entry.count)
    }
    builder.finish()
    starts.append(Int32(tokens.count))
    storage = FlatTrieStorage(&builder)
    trie = storage.trie
    self.tokens = tokens
    self.counts = counts
    self.starts = starts
    self.hasStrings = hasStrings
  }

  /// The places of list `list`'s tokens in ``tokens``.
  @inline(__always)
  func range(_ list: Int) -> Range<Int> { Int(starts[list])..<Int(starts[list + 1]) }
}
