import TernTestSupport
import Testing

@testable import TernDecode

@Suite("Where the end of a sequence occurred before")
struct SuffixIndexTests {
  /// How many tokens before `place` are those at the end.
  private func common(_ tokens: [Int32], _ place: Int) -> Int {
    zip(tokens[..<place].reversed(), tokens.reversed()).prefix(SuffixIndex.longest)
      .prefix { $0 == $1 }.count
  }

  /// What the index finds, by comparing every place.
  private func slowly(_ tokens: [Int32]) -> [SuffixIndex.Match] {
    let all = (1..<max(1, tokens.count)).reversed().map { place in
      SuffixIndex.Match(follows: place, length: common(tokens, place))
    }
    func last(_ length: Int, _ most: Int) -> [SuffixIndex.Match] {
      let places = all.filter { $0.length >= length }.prefix(SuffixIndex.places)
      return Array(places.filter { $0.length == length }.prefix(most))
    }
    let most = SuffixIndex.most
    return Array(all.filter { $0.length >= 3 }.prefix(most.threes)) + last(2, most.twos)
      + last(1, most.ones)
  }

  @Test("the matches are those that comparing every place finds", arguments: [2, 5, 40])
  func matches(_ alphabet: Int32) {
    var random = SeededGenerator(seed: UInt64(alphabet))
    for _ in 0..<6 {
      var (index, tokens) = (SuffixIndex(), [Int32]())
      var found: [SuffixIndex.Match] = []
      while tokens.count < 150 {
        if tokens.count > 20, Bool.random(using: &random) {
          let start = Int.random(in: 0..<tokens.count - 10, using: &random)
          tokens += tokens[start..<start + Int.random(in: 1...10, using: &random)]
        } else {
          tokens.append(Int32.random(in: 0..<alphabet, using: &random))
        }
        index.read(tokens)
        index.find(tokens, into: &found)
        #expect(found == slowly(tokens))
      }
    }
  }

  @Test("the matches that agree outvote others, and what comes is learned from")
  func guesses() throws {
    var drafter = try #require(Drafter(.automatic) { _ in nil })
    // After 7 came 8 twice and 9 once; after 8 always 1.
    var tokens: [Int32] = [7, 8, 1, 7, 9, 2, 7, 8, 1, 4, 7]
    var guess = drafter.guess(tokens, room: 3)
    #expect(guess.tokens == [8, 1, 4])
    #expect(guess.shares[1] > guess.shares[0])
    let first = guess.shares[0]
    // Where a text repeats itself over and over, more is expected.
    for _ in 0..<10 {
      tokens += [8, 1, 4, 7]
      guess = drafter.guess(tokens, room: 3)
    }
    #expect(guess.tokens == [8, 1, 4] && guess.shares[0] > first)
    // Where what followed comes no more, less and less.
    var shares: [Double] = []
    for number in 0..<10 {
      tokens += [Int32(100 + number), 7]
      shares.append(drafter.guess(tokens, room: 1).shares[0])
    }
    #expect(shares[9] < 0.5 * shares[0])
  }

  @Test("a copy reaches into itself, and there is no guess beyond the room")
  func room() throws {
    var drafter = try #require(Drafter(.suffix(limit: 5)) { _ in nil })
    let tokens: [Int32] = [1, 2, 3, 2, 3]
    #expect(drafter.guess(tokens, room: 20).tokens == [2, 3, 2, 3, 2])
    #expect(drafter.guess(tokens, room: 2).tokens == [2, 3])
    #expect(drafter.guess(tokens, room: -1).count == 0)
    #expect(drafter.guess(tokens + [9], room: 9).count == 0)
    #expect(Drafter(.off) { _ in nil } == nil)
  }

  @Test("tokens match those that differ by a leading space")
  func spaces() throws {
    let texts: [Int32: String] = [1: " red", 2: "red", 3: " ", 4: "Red", 5: "  red", 6: ""]
    var spellings = Spellings { texts[$0].map { Array($0.utf8) } }
    #expect(
      [2, 1, 3, 4, 5, 6, 7, 1].map { spellings.token(like: $0) } == [2, 2, 3, 4, 5, 6, 7, 2])
    var drafter = try #require(Drafter(.automatic) { texts[$0].map { Array($0.utf8) } })
    // What followed " red" follows "red".
    let guess = drafter.guess([1, 8, 9, 4, 2], room: 2)
    #expect(guess.tokens == [8, 9])
  }
}
