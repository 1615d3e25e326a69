import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct LanguageOracleTests {
  static let texts = SlowExpression.texts(3)

  /// Compares an expression with its slow twin on all short texts and some longer ones.
  private func check(_ slow: SlowExpression, _ random: inout SeededGenerator) {
    let store = Languages()
    let language = slow.language(store)
    let longer = (0..<20).map { _ in
      SlowExpression.randomText(Int.random(in: 5...8, using: &random), &random)
    }
    var hasMember = false
    for text in Self.texts + longer {
      let isMember = slow.contains(text)
      if isMember { hasMember = true }
      let isFound = store.contains(language, SlowExpression.string(text))
      #expect(isFound == isMember, "\(slow) \(SlowExpression.string(text))")
      if isFound != isMember { return }
    }
    if hasMember {
      #expect(!store.isEmpty(language), "\(slow)")
    }
    // What is not empty has a member, in every state on the way.
    var state = language
    var path: [UInt32] = []
    for scalar in longer[0] {
      let shortest = store.shortest(state)
      #expect((shortest == nil) == (state == store.empty || store.isEmpty(state)), "\(slow)")
      if let shortest { #expect(slow.contains(path + shortest), "\(slow) \(path) \(shortest)") }
      state = store.derivative(state, scalar)
      path.append(scalar)
      if state == store.empty { break }
      #expect(!store.isEmpty(state))
    }
    #expect(!store.isExhausted)
  }

  @Test(arguments: 0..<4) func `random expressions match what their slow twins match`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 { check(.random(Int.random(in: 1...3, using: &random), &random), &random) }
  }

  @Test func `the end of the text is where the slow twin sees it`() {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<150 {
      check(.random(Int.random(in: 1...3, using: &random), hasEnd: true, &random), &random)
    }
  }

  @Test func `classes are the derivatives of all scalars`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let store = Languages()
      let language = SlowExpression.random(3, &random).language(store)
      let (starts, targets) = store.classes(language)
      #expect(starts.first == 0)
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
      #expect(zip(targets, targets.dropFirst()).allSatisfy { $0 != $1 })
      for (i, start) in starts.enumerated() where !(0xD800...0xDFFF).contains(start) {
        #expect(store.derivative(language, start) == targets[i])
      }
    }
  }

  @Test func `finite words are all members`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<300 {
      let store = Languages()
      let slow = SlowExpression.random(2, &random)
      guard let words = store.finiteWords(slow.language(store), limit: 100) else { continue }
      for word in words { #expect(slow.contains(word.unicodeScalars.map(\.value)), "\(slow)") }
      let members = Self.texts.filter { slow.contains($0) }.map(SlowExpression.string)
      #expect(Set(members).isSubset(of: words), "\(slow)")
    }
  }
}
