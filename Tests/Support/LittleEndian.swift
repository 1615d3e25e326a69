extension Array where Element == Float {
  /// The float32 values of little-endian bytes; up to three bytes at the end are left out.
  package init(littleEndian bytes: some RandomAccessCollection<UInt8>) {
    self = []
    reserveCapacity(bytes.count / 4)
    var bits: UInt32 = 0
    for (place, byte) in bytes.enumerated() {
      bits = bits >> 8 | UInt32(byte) << 24
      if place % 4 == 3 { append(Float(bitPattern: bits)) }
    }
  }
}
