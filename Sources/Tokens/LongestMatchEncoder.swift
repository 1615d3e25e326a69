/// Makes tokens of bytes by taking the longest token at each place.
///
/// A byte at which no token begins is an unknown token. Source: Peng et al., "RWKV" (2023), the
/// tokenizer of the World models.
struct LongestMatchEncoder: Sendable {
  private let finder: TokenFinder
  private let unknown: Int32?

  init(_ vocabulary: Vocabulary, unknown: Int32?) {
    finder = TokenFinder(vocabulary) { _ in true }
    self.unknown = unknown
  }

  /// The links followed while the tables were made.
  var work: Int { finder.work }

  /// Appends the ids of `range` of `text`; returns the steps that it took.
  func encode(_ text: [UInt8], _ range: Range<Int>, _ ids: inout [Int32]) -> Int {
    var places: [Int32] = []
    let steps = finder.longest(text, range, &places)
    var i = 0
    while i < range.count {
      let number = Int(places[i])
      if number >= 0 {
        ids.append(finder.ids[number])
        i += Int(finder.lengths[number])
      } else {
        if let unknown { ids.append(unknown) }
        i += 1
      }
    }
    return steps
  }
}
