/// Finds where the end of a sequence of tokens occurred before in the sequence.
///
/// ```
/// tokens   … a b c d e …… x b c        the longest match of the end is "b c", with d after it
///                  ▲ follows
/// ```
/// Places are found by the last three tokens, of which all earlier occurrences are linked in a chain,
/// and else by the last two or the last one. Cost of a token: O(1) to read, at most 32 comparisons
/// of at most 64 tokens to look up. Memory: about 60 bytes for each token read.
struct SuffixIndex {
  /// A place in the sequence, and how many tokens before it are those at the sequence's end.
  struct Match: Equatable {
    var follows: Int
    var length: Int
  }

  /// The place after the last occurrence of each token, of each two and of each three.
  private var ones: [Int32: Int32] = [:]
  private var twos: [UInt64: Int32] = [:]
  private var threes: [Three: Int32] = [:]
  /// For the place after three tokens the place after their occurrence before that one; 0: none.
  private var earlier: [Int32] = []
  /// Places before this one are read.
  private var count = 1

  private struct Three: Hashable {
    var first: UInt64
    var last: Int32
  }

  private static let comparisons = 32
  static let longest = 64

  /// Reads the tokens that were added since the last call.
  ///
  /// The end of the sequence becomes an occurrence only when a token follows it.
  mutating func read(_ tokens: [Int32]) {
    guard tokens.count > count else { return }
    earlier.append(contentsOf: repeatElement(0, count: tokens.count - earlier.count))
    for place in count..<tokens.count {
      ones[tokens[place - 1]] = Int32(place)
      if place >= 2 { twos[Self.two(tokens, place)] = Int32(place) }
      guard place >= 3 else { continue }
      let key = Self.three(tokens, place)
      earlier[place] = threes.updateValue(Int32(place), forKey: key) ?? 0
    }
    count = tokens.count
  }

  /// The longest match of the end of `tokens`, of several the last one; `nil` where its last token is
  /// new.
  ///
  /// Matches beyond 64 tokens count as that long.
  func match(_ tokens: [Int32]) -> Match? {
    let end = tokens.count
    guard end == count, end >= 2 else { return nil }
    if end >= 3, let place = threes[Self.three(tokens, end)] { return longest(tokens, from: place) }
    if let place = twos[Self.two(tokens, end)] { return Match(follows: Int(place), length: 2) }
    return ones[tokens[end - 1]].map { Match(follows: Int($0), length: 1) }
  }

  private func longest(_ tokens: [Int32], from last: Int32) -> Match {
    var best = Match(follows: Int(last), length: 3)
    var place = last
    for _ in 0..<Self.comparisons where place > 0 {
      let length = Self.common(tokens, Int(place))
      if length > best.length { best = Match(follows: Int(place), length: length) }
      if length >= Self.longest { break }
      place = earlier[Int(place)]
    }
    return best
  }

  /// How many tokens before `place` are those at the end.
  private static func common(_ tokens: [Int32], _ place: Int) -> Int {
    let limit = min(longest, place)
    var length = 0
    while length < limit, tokens[place - 1 - length] == tokens[tokens.count - 1 - length] {
      length += 1
    }
    return length
  }

  private static func two(_ tokens: [Int32], _ end: Int) -> UInt64 {
    UInt64(UInt32(bitPattern: tokens[end - 2])) << 32 | UInt64(UInt32(bitPattern: tokens[end - 1]))
  }

  private static func three(_ tokens: [Int32], _ end: Int) -> Three {
    Three(first: two(tokens, end - 1), last: tokens[end - 1])
  }
}
