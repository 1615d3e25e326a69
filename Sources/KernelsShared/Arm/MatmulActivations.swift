#if arch(arm64)
  import TernKernelsPortable
  internal import _Builtin_intrinsics.arm.neon

  /// Quantizes the rows of a tile as the portable kernel does (drawn at `ActivationTiles`), never
  /// biased.
  ///
  /// The bytes are the same, but where tiles have pairs of rows (``tilesHavePairs``): there the codes of
  /// two rows lie in turn, 8 columns of each.
  func quantizeTile(_ input: TileInput) {
    precondition(!input.biased, "no kernel takes biased codes")
    unsafe input.forEachPart { x, blocks, tile, row in
      unsafe quantizeRow(
        x, blocks: blocks, wide: input.wide, into: tile, rows: input.rows, index: row)
    }
  }

  /// Quantizes row `index` of a tile of `rows` rows: `blocks` blocks of 32 values from `x`.
  private func quantizeRow(
    _ x: UnsafePointer<Float>, blocks: Int, wide: Bool, into tile: UnsafeMutableRawPointer,
    rows: Int, index: Int
  ) {
    // From one 8 columns to the next, and from a row to the next.
    let hasPair = tilesHavePairs && rows > 1
    let step = hasPair ? 16 : 8
    let start = hasPair ? 64 &* (index / 2) &+ 8 &* (index % 2) : 32 &* index
    let fields = 32 &* rows &+ 4 &* index
    var (source, block, left) = unsafe (x, tile, blocks)
    var (scale, inverse): (Float, Float) = (0, 0)
    while left > 0 {
      if !wide || (blocks &- left) & 7 == 0 {
        let largest = unsafe Float(
          bitPattern: largestMagnitude(source, wide ? min(8, left) : 1))
        let usable = largest >= 1e-30
        scale = !largest.isFinite ? .nan : usable ? largest / 127 : 0
        inverse = usable && largest.isFinite ? 127 / largest : 0
      }
      let a = unsafe eightCodes(source, inverse)
      let b = unsafe eightCodes(source + 8, inverse)
      let c = unsafe eightCodes(source + 16, inverse)
      let d = unsafe eightCodes(source + 24, inverse)
      let codes = unsafe block + start
      unsafe codes.storeBytes(of: a, as: int8x8_t.self)
      unsafe codes.storeBytes(of: b, toByteOffset: step, as: int8x8_t.self)
      unsafe codes.storeBytes(of: c, toByteOffset: 2 &* step, as: int8x8_t.self)
      unsafe codes.storeBytes(of: d, toByteOffset: 3 &* step, as: int8x8_t.self)
      let sa = Int32(vaddlvq_s8(vcombine_s8(a, b)))
      let sb = Int32(vaddlvq_s8(vcombine_s8(c, d)))
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

  /// The nearest whole numbers to 8 values times `factor`; 0 for what is no finite number, whose
  /// factor is 0.
  @inline(__always)
  private func eightCodes(_ x: UnsafePointer<Float>, _ factor: Float) -> int8x8_t {
    let a = unsafe vcvtnq_s32_f32(load(x) * splat(factor))
    let b = unsafe vcvtnq_s32_f32(load(x + 4) * splat(factor))
    return vmovn_s16(vcombine_s16(vmovn_s32(a), vmovn_s32(b)))
  }

  /// The bits of max |x| of `blocks` blocks of 32 values: they are in the order of the numbers, and
  /// those of NaN are above those of infinity.
  @inline(__always)
  private func largestMagnitude(_ x: UnsafePointer<Float>, _ blocks: Int) -> UInt32 {
    let size = vdupq_n_u32(0x7FFF_FFFF)
    let zero = vdupq_n_u32(0)
    var (a, b, source, left) = unsafe (zero, zero, x, 4 &* blocks)
    while left > 0 {
      a = unsafe vmaxq_u32(a, vandq_u32(vreinterpretq_u32_f32(load(source)), size))
      b = unsafe vmaxq_u32(b, vandq_u32(vreinterpretq_u32_f32(load(source + 4)), size))
      unsafe source = source + 8
      left &-= 1
    }
    return vmaxvq_u32(vmaxq_u32(a, b))
  }
#endif
