import TernJSON

/// The order of properties that a schema gives.
///
/// Decoders do not tell the order in which an object was written. Answers of a session have that of
/// their schema, and get it back from there, so that the model reads what it has written.
struct PropertyOrder {
  private let root: JSON

  /// References to references that are followed; a document may refer to itself in a circle.
  private static let maximumReferences = 32

  /// The order that the document of a schema gives.
  init(schema: JSON) { root = schema }

  /// The value with its properties in order; O(n).
  ///
  /// Those that the schema does not know come last.
  func ordered(_ value: JSON) -> JSON { ordered(value, by: root) }

  private func ordered(_ value: JSON, by schema: JSON?) -> JSON {
    guard let schema = choice(of: value, in: resolved(schema)) else { return value }
    switch value {
    case .array(let elements):
      guard let items = schema["items"] else { return value }
      return .array(elements.map { ordered($0, by: items) })
    case .object(let members):
      let properties = schema["properties"]
      var result = JSONObject()
      for key in schema["x-order"]?.array?.compactMap(\.string) ?? [] {
        result[key] = members[key].map { ordered($0, by: properties?[key]) }
      }
      for (key, member) in members where result[key] == nil {
        result[key] = ordered(member, by: properties?[key])
      }
      return .object(result)
    default: return value
    }
  }

  /// The schema that a reference means.
  private func resolved(_ schema: JSON?) -> JSON? {
    var schema = schema
    for _ in 0..<Self.maximumReferences {
      guard let reference = schema?["$ref"]?.string else { return schema }
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      schema = reference == "#" ? root : root["$defs"]?[name]
    }
    return nil
  }

  /// Of a union the case that a value says it is; other schemas as they are.
  private func choice(of value: JSON, in schema: JSON?) -> JSON? {
    guard let cases = schema?["anyOf"]?.array else { return schema }
    guard let name = value["type"]?.string else { return nil }
    return cases.lazy.map { resolved($0) }.first {
      $0?["properties"]?["type"]?["const"]?.string == name
    } ?? nil
  }
}

extension Transcript {
  /// The transcript with the properties of answers in the order of their schemas.
  func withOrderedAnswers() -> Transcript {
    var format: ResponseFormat?
    var ordered = self
    for index in indices {
      switch self[index] {
      case .prompt(let prompt): format = prompt.responseFormat
      case .response(var response):
        guard let format else { continue }
        let order = PropertyOrder(schema: format.schema.json)
        response.segments = response.segments.map { segment in
          guard case .structure(var structure) = segment, structure.schemaName == format.name
          else { return segment }
          structure.content = GeneratedContent(json: order.ordered(structure.content.json))
          return .structure(structure)
        }
        ordered[index] = .response(response)
      default: break
      }
    }
    return ordered
  }
}
