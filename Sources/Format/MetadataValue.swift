/// The type number of a metadata value, as files carry it.
package enum MetadataType: UInt32, Sendable, CaseIterable {
  case uint8 = 0
  case int8 = 1
  case uint16 = 2
  case int16 = 3
  case uint32 = 4
  case int32 = 5
  case float32 = 6
  case bool = 7
  case string = 8
  case array = 9
  case uint64 = 10
  case int64 = 11
  case float64 = 12
}

extension MetadataType {
  /// Bytes of one value; for strings and arrays the least that one can take.
  var leastByteCount: Int {
    switch self {
    case .uint8, .int8, .bool: 1
    case .uint16, .int16: 2
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64: 8
    case .string: Limits.Shortest.string
    case .array: Limits.Shortest.array
    }
  }
}

/// The value of one metadata key.
///
/// Floats compare as numbers: a NaN is not equal to itself.
package enum MetadataValue: Sendable, Equatable {
  case uint8(UInt8)
  case int8(Int8)
  case uint16(UInt16)
  case int16(Int16)
  case uint32(UInt32)
  case int32(Int32)
  case float32(Float)
  case bool(Bool)
  case string(GGUFString)
  case array(MetadataArray)
  case uint64(UInt64)
  case int64(Int64)
  case float64(Double)
}

extension MetadataValue {
  package var type: MetadataType {
    switch self {
    case .uint8: .uint8
    case .int8: .int8
    case .uint16: .uint16
    case .int16: .int16
    case .uint32: .uint32
    case .int32: .int32
    case .float32: .float32
    case .bool: .bool
    case .string: .string
    case .array: .array
    case .uint64: .uint64
    case .int64: .int64
    case .float64: .float64
    }
  }

  /// The value of any integer type; `nil` for other types and for a UInt64 above `Int.max`.
  package var int: Int? {
    switch self {
    case .uint8(let value): Int(value)
    case .int8(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint64(let value): Int(exactly: value)
    case .int64(let value): Int(value)
    case .float32, .float64, .bool, .string, .array: nil
    }
  }

  /// The value of any number type, rounded to the nearest Double; `nil` for other types.
  package var double: Double? {
    switch self {
    case .float32(let value): Double(value)
    case .float64(let value): value
    case .uint64(let value): Double(value)
    default: int.map(Double.init)
    }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The text of a string, with invalid UTF-8 repaired; `nil` for other types.
  package var string: String? {
    if case .string(let value) = self { value.text } else { nil }
  }

  package var array: MetadataArray? {
    if case .array(let value) = self { value } else { nil }
  }
}

extension MetadataValue: CustomStringConvertible {
  /// The value as people read it; arrays are cut after eight elements.
  package var description: String {
    switch self {
    case .uint8(let value): "\(value)"
    case .int8(let value): "\(value)"
    case .uint16(let value): "\(value)"
    case .int16(let value): "\(value)"
    case .uint32(let value): "\(value)"
    case .int32(let value): "\(value)"
    case .float32(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .string(let value): value.text
    case .array(let value): value.description
    case .uint64(let value): "\(value)"
    case .int64(let value): "\(value)"
    case .float64(let value): "\(value)"
    }
  }
}

/// A string of a GGUF file: bytes that should be UTF-8 but need not be.
package struct GGUFString: Sendable, Hashable, ExpressibleByStringLiteral {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  package init(stringLiteral value: String) { self.init(value) }

  /// The text, with every invalid sequence replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
