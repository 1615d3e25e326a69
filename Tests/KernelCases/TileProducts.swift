/// What TDPBF16PS does with three tiles: even and odd columns are summed up apart, with subnormal
/// numbers as zero.
///
/// Here and not beside the tests, because this room is optimised in debug builds.
package func addTileProducts(
  _ sums: UnsafeMutableRawPointer, _ a: UnsafeRawPointer, _ b: UnsafeRawPointer
) {
  func number(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
    let zero = SIMD16<UInt32>(repeating: 0)
    let ordinary = bits.replacing(with: zero, where: bits & 0x7F80_0000 .== zero)
    return unsafe unsafeBitCast(ordinary, to: SIMD16<Float>.self)
  }
  for row in 0..<16 {
    var (even, odd) = (SIMD16<Float>(repeating: 0), SIMD16<Float>(repeating: 0))
    for pair in 0..<16 {
      let x = unsafe a.load(fromByteOffset: 64 * row + 4 * pair, as: UInt32.self)
      let y = unsafe b.load(fromByteOffset: 64 * pair, as: SIMD16<UInt32>.self)
      let (low, high) = (SIMD16(repeating: x << 16), SIMD16(repeating: x & 0xFFFF_0000))
      even.addProduct(number(low), number(y &<< 16))
      odd.addProduct(number(high), number(y & 0xFFFF_0000))
    }
    let target = unsafe sums + 64 * row
    let old = unsafe target.load(as: SIMD16<Float>.self)
    unsafe target.storeBytes(of: old + (even + odd), as: SIMD16<Float>.self)
  }
}
