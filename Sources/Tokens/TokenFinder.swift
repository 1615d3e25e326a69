/// Finds for each place of a text the tokens that begin there.
///
/// One step for each byte whatever the vocabulary is, and one for each token found.
struct TokenFinder: Sendable {
  private let finder: TextFinder
  /// The id of each token, by the finder's numbers.
  let ids: [Int32]
  /// How many bytes each token has.
  let lengths: [Int32]

  /// Looks for the keys of those tokens of `vocabulary` that `includes` names.
  ///
  /// Of tokens with one spelling, only the one that the vocabulary finds is looked for.
  init(_ vocabulary: Vocabulary, including includes: (Int) -> Bool) {
    let chosen = (0..<vocabulary.count).filter { id in
      let range = vocabulary.keys.range(id)
      guard !range.isEmpty, includes(id) else { return false }
      let bytes = vocabulary.keys.bytes
      let hash = vocabulary.index.hash.of(bytes, range)
      return vocabulary.id(bytes, range, hash: hash) == Int32(id)
    }
    finder = TextFinder(chosen.map { Array(vocabulary.keys[$0]) })
    ids = chosen.map { Int32($0) }
    lengths = chosen.map { Int32(vocabulary.keys.range($0).count) }
  }

  /// The links followed while the finder was made.
  var work: Int { finder.work }

  /// The number of the longest token before `number` that it begins with, or -1.
  @inline(__always)
  func shorter(_ number: Int32) -> Int32 { finder.shorter[Int(number)] }

  /// Sets `places` to the number of the longest token that begins at each byte of `range`, or -1;
  /// returns the steps that it took.
  @inline(__always)
  func longest(_ text: [UInt8], _ range: Range<Int>, _ places: inout [Int32]) -> Int {
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(-1, count: range.count))
    let links = finder.search(text, range) { place, number in
      places[place - range.lowerBound] = number
    }
    return range.count + links
  }
}
