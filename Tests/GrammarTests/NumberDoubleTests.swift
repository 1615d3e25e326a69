import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

/// Generated numbers mean the same to readers that take them as doubles.
@Suite struct NumberDoubleTests {
  @Test(arguments: 0..<4)
  func `a generated number satisfies its constraint as a double too`(seed: UInt64) throws {
    var source = RandomNumbers(seed: 300 + seed)
    var told = 0
    for _ in 0..<200 {
      let constraint = source.constraint()
      guard constraint.pinned == nil, let numbers = PlainNumbers(constraint) else { continue }
      for _ in 0..<8 {
        let text = generated([constraint], &source.random)
        if !numbers.budget.isUnlimited { #expect(significant(text) <= 17, "\(text)") }
        guard numbers.budget == .same else { continue }
        let double = try #require(Double(text).flatMap { JSONNumber($0) })
        #expect(constraint.contains(double), "\(text) of \(constraint)")
        #expect(double.hasSameValue(as: try #require(JSONNumber(text: text))), "\(text)")
        told += 1
      }
    }
    #expect(told > 500)
  }

  /// A number that is made by taking digits at random.
  private func generated(
    _ constraints: [NumberConstraint], _ random: inout SeededGenerator
  ) -> String {
    let automaton = NumberAutomaton(constraints: constraints, style: .plain)
    var state = automaton.start
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      // The ends of the digits are the likeliest: 0 and 9 are near other numbers.
      let bytes = Array("0000123456789999.-e".utf8).filter { automaton.next(state, $0) != nil }
      guard let byte = bytes.randomElement(using: &random), let next = automaton.next(state, byte)
      else { break }
      text.append(byte)
      state = next
    }
    return String(decoding: text + automaton.ending(state), as: UTF8.self)
  }

  /// Digits from the first that is not 0 to the last one, of an integer to the last that is not 0.
  private func significant(_ text: String) -> Int {
    let mantissa = text.prefix { $0 != "e" }
    var digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
    if !mantissa.contains(".") { while digits.last == "0" { digits.removeLast() } }
    return digits.count
  }

  @Test func `a fraction that a double loses is not written`() {
    let number = NumberAutomaton(constraints: [.free], style: .plain)
    let other = NumberAutomaton(constraints: [NumberConstraint(notMultiples: ["1"])], style: .plain)
    for automaton in [number, other] {
      #expect(!automaton.accepts("-523100.00000000000000001"))
      #expect(!automaton.accepts("523100.00000000001"))
      #expect(automaton.accepts("523100.000000001"))
      #expect(automaton.accepts("0.1234567890123"))
    }
    let unit = NumberAutomaton(constraints: [NumberConstraint("0", "<1")], style: .plain)
    #expect(!unit.accepts("0.99999999999999999"))
    #expect(unit.accepts("0.9999999999999"))
  }

  @Test func `integers are written as far as doubles count them`() {
    let integer = NumberAutomaton(constraints: [.integer], style: .plain)
    for text in ["1700000000123456", "-4111111111111111", "8999999999999999", "999999999999999"] {
      #expect(integer.accepts(text), "\(text)")
    }
    for text in ["9007199254740993", "12345678901234567"] { #expect(!integer.accepts(text)) }
    let safe = NumberConstraint("-9007199254740991", "9007199254740991", multiples: ["1"])
    let bounded = NumberAutomaton(constraints: [safe], style: .plain)
    #expect(bounded.accepts("9007199254740991"))
    #expect(bounded.accepts("-9007199254740991"))
    let large = NumberConstraint("0", "9223372036854775807", multiples: ["1"])
    let long = NumberAutomaton(constraints: [large], style: .plain)
    #expect(long.accepts("1700000000123456"))
    #expect(long.accepts("1234567890123450000"))
    #expect(!long.accepts("1234567890123456000"))
  }

  @Test func `a bound that a double shares with its neighbor excludes both`() {
    let cases: [(NumberConstraint, String, String)] = [
      (NumberConstraint(">0.1000000000000000001", "1"), "0.1", "0.100000000000001"),
      (NumberConstraint("-1", "<-0.1000000000000000001"), "-0.1", "-0.100000000000001"),
      (NumberConstraint("0", "1", excluded: ["0.1000000000000000001"]), "0.1", "0.2"),
    ]
    for (constraint, wrong, right) in cases {
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      #expect(!automaton.accepts(wrong), "\(wrong) of \(constraint)")
      #expect(automaton.accepts(right), "\(right) of \(constraint)")
    }
  }

  @Test func `a range that needs more digits gets them`() {
    let cases: [(NumberConstraint, DigitBudget, String)] = [
      (
        NumberConstraint("0.12345678901234561", "0.12345678901234569"), .full, "0.12345678901234567"
      ),
      (
        NumberConstraint("123456789012345678901", "123456789012345678909", multiples: ["1"]),
        .unlimited, "123456789012345678905"
      ),
      (NumberConstraint("1e20", multiples: ["7"]), .full, "700000000000000000000"),
    ]
    for (constraint, budget, text) in cases {
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      #expect(automaton.accepts(text), "\(text)")
      #expect(PlainNumbers(constraint)?.budget == budget)
      let ending = String(decoding: automaton.ending(automaton.start), as: UTF8.self)
      #expect(automaton.accepts(ending), "\(ending)")
    }
  }
}
