extension Checksum {
  /// Adds the values of the keys that `isIncluded` names, in an order that does not depend on the
  /// file's.
  package mutating func add(_ metadata: Metadata, where isIncluded: (String) -> Bool) {
    for key in metadata.keys.filter(isIncluded).sorted() {
      guard let value = metadata[key] else { continue }
      add(GGUFString(key))
      add(value)
    }
  }

  private mutating func add(_ string: GGUFString) {
    add(UInt64(string.bytes.count))
    add(string.bytes)
  }

  private mutating func add(_ value: MetadataValue) {
    add(UInt64(value.type.rawValue))
    switch value {
    case .uint8(let value): add(UInt64(value))
    case .int8(let value): add(UInt64(truncatingIfNeeded: value))
    case .uint16(let value): add(UInt64(value))
    case .int16(let value): add(UInt64(truncatingIfNeeded: value))
    case .uint32(let value): add(UInt64(value))
    case .int32(let value): add(UInt64(truncatingIfNeeded: value))
    case .float32(let value): add(UInt64(value.bitPattern))
    case .bool(let value): add(value ? 1 : 0)
    case .string(let value): add(value)
    case .array(let value): add(value)
    case .uint64(let value): add(value)
    case .int64(let value): add(UInt64(truncatingIfNeeded: value))
    case .float64(let value): add(value.bitPattern)
    }
  }

  private mutating func add(_ array: MetadataArray) {
    add(UInt64(array.elementType.rawValue))
    add(UInt64(array.count))
    switch array {
    case .uint8(let values): addNumbers(values)
    case .int8(let values): addNumbers(values)
    case .uint16(let values): addNumbers(values)
    case .int16(let values): addNumbers(values)
    case .uint32(let values): addNumbers(values)
    case .int32(let values): addNumbers(values)
    case .float32(let values): addNumbers(values)
    case .bool(let values): add(values.map { $0 ? 1 : 0 })
    case .string(let strings):
      addNumbers(strings.offsets)
      add(strings.bytes)
    case .array(let arrays): for array in arrays { add(array) }
    case .uint64(let values): addNumbers(values)
    case .int64(let values): addNumbers(values)
    case .float64(let values): addNumbers(values)
    }
  }

  /// Adds numbers as they lie in memory.
  private mutating func addNumbers<T: BitwiseCopyable>(_ values: [T]) {
    unsafe values.withUnsafeBytes { unsafe add($0) }
  }
}
