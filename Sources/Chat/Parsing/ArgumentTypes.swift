import TernJSON

/// The types that a schema lets a value have: enough to read a text as what is meant.
struct ArgumentTypes: OptionSet, Sendable {
  let rawValue: Int

  static let string = Self(rawValue: 1)
  static let number = Self(rawValue: 2)
  static let boolean = Self(rawValue: 4)
  static let null = Self(rawValue: 8)
  static let object = Self(rawValue: 16)
  static let array = Self(rawValue: 32)
  static let all: Self = [.string, .number, .boolean, .null, .object, .array]

  /// References and combinations within each other, at most.
  private static let maximumDepth = 16

  /// The types of the argument `name` of `tool`; a text where nothing is known of it.
  static func argument(_ name: String, of tool: ToolDefinition?) -> ArgumentTypes {
    guard let root = tool?.parameters else { return .string }
    var schema = root
    for _ in 0..<maximumDepth {
      guard schema["properties"] == nil, let target = reference(schema, root) else { break }
      schema = target
    }
    let property = schema["properties"]?[name] ?? schema["additionalProperties"]
    guard let property, property.bool == nil else { return .string }
    var budget = 1000
    return of(property, root, maximumDepth, &budget)
  }

  /// The types that a part of the schema `root` lets a value have.
  static func of(_ schema: JSON, in root: JSON) -> ArgumentTypes {
    var budget = 1000
    return of(schema, root, maximumDepth, &budget)
  }

  private static func of(
    _ schema: JSON, _ root: JSON, _ depth: Int, _ budget: inout Int
  ) -> ArgumentTypes {
    budget -= 1
    guard depth > 0, budget > 0, schema.object != nil else { return .all }
    var types = ArgumentTypes.all
    if let type = schema["type"] { types = named(type) }
    if let values = schema["enum"]?.array ?? schema["const"].map({ [$0] }) {
      types.formIntersection(values.reduce(into: []) { $0.formUnion(of(value: $1)) })
    }
    if let target = reference(schema, root) {
      types.formIntersection(of(target, root, depth - 1, &budget))
    }
    for key in ["anyOf", "oneOf"] {
      guard let alternatives = schema[key]?.array else { continue }
      var union: ArgumentTypes = []
      for one in alternatives { union.formUnion(of(one, root, depth - 1, &budget)) }
      types.formIntersection(union)
    }
    for one in schema["allOf"]?.array ?? [] {
      types.formIntersection(of(one, root, depth - 1, &budget))
    }
    if schema["nullable"]?.bool == true { types.insert(.null) }
    return types.isEmpty ? .all : types
  }

  /// What `$ref` points to, if it lies in the same document.
  static func reference(_ schema: JSON, _ root: JSON) -> JSON? {
    guard let pointer = schema["$ref"]?.string, pointer.hasPrefix("#") else { return nil }
    var target = root
    for part in pointer.dropFirst().split(separator: "/") {
      let key = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = target[key] ?? Int(key).flatMap({ target[$0] }) else { return nil }
      target = next
    }
    return target
  }

  /// The words for types, as JSON Schema and as Python have them.
  private static let words: [String: ArgumentTypes] = [
    "string": .string, "str": .string, "integer": .number, "number": .number, "int": .number,
    "float": .number, "boolean": .boolean, "bool": .boolean, "null": .null, "object": .object,
    "dict": .object, "array": .array, "list": .array,
  ]

  private static func named(_ type: JSON) -> ArgumentTypes {
    let names = type.array?.compactMap(\.string) ?? type.string.map { [$0] } ?? []
    let types = names.reduce(into: ArgumentTypes()) { $0.formUnion(words[$1] ?? .all) }
    return types.isEmpty ? .all : types
  }

  private static func of(value: JSON) -> ArgumentTypes {
    switch value {
    case .string: .string
    case .number: .number
    case .bool: .boolean
    case .null: .null
    case .object: .object
    case .array: .array
    }
  }

  /// What `text` means where these types are allowed; itself where it is none of them.
  func value(_ text: [UInt8]) -> JSON {
    let string = String(decoding: text, as: UTF8.self)
    guard self != .string, let value = JSONText.value(text), !Self.of(value: value).isEmpty else {
      return .string(string)
    }
    let type = Self.of(value: value)
    if type == .string { return self == .all ? value : .string(string) }
    return contains(type) ? value : .string(string)
  }
}
