internal import _Builtin_intrinsics.intel

/// Quantizes row `index` of a tile of `rows` rows: `blocks` blocks of 32 values from `x`, to the
/// very bytes that `portableQuantizeRow` writes (drawn at `ActivationTiles`).
package func quantizeActivations(
  _ x: UnsafePointer<Float>, blocks: Int, into tile: UnsafeMutableRawPointer, rows: Int, index: Int
) {
  var source = unsafe x
  var block = unsafe tile + 32 &* index
  // From this row's codes to its fields.
  let fields = 32 &* rows &+ 4 &* index &- 32 &* index
  var left = blocks
  while left > 0 {
    let a = unsafe _mm512_loadu_ps(source)
    let b = unsafe _mm512_loadu_ps(source + 16)
    let largest = _mm512_reduce_max_ps(_mm512_max_ps(_mm512_abs_ps(a), _mm512_abs_ps(b)))
    let usable = largest >= 1e-30
    let scale: Float = usable ? largest / 127 : 0
    let inverse = _mm512_set1_ps(usable ? 127 / largest : 0)
    let qa = _mm512_cvtps_epi32(_mm512_mul_ps(a, inverse))
    let qb = _mm512_cvtps_epi32(_mm512_mul_ps(b, inverse))
    let ca = _mm512_cvtepi32_epi8(qa)
    let cb = _mm512_cvtepi32_epi8(qb)
    let sa = sumOfBytes(ca)
    let sb = sumOfBytes(cb)
    unsafe store(ca, block)
    unsafe store(cb, block + 16)
    let out = unsafe block + fields
    unsafe out.storeBytes(of: scale, as: Float.self)
    unsafe out.storeBytes(
      of: sa & 0xFFFF | sb &<< 16, toByteOffset: 4 &* rows, as: Int32.self)
    unsafe out.storeBytes(of: scale * Float(sa &+ sb), toByteOffset: 8 &* rows, as: Float.self)
    unsafe out.storeBytes(of: scale * Float(sa), toByteOffset: 12 &* rows, as: Float.self)
    unsafe source = source + 32
    unsafe block = block + 48 &* rows
    left &-= 1
  }
}

/// The sum of 16 signed bytes: made unsigned, summed by eights, and the excess taken off.
@inline(__always)
private func sumOfBytes(_ x: __m128i) -> Int32 {
  let sums = _mm_sad_epu8(_mm_xor_si128(x, _mm_set1_epi8(-128)), _mm_setzero_si128())
  return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums))) &- 16 &* 128
}

@inline(__always)
private func store(_ x: __m128i, _ p: UnsafeMutableRawPointer) {
  unsafe _mm_storeu_si128(p.assumingMemoryBound(to: __m128i.self), x)
}
