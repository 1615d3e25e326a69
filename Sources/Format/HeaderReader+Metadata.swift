extension HeaderReader {
  /// Reads one key and its value into `metadata`.
  mutating func entry(into metadata: inout Metadata, in bytes: RawSpan) throws(FormatError) {
    let start = offset
    let key = try name("a metadata key", limit: Limits.keyBytes, in: bytes)
    guard !key.isEmpty else { throw .emptyKey(offset: start) }
    guard metadata[key] == nil else { throw .duplicateKey(key) }
    let type = try valueType(key, in: bytes)
    metadata[key] = try value(type, key, in: bytes)
  }

  private mutating func valueType(
    _ key: String, in bytes: RawSpan
  ) throws(FormatError) -> MetadataType {
    let start = offset
    let found = try number(UInt32.self, "the type of \(key)", in: bytes)
    guard let type = MetadataType(rawValue: found) else {
      throw .unknownValueType(key: key, found: found, offset: start)
    }
    return type
  }

  private mutating func value(
    _ type: MetadataType, _ key: String, in bytes: RawSpan
  ) throws(FormatError) -> MetadataValue {
    switch type {
    case .uint8: .uint8(try number(UInt8.self, key, in: bytes))
    case .int8: .int8(try number(Int8.self, key, in: bytes))
    case .uint16: .uint16(try number(UInt16.self, key, in: bytes))
    case .int16: .int16(try number(Int16.self, key, in: bytes))
    case .uint32: .uint32(try number(UInt32.self, key, in: bytes))
    case .int32: .int32(try number(Int32.self, key, in: bytes))
    case .float32: .float32(try number(Float.self, key, in: bytes))
    case .bool: .bool(try bools(1, key, in: bytes)[0])
    case .string:
      .string(
        GGUFString(
          bytes: bytes.array(
            of: UInt8.self, try string(key, limit: Limits.stringBytes, in: bytes))))
    case .array: .array(try array(key, depth: 1, in: bytes))
    case .uint64: .uint64(try number(UInt64.self, key, in: bytes))
    case .int64: .int64(try number(Int64.self, key, in: bytes))
    case .float64: .float64(try number(Double.self, key, in: bytes))
    }
  }

  private mutating func array(
    _ key: String, depth: Int, in bytes: RawSpan
  ) throws(FormatError) -> MetadataArray {
    guard depth <= Limits.arrayDepth else {
      throw .limit(
        what: "the array depth of \(key)", offset: offset, found: UInt64(depth),
        limit: Limits.arrayDepth)
    }
    let type = try valueType(key, in: bytes)
    let count = try count(
      key, limit: Limits.arrayCount, bytesEach: type.leastByteCount, in: bytes)
    switch type {
    case .uint8: return .uint8(try numbers(count, key, in: bytes))
    case .int8: return .int8(try numbers(count, key, in: bytes))
    case .uint16: return .uint16(try numbers(count, key, in: bytes))
    case .int16: return .int16(try numbers(count, key, in: bytes))
    case .uint32: return .uint32(try numbers(count, key, in: bytes))
    case .int32: return .int32(try numbers(count, key, in: bytes))
    case .float32: return .float32(try numbers(count, key, in: bytes))
    case .bool: return .bool(try bools(count, key, in: bytes))
    case .string: return .string(try strings(count, key, in: bytes))
    case .uint64: return .uint64(try numbers(count, key, in: bytes))
    case .int64: return .int64(try numbers(count, key, in: bytes))
    case .float64: return .float64(try numbers(count, key, in: bytes))
    case .array:
      var arrays: [MetadataArray] = []
      arrays.reserveCapacity(count)
      for _ in 0..<count {
        arrays.append(try array(key, depth: depth + 1, in: bytes))
      }
      return .array(arrays)
    }
  }

  private mutating func numbers<T: BitwiseCopyable>(
    _ count: Int, _ key: String, in bytes: RawSpan
  ) throws(FormatError) -> [T] {
    let range = try skip(UInt64(count * MemoryLayout<T>.size), key, in: bytes)
    return bytes.array(of: T.self, range)
  }

  private mutating func bools(
    _ count: Int, _ key: String, in bytes: RawSpan
  ) throws(FormatError) -> [Bool] {
    let start = offset
    let values: [UInt8] = try numbers(count, key, in: bytes)
    if let index = values.firstIndex(where: { $0 > 1 }) {
      throw .invalidBool(key: key, found: values[index], offset: start + index)
    }
    return values.map { $0 == 1 }
  }

  /// Reads `count` strings into one table; grows with the bytes read, not with the count.
  private mutating func strings(
    _ count: Int, _ key: String, in bytes: RawSpan
  ) throws(FormatError) -> StringTable {
    var table = StringTable()
    // Tokens and merges have about eight bytes each; the file has at least eight for each length.
    table.reserveCapacity(count, bytes: count * 8)
    for _ in 0..<count {
      let range = try string(key, limit: Limits.stringBytes, in: bytes)
      bytes.append(range, to: &table)
    }
    return table
  }
}
