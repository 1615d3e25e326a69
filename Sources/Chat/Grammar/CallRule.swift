import TernGrammar
import TernJSON

extension CallShape {
  /// The rule of a call of a tool.
  /// - Throws: ``GrammarError`` where name or schema cannot be written in the dialect, or where no
  ///   arguments satisfy the schema.
  func call(of tool: ToolDefinition) throws(GrammarError) -> GrammarRule {
    let rule = GrammarRule.sequence([
      rule(before), .text(try written(tool.name)), rule(between), try arguments(of: tool),
      rule(after),
    ])
    if try !Constraint(rule, options: .acceptance).isSatisfiable { throw .unsatisfiable }
    return rule
  }

  private func written(_ name: String) throws(GrammarError) -> String {
    if quotesName {
      let text = JSON.string(name).text()
      return String(text.dropFirst().dropLast())
    }
    guard Self.isPlain(name) else { throw .name(name) }
    return name
  }

  /// Whether a name needs no quotes and has no markup in it.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "_-.:/$@".unicodeScalars.contains($0)
      }
  }

  private func arguments(of tool: ToolDefinition) throws(GrammarError) -> GrammarRule {
    let schema = Self.objects(tool.parameters)
    if case .json = arguments { return .schema(schema) }
    let scope = try SchemaScope(schema)
    let list = try ArgumentList(schema, scope)
    switch arguments {
    case .json: return .schema(schema)
    case .python: return try PythonWriter(scope).arguments(list)
    case .elements(let style): return try ElementWriter(shape: self, style, scope).arguments(list)
    case .braces(let quote): return try BraceWriter(quote: quote, scope).members(list)
    }
  }

  /// The objects that satisfy a schema of arguments; a tool without a schema has no arguments.
  private static func objects(_ schema: JSON) -> JSON {
    guard var object = schema.object else {
      return schema.isNull
        ? ["type": "object", "additionalProperties": false] : ["allOf": [schema], "type": "object"]
    }
    if let types = object["type"]?.array, !types.contains("object") { return schema }
    if object["type"]?.string == nil { object["type"] = "object" }
    return .object(object)
  }
}
