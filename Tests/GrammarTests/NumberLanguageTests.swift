import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct NumberLanguageTests {
  @Test(arguments: 0..<3)
  func `ranges as expressions go on exactly as the automaton does`(seed: UInt64) {
    var source = RandomNumbers(seed: 50 + seed)
    for _ in 0..<60 {
      let constraints = (0..<(source.chance(70) ? 1 : 3)).map { _ in
        var constraint = source.constraint()
        (constraint.notMultiples, constraint.excluded) = ([], [])
        constraint.multiples = source.chance(50) ? [.one] : []
        return constraint
      }
      compare(constraints, &source)
    }
  }

  /// Walks both at random, and compares every byte that may follow on the way.
  private func compare(_ constraints: [NumberConstraint], _ source: inout RandomNumbers) {
    let languages = Languages()
    let automaton = NumberAutomaton(constraints: constraints, style: .plain)
    guard let language = plainLanguage(constraints, in: languages) else {
      Issue.record("no expression for \(constraints)")
      return
    }
    for _ in 0..<12 {
      var state = automaton.start
      var rest = language
      var text = ""
      while true {
        #expect(
          automaton.isFinal(state) == languages.isNullable(rest), "\(text) of \(constraints)")
        var follow: [(UInt8, NumberAutomaton.State, Language)] = []
        for byte in "0123456789.-+eE,".utf8 {
          let next = automaton.next(state, byte)
          let derivative = languages.derivative(rest, UInt32(byte))
          #expect(
            (next == nil) == languages.isEmpty(derivative),
            "\(text)\(Character(UnicodeScalar(byte))) of \(constraints)")
          if let next { follow.append((byte, next, derivative)) }
        }
        guard let step = follow.randomElement(using: &source.random) else { break }
        text.append(Character(UnicodeScalar(step.0)))
        (state, rest) = (step.1, step.2)
      }
    }
    for text in constraints.flatMap({ source.texts($0, count: 20) }) {
      #expect(
        automaton.accepts(text) == languages.contains(language, text), "\(text) of \(constraints)")
    }
  }

  @Test func `divisors and exclusions have no expression`() {
    let languages = Languages()
    #expect(plainLanguage([NumberConstraint(multiples: ["7"])], in: languages) == nil)
    #expect(plainLanguage([NumberConstraint(excluded: ["7"])], in: languages) == nil)
    #expect(plainLanguage([NumberConstraint("1", "0")], in: languages) == languages.empty)
  }

  @Test func `pinned values and ranges go together`() throws {
    let languages = Languages()
    let language = try #require(
      plainLanguage([NumberConstraint("3", "3"), NumberConstraint("10", "12.5")], in: languages))
    for text in ["3", "10", "12.50", "11.999"] { #expect(languages.contains(language, text)) }
    for text in ["3.0", "12.51", "9.9", "1e1"] { #expect(!languages.contains(language, text)) }
  }
}
