import TernTestSupport
import TernTokens
import Testing

@Suite("Byte-pair encoding")
struct BytePairTests {
  @Test("merges the best-ranked pair first, and of equal pairs the leftmost")
  func order() throws {
    // Ids: 256 = he, 257 = ll, 258 = llo, 259 = hello, 260 = aa.
    let tokenizer = try Tokenizer(
      TinyVocabulary.bytePairs(["h e", "l l", "ll o", "he llo", "a a"]))
    #expect(tokenizer.encode("hello") == [259])
    #expect(tokenizer.encode("hell") == [256, 257])
    #expect(tokenizer.encode("elle") == [101, 257, 101])
    #expect(tokenizer.encode("aaa") == [260, 97])
    #expect(tokenizer.encode("aaaa") == [260, 260])
    #expect(tokenizer.encode("") == [])
  }

  @Test("threads that encode the first text at the same time get the same tokens")
  func firstText() async throws {
    var random = SeededGenerator(seed: 12)
    let source = TinyVocabulary.bytePairs(TinyVocabulary.randomMerges(300, &random))
    let text = String((0..<500).map { _ in "abc 1".randomElement(using: &random) ?? "a" })
    let prepared = try Tokenizer(source)
    prepared.prepare()
    let expected = prepared.encode(text)
    for _ in 0..<SharedSuites.rounds(50) {
      let tokenizer = try Tokenizer(source)
      await withTaskGroup(of: [Int32].self) { group in
        for _ in 0..<4 { group.addTask { tokenizer.encode(text) } }
        for await ids in group { #expect(ids == expected) }
      }
    }
  }

  @Test("a later pair of better rank wins over an earlier one of worse rank")
  func rank() throws {
    // 256 = bc, 257 = ab: in "abc" the pair (b, c) comes first.
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(["b c", "a b"]))
    #expect(tokenizer.encode("abc") == [97, 256])
    #expect(tokenizer.encode("abab") == [257, 257])
  }

  @Test("whole words that are tokens are taken without merging only under rules that say so")
  func ignoresMerges() throws {
    // 256 = ab, 257 = cab, which merging never reaches: (a, b) merges first.
    let merges = ["a b", "ca b"]
    #expect(try Tokenizer(TinyVocabulary.bytePairs(merges)).encode("cab") == [99, 256])
    let llama = try Tokenizer(TinyVocabulary.bytePairs(merges, pre: "llama-bpe"))
    #expect(llama.encode("cab") == [257])
  }

  @Test("agrees with merging by plain search, for short and for long words")
  func twin() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<SharedSuites.rounds(400) + 6 {
      let merges = TinyVocabulary.randomMerges(40, &random)
      // Random order: a pair may have a better rank than the pairs it is made of.
      let shuffled = merges.shuffled(using: &random)
      let source = TinyVocabulary.bytePairs(shuffled)
      let tokenizer = try Tokenizer(source)
      let slow = SlowBytePairs(shuffled)
      for length in [1, 2, 3, 7, 20, 46, 47, 48, 49, 50, 120, 400] {
        let word = (0..<length).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
        let expected = slow.encode(word).map { tokenizer.token(named: $0) }
        #expect(tokenizer.encode(word.joined()).map { Optional($0) } == expected)
      }
    }
  }

  @Test("very long words are merged like the short ones they consist of")
  func veryLong() throws {
    var random = SeededGenerator(seed: 17)
    for round in 0..<SharedSuites.rounds(200) + 4 {
      let merges = TinyVocabulary.randomMerges(60, &random)
      let order = round % 2 == 0 ? merges : merges.shuffled(using: &random)
      let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(order))
      // No merge has an x: what lies between is merged on its own.
      var blocks: [String] = []
      while blocks.count < 500 {
        let letters = (0..<Int.random(in: 1...40, using: &random)).map { _ in
          ["a", "b", "c"].randomElement(using: &random) ?? "a"
        }
        blocks.append(letters.joined())
      }
      let expected = blocks.map { tokenizer.encode($0) }.joined(separator: [120])
      #expect(tokenizer.encode(blocks.joined(separator: "x")) == Array(expected))
    }
  }

  @Test("repeated words get the same ids as the first time")
  func repetition() throws {
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(["a b", "Ġ ab", "ab c", "Ġ abc"]))
    let once = tokenizer.encode(" abc ab")
    #expect(once == [257, 99, 257])
    let text = String(repeating: " abc ab", count: 500)
    #expect(tokenizer.encode(text) == Array(repeating: once, count: 500).flatMap(\.self))
  }

  @Test("examines pairs in proportion to the text, also in one long word")
  func linear() throws {
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(["a b", "ab ab", "abab abab", "b a"]))
    for unit in ["ab", "a", "aab", "ba"] {
      let small = Array(repeating: Array(unit.utf8), count: (64 << 10) / unit.utf8.count)
      let large = Array(repeating: Array(unit.utf8), count: (1 << 20) / unit.utf8.count)
      let few = tokenizer.pairsExamined(utf8: small.flatMap(\.self))
      let many = tokenizer.pairsExamined(utf8: large.flatMap(\.self))
      #expect(few > 0)
      #expect(many <= few * 17)
    }
  }
}

/// Byte-pair encoding by its definition, on spellings.
private struct SlowBytePairs {
  private var ranks: [[String]: Int] = [:]

  init(_ merges: [String]) {
    for (rank, merge) in merges.enumerated() {
      ranks[merge.split(separator: " ").map(String.init)] = rank
    }
  }

  func encode(_ word: [String]) -> [String] {
    var parts = word
    while true {
      let candidates = parts.indices.dropLast().compactMap { i in
        ranks[[parts[i], parts[i + 1]]].map { (rank: $0, at: i) }
      }
      guard let best = candidates.min(by: { ($0.rank, $0.at) < ($1.rank, $1.at) }) else {
        return parts
      }
      parts[best.at] += parts.remove(at: best.at + 1)
    }
  }
}
