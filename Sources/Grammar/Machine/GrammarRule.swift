import TernJSON

/// What a text must be: the sources of constraints, and how they are put together.
package indirect enum GrammarRule: Sendable {
  /// A JSON value that satisfies a JSON Schema (draft 2020-12 unless the schema says otherwise).
  case schema(JSON)
  /// Any JSON value.
  case json
  /// A text that a pattern matches: ECMA (unanchored, as JSON Schema has it) or Swift (the whole).
  case pattern(String, PatternSyntax)
  /// One of some texts.
  case choices([String])
  /// Exactly this text.
  case text(String)
  /// Any text in which none of these begins; may be empty.
  case freeText(until: [String])
  case sequence([GrammarRule])
  case anyOf([GrammarRule])
  /// A rule several times: at least `minimum`, at most `maximum` times (`nil`: any number).
  case repeated(GrammarRule, minimum: Int, maximum: Int?)
}

extension GrammarRule {
  /// The schemas in the rule, in order.
  var schemas: [JSON] {
    switch self {
    case .schema(let schema): [schema]
    case .sequence(let rules), .anyOf(let rules): rules.flatMap(\.schemas)
    case .repeated(let rule, _, _): rule.schemas
    case .json, .pattern, .choices, .text, .freeText: []
    }
  }
}
