/// A schema in words, shorter than its document: what a model reads before it answers.
///
/// ```
/// Answer as JSON with:
/// - name (string): A full name
/// - level (integer from 1 to 10)
/// ```
package struct SchemaListing {
  private let document: JSON

  package init(_ document: JSON) { self.document = document }

  /// The request for an answer that satisfies the schema; the document itself where the schema is
  /// recursive or says what words cannot.
  package var request: String {
    var reader = Reader(definitions: document["$defs"]?.object ?? [:])
    if document["type"]?.string == "object", let lines = reader.lines(document) {
      return (["Answer as JSON with:"] + lines).joined(separator: "\n")
    }
    if let kind = reader.kind(document) { return "Answer as JSON: \(kind)" }
    return "Answer as JSON that fits this schema:\n" + document.text()
  }

  /// Puts schemas into words; `nil` where it cannot.
  private struct Reader {
    let definitions: JSONObject
    /// The definitions that are being written.
    private var open: Set<String> = []

    init(definitions: JSONObject) { self.definitions = definitions }

    /// A line for each property of an object.
    mutating func lines(_ object: JSON) -> [String]? {
      guard let members = properties(object) else { return nil }
      var lines: [String] = []
      for (name, schema, isRequired) in members {
        guard let kind = kind(schema) else { return nil }
        let note = description(of: schema).map { ": \($0)" } ?? ""
        lines.append("- \(name) (\(kind)\(isRequired ? "" : ", optional"))\(note)")
      }
      return lines.isEmpty ? nil : lines
    }

    /// The properties of an object in their order.
    private func properties(_ object: JSON) -> [(String, JSON, Bool)]? {
      guard let members = object["properties"]?.object else { return nil }
      let required = Set(object["required"]?.array?.compactMap(\.string) ?? [])
      let order = object["x-order"]?.array?.compactMap(\.string) ?? members.map(\.key)
      var properties: [(String, JSON, Bool)] = []
      for name in order {
        guard let schema = members[name] else { return nil }
        properties.append((name, schema, required.contains(name)))
      }
      return properties
    }

    private func description(of schema: JSON) -> String? {
      if let text = schema["description"]?.string { return text }
      guard let pattern = schema["pattern"]?.string else { return nil }
      return "matches \(pattern)"
    }

    /// A type in words.
    mutating func kind(_ schema: JSON) -> String? {
      if let reference = schema["$ref"]?.string { return referenced(reference) }
      if let choices = schema["anyOf"]?.array {
        let kinds = choices.map { kind($0) }
        return kinds.contains(nil) ? nil : kinds.compactMap(\.self).joined(separator: " or ")
      }
      if let value = schema["const"] { return value.text() }
      if let values = schema["enum"]?.array {
        let texts = values.map { $0.text() }.joined(separator: ", ")
        return values.count == 1 ? texts : "one of \(texts)"
      }
      switch schema["type"]?.string {
      case "object": return object(schema)
      case "array": return array(schema)
      case "integer", "number": return number(schema)
      case "string": return "string"
      case "boolean": return "boolean"
      case "null": return "null"
      default: return nullable(schema)
      }
    }

    private mutating func referenced(_ reference: String) -> String? {
      let name = reference.replacing("#/$defs/", with: "")
      guard let target = definitions[name], open.insert(name).inserted else { return nil }
      defer { open.remove(name) }
      return kind(target)
    }

    /// `["string", "null"]` and the like.
    private mutating func nullable(_ schema: JSON) -> String? {
      guard let types = schema["type"]?.array?.compactMap(\.string), !types.isEmpty,
        var members = schema.object
      else { return nil }
      var kinds: [String] = []
      for type in types {
        members["type"] = .string(type)
        guard let kind = kind(.object(members)) else { return nil }
        kinds.append(kind)
      }
      return kinds.joined(separator: " or ")
    }

    private mutating func object(_ schema: JSON) -> String? {
      guard let members = properties(schema) else { return nil }
      var texts: [String] = []
      for (name, schema, isRequired) in members {
        guard let kind = kind(schema) else { return nil }
        let note = description(of: schema).map { ": \($0)" } ?? ""
        texts.append("\(name) (\(kind)\(isRequired ? "" : ", optional"))\(note)")
      }
      return "{" + texts.joined(separator: ", ") + "}"
    }

    private mutating func array(_ schema: JSON) -> String? {
      guard let items = schema["items"], let kind = kind(items) else { return nil }
      let (low, high) = (schema["minItems"]?.int, schema["maxItems"]?.int)
      let count =
        switch (low, high) {
        case (let low?, let high?): low == high ? "\(low) " : "\(low) to \(high) "
        case (let low?, nil): "at least \(low) "
        case (nil, let high?): "at most \(high) "
        case (nil, nil): ""
        }
      return "array of \(count)\(kind)"
    }

    private func number(_ schema: JSON) -> String? {
      let type = schema["type"]?.string ?? "number"
      let (low, high) = (schema["minimum"]?.text(), schema["maximum"]?.text())
      switch (low, high) {
      case (let low?, let high?): return "\(type) from \(low) to \(high)"
      case (let low?, nil): return "\(type) at least \(low)"
      case (nil, let high?): return "\(type) at most \(high)"
      case (nil, nil): return type
      }
    }
  }
}
