/// Reads little-endian numbers and bytes from the beginning; every read says whether there was enough.
package struct LittleReader {
  private let bytes: [UInt8]
  /// How many bytes have been read.
  private var at = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of `size` bytes, at most eight.
  package mutating func integer(_ size: Int) -> UInt64? {
    guard let part = bytes(size) else { return nil }
    return part.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of `size` bytes that an Int can be.
  package mutating func count(_ size: Int) -> Int? { integer(size).flatMap { Int(exactly: $0) } }

  /// The next bytes.
  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, bytes.count - at >= count else { return nil }
    defer { at += count }
    return bytes[at..<at + count]
  }
}

extension [UInt8] {
  /// Adds the bytes of a number, the lowest first.
  package mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
