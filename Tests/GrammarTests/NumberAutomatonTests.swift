import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct NumberAutomatonTests {
  @Test(arguments: 0..<4)
  func `plain texts are those that the slow twin accepts`(seed: UInt64) {
    var source = RandomNumbers(seed: seed)
    for _ in 0..<150 {
      let constraint = source.constraint()
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      for text in source.texts(constraint, count: 60) {
        #expect(
          automaton.accepts(text) == constraint.isPlain(text), "\(text) of \(constraint)")
      }
    }
  }

  @Test(arguments: 0..<4)
  func `every live prefix has an ending that satisfies`(seed: UInt64) {
    var source = RandomNumbers(seed: 100 + seed)
    for _ in 0..<150 {
      let constraint = source.constraint()
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      if automaton.isEmpty { continue }
      for _ in 0..<10 { walk(automaton, [constraint], &source.random) }
    }
  }

  /// Goes on at random until the number is closed; checks the ending at each step.
  private func walk(
    _ automaton: NumberAutomaton, _ constraints: [NumberConstraint],
    _ random: inout SeededGenerator
  ) {
    var state = automaton.start
    var text: [UInt8] = []
    while true {
      let whole = String(decoding: text + automaton.ending(state), as: UTF8.self)
      #expect(constraints.contains { $0.isPlain(whole) }, "\(whole) of \(constraints)")
      #expect(automaton.accepts(whole), "\(whole) of \(constraints)")
      let bytes = Array("0123456789.-+eE".utf8).filter { automaton.next(state, $0) != nil }
      guard let byte = bytes.randomElement(using: &random),
        let next = automaton.next(state, byte)
      else {
        #expect(automaton.isFinal(state), "\(text) of \(constraints)")
        return
      }
      text.append(byte)
      state = next
    }
  }

  @Test func `live prefixes are the prefixes of all accepted texts`() {
    var source = RandomNumbers(seed: 7)
    let cases: [(String, String, [String])] = [
      ("-120", "345", ["1"]), (">-9.9", "12.3", ["0.05"]), ("-30", "<95", ["7"]),
      ("0.05", "9.95", ["0.1", "0.25"]), (">0", "<1", ["0.01"]), ("17", "23", ["25"]),
      ("-7.5", "-0.2", ["0.3"]), ("1e2", "2e3", ["125"]),
    ]
    for (minimum, maximum, multiples) in cases {
      let others = source.chance(50) ? ["0.2"] : ["3"]
      for constraint in [
        NumberConstraint(minimum, maximum, multiples: multiples),
        NumberConstraint(minimum, maximum, multiples: multiples, notMultiples: others),
        NumberConstraint(
          minimum, maximum, multiples: multiples, excluded: ["0", "7", "1.5", "-7", "20", "0.75"]),
      ] {
        compareByBruteForce(constraint)
      }
    }
  }

  private func compareByBruteForce(_ constraint: NumberConstraint) {
    // Every value of four digits and its spellings with and without a point.
    var prefixes: Set<String> = [""]
    for number in -9_999...9_999 {
      for places in 0...2 {
        let digits = String(number.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var text = number < 0 ? "-" : ""
        text += padded.dropLast(places)
        if places > 0 { text += "." + padded.suffix(places) }
        guard constraint.isPlain(text) else { continue }
        for length in 1...text.count { prefixes.insert(String(text.prefix(length))) }
      }
    }
    let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
    #expect(automaton.isEmpty == (prefixes.count == 1), "\(constraint)")
    if automaton.isEmpty { return }
    for prefix in prefixes {
      #expect(automaton.state(prefix) != nil, "\(prefix) of \(constraint)")
      for byte in "0123456789.-e" {
        let text = prefix + String(byte)
        #expect(
          (automaton.state(text) != nil) == prefixes.contains(text), "\(text) of \(constraint)")
      }
    }
  }

  @Test func `a union accepts what one of its constraints accepts`() {
    var source = RandomNumbers(seed: 3)
    for _ in 0..<200 {
      let constraints = (0..<3).map { _ in source.constraint() }
      let automaton = NumberAutomaton(constraints: constraints, style: .plain)
      let any = NumberAutomaton(constraints: constraints, style: .any)
      for text in constraints.flatMap({ source.texts($0, count: 15) }) {
        // Where every number will do, none needs more digits than usual.
        let plain =
          constraints.contains(.free)
          ? NumberConstraint.free.isPlain(text) : constraints.contains { $0.isPlain(text) }
        #expect(automaton.accepts(text) == plain, "\(text) of \(constraints)")
        let value = JSONNumber(text: text)
        let isAny = value.map { value in constraints.contains { $0.contains(value) } } ?? false
        #expect(any.accepts(text) == isAny, "\(text) of \(constraints)")
      }
      if !automaton.isEmpty { walk(automaton, constraints, &source.random) }
    }
  }

  @Test func `any spelling counts by value`() {
    let integer = NumberAutomaton(constraints: [.integer], style: .any)
    for text in ["1.0", "1e2", "-0", "10e-1", "0.0e5", "1E+2", "2500e-2"] {
      #expect(integer.accepts(text), "\(text)")
    }
    for text in ["1.5", "1e-1", "25e-2", "01", "+1", ".5", "1."] {
      #expect(!integer.accepts(text), "\(text)")
    }
  }

  @Test func `any spelling finds an ending`() {
    let cases: [(NumberConstraint, String)] = [
      (NumberConstraint("1000"), "5"), (NumberConstraint(nil, "0.01"), "5"), (.integer, "1.5"),
      (NumberConstraint("0", "1"), "25"), (.free, "-"), (NumberConstraint("10", "20"), "1e"),
    ]
    for (constraint, text) in cases {
      let automaton = NumberAutomaton(constraints: [constraint], style: .any)
      let ending = automaton.state(text).map { automaton.ending($0) } ?? []
      let whole = text + String(decoding: ending, as: UTF8.self)
      #expect(automaton.accepts(whole), "\(whole) of \(constraint)")
    }
  }

  @Test func `a pinned value has one spelling`() {
    let cases = [
      "2.50": "2.5", "1e3": "1000", "-0.0": "0", "1e300": "1e300", "-1.25e-60": "-1.25e-60",
      "12e-2": "0.12",
    ]
    for (value, spelling) in cases {
      let automaton = NumberAutomaton(
        constraints: [.only(TernGrammar.Decimal(value))], style: .plain)
      #expect(String(decoding: automaton.ending(automaton.start), as: UTF8.self) == spelling)
      #expect(automaton.accepts(spelling))
      #expect(!automaton.accepts(spelling + "0"))
    }
  }

  @Test func `an excluded value is excluded with zeros after it too`() {
    let constraint = NumberConstraint("-10", "100", excluded: ["5", "5.01", "5.0001", "-3"])
    let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
    for text in ["5", "5.0", "5.00", "5.000", "5.00000", "5.01", "5.0100", "5.0001", "-3.0"] {
      #expect(!automaton.accepts(text), "\(text)")
      #expect(automaton.state(text) != nil, "\(text)")
    }
    for text in ["50", "5.001", "5.00001", "5.011", "5.1", "-3.01", "3"] {
      #expect(automaton.accepts(text), "\(text)")
    }
  }

  @Test func `many pinned values share a trie`() {
    let values = (0..<5_000).map { NumberConstraint.only(TernGrammar.Decimal($0 * 37)) }
    let automaton = NumberAutomaton(constraints: values, style: .plain)
    #expect(automaton.accepts("\(37 * 4_321)"))
    #expect(!automaton.accepts("\(37 * 4_321 + 1)"))
  }

  @Test func `ranges and small divisors make few states`() {
    let cases: [(NumberConstraint, Int)] = [
      (.integer, 24), (.free, 64), (NumberConstraint("0", "100", multiples: ["1"]), 8),
      (NumberConstraint("0", "1"), 40), (NumberConstraint(">0"), 90),
      (NumberConstraint("-90", "90"), 90), (NumberConstraint(multiples: ["0.01"]), 45),
      (NumberConstraint("0", "1000000", multiples: ["5"]), 60),
    ]
    for (constraint, limit) in cases {
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      let count = reachable(automaton)
      #expect(count <= limit, "\(count) states of \(constraint)")
    }
  }

  private func reachable(_ automaton: NumberAutomaton) -> Int {
    var seen: Set<NumberAutomaton.State> = [automaton.start]
    var open = [automaton.start]
    while let state = open.popLast() {
      for byte in "0123456789.-+eE".utf8 {
        if let next = automaton.next(state, byte), seen.insert(next).inserted { open.append(next) }
      }
    }
    return seen.count
  }

  @Test func `generated numbers end`() {
    for constraint in [NumberConstraint.free, .integer, NumberConstraint("-1e300", "1e300")] {
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      #expect(automaton.state(String(repeating: "1", count: 41)) == nil)
      #expect(automaton.state("0." + String(repeating: "1", count: 41)) == nil)
      #expect(automaton.state("1e123") == nil)
    }
  }
}
