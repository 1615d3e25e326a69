import Testing

@testable import TernGrammar

@Suite struct LanguageTests {
  let store = Languages()

  @Test func `a literal matches itself only`() {
    let foo = store.literal("foo")
    #expect(store.contains(foo, "foo"))
    #expect(!store.contains(foo, "fo"))
    #expect(!store.contains(foo, "fooo"))
  }

  @Test func `a search becomes everything once it has found`() {
    let search = store.concat([store.anyString, store.literal("foo"), store.anyString])
    var state = search
    for scalar in "xxffoo".unicodeScalars { state = store.derivative(state, scalar.value) }
    #expect(state == store.anyString)
    #expect(!store.contains(search, "fo"))
  }

  @Test func `words without words have no dead beginnings`() {
    let words = store.words(["ab", "ac", "b"])
    let rest = store.and([words, store.not(store.words(["ab", "ac"]))])
    #expect(store.finiteWords(rest, limit: 9) == ["b"])
    #expect(store.derivative(rest, 0x61) == store.empty)
  }

  @Test func `counters meet lengths`() {
    let name = store.and([
      store.repeated(store.scalars([0x61...0x7A]), 0, nil),
      store.repeated(store.anyScalar, 1000, 2000),
    ])
    #expect(!store.isEmpty(name))
    #expect(store.shortest(name)?.count == 1000)
  }

  @Test func `the end of the text blocks what follows`() {
    let a = store.literal("a")
    let pattern = store.concat([store.or([store.concat(a, store.end()), store.literal("b")]), a])
    #expect(store.contains(pattern, "ba"))
    #expect(!store.contains(pattern, "aa"))
    #expect(store.derivative(pattern, 0x61) == store.empty)
    #expect(store.contains(store.concat([a, store.end(), store.anyString]), "a"))
  }
}

@Suite struct PoolTests {
  @Test func `a pool grows and forgets its end`() {
    let pool = Pool<Int32>(capacity: 1)
    for i in 0..<100 as Range<Int32> { pool.append(i) }
    pool.append(contentsOf: [1, 2, 3])
    pool.removeLast(2)
    pool[0] += 7
    #expect(Array(pool) == [7] + Array(1..<100) + [1])
    pool.reset(repeating: 5, count: 300)
    #expect(pool.count == 300 && pool.allSatisfy { $0 == 5 })
  }
}
