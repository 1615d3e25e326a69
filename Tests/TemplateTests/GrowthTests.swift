import TernJSON
import TernTestSupport
import Testing

@testable import TernTemplate

/// Templates whose work grows with their data: steps at two sizes.
@Suite struct GrowthTests {
  private static func renders(
    _ source: String, steps: (Int) -> Int, sizes: [Int] = [2_000, 20_000]
  ) throws {
    for size in sizes {
      var limits = TemplateLimits()
      limits.steps = steps(size) + 200
      let characters = ["a", "é", "日", "🙂", " "]
      let text = (0..<size).map { characters[$0 * $0 % 97 % 5] }.joined()
      do {
        _ = try render(source, ["s": .string(text), "n": JSON(size)], limits: limits)
      } catch { Issue.record("\(source), \(size) characters: \(error)") }
    }
  }

  @Test(arguments: [
    "s[i]", "s[-i]", "s[i:i + 2]", "s[i:i + 6:3]", "s[i + 2:i:-1]", "s.startswith('é', i)",
    "s.endswith('x')", "s.find(s[i], i)", "s.count('x', i, i + 9)", "s.index(s[i], i)",
    "s.rfind('é', i, i + 3)", "s | first", "s | last", "s | length", "s[:9] in s", "s.isascii()",
  ])
  func `a place of a text is found in as many steps wherever it is`(_ use: String) throws {
    try Self.renders(
      "{% for i in range(n) %}{% set x = \(use) %}{% endfor %}", steps: { 8 * $0 })
  }

  @Test(arguments: [
    "{% for c in s %}{{ c }}{{ loop.index }}{% endfor %}", "{{ s[::-1] }}{{ s | reverse }}",
    "{{ s.replace('é', 'xyz') }}{{ s.replace('', '-') }}{{ s.split('日') | join('é') }}",
    "{{ s.split() | length }}{{ s.rsplit(' ') | length }}{{ s | list | length }}",
    "{{ s | upper }}{{ s | title }}{{ s | trim }}{{ s | indent }}{{ s | urlencode }}",
    "{{ [s, s] | tojson }}{{ s | tojson }}{{ s | list | tojson }}{{ [s] }}{{ s | wordcount }}",
    "{{ s | wordwrap(7) }}{{ s | replace(' ', '') | wordwrap(1) | length }}{{ s | truncate(n - 9) }}",
    "{% set l = s | list %}{{ l[1:] | length }}{{ l[::-1] | length }}{{ (l + l)[n:] | length }}",
    "{% set l = s | list %}{{ l | sort | first }}{{ l | unique | list | length }}",
  ])
  func `going through a text takes steps in proportion to it`(_ source: String) throws {
    try Self.renders(source, steps: { 60 * $0 })
  }

  @Test(arguments: [
    "t = ns.t ~ c", "t = ns.t + c", "t = ns.t ~ c ~ '!' ~ i", "t = (ns.t + '-') + c",
    "l = ns.l + [c]", "l = ns.l + [c, c] + [i]", "u = (ns.u | default('', true)) ~ c ~ '\\n'",
  ])
  func `putting together piece by piece takes steps for the pieces`(_ assignment: String) throws {
    try Self.renders(
      """
      {% set ns = namespace(t='', l=[], u='') %}{% for c in s %}{% set i = loop.index %}\
      {% set ns.\(assignment) %}{% if ns.t | length == 0 and ns.l | length == 0 %}{% endif %}\
      {% if ns.l %}{% if ns.l[-1] == '' %}{% endif %}{% endif %}{% endfor %}{{ ns.t }}{{ ns.l }}
      """, steps: { 40 * $0 })
  }

  @Test func `offsets and numbers of scalars are those that counting gives`() {
    var random = SeededGenerator(seed: 7)
    for size in [0, 1, 7, 40, 63, 64, 65, 200, 1000] {
      let parts = (0..<size).map { _ in ["a", "é", "日", "🙂"].randomElement(using: &random) ?? "a" }
      let text = Text(parts.joined())
      #expect(text.count == size)
      var offset = 0
      for (index, part) in parts.enumerated() {
        #expect(text.offset(index) == offset && text.index(offset) == index)
        offset += part.utf8.count
      }
      #expect(text.offset(size) == offset && text.offset(size + 9) == offset)
      #expect(text.index(offset) == size)
    }
  }

  @Test func `slices of all kinds are those of the scalars one by one`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<SharedSuites.rounds(20_000) + 100 {
      let parts = (0..<Int.random(in: 0...90, using: &random)).map { _ in
        ["a", "é", "日", "🙂"].randomElement(using: &random) ?? "a"
      }
      let bounds = (0..<3).map { place in
        let bound = Int.random(in: -95...95, using: &random)
        return Bool.random(using: &random) || place == 2 && bound == 0 ? "" : "\(bound)"
      }.joined(separator: ":")
      let variables: JSONObject = [
        "s": .string(parts.joined()), "l": .array(parts.map { .string($0) }),
      ]
      let text = try render("{{ s[\(bounds)] }}|{{ l[\(bounds)] | join }}", variables).text
      let halves = text.split(separator: "|", omittingEmptySubsequences: false)
      #expect(halves[0] == halves[1], "\(parts.count) characters, [\(bounds)]")
    }
  }

  @Test func `texts and lists that grew keep what they were, and where it came from`() throws {
    let long = String(repeating: "é", count: 300)
    let source = """
      {% set a = 'x' * 300 %}{% set b = a ~ s %}{% set c = b ~ '!' %}{% set d = b ~ '?' %}\
      {% set e = c ~ c %}{% set f = e ~ e ~ a %}{% set g = d + b + 'z' %}\
      {{ a | length }},{{ b | length }},{{ c | length }},{{ d | length }},{{ e | length }},\
      {{ f | length }},{{ g | length }}|{{ c[-2:] }}|{{ d[-2:] }}|{{ b == c[:-1] }}|{{ b in e }}|\
      {% set l = [1] * 40 %}{% set m = l + [2] %}{% set n = m + [3] %}{% set o = m + [4] %}\
      {% set p = n + n %}{{ m[-1] }}{{ n[-1] }}{{ o[-1] }}{{ l | length }}{{ p | length }}\
      {{ o[38:] }}{{ m == n[:-1] }}{{ n | sum }}
      """
    let text = try render(source, ["s": .string(long)])
    #expect(
      text.text
        == "300,600,601,601,1202,2704,1202|é!|é?|True|True|23440" + "84[1, 1, 2, 4]True45")
    #expect(text.pieces.filter(\.isData).map(\.text) == ["é", "é"])
    let kept = try render("{% set b = 'x' * 300 ~ s %}{{ b ~ '!' ~ s ~ b }}", ["s": "<a>"])
    #expect(kept.pieces.map(\.isData) == [false, true, false, true, false, true])
  }

  @Test func `a list that holds what it grew from is let go`() throws {
    weak var watched: ListGrowth?
    func make() throws {
      let template = try Template(
        "{% set ns = namespace(l=[1] * 40) %}{% for i in range(9) %}{% set ns.l = ns.l + [ns.l] %}"
          + "{% endfor %}{{ ns.l | length }}")
      let input = TemplateInput(variables: [:], now: noon)
      let machine = template.machine(input)
      #expect(try machine.render().text == "49")
      watched = machine.firstList
    }
    try make()
    #expect(watched == nil)
  }
}
