import Foundation
import TernJSON

/// A JSON value that any coder can read and write.
///
/// Decoders do not keep the order of properties. Whole numbers of 64 bits and decimals of 38 digits
/// come back exactly.
struct CodableJSON: Codable, Sendable {
  var json: JSON

  /// Levels of nesting that are read; deeper values are an error.
  static let maximumDepth = JSONReader.defaultMaximumDepth

  init(_ json: JSON) { self.json = json }

  init(from decoder: any Decoder) throws {
    json = try Self.read(decoder, depth: 0)
  }

  private static func read(_ decoder: any Decoder, depth: Int) throws -> JSON {
    guard depth < maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "nested more than \(maximumDepth) levels deep"))
    }
    if let container = try? decoder.container(keyedBy: DocumentKey.self) {
      var object = JSONObject()
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        object[key.stringValue] = try read(container.superDecoder(forKey: key), depth: depth + 1)
      }
      return .object(object)
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd {
        elements.append(try read(container.superDecoder(), depth: depth + 1))
      }
      return .array(elements)
    }
    return try scalar(decoder.singleValueContainer())
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let text = try? container.decode(String.self) { return .string(text) }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return JSON(value) }
    if let value = try? container.decode(UInt64.self) { return JSON(value) }
    if let value = try? container.decode(Decimal.self),
      let number = JSONNumber(text: value.isNaN ? "" : value.description)
    {
      return .number(number)
    }
    let value = try container.decode(Double.self)
    guard let json = JSON(value) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a finite number")
    }
    return json
  }

  func encode(to encoder: any Encoder) throws {
    switch json {
    case .object(let object):
      var container = encoder.container(keyedBy: DocumentKey.self)
      for (key, value) in object {
        try container.encode(CodableJSON(value), forKey: DocumentKey(stringValue: key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(CodableJSON(element)) }
    default:
      var container = encoder.singleValueContainer()
      try Self.write(json, to: &container)
    }
  }

  private static func write(
    _ scalar: JSON, to container: inout any SingleValueEncodingContainer
  ) throws {
    switch scalar {
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let value = number.int { return try container.encode(value) }
      if let value = number.uint64 { return try container.encode(value) }
      let double = number.double
      if JSONNumber(double)?.hasSameValue(as: number) != true,
        let decimal = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX")),
        !decimal.isNaN
      {
        return try container.encode(decimal)
      }
      try container.encode(double)
    default: try container.encodeNil()
    }
  }
}

extension CodableJSON: Equatable {
  /// Whether both mean the same.
  static func == (a: Self, b: Self) -> Bool { a.json.hasSameValue(as: b.json) }
}

/// A key of an object in a document, or a place in an array.
struct DocumentKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
