import Foundation
import TernJSON

/// Metadata values as JSON and back.
///
/// What is read has the simplest type that holds it: a document does not tell the type of what was
/// written.
enum JSONCoding {
  /// A value as JSON.
  static func json(_ value: some Encodable) throws -> JSON {
    if let value = value as? CodableJSON { return value.json }
    // The array makes a document of what may be a bare number or text.
    let data = try JSONEncoder().encode([value])
    return try JSON(parsing: [UInt8](data))[0] ?? .null
  }

  /// The values as an object.
  static func json(_ values: [String: any Codable & Sendable & Equatable]) throws -> JSON {
    var object = JSONObject()
    for key in values.keys.sorted() {
      if let value = values[key] { object[key] = try json(value) }
    }
    return .object(object)
  }

  /// JSON as a value of the simplest type that holds it.
  static func value(_ json: JSON) -> any Codable & Sendable & Equatable {
    switch json {
    case .bool(let value): return value
    case .string(let text): return text
    case .number(let number):
      if let value = number.int { return value }
      if JSONNumber(number.double)?.hasSameValue(as: number) == true { return number.double }
      return CodableJSON(json)
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : CodableJSON(json)
    case .null, .object: return CodableJSON(json)
    }
  }
}

extension CodableJSON: Equatable {
  /// Whether both mean the same.
  package static func == (a: Self, b: Self) -> Bool { a.json.hasSameValue(as: b.json) }
}
