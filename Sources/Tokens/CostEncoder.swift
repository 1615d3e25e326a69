/// Makes tokens of text by the cheapest of all its divisions into tokens, with bytes for characters
/// that are in none: the tokenizer of PLaMo 2.
///
/// ```
/// cost(start) = min over tokens that begin there of cost(their end) − score;  of equal ones the longest
/// ```
/// Source: Preferred Networks' tokenizer of PLaMo 2, as llama.cpp reads it.
struct CostEncoder: Sendable {
  private let finder: TokenFinder
  /// What each of the finder's tokens costs; `nil` for one that is not used.
  private let costs: [Int64?]
  private let byteTokens: [Int32]
  private let unknown: Int32?

  /// The cost of a character that is no token.
  private static let unknownCost: Int64 = 10_000_000
  /// Tokens that cost this or more are not used.
  private static let highestCost: Int64 = 20_000_000

  init(_ source: VocabularySource, _ vocabulary: Vocabulary, unknown: Int32?) {
    let attributes = vocabulary.attributes
    finder = TokenFinder(vocabulary) { attributes[$0] != .byte }
    costs = finder.ids.map { id in
      let score = source.scores.isEmpty ? 0 : source.scores[Int(id)]
      guard score.isFinite else { return nil }
      let cost = -(Double(score) * 1e4).rounded(.toNearestOrAwayFromZero)
      guard cost < Double(Self.highestCost) else { return nil }
      return Int64(max(cost, -2e9))
    }
    byteTokens = vocabulary.byteTokens
    self.unknown = unknown
  }

  /// The links followed while the tables were made.
  var work: Int { finder.work }

  /// The best way on from a place: its first token, or -1 for bytes, and how long that is.
  private struct Step {
    var cost: Int64
    var id: Int32
    var length: Int32
  }

  /// Appends the ids of `range` of `text`; returns the steps that it took.
  func encode(_ text: [UInt8], _ range: Range<Int>, _ ids: inout [Int32]) -> Int {
    let text = Self.repaired(text, range)
    var places: [Int32] = []
    var steps = range.count + finder.longest(text, text.indices, &places)
    let ways = findBest(text, places, &steps)
    var i = 0
    while i < text.count {
      let length = max(Int(ways[i].length), 1)
      if ways[i].id >= 0 {
        ids.append(ways[i].id)
      } else {
        for byte in text[i..<i + length] { spell(byte, &ids) }
      }
      i += length
    }
    return steps
  }

  private func spell(_ byte: UInt8, _ ids: inout [Int32]) {
    let id = byteTokens[Int(byte)]
    if id >= 0 { ids.append(id) } else if let unknown { ids.append(unknown) }
  }

  /// `range` of `text` in valid UTF-8, without a byte order mark at its beginning.
  private static func repaired(_ text: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, length) = CharacterTable.decode(text, i, range.upperBound)
      if i > range.lowerBound || scalar != 0xFEFF {
        Characters.append(Unicode.Scalar(scalar) == nil ? 0xFFFD : scalar, to: &result)
      }
      i += length
    }
    return result
  }

  private func findBest(_ text: [UInt8], _ places: [Int32], _ steps: inout Int) -> [Step] {
    var ways = [Step](repeating: Step(cost: .max, id: -1, length: 0), count: text.count + 1)
    ways[text.count].cost = 0
    for start in text.indices.reversed() where text[start] & 0xC0 != 0x80 {
      var number = places[start]
      while number >= 0 {
        let length = Int(finder.lengths[Int(number)])
        if let cost = costs[Int(number)], ways[start + length].cost < .max {
          let total = ways[start + length].cost + cost
          if total < ways[start].cost {
            ways[start] = Step(
              cost: total, id: finder.ids[Int(number)],
              length: Int32(truncatingIfNeeded: length))
          }
        }
        number = finder.shorter(number)
        steps += 1
      }
      let unit = min(Characters.length(text[start]), text.count - start)
      let total = ways[start + unit].cost + Self.unknownCost
      if total < ways[start].cost {
        ways[start] = Step(cost: total, id: -1, length: Int32(truncatingIfNeeded: unit))
      }
    }
    return ways
  }
}
