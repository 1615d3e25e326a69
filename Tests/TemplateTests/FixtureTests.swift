import TernJSON
import TernTemplate
import Testing

/// Small templates of every statement, operator, filter, test and method, with the results that
/// Jinja2 3.1.6 gave for them (`Tests/Fixtures/templates.json`).
@Suite struct FixtureTests {
  @Test func `small templates give what Jinja2 gives`() throws {
    let fixture = try fixture("templates.json")
    let variables = try #require(fixture["variables"]?.object)
    let cases = try #require(fixture["cases"]?.array)
    #expect(cases.count > 500)
    for item in cases {
      let source = try #require(item["template"]?.string)
      let expected: Expected =
        if let output = item["output"]?.string { .output(output) } else {
          .error(kind: item["kind"]?.string ?? "", message: item["message"]?.string)
        }
      if let difference = difference(source, variables, expected) {
        Issue.record("\(source.debugDescription) \(difference)")
      }
    }
  }

  @Test func `a compiled template is rendered again and again alike, in parallel too`() async throws
  {
    let template = try Template(
      "{% for i in l %}{{ loop.index }}{{ i }}{% set x = i %}{% endfor %}{{ x is defined }}")
    let input = TemplateInput(variables: ["l": ["a", "b"]], now: noon)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try template.render(input).text } }
      for try await text in group { #expect(text == "1a2bFalse") }
    }
  }

  @Test func `free variables are those read from outside`() throws {
    let template = try Template(
      """
      {% set a = 1 %}{{ a }}{{ b }}{% for c in d %}{{ c }}{{ loop.index }}{% endfor %}
      {% macro m(e) %}{{ e }}{{ f }}{% endmacro %}{{ range(1) }}{{ tools is defined }}
      """)
    #expect(template.freeVariables == ["b", "d", "f", "tools"])
  }

  @Test func `constants are the strings that the template names`() throws {
    let template = try Template("{% if role == 'ipython' %}tool{% endif %}{# 'user' #}")
    #expect(template.mentions("ipython"))
    #expect(!template.mentions("user") && !template.mentions("tool"))
  }
}
