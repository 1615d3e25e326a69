import TernJSON

/// What a text must be: the sources of constraints, and how they are put together.
package indirect enum GrammarRule: Sendable {
  /// A JSON value that satisfies a JSON Schema (draft 2020-12 unless the schema says otherwise).
  case schema(JSON)
  /// Any JSON value.
  case json
  /// The strings that satisfy a JSON Schema, written as they are, without quotes and escapes; those
  /// in which one of the texts stands are left out.
  case rawStrings(of: JSON, without: [String])
  /// A text that a pattern matches: ECMA (unanchored, as JSON Schema has it) or Swift (the whole).
  case pattern(String, PatternSyntax)
  /// One of some texts.
  case choices([String])
  /// Exactly this text.
  case text(String)
  /// Exactly this text, by the token that the vocabulary has for it, if it is one of its markers
  /// (``VocabularyTables``): then nothing else can write it here.
  case marker(String)
  /// Any text in which none of these begins; may be empty.
  case freeText(until: [String])
  /// Any text that none of these patterns matches (ECMA, unanchored as in JSON Schema).
  case unmatched([String])
  case sequence([GrammarRule])
  case anyOf([GrammarRule])
  /// A rule several times: at least `minimum`, at most `maximum` times (`nil`: any number).
  case repeated(GrammarRule, minimum: Int, maximum: Int?)
  /// A rule once or more, with another one between.
  case joined(GrammarRule, separator: GrammarRule)
  /// Some of the members, in their order, with a text between.
  case members([GrammarMember], separator: String)
}

/// One of the parts of a list that may be left out, or not.
package struct GrammarMember: Sendable {
  package var rule: GrammarRule
  package var isRequired: Bool

  package init(_ rule: GrammarRule, isRequired: Bool) {
    (self.rule, self.isRequired) = (rule, isRequired)
  }
}

extension GrammarRule {
  /// The schemas in the rule, in order.
  var schemas: [JSON] {
    switch self {
    case .schema(let schema), .rawStrings(let schema, _): [schema]
    default: parts.flatMap(\.schemas)
    }
  }

  /// The texts that vocabularies may have tokens for.
  var markers: Set<String> {
    if case .marker(let text) = self { return [text] }
    return parts.reduce(into: []) { $0.formUnion($1.markers) }
  }

  /// The rules that this one is put together from.
  private var parts: [GrammarRule] {
    switch self {
    case .sequence(let rules), .anyOf(let rules): rules
    case .repeated(let rule, _, _): [rule]
    case .joined(let rule, let separator): [separator, rule]
    case .members(let members, _): members.map(\.rule)
    case .schema, .json, .rawStrings, .pattern, .choices, .text, .marker, .freeText, .unmatched: []
    }
  }
}
