import TernJSON

/// Whether a value satisfies a schema of a session: JSON Schema as `GenerationSchema` writes it.
///
/// Servers that only ask their model for JSON of a schema do not always get it.
struct ValueCheck {
  private let root: JSON

  init(_ schema: JSON) { root = schema }

  /// The first thing that is wrong with a value; `nil` where it satisfies the schema.
  func fault(in value: JSON) -> String? { fault(value, root, "") }

  /// Calls itself for what the value contains; values and schemas are within the reader's depth.
  private func fault(_ value: JSON, _ schema: JSON, _ place: String) -> String? {
    if schema.bool == false { return "\(named(place)) may not be there" }
    guard let schema = resolved(schema) else { return nil }
    if let known = schema["const"], !value.hasSameValue(as: known) {
      return "\(named(place)) is not \(known.text())"
    }
    if let choices = schema["enum"]?.array, !choices.contains(where: value.hasSameValue) {
      return "\(named(place)) is none of the values that it may be"
    }
    if !isOfType(value, schema["type"]) {
      return "\(named(place)) is not of type \(schema["type"]?.text() ?? "")"
    }
    return combined(value, schema, place) ?? inside(value, schema, place)
  }

  private func inside(_ value: JSON, _ schema: JSONObject, _ place: String) -> String? {
    switch value {
    case .object(let members): object(members, schema, place)
    case .array(let elements): array(elements, schema, place)
    case .number(let number): range(number, schema, place)
    case .string(let text): length(text, schema, place)
    case .null, .bool: nil
    }
  }

  private func named(_ place: String) -> String { place.isEmpty ? "the value" : place }

  /// The schema that a chain of references ends at; `nil` where anything goes.
  private func resolved(_ schema: JSON) -> JSONObject? {
    var schema = schema
    for _ in 0..<100 {
      guard let reference = schema["$ref"]?.string else { return schema.object }
      var target = root
      for step in reference.split(separator: "/").dropFirst() {
        let key = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
        target = target[key] ?? .null
      }
      schema = target
    }
    return nil
  }

  private func isOfType(_ value: JSON, _ type: JSON?) -> Bool {
    guard let type else { return true }
    let names = type.array?.compactMap(\.string) ?? type.string.map { [$0] } ?? []
    return names.isEmpty
      || names.contains { name in
        switch (name, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
          ("null", .null), ("number", .number):
          true
        case ("integer", .number(let number)):
          number.int != nil || number.double.rounded() == number.double
        default: false
        }
      }
  }

  private func combined(_ value: JSON, _ schema: JSONObject, _ place: String) -> String? {
    for part in schema["allOf"]?.array ?? [] {
      if let fault = fault(value, part, place) { return fault }
    }
    for key in ["anyOf", "oneOf"] {
      guard let choices = schema[key]?.array else { continue }
      let faults = choices.map { fault(value, $0, place) }
      guard !faults.contains(where: { $0 == nil }) else { continue }
      return faults.count == 1 ? faults[0] : "\(named(place)) fits none of its forms"
    }
    return nil
  }

  private func object(_ members: JSONObject, _ schema: JSONObject, _ place: String) -> String? {
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] where members[name] == nil {
      return "\(place)/\(name) is missing"
    }
    let properties = schema["properties"]?.object ?? [:]
    for (name, value) in members {
      let rule = properties[name] ?? schema["additionalProperties"] ?? .bool(true)
      if let fault = fault(value, rule, "\(place)/\(name)") { return fault }
    }
    return nil
  }

  private func array(_ elements: [JSON], _ schema: JSONObject, _ place: String) -> String? {
    if let least = schema["minItems"]?.int, elements.count < least {
      return "\(named(place)) has fewer than \(least) elements"
    }
    if let most = schema["maxItems"]?.int, elements.count > most {
      return "\(named(place)) has more than \(most) elements"
    }
    guard let rule = schema["items"] else { return nil }
    for (index, element) in elements.enumerated() {
      if let fault = fault(element, rule, "\(place)/\(index)") { return fault }
    }
    return nil
  }

  private func range(_ number: JSONNumber, _ schema: JSONObject, _ place: String) -> String? {
    if let least = schema["minimum"]?.number, number.isLess(than: least) {
      return "\(named(place)) is less than \(least)"
    }
    if let most = schema["maximum"]?.number, most.isLess(than: number) {
      return "\(named(place)) is more than \(most)"
    }
    if let bound = schema["exclusiveMinimum"]?.number, !bound.isLess(than: number) {
      return "\(named(place)) is not more than \(bound)"
    }
    if let bound = schema["exclusiveMaximum"]?.number, !number.isLess(than: bound) {
      return "\(named(place)) is not less than \(bound)"
    }
    return nil
  }

  /// Lengths are counted in Unicode scalars, as JSON Schema does.
  private func length(_ text: String, _ schema: JSONObject, _ place: String) -> String? {
    let count = text.unicodeScalars.count
    if let least = schema["minLength"]?.int, count < least {
      return "\(named(place)) is shorter than \(least)"
    }
    if let most = schema["maxLength"]?.int, count > most {
      return "\(named(place)) is longer than \(most)"
    }
    guard let pattern = schema["x-swift-pattern"]?.string, let regex = try? Regex(pattern) else {
      return nil
    }
    // An expression that cannot be run judges nothing.
    do {
      return try regex.wholeMatch(in: text) == nil
        ? "\(named(place)) does not match \(pattern)" : nil
    } catch { return nil }
  }
}
