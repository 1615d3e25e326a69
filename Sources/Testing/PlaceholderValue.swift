import TernJSON
import TernSession

/// A small value that satisfies a schema.
struct PlaceholderValue {
  private let root: JSON
  /// The definitions that are being written, so that a type that contains itself ends.
  private var open: [String] = []

  /// The value as JSON.
  static func text(for schema: GenerationSchema) throws -> String {
    var writer = PlaceholderValue(root: schema.json)
    return try writer.value(schema.json, at: "").text()
  }

  private init(root: JSON) { self.root = root }

  private mutating func value(
    _ schema: JSON, at path: String
  ) throws(ScriptedLanguageModelError) -> JSON {
    if let constant = schema["const"] { return constant }
    if let first = schema["enum"]?[0] { return first }
    if let reference = schema["$ref"]?.string { return try referred(reference, at: path) }
    if let choices = schema["anyOf"]?.array ?? schema["oneOf"]?.array {
      return try first(of: choices, at: path)
    }
    if let part = schema["allOf"]?[0] { return try value(part, at: path + "/allOf/0") }
    for keyword in ["pattern", "x-swift-pattern", "not"] where schema[keyword] != nil {
      throw .noPlaceholder(keyword: keyword, path: path)
    }
    switch schema["type"]?.string ?? schema["type"]?[0]?.string {
    case "object": return try object(schema, at: path)
    case "array": return try array(schema, at: path)
    case "string": return .string(text(schema))
    case "integer", "number": return number(schema)
    case "boolean": return false
    default: return .null
    }
  }

  private mutating func referred(
    _ reference: String, at path: String
  ) throws(ScriptedLanguageModelError) -> JSON {
    guard let name = reference.split(separator: "/").last.map(String.init), !open.contains(name),
      let definition = reference == "#"
        ? root : root["$defs"]?[name] ?? root["definitions"]?[name]
    else { throw .noPlaceholder(keyword: "$ref", path: path) }
    open.append(name)
    defer { open.removeLast() }
    return try value(definition, at: path)
  }

  /// The first of the choices for which there is a value.
  private mutating func first(
    of choices: [JSON], at path: String
  ) throws(ScriptedLanguageModelError) -> JSON {
    for choice in choices {
      if let value = try? value(choice, at: path) { return value }
    }
    throw .noPlaceholder(keyword: "anyOf", path: path)
  }

  /// All properties; optional ones only where there is a value for them.
  private mutating func object(
    _ schema: JSON, at path: String
  ) throws(ScriptedLanguageModelError) -> JSON {
    var object = JSONObject()
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    for (name, property) in schema["properties"]?.object ?? [:] {
      do throws(ScriptedLanguageModelError) {
        object[name] = try value(property, at: path + "/" + name)
      } catch {
        if required.contains(name) { throw error }
      }
    }
    return .object(object)
  }

  private mutating func array(
    _ schema: JSON, at path: String
  ) throws(ScriptedLanguageModelError) -> JSON {
    let least = max(0, schema["minItems"]?.int ?? 0)
    let wanted = max(least, min(1, schema["maxItems"]?.int ?? 1))
    do throws(ScriptedLanguageModelError) {
      let item = try value(schema["items"] ?? [:], at: path + "/0")
      return .array(Array(repeating: item, count: wanted))
    } catch {
      if least > 0 { throw error }
      return .array([])
    }
  }

  private func text(_ schema: JSON) -> String {
    let longest = schema["maxLength"]?.int ?? .max
    let text = String("text".prefix(max(0, longest)))
    let missing = (schema["minLength"]?.int ?? 0) - text.count
    return missing > 0 ? text + String(repeating: "x", count: missing) : text
  }

  /// Zero, or the bound that is nearest to it.
  private func number(_ schema: JSON) -> JSON {
    if let least = schema["minimum"], let value = least.double, value > 0 { return least }
    if let most = schema["maximum"], let value = most.double, value < 0 { return most }
    return 0
  }
}
