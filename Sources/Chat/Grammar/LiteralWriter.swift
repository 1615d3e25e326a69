import TernGrammar
import TernJSON

/// Writes values as literals that are JSON but for some words or characters.
///
/// Arrays and objects are taken apart where their schemas are plain enough; otherwise they are JSON.
struct LiteralWriter {
  struct Style {
    var null: String
    var yes: String
    var no: String
    /// A pattern of the strings that may be written, or nothing.
    var strings: String?

    static let python = Style(null: "None", yes: "True", no: "False")
    /// JSON in elements, in which nothing is to look like markup.
    static let elementJSON = Style(null: "null", yes: "true", no: "false", strings: "^[^<&]*$")
  }

  private let scope: SchemaScope
  private let style: Style

  /// Levels of arrays and objects that are taken apart.
  private static let depthLimit = 6

  init(_ scope: SchemaScope, _ style: Style) { (self.scope, self.style) = (scope, style) }

  /// The rule of the values of some kinds that satisfy a schema.
  func value(
    _ schema: JSON, _ wanted: ValueKinds? = nil, depth: Int = 0
  ) throws(GrammarError) -> GrammarRule {
    let kinds: ValueKinds
    if let wanted { kinds = wanted } else { kinds = try ValueKinds(of: schema, scope) }
    var options: [GrammarRule] = []
    let words: [(ValueKinds, String)] = [
      (.null, style.null), (.true, style.yes), (.false, style.no),
    ]
    let possible = words.filter { kinds.contains($0.0) }.map(\.1)
    if !possible.isEmpty { options.append(.choices(possible)) }
    if kinds.contains(.number) {
      options.append(.schema(scope.standing(schema, types: ["number"])))
    }
    if kinds.contains(.string), let strings = try strings(schema) { options.append(strings) }
    if kinds.contains(.array) { options.append(try list(schema, depth: depth + 1)) }
    if kinds.contains(.object) { options.append(try dictionary(schema, depth: depth + 1)) }
    if options.isEmpty { throw .unsatisfiable }
    return options.count == 1 ? options[0] : .anyOf(options)
  }

  private func strings(_ schema: JSON) throws(GrammarError) -> GrammarRule? {
    var parts = [schema, ["type": "string"]]
    if let pattern = style.strings { parts.append(["pattern": .string(pattern)]) }
    let rule = GrammarRule.schema(scope.standing(allOf: parts))
    if style.strings == nil { return rule }
    return try Constraint(rule, options: .acceptance).isSatisfiable ? rule : nil
  }

  private func list(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let json = GrammarRule.schema(scope.standing(schema, types: ["array"]))
    guard depth < Self.depthLimit, let list = PlainArray(schema, scope) else { return json }
    return list.rule(of: try value(list.items, depth: depth), separator: ", ")
  }

  private func dictionary(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let json = GrammarRule.schema(scope.standing(schema, types: ["object"]))
    guard depth < Self.depthLimit, scope.plain(schema).object?["properties"] != nil,
      let list = try? ArgumentList(schema, scope)
    else { return json }
    var members: [GrammarMember] = []
    for argument in list.arguments {
      let name = JSON.string(argument.name).text()
      let value = try value(argument.schema, depth: depth)
      members.append(
        GrammarMember(.sequence([.text(name + ": "), value]), isRequired: argument.isRequired))
    }
    return .sequence([.text("{"), .members(members, separator: ", "), .text("}")])
  }
}
