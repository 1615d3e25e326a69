/// XXH64 with seed 0: a number that shows whether bytes have changed, or are the same as others.
///
/// ```
/// four lanes     every 32 bytes: lane[i] = rotate(lane[i] + word[i] · p2, 31) · p1
/// value          the lanes and the number of bytes merged, then the last 0 to 31 bytes
/// ```
///
/// Bytes may be added in pieces of any size. It protects against accidents, not against people.
/// https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
package struct Checksum: Sendable {
  private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = (Self.p1 &+ Self.p2, Self.p2, UInt64(0), 0 &- Self.p1)
  /// Fewer than 32 bytes that are not in the lanes yet.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Adds bytes at the end.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var at = 0
    if !pending.isEmpty {
      at = min(32 - pending.count, bytes.count)
      unsafe pending.append(contentsOf: bytes[..<at])
      guard pending.count == 32 else { return }
      let block = pending
      unsafe block.withUnsafeBytes { unsafe addBlock($0, 0) }
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - at >= 32 {
      unsafe addBlock(bytes, at)
      at += 32
    }
    unsafe pending.append(contentsOf: bytes[at...])
  }

  /// Adds bytes at the end.
  package mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  /// Adds the eight bytes of a number, the lowest first.
  package mutating func add(_ number: UInt64) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe add($0) }
  }

  /// The checksum of all that was added.
  package var value: UInt64 {
    var hash = Self.p5
    if count >= 32 {
      hash = lanes.0.rotated(1) &+ lanes.1.rotated(7) &+ lanes.2.rotated(12)
      hash = hash &+ lanes.3.rotated(18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.p1 &+ Self.p4
      }
    }
    hash &+= count
    unsafe pending.withUnsafeBytes { unsafe Self.addTail($0, to: &hash) }
    hash = (hash ^ hash >> 33) &* Self.p2
    hash = (hash ^ hash >> 29) &* Self.p3
    return hash ^ hash >> 32
  }

  private mutating func addBlock(_ bytes: UnsafeRawBufferPointer, _ at: Int) {
    unsafe lanes.0 = Self.round(lanes.0, Self.word(bytes, at))
    unsafe lanes.1 = Self.round(lanes.1, Self.word(bytes, at + 8))
    unsafe lanes.2 = Self.round(lanes.2, Self.word(bytes, at + 16))
    unsafe lanes.3 = Self.round(lanes.3, Self.word(bytes, at + 24))
  }

  private static func addTail(_ bytes: UnsafeRawBufferPointer, to hash: inout UInt64) {
    var at = 0
    while bytes.count - at >= 8 {
      unsafe hash ^= round(0, word(bytes, at))
      hash = hash.rotated(27) &* p1 &+ p4
      at += 8
    }
    if bytes.count - at >= 4 {
      let half = unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      hash = (hash ^ UInt64(UInt32(littleEndian: half)) &* p1).rotated(23) &* p2 &+ p3
      at += 4
    }
    while at < bytes.count {
      unsafe hash = (hash ^ UInt64(bytes[at]) &* p5).rotated(11) &* p1
      at += 1
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    (lane &+ word &* p2).rotated(31) &* p1
  }
}

extension UInt64 {
  fileprivate func rotated(_ places: UInt64) -> UInt64 { self << places | self >> (64 - places) }
}
