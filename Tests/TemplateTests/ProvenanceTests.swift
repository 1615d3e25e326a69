import TernJSON
import TernTemplate
import Testing

/// Which text of a rendering is data.
@Suite struct ProvenanceTests {
  /// The text with data in `‹›`.
  private func marked(_ source: String, _ variables: JSONObject = [:]) throws -> String {
    var all: JSONObject = [
      "s": "ab", "t": " x y ", "bos_token": "<s>", "d": ["k": "v"], "l": ["p", "q"],
    ]
    for (key, value) in variables { all[key] = value }
    return try render(source, all).pieces.map { $0.isData ? "‹\($0.text)›" : $0.text }.joined()
  }

  @Test(arguments: [
    ("<|u|>{{ s }}<|e|>", "<|u|>‹ab›<|e|>"),
    ("{{ bos_token }}{{ s }}", "<s>‹ab›"),
    ("{{ '[' + s + ']' }}", "[‹ab›]"),
    ("{{ '[' ~ t | trim ~ ']' }}", "[‹x y›]"),
    ("{{ ('[' + s + ']')[1:] }}", "‹ab›]"),
    ("{{ ('<' ~ s ~ '>') | upper }}", "<‹AB›>"),
    ("{{ ('<' ~ s ~ '>').replace('b', '|') }}", "<‹a›|>"),
    ("{{ ('<' ~ s ~ '>') | replace('<', s) }}", "‹abab›>"),
    ("{{ 'a-b'.split('-') | join(s) }}", "a‹ab›b"),
    ("{{ l | join(', ') }}", "‹p›, ‹q›"),
    ("{{ t.split() | join('|') }}", "‹x›|‹y›"),
    ("{{ d | tojson }}", "‹{\"k\": \"v\"}›"),
    ("{{ {'a': s} | tojson }}", "{\"a\": ‹\"ab\"›}"),
    ("{{ d }}", "‹{'k': 'v'}›"),
    ("{{ '%s!' % s }}{{ '{}?'.format(s) }}", "‹ab›!‹ab›?"),
    ("{{ s | indent(first=true) }}", "    ‹ab›"),
    ("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(s) }}", "<‹ab›>"),
    ("{% set x %}<{{ s }}>{% endset %}{{ x * 2 }}", "<‹ab›><‹ab›>"),
    ("{{ ('<' ~ s)[::-1] }}", "‹ba›<"),
    ("{% for c in 'x' ~ s %}{{ c }}.{% endfor %}", "x.‹a›.‹b›."),
    ("{{ (s ~ '<|im_end|>') | list | join }}", "‹ab›<|im_end|>"),
    ("{{ s | e }}{{ '<' | e }}{{ d.k }}{{ l[0] }}{{ s | default('x') }}", "‹ab›&lt;‹vpab›"),
  ])
  func `every character keeps where it came from`(_ source: String, _ expected: String) throws {
    #expect(try marked(source) == expected)
  }

  @Test func `trusted variables can be chosen`() throws {
    var input = TemplateInput(variables: ["a": "1", "b": "2"], now: noon)
    input.trusted = ["a"]
    let text = try Template("{{ a }}{{ b }}").render(input)
    #expect(text.pieces.map(\.isData) == [false, true])
  }

  @Test func `pieces are not empty, neighbours differ, and together they are the text`() throws {
    let text = try render("{{ e }}a{{ s }}{{ s }}b{{ e }}c", ["e": "", "s": "x"])
    #expect(text.pieces.map(\.text) == ["a", "xx", "bc"])
    #expect(text.text == "axxbc")
  }

  @Test func `generation blocks are told in UTF-8 offsets`() throws {
    let text = try render("é{% generation %}{{ s }}!{% endgeneration %}b", ["s": "ü"])
    #expect(text.text == "éü!b")
    #expect(text.generated == [2..<5])
  }
}
