import Testing

@testable import TernGrammar

/// Expressions that blow up in other engines: bounded here, with the right answer or with
/// `isExhausted`.
@Suite struct HostileLanguageTests {
  let store = Languages()
  var ab: Language { store.scalars([0x61...0x62]) }
  var lower: Language { store.scalars([0x61...0x7A]) }

  private func contains(_ language: Language, _ text: String) -> Bool {
    store.contains(language, text)
  }

  @Test func `a letter far before the end`() {
    let tail = store.repeated(ab, 1000, 1000)
    let language = store.concat([store.repeated(ab, 0, nil), store.literal("a"), tail])
    let end = String(repeating: "ab", count: 500)
    #expect(contains(language, "bba" + end))
    #expect(!contains(language, "bab" + end))
    #expect(!store.isExhausted)
  }

  @Test func `counters of counters are one counter`() {
    var language = store.anyScalar
    for _ in 0..<3 { language = store.repeated(language, 1, 100) }
    #expect(language == store.repeated(store.anyScalar, 1, 1_000_000))
    let x = store.literal("x")
    let huge = store.repeated(store.repeated(x, 0, 100_000), 0, 100_000)
    #expect(contains(huge, String(repeating: "x", count: 5000)))
    #expect(store.repeated(x, 2_000_000_000, 2_100_000_000) != store.empty)
    let pairs = store.repeated(store.repeated(x, 2, 2), 3, 4)
    #expect(contains(pairs, "xxxxxxxx"))
    #expect(!contains(pairs, "xxxxxxx"))
  }

  @Test func `stars of stars stay small`() {
    let a = store.literal("a")
    let stars = store.repeated(store.repeated(a, 0, nil), 0, nil)
    #expect(stars == store.repeated(a, 0, nil))
    let words = store.concat([
      store.repeated(store.concat(store.repeated(lower, 1, nil), store.anyScalar), 1, nil),
      store.scalars([0x41...0x5A]), store.repeated(lower, 1, nil),
    ])
    #expect(!contains(words, String(repeating: "a", count: 3000)))
    #expect(contains(words, String(repeating: "a", count: 3000) + "Zz"))
    #expect(store.nodes.count < 100)
  }

  @Test func `a long row of options exceeds the budget of alternatives`() {
    let store = Languages(budget: .init(members: 200))
    let language = store.concat(
      (0..<500).map { store.repeated(store.literal($0 & 1 == 0 ? "a" : "b"), 0, 1) })
    _ = store.contains(language, "aaaa")
    #expect(store.isExhausted)
  }

  @Test func `deep nesting is an error, not a crash`() {
    var language = store.literal("a")
    for i in 0..<5000 {
      language = store.repeated(store.concat(language, store.literal("b")), 0, 2 + i % 2)
    }
    #expect(store.isExhausted)
    #expect(language == store.empty || store.isEmpty(language) || contains(language, ""))
  }

  @Test func `a long text of single characters is read`() {
    let text = String(repeating: "abcdefghij", count: 1000)
    let language = store.concat(
      text.unicodeScalars.map { store.scalars([$0.value...$0.value]) })
    #expect(contains(language, text))
    #expect(contains(store.repeated(language, 2, 3), text + text))
    #expect(!store.isExhausted)
  }

  @Test func `several searches need no product to be known alive`() {
    let searches = (0..<30).map {
      store.concat([store.anyString, store.literal("w\($0)x"), store.anyString])
    }
    let language = store.and(searches + [store.repeated(store.anyScalar, 0, 400)])
    #expect(!store.isEmpty(language))
    let all = (0..<30).map { "w\($0)x" }.joined(separator: " ")
    #expect(contains(language, all))
    #expect(!contains(language, String(all.dropLast())))
    #expect(store.nodes.count < 10_000)
  }

  @Test func `an intersection whose shortest member is too long is an error`() {
    let store = Languages(budget: .init(search: 1000))
    let counts = [7, 11, 13, 17].map {
      store.repeated(store.repeated(store.concat(ab(store), ab(store)), $0, $0), 1, nil)
    }
    #expect(store.isEmpty(store.and(counts)))
    #expect(store.isExhausted)
  }

  private func ab(_ store: Languages) -> Language { store.scalars([0x61...0x62]) }
}
