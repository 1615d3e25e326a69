import TernJSON
import TernTemplate
import Testing

/// Errors: their kinds, and where they point.
@Suite struct TemplateErrorTests {
  @Test(arguments: [
    ("a\n{{ x.y.z }}", "undefined", 2, 5),
    ("{{ 1 +\n 'a' }}", "runtime", 1, 4),
    ("ab {{ raise_exception('no') }}", "raised", 1, 22),
    ("\n\n  {{ l.append(1) }}", "security", 3, 14),
    ("{% if x %}", "syntax", 1, 11),
    ("{% for a in l %}\n{% endif %}", "syntax", 2, 4),
    ("{{ 'a' | nope }}", "syntax", 1, 10),
    ("{{ 'a' is nope }}", "syntax", 1, 8),
    ("x\n{{ $ }}", "syntax", 2, 4),
    ("{{ \"a }}", "syntax", 1, 4),
    ("{% set ns.a = 1 %}", "runtime", 1, 4),
    ("é{{ missing() }}", "undefined", 1, 13),
    ("{% break %}", "syntax", 1, 4),
    ("{# a", "syntax", 1, 3),
  ])
  func `errors have a kind and a place`(
    _ source: String, _ kind: String, _ line: Int, _ column: Int
  ) throws {
    let error = try #require(failure(source, ["l": ["a"]]))
    #expect(error.kind.rawValue == kind)
    #expect([error.line, error.column] == [line, column], "\(error)")
  }

  @Test func `the message of raise_exception is kept as it is`() throws {
    let error = try #require(failure("{{ raise_exception('Only ' ~ 2 ~ \" 'roles'\\n\") }}"))
    #expect(error.kind == .raised)
    #expect(error.message == "Only 2 'roles'\n")
  }

  @Test func `what does not exist prints as nothing and fails when it is used`() throws {
    #expect(try render("[{{ a }}{{ a ~ 'b' }}{{ a or 'c' }}{{ a | length }}]").text == "[bc0]")
    for source in ["a.b", "a[0]", "a + 1", "1 < a", "a()", "-a", "a.b.c is defined"] {
      #expect(failure("{{ \(source) }}")?.kind == .undefined, "\(source)")
    }
  }

  @Test func `what needs other templates fails where it runs`() throws {
    #expect(failure("{% include 'a' %}")?.kind == .runtime)
    #expect(failure("{% extends 'a' %}")?.kind == .runtime)
    #expect(try render("{% if false %}{% import 'a' as b %}{% endif %}c").text == "c")
  }
}
