/// An array value: elements of one type, stored contiguously.
///
/// The elements of an array of arrays may differ in type and length.
package enum MetadataArray: Sendable, Equatable {
  case uint8([UInt8])
  case int8([Int8])
  case uint16([UInt16])
  case int16([Int16])
  case uint32([UInt32])
  case int32([Int32])
  case float32([Float])
  case bool([Bool])
  case string(StringTable)
  case array([MetadataArray])
  case uint64([UInt64])
  case int64([Int64])
  case float64([Double])
}

extension MetadataArray {
  /// The type that all elements have.
  package var elementType: MetadataType {
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

  /// Number of elements.
  package var count: Int {
    switch self {
    case .uint8(let values): values.count
    case .int8(let values): values.count
    case .uint16(let values): values.count
    case .int16(let values): values.count
    case .uint32(let values): values.count
    case .int32(let values): values.count
    case .float32(let values): values.count
    case .bool(let values): values.count
    case .string(let values): values.count
    case .array(let values): values.count
    case .uint64(let values): values.count
    case .int64(let values): values.count
    case .float64(let values): values.count
    }
  }

  /// The element at `index` as a value of its own.
  package subscript(index: Int) -> MetadataValue {
    switch self {
    case .uint8(let values): .uint8(values[index])
    case .int8(let values): .int8(values[index])
    case .uint16(let values): .uint16(values[index])
    case .int16(let values): .int16(values[index])
    case .uint32(let values): .uint32(values[index])
    case .int32(let values): .int32(values[index])
    case .float32(let values): .float32(values[index])
    case .bool(let values): .bool(values[index])
    case .string(let values): .string(GGUFString(bytes: Array(values[index])))
    case .array(let values): .array(values[index])
    case .uint64(let values): .uint64(values[index])
    case .int64(let values): .int64(values[index])
    case .float64(let values): .float64(values[index])
    }
  }

  /// The elements of any integer type; `nil` for other types (unless empty) and where one does
  /// not fit an Int.
  package var ints: [Int]? {
    switch self {
    case .uint8(let values): return values.map(Int.init)
    case .int8(let values): return values.map(Int.init)
    case .uint16(let values): return values.map(Int.init)
    case .int16(let values): return values.map(Int.init)
    case .uint32(let values): return values.map(Int.init)
    case .int32(let values): return values.map(Int.init)
    case .int64(let values): return values.map(Int.init)
    case .uint64(let values):
      let ints = values.compactMap(Int.init(exactly:))
      return ints.count == values.count ? ints : nil
    case .float32, .float64, .bool, .string, .array: return count == 0 ? [] : nil
    }
  }

  /// The elements of any number type as Floats; `nil` for other types (unless empty).
  package var floats: [Float]? {
    switch self {
    case .float32(let values): values
    case .float64(let values): values.map { Float($0) }
    case .uint64(let values): values.map { Float($0) }
    default: ints.map { $0.map { Float($0) } }
    }
  }

  /// The elements of a Bool array; `nil` for other types (unless empty).
  package var bools: [Bool]? {
    if case .bool(let values) = self { values } else { count == 0 ? [] : nil }
  }

  /// The elements of a string array; `nil` for other types (unless empty).
  package var strings: StringTable? {
    if case .string(let values) = self { values } else { count == 0 ? StringTable() : nil }
  }
}

extension MetadataArray: CustomStringConvertible {
  /// The first eight elements and the count, as people read them.
  package var description: String {
    let shown = (0..<Swift.min(8, count)).map { index in
      if case .string(let text) = self[index] { "“\(text.text)”" } else { "\(self[index])" }
    }
    let rest = count > shown.count ? ", … (\(count))" : ""
    return "[\(shown.joined(separator: ", "))\(rest)]"
  }
}

/// Many strings in two allocations: all bytes end to end, and where each string begins.
///
/// ```
/// bytes    a b c d e f          offsets  0 2 2 6        strings  "ab" "" "cdef"
/// ```
///
/// A vocabulary of 150,000 tokens as 150,000 arrays would take longer to free than to read.
package struct StringTable: Sendable, Hashable {
  /// The bytes of all strings, one after the other.
  package private(set) var bytes: [UInt8]
  /// Where each string begins in `bytes`, and after the last one where it ends: `count + 1`.
  package private(set) var offsets: [Int]

  package init() {
    bytes = []
    offsets = [0]
  }

  package init(_ strings: some Sequence<String>) {
    self.init()
    for string in strings { append(string.utf8) }
  }

  package init(_ strings: some Sequence<[UInt8]>) {
    self.init()
    for string in strings { append(string) }
  }

  /// Adds one string at the end.
  package mutating func append(_ string: some Sequence<UInt8>) {
    bytes.append(contentsOf: string)
    offsets.append(bytes.count)
  }

  mutating func reserveCapacity(_ count: Int, bytes byteCount: Int) {
    offsets.reserveCapacity(count + 1)
    bytes.reserveCapacity(byteCount)
  }

  /// The text of the string at `index`, with invalid UTF-8 replaced by U+FFFD.
  package func text(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }
}

extension StringTable: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { offsets.count - 1 }

  /// The bytes of the string at `index`, without a copy.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[offsets[index]..<offsets[index + 1]]
  }
}
