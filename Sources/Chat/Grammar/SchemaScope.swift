import TernGrammar
import TernJSON

/// The definitions of a tool's schema, by which parts of it can be taken out and stand alone.
struct SchemaScope {
  /// `$schema`, `$defs` and `definitions` of the root.
  private let shared: JSONObject
  private let root: JSON

  /// Levels of a schema, and references one after another.
  private static let depthLimit = 100

  /// - Throws: ``GrammarError`` where a reference leads to anything but the root's definitions.
  init(_ root: JSON) throws(GrammarError) {
    self.root = root
    var shared = JSONObject()
    for key in ["$schema", "$defs", "definitions"] { shared[key] = root.object?[key] }
    self.shared = shared
    try Self.check(root, depth: 0)
  }

  /// A schema with nothing but what `schema` asks for and, if given, one of `types`.
  func standing(_ schema: JSON, types: [String]? = nil) -> JSON {
    let definitions = definitions(of: schema)
    if types == nil, definitions.isEmpty { return schema }
    var object = definitions
    object["allOf"] = .array([schema])
    if let types { object["type"] = .array(types.map { .string($0) }) }
    return .object(object)
  }

  /// A schema with nothing but what all of `schemas` ask for.
  func standing(allOf schemas: [JSON]) -> JSON {
    var object = definitions(of: .array(schemas))
    object["allOf"] = .array(schemas)
    return .object(object)
  }

  /// The dialect, and the definitions that a schema uses; nothing where it uses none.
  private func definitions(of schema: JSON) -> JSONObject {
    var result = JSONObject()
    var open = [schema]
    while let next = open.popLast() {
      if let elements = next.array { open += elements }
      guard let members = next.object else { continue }
      open += members.values
      guard let steps = members["$ref"]?.string.map(Self.steps), steps.count > 1,
        result[steps[0]]?[steps[1]] == nil, let definition = shared[steps[0]]?[steps[1]]
      else { continue }
      var known = result[steps[0]]?.object ?? JSONObject()
      known[steps[1]] = definition
      result[steps[0]] = .object(known)
      open.append(definition)
    }
    if !result.isEmpty { result["$schema"] = shared["$schema"] }
    return result
  }

  /// The names on the way that a reference tells.
  private static func steps(of reference: String) -> [String] {
    reference.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  /// The schema that `schema` stands for: what a lone reference leads to, or what was made to stand
  /// alone.
  func plain(_ schema: JSON) -> JSON {
    var schema = schema
    for _ in 0..<Self.depthLimit {
      guard let object = schema.object else { break }
      let keys = object.keys.filter { !["$schema", "$defs", "definitions"].contains($0) }
      if keys == ["allOf"], let parts = object["allOf"]?.array, parts.count == 1 {
        schema = parts[0]
      } else if keys == ["$ref"], let reference = object["$ref"]?.string,
        let target = try? target(of: reference)
      {
        schema = target
      } else {
        break
      }
    }
    return schema
  }

  /// What a reference leads to.
  func target(of reference: String) throws(GrammarError) -> JSON {
    var place = root
    for name in Self.steps(of: reference) {
      guard let next = place.object?[name] else {
        throw .schema(
          SchemaError(keyword: "$ref", pointer: "", reason: .unresolved(reference: reference)))
      }
      place = next
    }
    return place
  }

  /// Looks at all references and names: cost is linear.
  private static func check(_ schema: JSON, depth: Int) throws(GrammarError) {
    guard depth < depthLimit else { throw .tooComplex }
    switch schema {
    case .array(let elements): for element in elements { try check(element, depth: depth + 1) }
    case .object(let members):
      for (key, value) in members {
        try check(value, depth: depth + 1)
        switch (key, value) {
        case ("$ref", .string(let reference)):
          if !reference.hasPrefix("#/$defs/"), !reference.hasPrefix("#/definitions/") {
            throw .unsupported("$ref", "only references to definitions of the root")
          }
        case ("$dynamicRef", .string), ("$recursiveRef", .string):
          throw .unsupported(key, "not where arguments are written one by one")
        case ("$id", .string), ("id", .string):
          if depth > 0 { throw .unsupported(key, "not where arguments are written one by one") }
        default: break
        }
      }
    default: break
    }
  }
}

extension GrammarError {
  /// A keyword of a schema that cannot be enforced in a dialect.
  static func unsupported(_ keyword: String, _ reason: String) -> GrammarError {
    .schema(SchemaError(keyword: keyword, pointer: "", reason: .unsupported(reason)))
  }
}
