import TernQuant

/// The bytes of a header under construction; the counterpart of `HeaderReader`.
///
/// Keeps the same limits as the reader, so that what is written can be read.
struct HeaderWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(raw values: [UInt8]) { bytes += values }

  mutating func append<T: BitwiseCopyable>(_ value: T) { append([value]) }

  /// Adds the values as they lie in memory: little-endian.
  mutating func append<T: BitwiseCopyable>(_ values: [T]) {
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func append(string: some Collection<UInt8>) {
    append(UInt64(string.count))
    bytes += string
  }

  mutating func pad(to alignment: Int) {
    bytes += [UInt8](repeating: 0, count: bytes.count.padded(to: alignment) - bytes.count)
  }
}

extension HeaderWriter {
  mutating func append(metadata: Metadata) throws(FormatError) {
    for (key, value) in metadata {
      guard !key.isEmpty else { throw .emptyKey(offset: bytes.count) }
      try check(key.utf8.count, "metadata key \(key)", limit: Limits.keyBytes)
      append(string: key.utf8)
      append(value.type.rawValue)
      try append(value, key)
    }
  }

  mutating func append(tensor: TensorInfo, dataStart: Int) {
    append(string: tensor.name.utf8)
    append(UInt32(tensor.dimensions.count))
    append(tensor.dimensions.map(UInt64.init))
    append(tensor.type.rawValue)
    append(UInt64(tensor.offset - dataStart))
  }

  private mutating func append(_ value: MetadataValue, _ key: String) throws(FormatError) {
    switch value {
    case .uint8(let value): append(value)
    case .int8(let value): append(value)
    case .uint16(let value): append(value)
    case .int16(let value): append(value)
    case .uint32(let value): append(value)
    case .int32(let value): append(value)
    case .float32(let value): append(value)
    case .bool(let value): append(UInt8(value ? 1 : 0))
    case .string(let value):
      try check(value.bytes.count, "the string \(key)", limit: Limits.stringBytes)
      append(string: value.bytes)
    case .array(let value): try append(value, key, depth: 1)
    case .uint64(let value): append(value)
    case .int64(let value): append(value)
    case .float64(let value): append(value)
    }
  }

  private mutating func append(
    _ array: MetadataArray, _ key: String, depth: Int
  ) throws(FormatError) {
    try check(depth, "the array depth of \(key)", limit: Limits.arrayDepth)
    try check(array.count, "the array length of \(key)", limit: Limits.arrayCount)
    append(array.elementType.rawValue)
    append(UInt64(array.count))
    switch array {
    case .uint8(let values): append(raw: values)
    case .int8(let values): append(values)
    case .uint16(let values): append(values)
    case .int16(let values): append(values)
    case .uint32(let values): append(values)
    case .int32(let values): append(values)
    case .float32(let values): append(values)
    case .bool(let values): append(raw: values.map { $0 ? 1 : 0 })
    case .string(let values):
      for string in values {
        try check(string.count, "a string of \(key)", limit: Limits.stringBytes)
        append(string: string)
      }
    case .array(let values):
      for value in values { try append(value, key, depth: depth + 1) }
    case .uint64(let values): append(values)
    case .int64(let values): append(values)
    case .float64(let values): append(values)
    }
  }

  private func check(_ found: Int, _ what: String, limit: Int) throws(FormatError) {
    guard found <= limit else {
      throw .limit(what: what, offset: bytes.count, found: UInt64(found), limit: limit)
    }
  }
}
