import TernGrammar
import TernJSON

/// Writes arguments as elements, in which strings stand as they are and all else as JSON.
struct ElementWriter {
  private let shape: CallShape
  private let style: ElementStyle
  private let scope: SchemaScope

  /// Strings that could be read as something else than a string, where both are possible.
  private static let lookingLikeJSON = #"^\s*([-+.0-9\[{"']|[tTfFnNiI]|$)|^\s|\s$"#

  init(shape: CallShape, _ style: ElementStyle, _ scope: SchemaScope) {
    (self.shape, self.style, self.scope) = (shape, style, scope)
  }

  func arguments(_ list: ArgumentList) throws(GrammarError) -> GrammarRule {
    var elements: [GrammarRule] = []
    for argument in list.arguments {
      guard CallShape.isPlain(argument.name) else { throw .name(argument.name) }
      let element = GrammarRule.sequence([
        shape.rule(style.before), .text(argument.name), shape.rule(style.afterName),
        try value(argument.schema), shape.rule(style.after),
      ])
      elements.append(.repeated(element, minimum: argument.isRequired ? 1 : 0, maximum: 1))
    }
    return .sequence(elements)
  }

  private func value(_ schema: JSON) throws(GrammarError) -> GrammarRule {
    let kinds = try ValueKinds(of: schema, scope)
    let others = kinds.subtracting(.string)
    var options: [GrammarRule] = []
    if !others.isEmpty {
      let json = try LiteralWriter(scope, .elementJSON).value(schema, kinds.subtracting(.string))
      options.append(.sequence([.text(style.beforeJSON), json]))
    }
    if kinds.contains(.string) {
      let isCertain =
        style.beforeText != style.beforeJSON || (others.isEmpty && isPlainlyText(schema))
      let strings =
        isCertain
        ? schema
        : scope.standing(allOf: [schema, ["not": ["pattern": .string(Self.lookingLikeJSON)]]])
      let rule = GrammarRule.sequence([.text(style.beforeText), self.strings(strings)])
      if try Constraint(rule, options: .acceptance).isSatisfiable { options.append(rule) }
    }
    if options.isEmpty { throw .unsatisfiable }
    return options.count == 1 ? options[0] : .anyOf(options)
  }

  /// Whether a reader sees at once that nothing but strings are meant.
  private func isPlainlyText(_ schema: JSON) -> Bool {
    guard let object = scope.plain(schema).object, object["nullable"]?.bool != true else {
      return false
    }
    if object["type"]?.string == "string" { return true }
    let values = object["enum"]?.array ?? object["const"].map { [$0] } ?? []
    return !values.isEmpty && values.allSatisfy { $0.string != nil }
  }

  private func strings(_ schema: JSON) -> GrammarRule {
    guard style.hasSections else {
      return .rawStrings(of: schema, without: shape.valueEnds)
    }
    return .anyOf([
      .rawStrings(of: schema, without: ["<", "&", "\n"]),
      .sequence([
        .text("<![CDATA["), .rawStrings(of: schema, without: ["]]>"]), .text("]]>"),
      ]),
    ])
  }
}
