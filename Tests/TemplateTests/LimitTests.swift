import Foundation
import TernJSON
import TernTemplate
import Testing

/// Templates that would run forever, or take all memory or stack.
@Suite struct TemplateLimitTests {
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
    "{{ lipsum(10 ** 9) }}",
  ])
  func `a template that takes too much ends with an error`(_ source: String) throws {
    let start = ContinuousClock.now
    let error = try #require(failure(source))
    #expect(error.kind == .limit || error.kind == .runtime, "\(error)")
    #expect(start.duration(to: .now) < .seconds(10))
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
    #expect(finished.wait(timeout: .now() + 20) == .success)
  }
  private let finished = DispatchSemaphore(value: 0)

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
