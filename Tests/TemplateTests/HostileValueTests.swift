import TernJSON
import TernTestSupport
import Testing

@testable import TernTemplate

/// Values made to cost much when they are compared, looked up or written.
@Suite(.timeLimit(.minutes(10))) struct HostileValueTests {
  /// Less than templates have, so that they are used up soon.
  private static let limits = {
    var limits = TemplateLimits()
    limits.steps = 1_000_000
    limits.listCount = 100_000
    return limits
  }()

  /// Two values that hold themselves 2⁹⁹ times, and are equal.
  private static func doubled(_ open: String, _ close: String) -> String {
    """
    {% set ns = namespace(a=\(open)1\(close), b=\(open)1\(close)) %}{% for i in range(99) %}\
    {% set ns.a = \(open)ns.a, ns.a\(close) %}{% set ns.b = \(open)ns.b, ns.b\(close) %}{% endfor %}
    """
  }

  @Test(arguments: [
    "ns.a == ns.b", "ns.a != ns.b", "ns.a < ns.b", "ns.a <= ns.b", "ns.a in [ns.b]",
    "[ns.b].count(ns.a)", "[ns.b].index(ns.a)", "[ns.a, ns.b] | sort", "[ns.a, ns.b] | max",
    "{'k': ns.a} == {'k': ns.b}", "[{'k': ns.a}, {'k': ns.b}] | groupby('k')", "ns.a | pprint",
    "ns.a | tojson", "ns.a | string",
  ])
  func `comparing values that hold a value many times is counted`(_ use: String) {
    #expect(failure(Self.doubled("[", "]") + "{{ \(use) }}", limits: Self.limits)?.kind == .limit)
  }

  @Test(arguments: [
    "{ns.a: 1}", "{'k': 1}[ns.a]", "ns.a in {'k': 1}", "[ns.a] | unique | list",
    "dict([(ns.a, 1)])",
    "{'k': 1}.get(ns.a)", "ns.a is filter",
  ])
  func `looking up keys that hold a value many times is counted`(_ use: String) {
    #expect(failure(Self.doubled("(", ",)") + "{{ \(use) }}", limits: Self.limits)?.kind == .limit)
  }

  @Test(arguments: [
    "{% set s = 'a' * 1000000 %}{% set t = s ~ '' %}{% for i in range(9999) %}{% if s == t %}{% endif %}{% endfor %}",
    "{% set s = 'a' * 1000000 %}{% for i in range(9999) %}{% if 'b' in s %}{% endif %}{% endfor %}",
    "{% set l = [0] * 100000 %}{% for i in range(9999) %}{% if 1 in l %}{% endif %}{% endfor %}",
    "{% set l = [0] * 100000 %}{% for i in range(9999) %}{% set x = l | reverse %}{% endfor %}",
    "{% set l = [''] * 100000 %}{% for i in range(9999) %}{% set x = l | join %}{% endfor %}",
    "{% set b = 9 ** 4000 %}{% set c = 7 ** 4000 %}{% for i in range(9999) %}{% set x = b % c %}{% endfor %}",
    "{% set b = 9 ** 4000 %}{% for i in range(9999) %}{% set x = [b] | tojson %}{% endfor %}",
    "{% set s = '1' * 1000000 %}{% for i in range(9999) %}{% set x = s | int %}{% endfor %}",
    "{% set s = '%' * 1000000 %}{% for i in range(9999) %}{% set x = s % () %}{% endfor %}",
    "{{ ('\n' * 900000) | wordwrap }}", "{{ ('\n' * 900000).splitlines() }}",
    "{{ (' x' * 700000).split() }}", "{{ ('a' * 300000) | wordwrap(1) }}",
  ])
  func `large values cost steps each time they are gone through`(_ source: String) {
    #expect(failure(source, limits: Self.limits)?.kind == .limit)
  }

  @Test func `fields without an end are found in one go`() throws {
    let open = String(repeating: "[", count: 1_000_000)
    #expect(failure("{{ ('{' ~ s).format(1) }}", ["s": .string(open)])?.kind == .runtime)
    let text =
      "{0:" + String(repeating: "a", count: 500_000) + String(repeating: "[]", count: 250_000)
    #expect(failure("{{ s.format(1) }}", ["s": .string(text)])?.kind == .runtime)
    #expect(try render("{{ '{a[:}]}|{a[x]}'.format(a={':}': 1, 'x': 2}) }}").text == "1|2")
  }

  @Test func `groups and zeros give what adding zero after zero gives`() throws {
    for width in 0...30 {
      for value in ["1", "-12", "123", "1234", "1234567"] {
        let text = try render("{{ '{:0\(width),}|{:0\(width)_x}'.format(\(value), 18) }}").text
        let sign = value.hasPrefix("-") ? "-" : ""
        var digits = value.filter { $0 != "-" }
        while (sign + grouped(digits, ",", 3)).count < width { digits = "0" + digits }
        var hex = "12"
        while grouped(hex, "_", 4).count < width { hex = "0" + hex }
        #expect(text == sign + grouped(digits, ",", 3) + "|" + grouped(hex, "_", 4), "\(width)")
      }
    }
  }

  private func grouped(_ digits: String, _ separator: String, _ size: Int) -> String {
    var groups: [String] = []
    var rest = Substring(digits)
    while !rest.isEmpty {
      groups.insert(String(rest.suffix(size)), at: 0)
      rest = rest.dropLast(size)
    }
    return groups.joined(separator: separator)
  }

  @Test func `large integers are read, written and rounded exactly`() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<SharedSuites.rounds(20_000) + 200 {
      var digits = String(Int.random(in: 1...9, using: &random))
      for _ in 0..<Int.random(in: 0...330, using: &random) {
        digits += String(
          [0, 0, 9, Int.random(in: 0...9, using: &random)].randomElement(using: &random) ?? 0)
      }
      let number = try #require(BigInt(digits: digits.utf8))
      #expect(number.description == digits)
      #expect(number.double == Double(digits), "\(digits)")
      #expect((-number).double == -(Double(digits) ?? 0))
    }
    let edges = ["9007199254740993", "18014398509481985", "36893488147419107328"]
    for digits in edges + ["36893488147419107329", "340282366920938463463374607431768211457"] {
      #expect(BigInt(digits: digits.utf8)?.double == Double(digits), "\(digits)")
    }
  }

  @Test func `numbers that round to one Double are keys with hashes of their own`() throws {
    let large = (0..<200).map { Key(.int(1 << 62 + $0)).hashValue }
    #expect(Set(large).count == 200)
    let huge = try (0..<200).map { number in
      let digits = "1" + String(repeating: "0", count: 400) + String(1000 + number)
      return Key(.big(try #require(BigInt(digits: digits.utf8)))).hashValue
    }
    #expect(Set(huge).count == 200)
    let text = try render(
      "{{ {2 ** 70: 'a'}[2.0 ** 70] }}{{ {1: 'b'}[1.0] }}{{ {1.0: 'c'}[true] }}{{ {2.0 ** 60: 'd'}[2 ** 60] }}"
    ).text
    #expect(text == "abcd")
  }
}
