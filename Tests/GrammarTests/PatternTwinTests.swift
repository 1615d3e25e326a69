import TernTestSupport
import Testing

@testable import TernGrammar

/// Patterns made at random, compared with a matcher that tries every way, as ECMA-262 describes it.
@Suite struct PatternTwinTests {
  @Test func `random patterns match what backtracking matches`() throws {
    var random = SeededGenerator(seed: 7)
    var compared = 0
    for _ in 0..<600 {
      let pattern = pattern(4, &random)
      let node = try PatternReader.read(pattern, .ecma)
      let languages = Languages()
      guard let language = try? languages.pattern(pattern, .ecma, wholeMatch: false) else {
        continue
      }
      compared += 1
      for _ in 0..<30 {
        let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          "abc \n".randomElement(using: &random) ?? "a"
        }
        let twin = Backtracker(text: text.flatMap(\.unicodeScalars).map(\.value))
        #expect(
          languages.contains(language, String(text)) == twin.isFound(node),
          "\(pattern) on \(String(text).debugDescription)")
      }
    }
    #expect(compared > 500)
  }

  private func pattern(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let kind = Int.random(in: 0..<100, using: &random)
    func any(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    if depth == 0 || kind < 35 {
      return any(["a", "b", "[ab]", "[^a]", ".", "\\w", "\\s", "ab", ""])
    }
    let inner = pattern(depth - 1, &random)
    switch kind {
    case ..<50: return inner + pattern(depth - 1, &random)
    case ..<62: return "(?:\(inner)|\(pattern(depth - 1, &random)))"
    case ..<75: return "(?:\(inner))" + any(["*", "+", "?", "{2}", "{1,3}", "{2,}"])
    case ..<82: return "^"
    case ..<89: return "$"
    case ..<93: return any(["\\b", "\\B"])
    default: return any(["(?=", "(?!"]) + inner + ")"
    }
  }
}

/// Matching by trying every way: the slow, clear meaning of a tree.
private struct Backtracker {
  let text: [UInt32]

  func isFound(_ node: PatternNode) -> Bool {
    (0...text.count).contains { matches(node, at: $0) { _ in true } }
  }

  func matches(_ node: PatternNode, at place: Int, then next: (Int) -> Bool) -> Bool {
    switch node {
    case .set(let set):
      place < text.count && set.contains(text[place]) && next(place + 1)
    case .sequence(let parts): matches(parts[...], at: place, then: next)
    case .choice(let branches): branches.contains { matches($0, at: place, then: next) }
    case .loop(let body, let minimum, let maximum, _):
      rounds(body, minimum, maximum, at: place, then: next)
    case .start: place == 0 && next(place)
    case .end: place == text.count && next(place)
    case .look(let body, let isNegative, _):
      matches(body, at: place) { _ in true } != isNegative && next(place)
    case .boundary(let isNegative, _):
      (isWord(place - 1) != isWord(place)) != isNegative && next(place)
    case .behind(let body, let isNegative, _):
      ends(body, from: 0, at: place) != isNegative && next(place)
    case .guarded(let body, let look, let isNegative, let isBehind):
      matches(body, at: place) { end in
        let isFound =
          isBehind
          ? ends(look, from: place, at: end) : matches(look, at: place) { $0 <= end }
        return isFound != isNegative && next(end)
      }
    }
  }

  /// Whether `node` matches from some place, `start` or later, up to `end`.
  private func ends(_ node: PatternNode, from start: Int, at end: Int) -> Bool {
    (start...end).contains { matches(node, at: $0) { $0 == end } }
  }

  private func matches(
    _ parts: ArraySlice<PatternNode>, at place: Int, then next: (Int) -> Bool
  ) -> Bool {
    guard let first = parts.first else { return next(place) }
    return matches(first, at: place) { matches(parts.dropFirst(), at: $0, then: next) }
  }

  private func rounds(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, at place: Int, then next: (Int) -> Bool
  ) -> Bool {
    if minimum == 0, next(place) { return true }
    if maximum == 0 { return false }
    return matches(body, at: place) { end in
      // A round that is not needed and reads nothing leads nowhere.
      if minimum == 0, end == place { return false }
      return rounds(body, max(0, minimum - 1), maximum.map { $0 - 1 }, at: end, then: next)
    }
  }

  private func isWord(_ place: Int) -> Bool {
    text.indices.contains(place) && PatternClasses.asciiWord.contains(text[place])
  }
}
