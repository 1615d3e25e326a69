import Foundation
import TernJSON

/// Values of any type that has a JSON form, as JSON.
enum JSONCoding {
  /// A value as JSON.
  static func json(_ value: some Encodable) throws -> JSON {
    if let value = value as? CodableJSON { return value.json }
    // The array makes a document of what may be a bare number or text.
    let data = try JSONEncoder().encode([value])
    return try JSON(parsing: [UInt8](data))[0] ?? .null
  }
}

extension CodableJSON: Equatable {
  /// Whether both mean the same.
  package static func == (a: Self, b: Self) -> Bool { a.json.hasSameValue(as: b.json) }
}
