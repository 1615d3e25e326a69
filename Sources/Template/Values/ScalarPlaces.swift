/// Where the scalars of a text begin: the offset of each 32nd, so that any is found in a few steps.
struct ScalarPlaces: Sendable {
  /// The number of scalars.
  let count: Int
  private let offsets: [Int]

  private static let stride = 32

  init(_ bytes: [UInt8]) {
    var count = 0
    var offsets: [Int] = []
    offsets.reserveCapacity(bytes.count / Self.stride + 1)
    for offset in bytes.indices where bytes[offset] & 0xC0 != 0x80 {
      if count % Self.stride == 0 { offsets.append(offset) }
      count += 1
    }
    self.count = count
    self.offsets = offsets
  }

  /// The offset of scalar `index` of `bytes`; the end for all from the last one on.
  func offset(_ index: Int, in bytes: [UInt8]) -> Int {
    guard index < count else { return bytes.count }
    var offset = offsets[index / Self.stride]
    for _ in 0..<index % Self.stride { offset = UTF8Text.next(bytes, offset) }
    return offset
  }

  /// The number of scalars that begin before `offset`.
  func index(_ offset: Int, in bytes: [UInt8]) -> Int {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    return (low - 1) * Self.stride + UTF8Text.count(bytes, offsets[low - 1]..<offset)
  }
}
