#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // Weights as a tile of bfloat16: the 32 columns of a group are 16 rows of the tile, each with two
  // columns of sixteen rows of weights. A step of a panel, four columns of sixteen rows, is two of
  // them.

  /// `groups` groups of a panel, the first at `unit`, as tiles of 1024 bytes that are 2048 apart.
  @inline(__always)
  func unpackTiles(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ groups: Int, _ to: UnsafeMutableRawPointer
  ) {
    // A number of 8 bits is moved into the mantissa of 256: 256 + code, exactly.
    let bias = _mm512_set1_ps(-256 - Float(format.offset))
    var (from, target, left) = unsafe (unit, to, groups)
    while left > 0 {
      let d = unsafe ordinary(headerScales(format, from))
      let m = unsafe ordinary(headerMinimums(format, from))
      var group = 0
      while group < format.groups {
        let codes = unsafe unpackCodes(
          format, from + format.codesOffset + group &* format.codeBytes)
        let s = unsafe groupScales(format, from, group, d, m)
        let (c0, c1) = (
          _mm512_fmsub_ps(s.scale0, bias, s.minimum0), _mm512_fmsub_ps(s.scale1, bias, s.minimum1)
        )
        unsafe putStep(codes.0, s.scale0, c0, target)
        unsafe putStep(codes.1, s.scale0, c0, target + 128)
        unsafe putStep(codes.2, s.scale0, c0, target + 256)
        unsafe putStep(codes.3, s.scale0, c0, target + 384)
        unsafe putStep(codes.4, s.scale1, c1, target + 512)
        unsafe putStep(codes.5, s.scale1, c1, target + 640)
        unsafe putStep(codes.6, s.scale1, c1, target + 768)
        unsafe putStep(codes.7, s.scale1, c1, target + 896)
        unsafe target = target + RoundedRows.blockBytes
        group &+= 1
      }
      unsafe prefetch(from + 4 &* format.unitBytes, lines: (format.unitBytes &+ 63) / 64)
      unsafe from = from + format.unitBytes
      left &-= format.groups
    }
  }

  /// Four columns: `scale · (256 + code) + c`.
  @inline(__always)
  private func putStep(_ x: __m512i, _ scale: __m512, _ c: __m512, _ to: UnsafeMutableRawPointer) {
    let a = weight(_mm512_slli_epi32(x, 15), scale, c)
    let b = weight(_mm512_slli_epi32(x, 7), scale, c)
    unsafe _mm512_storeu_si512(to, rounded(a, b))
    let e = weight(_mm512_srli_epi32(x, 1), scale, c)
    let f = weight(_mm512_srli_epi32(x, 9), scale, c)
    unsafe _mm512_storeu_si512(to + 64, rounded(e, f))
  }

  /// The weight whose code is the bits 15 to 22.
  @inline(__always)
  private func weight(_ x: __m512i, _ scale: __m512, _ c: __m512) -> __m512 {
    let mantissa = _mm512_and_si512(x, _mm512_set1_epi32(0x7F_8000))
    let number = _mm512_or_si512(mantissa, _mm512_set1_epi32(0x4380_0000))
    return _mm512_fmadd_ps(scale, _mm512_castsi512_ps(number), c)
  }
#endif
