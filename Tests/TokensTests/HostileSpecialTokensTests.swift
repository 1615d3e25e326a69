import TernTestSupport
import Testing

@testable import TernTokens

/// Special tokens and texts made to cost much, and the twin that says what is right.
@Suite struct HostileSpecialTokensTests {
  private static func token(
    _ id: Int, _ text: String, onRequest: Bool = true, left: Bool = false, right: Bool = false
  ) -> SpecialTokens.Token {
    SpecialTokens.Token(
      id: Int32(id), text: Array(text.utf8), onRequest: onRequest, stripsLeft: left,
      stripsRight: right)
  }

  /// What splitting costs: links followed and tokens considered.
  private static func work(
    _ tokens: SpecialTokens, _ text: String, all: Bool = true,
    _ guarded: SpecialTokens.Guarded = .init()
  ) -> Int {
    var work = 0
    _ = tokens.split(Array(text.utf8), all: all, guarded: guarded, work: &work)
    return work
  }

  @Test func `nested tokens are considered once for each place`() {
    let tokens = SpecialTokens((1...300).map { Self.token($0, String(repeating: "a", count: $0)) })
    for count in [30_000, 60_000, 60_299] {
      let text = String(repeating: "a", count: count)
      #expect(Self.work(tokens, text) < 5 * count)
      #expect(Self.work(tokens, text, all: false) == 0)
    }
  }

  @Test func `one nested token that is always recognised is found at once`() {
    var all = (2...400).map { Self.token($0, String(repeating: "a", count: $0)) }
    all.append(Self.token(1, "a", onRequest: false))
    let tokens = SpecialTokens(all)
    let text = String(repeating: "a", count: 20_000)
    #expect(Self.work(tokens, text, all: false) < 5 * 20_000)
    let guarded = SpecialTokens.Guarded(ranges: [0..<20_000])
    #expect(Self.work(tokens, text, guarded) < 5 * 20_000)
  }

  @Test func `a long token that nearly fits everywhere costs no more than the text is long`() {
    for count in [10_000, 40_000] {
      let run = String(repeating: "a", count: count)
      let tokens = SpecialTokens([
        Self.token(1, run + "b"), Self.token(2, "b" + run), Self.token(3, "a" + run),
      ])
      #expect(tokens.finder.work < 8 * count)
      #expect(Self.work(tokens, String(repeating: "a", count: 2 * count)) < 12 * count)
      #expect(Self.work(tokens, run + "c" + run + "b") < 12 * count)
    }
  }

  @Test func `tokens that overlap where others took their places cost n log n`() {
    var all: [SpecialTokens.Token] = []
    for left in 1...40 {
      for right in 1...40 {
        let text = String(repeating: "a", count: left) + "c" + String(repeating: "a", count: right)
        all.append(Self.token(all.count, text))
      }
    }
    all.append(Self.token(all.count, "c" + String(repeating: "a", count: 99)))
    let tokens = SpecialTokens(all)
    let unit = String(repeating: "a", count: 50) + "c" + String(repeating: "a", count: 99)
    let few = Self.work(tokens, String(repeating: unit, count: 50))
    let many = Self.work(tokens, String(repeating: unit, count: 400))
    #expect(many < 9 * few)
  }

  @Test func `very many tokens, equal ones among them, make a trie in linear time`() {
    let work = [20_000, 40_000].map { count in
      SpecialTokens((0..<count).map { Self.token($0, "<|special \($0 % (count / 2))|>") }).finder
        .work
    }
    #expect(work[1] < 2 * work[0] + 40_000)
    #expect(SpecialTokens([Self.token(1, "")]).split([97], all: true) == [.text(0..<1)])
  }

  @Test func `gives what placing token after token gives`() {
    var random = SeededGenerator(seed: 35)
    for _ in 0..<SharedSuites.rounds(100_000) + 500 {
      let letters = ["a", "b", "c", " ", "\n"].prefix(Int.random(in: 1...5, using: &random))
      func text(_ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        }.joined()
      }
      let tokens = (0..<Int.random(in: 0...12, using: &random)).map { id in
        Self.token(
          id, text(0...6), onRequest: Bool.random(using: &random),
          left: Int.random(in: 0..<8, using: &random) == 0,
          right: Int.random(in: 0..<8, using: &random) == 0)
      }
      let sample = Array(text(0...60).utf8)
      var guarded = SpecialTokens.Guarded()
      var start = 0
      while Bool.random(using: &random), start < sample.count {
        let end = Int.random(in: start + 1...sample.count, using: &random)
        guarded.ranges.append(start..<end)
        start = end + Int.random(in: 0...3, using: &random)
      }
      if Bool.random(using: &random) { guarded.tokens = [0, 3, 5] }
      let fast = SpecialTokens(tokens)
      for all in [true, false] {
        #expect(
          fast.split(sample, all: all, guarded: guarded)
            == SlowSpecialTokens(tokens).split(sample, all: all, guarded))
      }
    }
  }
}

/// Special tokens by their definition: every token at every place, the longest tokens first.
private struct SlowSpecialTokens {
  private let tokens: [SpecialTokens.Token]

  init(_ tokens: [SpecialTokens.Token]) {
    var seen: Set<[UInt8]> = [[]]
    self.tokens = tokens.sorted { ($1.text.count, $0.id) < ($0.text.count, $1.id) }
      .filter { seen.insert($0.text).inserted }
  }

  func split(
    _ text: [UInt8], all: Bool, _ guarded: SpecialTokens.Guarded
  ) -> [SpecialTokens.Part] {
    var owners = [Int?](repeating: nil, count: text.count)
    var placed: [(from: Int, to: Int, id: Int32)] = []
    for token in tokens where all || !token.onRequest {
      for start in text.indices {
        var (from, to) = (start, start + token.text.count)
        guard to <= text.count, text[from..<to].elementsEqual(token.text),
          owners[from..<to].allSatisfy({ $0 == nil })
        else { continue }
        let isGuarded = guarded.ranges.contains { $0.overlaps(from..<to) }
        if isGuarded, token.onRequest || guarded.tokens.contains(token.id) { continue }
        func isFreeSpace(_ i: Int) -> Bool {
          owners[i] == nil && [9, 10, 11, 12, 13, 32].contains(text[i])
        }
        if token.stripsLeft { while from > 0, isFreeSpace(from - 1) { from -= 1 } }
        if token.stripsRight { while to < text.count, isFreeSpace(to) { to += 1 } }
        for i in from..<to { owners[i] = placed.count }
        placed.append((from, to, token.id))
      }
    }
    var parts: [SpecialTokens.Part] = []
    var end = 0
    for place in placed.sorted(by: { $0.from < $1.from }) {
      if place.from > end { parts.append(.text(end..<place.from)) }
      parts.append(.token(place.id))
      end = place.to
    }
    return end < text.count ? parts + [.text(end..<text.count)] : parts
  }
}
