import TernDecode
import TernTestSupport
import Testing

@Suite("Stop strings")
struct StopStringsTests {
  /// What comes out of `pieces`, and whether a stop string was met.
  private func text(_ pieces: [String], _ stops: [String]) -> (String, Bool) {
    var rule = StopStrings(stops)
    var text = ""
    for piece in pieces {
      let (shown, stopped) = rule.push(piece)
      text += shown
      if stopped { return (text, true) }
    }
    return (text + rule.finish(), false)
  }

  @Test("the text ends before the stop string")
  func endsBefore() {
    #expect(text(["one two three"], ["two"]) == ("one ", true))
    #expect(text(["one two three"], ["four"]) == ("one two three", false))
  }

  @Test("a stop string is found when it comes in pieces")
  func acrossPieces() {
    #expect(text(["ab", "c", "de"], ["bcd"]) == ("a", true))
    #expect(text(["\n", "\nUs", "er", ":"], ["\nUser:"]) == ("\n", true))
  }

  @Test("a beginning of a stop string that is none is shown after all")
  func falseBeginning() {
    #expect(text(["ab", "ac", "b"], ["abc"]) == ("abacb", false))
    #expect(text(["aa", "ab"], ["aab"]) == ("a", true))
    #expect(text(["ab"], ["abc"]) == ("ab", false))
  }

  @Test("text that cannot be part of a stop string is shown at once")
  func showsAtOnce() {
    var rule = StopStrings(["###"])
    #expect(rule.push("hello #").text == "hello ")
    #expect(rule.push("1").text == "#1")
  }

  @Test("the earliest of several stop strings counts, and empty ones count never")
  func several() {
    #expect(text(["x b a"], ["a", "b"]) == ("x ", true))
    #expect(text(["abc"], ["", "c"]) == ("ab", true))
    #expect(text(["abc"], [""]) == ("abc", false))
  }

  @Test("characters of several bytes stay whole")
  func wholeCharacters() {
    #expect(text(["è", "é"], ["é"]) == ("è", true))
    #expect(text(["日", "本", "語"], ["本語"]) == ("日", true))
  }

  @Test("every way to cut a text into pieces gives the same")
  func everyCut() {
    let whole = "aabaabcaab"
    var random = SeededGenerator(seed: 1)
    for stop in ["aabc", "abca", "aab", "cb", "b"] {
      let expected = text([whole], [stop])
      for _ in 0..<100 {
        let pieces = whole.reduce(into: [String]()) { pieces, character in
          if pieces.isEmpty || Bool.random(using: &random) { pieces.append("") }
          pieces[pieces.count - 1].append(character)
        }
        #expect(text(pieces, [stop]) == expected)
      }
    }
  }
}
