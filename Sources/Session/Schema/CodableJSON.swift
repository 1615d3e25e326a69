import Foundation
import TernJSON

/// JSON within what an encoder writes or a decoder reads.
///
/// Decoders do not tell the order of keys: objects that are read have theirs sorted. Numbers come
/// back as exactly as the decoder gives them.
package struct CodableJSON: Codable, Sendable {
  package var json: JSON

  package init(_ json: JSON) { self.json = json }

  /// The deepest nesting that is read.
  private static let maximumDepth = JSONReader.defaultMaximumDepth

  /// Reads a value; O(n log n).
  package init(from decoder: any Decoder) throws {
    json = try Self.read(decoder, depth: 0)
  }

  private static func read(_ decoder: any Decoder, depth: Int) throws -> JSON {
    guard depth <= maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "more than \(maximumDepth) arrays and objects within each other"))
    }
    // A refusal costs more than everything else, so the most frequent kinds are asked for first.
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) { return .string(text) }
    if let container = try? decoder.container(keyedBy: Key.self) {
      return .object(
        JSONObject(
          try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            (key.stringValue, try read(container.superDecoder(forKey: key), depth: depth + 1))
          }))
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd {
        elements.append(try read(container.superDecoder(), depth: depth + 1))
      }
      return .array(elements)
    }
    return try read(single)
  }

  private static func read(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return JSON(value) }
    if let value = try? container.decode(UInt64.self) { return JSON(value) }
    let double = try container.decode(Double.self)
    if let decimal = try? container.decode(Decimal.self), let number = JSONNumber(decimal),
      number.double == double
    {
      return .number(number)
    }
    guard let value = JSON(double) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a number that JSON does not have")
    }
    return value
  }

  /// Writes the value; numbers as exactly as an encoder takes them.
  package func encode(to encoder: any Encoder) throws {
    switch json {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members {
        try container.encode(CodableJSON(value), forKey: Key(stringValue: key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(CodableJSON(element)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try Self.write(number, to: &container)
    }
  }

  private static func write(
    _ number: JSONNumber, to container: inout any SingleValueEncodingContainer
  ) throws {
    if let value = number.int { return try container.encode(value) }
    if let value = number.uint64 { return try container.encode(value) }
    let double = number.double
    if let short = JSONNumber(double), short.hasSameValue(as: number) {
      return try container.encode(double)
    }
    if let decimal = Decimal(exactly: number),
      JSONNumber(decimal)?.hasSameValue(as: number) == true
    {
      return try container.encode(decimal)
    }
    try container.encode(double)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
