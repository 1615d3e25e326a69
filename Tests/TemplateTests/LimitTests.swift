import Foundation
import TernJSON
import TernTemplate
import Testing

/// Templates that would run forever, or take all memory or stack.
@Suite(.timeLimit(.minutes(30))) struct TemplateLimitTests {
  @Test(arguments: [
    "{{ 'x' * 10 ** 9 }}",
    "{{ [0] * 10 ** 12 }}",
    "{{ range(10 ** 12) }}",
    "{{ 9 ** (9 ** 9) }}",
    "{{ 2 ** 100000 }}",
    "{% set ns = namespace(s='ab') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
    "{% set ns = namespace(s=[1]) %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(99) %}{% set ns.s = ns.s.replace('a', 'aaaa') %}{% endfor %}",
    "{% set ns = namespace(s=9) %}{% for i in range(99) %}{% set ns.s = ns.s * ns.s %}{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}",
    "{% macro m() %}{% call m() %}{% endcall %}{% endmacro %}{{ m() }}",
    "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "{% set ns = namespace(s=[]) %}{% for i in range(9999) %}{% set ns.s = [ns.s] %}{% endfor %}",
    "{% set ns = namespace(s=[]) %}{% for i in range(9999) %}{% set ns.s = ns.s | map('list') %}{% endfor %}",
    "{% set ns = namespace(s={}) %}{% for i in range(9999) %}{% set ns.s = dict(a=ns.s) %}{% endfor %}",
    "{% set ns = namespace() %}{% set ns.a = ns %}{{ ns }}",
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(999) %}aaaaaaaaaa{% endfor %}{% endfor %}",
    "{{ 'a' | center(10 ** 10) }}", "{{ '%999999999d' % 1 }}",
    "{{ '{:>16000000}{:>16000000}'.format(1, 2) }}",
    "{{ 'a\n' * 1000 | indent(10 ** 7) }}", "{{ [1] | batch(10 ** 9, 1) | list }}",
    "{{ [1] | slice(10 ** 9) | list }}", "{{ [[1]] | tojson(indent=10 ** 9) }}",
    "{{ 'x'.ljust(10 ** 18) }}", "{{ 'a'.replace('', 'x' * 10 ** 7) * 3 }}",
    "{{ lipsum(10 ** 9) }}", "{{ '{:016000000,}'.format(1) }}",
  ])
  func `a template that takes too much ends with an error`(_ source: String) throws {
    let error = try #require(failure(source))
    #expect(error.kind == .limit || error.kind == .runtime, "\(error)")
  }

  @Test func `deep nesting is an error of the limits or of the syntax`() {
    for count in [50, 100, 1000, 100_000] {
      for (open, close) in [
        ("(", ")"), ("[", "]"), ("{1:", "}"), ("-", ""), ("not ", ""), ("a[", "]"), ("f(", ")"),
        ("1 if ", ""), ("x is y ", ""),
      ] {
        let source =
          "{{ " + String(repeating: open, count: count) + "1"
          + String(repeating: close, count: count)
          + " }}"
        _ = try? render(source)
      }
      for chain in [" + 1", ".a", "|abs", "()", "[0]", " and 1", " ** 1", " if 1 else 1"] {
        _ = try? render("{{ 1" + String(repeating: chain, count: count) + " }}")
      }
      for tag in ["if 1", "for a in b", "filter upper", "macro m()", "set a", "with", "call f()"] {
        _ = try? render(String(repeating: "{% \(tag) %}", count: count))
      }
    }
    #expect(failure("{{ " + String(repeating: "(", count: 5000))?.kind == .limit)
  }

  @Test func `recursion stays within the stack of a small thread`() throws {
    // The stack that secondary threads have on Apple's systems.
    let thread = Thread {
      _ = try? render("{% macro m() %}{{ [1, (m() ~ 'a') | upper] }}{% endmacro %}{{ m() }}")
      _ = try? render(
        "{% macro m() %}{% for a in [1] if m() %}{% if a %}{{ m() }}{% endif %}{% endfor %}{% endmacro %}{{ m() }}"
      )
      _ = try? render(
        "{% for a in [1] recursive %}{% set x %}{{ loop([1]) }}{% endset %}{% endfor %}")
      _ = try? render(
        "{{ " + String(repeating: "(", count: 80) + "1" + String(repeating: ")", count: 80) + " }}")
      finished.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    // A guard against hanging only.
    #expect(finished.wait(timeout: .now() + 1200) == .success)
  }
  private let finished = DispatchSemaphore(value: 0)

  // Work that grew with the square would take hours here.
  @Test func `long patterns are found in linear time`() throws {
    let text = try render(
      """
      {% set a = 'a' * 2000000 %}{% set p = 'a' * 1000000 ~ 'b' %}{{ p in a }}{{ a.rfind('b' ~ p) }}
      {{- (a ~ 'b').find(p) }}{{ (p ~ a).rfind(p) }}{{ (p ~ p ~ 'c').split(p) | length }}
      """
    ).text
    #expect(text == "False-1100000003")
  }

  @Test func `extreme integers do not trap`() throws {
    for value in ["-9223372036854775808", "9223372036854775807", "-1", "0", "10 ** 30"] {
      for use in [
        "'ab'.center(x)", "'ab'.zfill(x)", "'ab'[x:]", "'ab'[:x:x]", "'ab'[x]", "[1][x::x]",
        "range(x)", "range(0, 9, x)", "range(x, 0)", "x // -1", "x % -1", "x * x", "-x", "x - 1",
        "x | abs", "x | round(x)", "1.5 | round(x)", "'a\tb'.expandtabs(x)", "'ab' | truncate(x)",
        "'ab' | truncate(9, leeway=x)", "[1] | batch(x) | list", "[1] | slice(x) | list",
        "'a b' | wordwrap(x)", "'ab'.find('b', x)", "[1].index(1, x, x)",
        "'ab'.replace('a', 'b', x)",
        "'a b'.split(' ', x)", "'a' | indent(x)", "[1] | tojson(indent=x)", "x | filesizeformat",
        "'%*d' % (x, 1)", "'%c' % x", "'{:c}'.format(x)", "'ab' | int(0, x)", "x | float", "2 ** x",
        "x ** 2", "'ab' * x", "range(9)[x::x]", "lipsum(x)", "1 / x", "x | string", "x < 1.5",
      ] {
        _ = try? render("{% set x = \(value) %}{{ \(use) }}")
      }
    }
  }

  @Test func `limits can be chosen`() {
    var limits = TemplateLimits()
    limits.outputBytes = 10
    #expect(
      failure("{% for i in 'abcdef' %}{{ i }}{{ i }}{% endfor %}", limits: limits)?.kind == .limit)
    limits = TemplateLimits()
    limits.steps = 100
    #expect(failure("{% for i in range(99) %}{{ i }}{% endfor %}", limits: limits)?.kind == .limit)
    limits = TemplateLimits()
    limits.sourceBytes = 3
    #expect(failure("abcd", limits: limits)?.kind == .limit)
  }
}
