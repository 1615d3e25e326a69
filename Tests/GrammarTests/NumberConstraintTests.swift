import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct NumberConstraintTests {
  private typealias Exact = TernGrammar.Decimal

  @Test func `equal values are equal decimals`() {
    for texts in [
      ["1", "1.0", "10e-1", "0.1E1"], ["0", "-0", "0e99", "-0.00"], ["-250", "-2.5e2"],
    ] {
      #expect(Set(texts.map { Exact($0) }).count == 1, "\(texts)")
    }
  }

  @Test func `decimals are in order`() {
    let ordered = [
      "-1e400", "-1000", "-99.5", "-99", "-1e-7", "0", "1e-4000", "1e-7", "0.1", "0.11", "0.2", "1",
      "9.99", "10", "10.001", "99999999999999999999", "1e20", "1e99999",
    ].map { Exact($0) }
    #expect(ordered.sorted() == ordered)
    for (i, a) in ordered.enumerated() {
      for (j, b) in ordered.enumerated() { #expect((a < b) == (i < j), "\(a) \(b)") }
    }
  }

  @Test func `numbers beyond the limits of a schema are errors`() throws {
    func error(_ text: String) throws -> DecimalError? {
      let number = try #require(JSONNumber(text: text))
      do {
        _ = try Exact(number)
        return nil
      } catch {
        return error
      }
    }
    #expect(try error(String(repeating: "7", count: 1_001)) == .tooManyDigits)
    #expect(try error(String(repeating: "7", count: 1_000)) == nil)
    #expect(try error("1e100001") == .exponentOutOfRange)
    #expect(try error("1e-100001") == .exponentOutOfRange)
    #expect(try error("1e99999999999999999999999") == .exponentOutOfRange)
    #expect(try error("-1e100000") == nil)
  }

  @Test func `multiples are exact`() {
    let cases: [(String, String, Bool)] = [
      ("0.3", "0.1", true), ("4.35", "0.01", true), ("0.00751", "0.0001", false),
      ("1e308", "0.5", true), ("1e308", "0.123456789", false), ("12391239123", "1e-8", true),
      ("35", "1.5", false), ("-4.5", "1.5", true), ("0", "7", true), ("1e99999", "7", false),
      ("1e99999", "1024", true), ("700e40", "7e42", true), ("700e40", "7e43", false),
      (
        "2469135780246913578024691357802469135780", "1234567890123456789012345678901234567890", true
      ),
      (
        "2469135780246913578024691357802469135781", "1234567890123456789012345678901234567890",
        false
      ),
      ("1e200", "1e-100", true),
      (
        "12345678901234567890123456789012345678901e3", "1234567890123456789012345678901234567890.1",
        true
      ),
    ]
    for (value, step, isMultiple) in cases {
      #expect(Exact(value).isMultiple(of: Exact(step)) == isMultiple, "\(value) of \(step)")
    }
  }

  @Test func `an intersection is in both and a negation in neither`() {
    var source = RandomNumbers(seed: 11)
    for _ in 0..<400 {
      let (a, b) = (source.constraint(), source.constraint())
      let both = a.intersection(b)
      let neither = a.negated()
      for text in source.texts(a, count: 10) + source.texts(b, count: 10) {
        guard let number = JSONNumber(text: text) else { continue }
        let isInBoth = a.contains(number) && b.contains(number)
        #expect((both?.contains(number) ?? false) == isInBoth, "\(text) of \(a), \(b)")
        #expect(
          neither.contains { $0.contains(number) } == !a.contains(number), "\(text) of \(a)")
      }
    }
  }

  @Test func `satisfiable is known exactly`() {
    let cases: [(NumberConstraint, Bool)] = [
      (NumberConstraint(">3", "<4", multiples: ["1"]), false),
      (NumberConstraint("3", "<4", multiples: ["1"]), true),
      (NumberConstraint("3", "<4", multiples: ["1"], excluded: ["3"]), false),
      (NumberConstraint("1", "41", multiples: ["6", "7"]), false),
      (NumberConstraint("1", "42", multiples: ["6", "7"]), true),
      (NumberConstraint("1", "50", multiples: ["6"], notMultiples: ["4", "18"]), true),
      (NumberConstraint(multiples: ["6"], notMultiples: ["3"]), false),
      (NumberConstraint(multiples: ["1"], notMultiples: ["0.5"]), false),
      (NumberConstraint(multiples: ["0.5"], notMultiples: ["1"]), true),
      (NumberConstraint(">0", "<1e-30"), true), (NumberConstraint("1e30", "1e30"), true),
      (NumberConstraint("1e30", multiples: ["1e33"]), true),
      (NumberConstraint("1", "6", multiples: ["1"], notMultiples: ["2", "3", "5"]), true),
      (NumberConstraint("2", "6", multiples: ["1"], notMultiples: ["2", "3", "5"]), false),
      (NumberConstraint("5", "4"), false), (NumberConstraint(">5", "5"), false),
    ]
    for (constraint, isSatisfiable) in cases {
      #expect(constraint.isSatisfiable(.plain) == isSatisfiable, "\(constraint)")
      #expect(constraint.isSatisfiable(.any) == isSatisfiable, "\(constraint)")
    }
  }

  @Test func `hostile numbers cost little`() {
    let nines = String(repeating: "9", count: 1_000)
    let hostile = [
      NumberConstraint("1e99999"), NumberConstraint("1e-99999", "2e-99999"),
      NumberConstraint("-1e99999", "1e99999", multiples: [nines]),
      NumberConstraint(multiples: [nines, "7e-9000"]), NumberConstraint(nines, nines + "0"),
      NumberConstraint(multiples: ["1e-36", "1e36", "3", "7"]),
      NumberConstraint("0." + nines, "1", notMultiples: ["1e-99999", "1e99999"]),
      NumberConstraint(
        multiples: ["1"],
        notMultiples: ["2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31"]),
      NumberConstraint("0", "9999", multiples: ["1"], excluded: (0...9_999).map { "\($0)" }),
    ]
    for constraint in hostile {
      let automaton = NumberAutomaton(constraints: [constraint], style: .plain)
      if !automaton.isEmpty {
        #expect(
          automaton.accepts(String(decoding: automaton.ending(automaton.start), as: UTF8.self)))
      }
      let any = NumberAutomaton(constraints: [constraint], style: .any)
      _ = any.accepts("1e999999999999999999999")
    }
  }
}
