import TernGrammar
import TernJSON

/// Writes values as literals that are JSON but for some words, marks or characters.
///
/// Arrays and objects are taken apart where their schemas are plain enough; otherwise they are JSON,
/// where the style has JSON in it.
struct LiteralWriter {
  struct Style {
    var words = (null: "null", yes: "true", no: "false")
    /// A pattern of the strings that may be written, or nothing.
    var strings: String?
    /// The mark around strings that are written as they are; `nil` where they are JSON.
    var quote: String?
    var separator = ", "
    /// What stands between the name of an argument and its value.
    var assignment = ": "
    /// Levels of arrays and objects that are taken apart.
    var depthLimit = 5
    /// Whether strings that need no escapes stand in single quotes too.
    var hasSingleQuotes = false

    static func python(_ spelling: CallSpelling) -> Style {
      var style = Style(words: ("None", "True", "False"), assignment: "=")
      style.hasSingleQuotes = spelling.hasSingleQuotes
      return style
    }
    /// JSON in elements, in which nothing is to look like markup.
    static let elementJSON = Style(strings: "^[^<&]*$")
    /// Bare keys, and strings between marks, as they are.
    static func braces(_ quote: String) -> Style {
      Style(quote: quote, separator: ",", assignment: ":", depthLimit: 8)
    }
  }

  private let scope: SchemaScope
  private let style: Style

  init(_ scope: SchemaScope, _ style: Style) { (self.scope, self.style) = (scope, style) }

  /// The rule of the values of some kinds that satisfy a schema.
  func value(
    _ schema: JSON, _ wanted: ValueKinds? = nil, depth: Int = 0
  ) throws(GrammarError) -> GrammarRule {
    let kinds: ValueKinds
    if let wanted { kinds = wanted } else { kinds = try ValueKinds(of: schema, scope) }
    var options: [GrammarRule] = []
    let words: [(ValueKinds, String)] = [
      (.null, style.words.null), (.true, style.words.yes), (.false, style.words.no),
    ]
    let possible = words.filter { kinds.contains($0.0) }.map(\.1)
    if !possible.isEmpty { options.append(.choices(possible)) }
    if kinds.contains(.number) {
      options.append(.schema(scope.standing(schema, types: ["number"])))
    }
    if kinds.contains(.string), let strings = try strings(schema) { options.append(strings) }
    if kinds.contains(.array), let list = try list(schema, depth: depth + 1) {
      options.append(list)
    }
    if kinds.contains(.object), let object = try dictionary(schema, depth: depth + 1) {
      options.append(object)
    }
    if options.isEmpty, style.quote != nil {
      throw .unsupported("type", "arrays and objects only where their parts are plainly listed")
    }
    return try .oneOf(options)
  }

  private func strings(_ schema: JSON) throws(GrammarError) -> GrammarRule? {
    if let quote = style.quote {
      return .sequence([.marker(quote), .rawStrings(of: schema, without: [quote]), .marker(quote)])
    }
    var parts = [schema, ["type": "string"]]
    if let pattern = style.strings { parts.append(["pattern": .string(pattern)]) }
    let rule = GrammarRule.schema(scope.standing(allOf: parts))
    if style.hasSingleQuotes {
      let single = singleQuoted(schema)
      return try Constraint(single, options: .acceptance).isSatisfiable
        ? .anyOf([single, rule]) : rule
    }
    if style.strings == nil { return rule }
    return try Constraint(rule, options: .acceptance).isSatisfiable ? rule : nil
  }

  private func singleQuoted(_ schema: JSON) -> GrammarRule {
    let text = scope.standing(schema, types: ["string"])
    return .sequence([
      .text("'"), .rawStrings(of: text, without: ["'", "\\", "\n", "\r"]), .text("'"),
    ])
  }

  /// Values of a type as JSON; `nil` where the style has none.
  private func json(_ schema: JSON, _ type: String) -> GrammarRule? {
    style.quote == nil ? .schema(scope.standing(schema, types: [type])) : nil
  }

  private func list(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule? {
    guard depth <= style.depthLimit, let list = PlainArray(schema, scope) else {
      return json(schema, "array")
    }
    return list.rule(of: try value(list.items, depth: depth), separator: style.separator)
  }

  private func dictionary(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule? {
    let isPlain = style.quote != nil || scope.plain(schema).object?["properties"] != nil
    guard depth <= style.depthLimit, isPlain else { return json(schema, "object") }
    let list: ArgumentList
    do { list = try ArgumentList(schema, scope) } catch {
      guard let json = json(schema, "object") else { throw error }
      return json
    }
    return .sequence([.text("{"), try members(list, depth: depth), .text("}")])
  }

  /// The members of an object, or the arguments of a call.
  func members(_ list: ArgumentList, depth: Int = 0) throws(GrammarError) -> GrammarRule {
    var members: [GrammarMember] = []
    for argument in list.arguments {
      let name = try key(argument.name, isArgument: depth == 0)
      let value = try value(argument.schema, depth: depth)
      members.append(
        GrammarMember(.sequence([.text(name), value]), isRequired: argument.isRequired))
    }
    return .members(members, separator: style.separator)
  }

  private func key(_ name: String, isArgument: Bool) throws(GrammarError) -> String {
    guard isArgument || style.quote != nil else { return JSON.string(name).text() + ": " }
    let wrong = style.quote == nil ? "-.:/$@" : ":"
    let isDigit = style.quote == nil && ("0"..."9").contains(name.first ?? "0")
    guard DialectPrinter.isPlain(name), !isDigit, !name.contains(where: wrong.contains) else {
      throw .name(name)
    }
    return name + style.assignment
  }
}
