// SHA-256 as FIPS 180-4 has it.
@_exported import Foundation

public struct SHA256Digest: Sequence, Hashable, Sendable, CustomStringConvertible {
  let bytes: [UInt8]
  public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
  public var description: String {
    "SHA256 digest: " + bytes.map { String(format: "%02x", $0) }.joined()
  }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}

public struct SHA256: Sendable {
  public typealias Digest = SHA256Digest
  private var input: [UInt8] = []

  public init() {}
  public mutating func update<D: DataProtocol>(data: D) { input += Array(data) }
  public func finalize() -> SHA256Digest { SHA256Digest(bytes: Self.hash(input)) }
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest {
    SHA256Digest(bytes: hash(Array(data)))
  }

  /// The first 32 bits of the fractions of roots of the first primes.
  private static func fractions(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...).lazy.filter { n in
      !(2..<n).contains { $0 * $0 <= n && n.isMultiple(of: $0) }
    }
    return primes.prefix(count).map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  private static let start = fractions(8, { $0.squareRoot() })
  private static let rounds = fractions(64, cbrt)

  private static func hash(_ input: [UInt8]) -> [UInt8] {
    var bytes = input + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: UInt64(input.count) * 8 >> UInt64(shift)))
    }
    func turn(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    var h = start
    for block in stride(from: 0, to: bytes.count, by: 64) {
      var w = (0..<16).map { i in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + i * 4 + $1]) }
      }
      for i in 16..<64 {
        let a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3
        let b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10
        w.append(w[i - 16] &+ a &+ w[i - 7] &+ b)
      }
      var v = h
      for i in 0..<64 {
        let s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
        let ch = (v[4] & v[5]) ^ (~v[4] & v[6])
        let t1 = v[7] &+ s1 &+ ch &+ rounds[i] &+ w[i]
        let s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
        let t2 = s0 &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
        v = [t1 &+ t2, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
      }
      for i in 0..<8 { h[i] = h[i] &+ v[i] }
    }
    return h.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }
}
