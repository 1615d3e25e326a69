import TernGrammar
import TernJSON

/// The members of an object that a schema mentions, for dialects that write them one by one.
///
/// Every object of these members, with the required ones among them, satisfies the schema.
struct ArgumentList {
  struct Argument {
    var name: String
    /// Stands alone.
    var schema: JSON
    var isRequired: Bool
  }

  private(set) var arguments: [Argument] = []

  /// Schemas that one list is put together from.
  private static let sourceLimit = 100

  /// - Throws: ``GrammarError`` where members depend on each other in other ways.
  init(_ schema: JSON, _ scope: SchemaScope) throws(GrammarError) {
    var sources = Sources()
    try sources.add(schema, scope)
    if sources.isClosed, sources.count > 1 {
      throw .unsupported("additionalProperties", "not together with allOf")
    }
    for name in sources.required where sources.schemas[name] == nil {
      sources.schemas[name] = [sources.others]
      sources.names.append(name)
    }
    for name in sources.ordered {
      let parts = sources.schemas[name] ?? []
      let isRequired = sources.required.contains(name)
      if parts.contains(.bool(false)) {
        if isRequired { throw .unsatisfiable }
        continue
      }
      let schema = parts.count == 1 ? scope.standing(parts[0]) : scope.standing(allOf: parts)
      arguments.append(Argument(name: name, schema: schema, isRequired: isRequired))
    }
    if sources.minimum > sources.required.count {
      throw .unsupported("minProperties", "only as many as are required")
    }
    if sources.maximum < arguments.count {
      throw .unsupported("maxProperties", "not where arguments are written one by one")
    }
  }

  /// What the parts of a schema say of an object.
  private struct Sources {
    var count = 0
    var names: [String] = []
    var schemas: [String: [JSON]] = [:]
    var required: [String] = []
    var order: [String] = []
    /// What members that are not mentioned must be.
    var others = JSON.bool(true)
    var isClosed = false
    var minimum = 0
    var maximum = Int.max

    /// The names in the order in which they are written.
    var ordered: [String] {
      let first = order.filter { schemas[$0] != nil }
      return first + names.filter { !first.contains($0) }
    }

    mutating func add(_ schema: JSON, _ scope: SchemaScope) throws(GrammarError) {
      count += 1
      guard count <= sourceLimit else { throw .tooComplex }
      guard let object = schema.object else {
        if schema == .bool(true) || schema.isNull { return }
        throw .unsatisfiable
      }
      for (keyword, value) in object { try add(keyword, value, scope) }
    }

    private mutating func add(
      _ keyword: String, _ value: JSON, _ scope: SchemaScope
    ) throws(GrammarError) {
      switch keyword {
      case "type":
        let types = value.array ?? [value]
        if !types.contains("object") { throw .unsatisfiable }
      case "properties":
        guard let members = value.object else { throw .unsupported(keyword, "must be an object") }
        for (name, schema) in members {
          if schemas[name] == nil { names.append(name) }
          schemas[name, default: []].append(schema)
        }
      case "required":
        for name in value.array ?? [] {
          if let name = name.string, !required.contains(name) { required.append(name) }
        }
      case "x-order": order = (value.array ?? []).compactMap(\.string)
      case "minProperties": minimum = max(minimum, value.int ?? .max)
      case "maxProperties":
        let isHuge = (value.double ?? 0) >= 0x1p63
        maximum = min(maximum, value.int ?? (isHuge ? .max : 0))
      case "additionalProperties", "unevaluatedProperties":
        if value == .bool(true) { return }
        isClosed = true
        others = value
      case "allOf": for part in value.array ?? [] { try add(part, scope) }
      case "$ref":
        guard let reference = value.string else { throw .unsupported(keyword, "must be a text") }
        try add(scope.target(of: reference), scope)
      case "patternProperties" where value.object?.isEmpty == true: break
      case "anyOf", "oneOf", "not", "if", "const", "enum", "propertyNames", "patternProperties",
        "dependentRequired", "dependentSchemas", "dependencies":
        throw .unsupported(keyword, "not where arguments are written one by one")
      default: break
      }
    }
  }
}
