/// Finds where the end of a sequence of tokens occurred before in the sequence.
///
/// ```
/// tokens   … a b c d e …… x b c        a match of the end is "b c", with d after it
///                  ▲ follows
/// ```
/// All earlier occurrences of the last three tokens are linked in a chain, and so are those of the last
/// two and of the last one. Cost of a token: O(1) to read, at most 64 comparisons of at most 64 tokens to
/// look up. Memory: about 70 bytes for each token read.
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
  /// For each place that after the occurrence, before this one, of the last one, two and three tokens;
  /// 0: none.
  private var earlier: [(Int32, Int32, Int32)] = []
  /// Places before this one are read.
  private var count = 1

  private struct Three: Hashable {
    var first: UInt64
    var last: Int32
  }

  /// How many matches of one, two, and three or more tokens are found at most, and how many places are
  /// looked at for those of one and two.
  static let most = (ones: 8, twos: 8, threes: 16)
  static let places = 24
  static let longest = 64

  /// Reads the tokens that were added since the last call.
  ///
  /// The end of the sequence becomes an occurrence only when a token follows it.
  mutating func read(_ tokens: [Int32]) {
    guard tokens.count > count else { return }
    while earlier.count < tokens.count { earlier.append((0, 0, 0)) }
    for place in count..<tokens.count {
      earlier[place].0 = ones.updateValue(Int32(place), forKey: tokens[place - 1]) ?? 0
      guard place >= 2 else { continue }
      earlier[place].1 = twos.updateValue(Int32(place), forKey: Self.two(tokens, place)) ?? 0
      guard place >= 3 else { continue }
      earlier[place].2 = threes.updateValue(Int32(place), forKey: Self.three(tokens, place)) ?? 0
    }
    count = tokens.count
  }

  /// Puts the matches of the end of `tokens` into `matches`: those of three tokens and more, then those
  /// of two, then those of one, and of each kind the last ones first.
  ///
  /// Matches beyond 64 tokens count as that long.
  func find(_ tokens: [Int32], into matches: inout [Match]) {
    matches.removeAll(keepingCapacity: true)
    let end = tokens.count
    guard end == count, end >= 2 else { return }
    if end >= 3, let last = threes[Self.three(tokens, end)] {
      follow(last, \.2, places: Self.most.threes) { place in
        matches.append(Match(follows: place, length: Self.common(tokens, place)))
        return matches.count < Self.most.threes
      }
    }
    if let last = twos[Self.two(tokens, end)] {
      add(to: &matches, tokens, from: last, \.1, length: 2, most: Self.most.twos)
    }
    if let last = ones[tokens[end - 1]] {
      add(to: &matches, tokens, from: last, \.0, length: 1, most: Self.most.ones)
    }
  }

  /// Adds the matches of a chain that are not longer than its tokens: the others are there already.
  private func add(
    to matches: inout [Match], _ tokens: [Int32], from last: Int32,
    _ chain: KeyPath<(Int32, Int32, Int32), Int32>, length: Int, most: Int
  ) {
    let limit = matches.count + most
    follow(last, chain, places: Self.places) { place in
      let isLonger =
        place > length && tokens[place - 1 - length] == tokens[tokens.count - 1 - length]
      if !isLonger { matches.append(Match(follows: place, length: length)) }
      return matches.count < limit
    }
  }

  /// Calls `body` with the places of a chain until it says no.
  private func follow(
    _ last: Int32, _ chain: KeyPath<(Int32, Int32, Int32), Int32>, places: Int,
    _ body: (Int) -> Bool
  ) {
    var (place, left) = (last, places)
    while place > 0, left > 0, body(Int(place)) {
      place = earlier[Int(place)][keyPath: chain]
      left -= 1
    }
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
