#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  // The inner kernel of prompts: four activation rows times three panels.
  //
  // Twelve sums of dot products and twelve float sums fill the registers; every step loads three
  // vectors of weight codes and broadcasts four words of activations for twelve dot-product
  // instructions, and no two of those depend on each other. Both operands lie unpacked: the codes
  // of some hundred columns (see `MatmulChunk`), which stay in the first-level cache while all
  // activation rows pass by, and the activations as unsigned bytes, code + 128. What the 128 adds is
  // the same for all rows: the sums begin at −128 · Σ weight codes.

  /// Sums of three panels with four rows: dot products.
  private struct Dots {
    var (a0, a1, a2, a3): (__m512i, __m512i, __m512i, __m512i)
    var (b0, b1, b2, b3): (__m512i, __m512i, __m512i, __m512i)
    var (c0, c1, c2, c3): (__m512i, __m512i, __m512i, __m512i)

    /// All rows of a panel begin at that panel's vector of the three at `p`.
    @inline(__always)
    init(_ p: UnsafeRawPointer) {
      let (a, b, c) = unsafe (load512(p, 0), load512(p, 64), load512(p, 128))
      (a0, a1, a2, a3) = (a, a, a, a)
      (b0, b1, b2, b3) = (b, b, b, b)
      (c0, c1, c2, c3) = (c, c, c, c)
    }

    @inline(__always)
    init() {
      let zero = _mm512_setzero_si512()
      (a0, a1, a2, a3) = (zero, zero, zero, zero)
      (b0, b1, b2, b3) = (zero, zero, zero, zero)
      (c0, c1, c2, c3) = (zero, zero, zero, zero)
    }

    /// Four columns: weight codes at `w`, panels 512 bytes apart; activations at `a`, rows 32 apart.
    @inline(__always)
    mutating func step(_ w: UnsafeRawPointer, _ a: UnsafeRawPointer) {
      let (x, y, z) = unsafe (load512(w, 0), load512(w, 512), load512(w, 1024))
      let r0 = unsafe four(a, 0)
      a0 = _mm512_dpbusd_epi32(a0, r0, x)
      b0 = _mm512_dpbusd_epi32(b0, r0, y)
      c0 = _mm512_dpbusd_epi32(c0, r0, z)
      let r1 = unsafe four(a, 32)
      a1 = _mm512_dpbusd_epi32(a1, r1, x)
      b1 = _mm512_dpbusd_epi32(b1, r1, y)
      c1 = _mm512_dpbusd_epi32(c1, r1, z)
      let r2 = unsafe four(a, 64)
      a2 = _mm512_dpbusd_epi32(a2, r2, x)
      b2 = _mm512_dpbusd_epi32(b2, r2, y)
      c2 = _mm512_dpbusd_epi32(c2, r2, z)
      let r3 = unsafe four(a, 96)
      a3 = _mm512_dpbusd_epi32(a3, r3, x)
      b3 = _mm512_dpbusd_epi32(b3, r3, y)
      c3 = _mm512_dpbusd_epi32(c3, r3, z)
    }

    /// Two minimums of the panels at `m` times the two sums of activations of the rows at `s`.
    @inline(__always)
    mutating func pair(_ m: UnsafeRawPointer, _ s: UnsafeRawPointer) {
      let (x, y, z) = unsafe (load512(m, 0), load512(m, 64), load512(m, 128))
      let r0 = unsafe four(s, 0)
      a0 = _mm512_dpwssd_epi32(a0, x, r0)
      b0 = _mm512_dpwssd_epi32(b0, y, r0)
      c0 = _mm512_dpwssd_epi32(c0, z, r0)
      let r1 = unsafe four(s, 4)
      a1 = _mm512_dpwssd_epi32(a1, x, r1)
      b1 = _mm512_dpwssd_epi32(b1, y, r1)
      c1 = _mm512_dpwssd_epi32(c1, z, r1)
      let r2 = unsafe four(s, 8)
      a2 = _mm512_dpwssd_epi32(a2, x, r2)
      b2 = _mm512_dpwssd_epi32(b2, y, r2)
      c2 = _mm512_dpwssd_epi32(c2, z, r2)
      let r3 = unsafe four(s, 12)
      a3 = _mm512_dpwssd_epi32(a3, x, r3)
      b3 = _mm512_dpwssd_epi32(b3, y, r3)
      c3 = _mm512_dpwssd_epi32(c3, z, r3)
    }
  }

  /// Sums of three panels with four rows: float32.
  private struct Sums {
    var (a0, a1, a2, a3): (__m512, __m512, __m512, __m512)
    var (b0, b1, b2, b3): (__m512, __m512, __m512, __m512)
    var (c0, c1, c2, c3): (__m512, __m512, __m512, __m512)

    @inline(__always)
    init() {
      let zero = _mm512_setzero_ps()
      (a0, a1, a2, a3) = (zero, zero, zero, zero)
      (b0, b1, b2, b3) = (zero, zero, zero, zero)
      (c0, c1, c2, c3) = (zero, zero, zero, zero)
    }

    /// `[row][panel]` vectors at `p`.
    @inline(__always)
    init(_ p: UnsafePointer<Float>) {
      (a0, b0, c0) = unsafe (load(p), load(p + 16), load(p + 32))
      (a1, b1, c1) = unsafe (load(p + 48), load(p + 64), load(p + 80))
      (a2, b2, c2) = unsafe (load(p + 96), load(p + 112), load(p + 128))
      (a3, b3, c3) = unsafe (load(p + 144), load(p + 160), load(p + 176))
    }

    @inline(__always)
    func keep(_ p: UnsafeMutablePointer<Float>) {
      unsafe put(p, a0, b0, c0)
      unsafe put(p + 48, a1, b1, c1)
      unsafe put(p + 96, a2, b2, c2)
      unsafe put(p + 144, a3, b3, c3)
    }

    /// Adds `dots · scale of the panel · scale of the row`.
    @inline(__always)
    mutating func add(_ d: Dots, _ s: UnsafeRawPointer, rows: UnsafeRawPointer) {
      let (x, y, z) = unsafe (vector(s, 0), vector(s, 64), vector(s, 128))
      let r0 = unsafe value(rows, 0)
      a0 = fma(d.a0, _mm512_mul_ps(x, r0), a0)
      b0 = fma(d.b0, _mm512_mul_ps(y, r0), b0)
      c0 = fma(d.c0, _mm512_mul_ps(z, r0), c0)
      let r1 = unsafe value(rows, 4)
      a1 = fma(d.a1, _mm512_mul_ps(x, r1), a1)
      b1 = fma(d.b1, _mm512_mul_ps(y, r1), b1)
      c1 = fma(d.c1, _mm512_mul_ps(z, r1), c1)
      let r2 = unsafe value(rows, 8)
      a2 = fma(d.a2, _mm512_mul_ps(x, r2), a2)
      b2 = fma(d.b2, _mm512_mul_ps(y, r2), b2)
      c2 = fma(d.c2, _mm512_mul_ps(z, r2), c2)
      let r3 = unsafe value(rows, 12)
      a3 = fma(d.a3, _mm512_mul_ps(x, r3), a3)
      b3 = fma(d.b3, _mm512_mul_ps(y, r3), b3)
      c3 = fma(d.c3, _mm512_mul_ps(z, r3), c3)
    }

    /// Adds `dots · scale of the panel`.
    @inline(__always)
    mutating func add(_ d: Dots, _ s: UnsafeRawPointer) {
      let (x, y, z) = unsafe (vector(s, 0), vector(s, 64), vector(s, 128))
      (a0, a1, a2, a3) = (fma(d.a0, x, a0), fma(d.a1, x, a1), fma(d.a2, x, a2), fma(d.a3, x, a3))
      (b0, b1, b2, b3) = (fma(d.b0, y, b0), fma(d.b1, y, b1), fma(d.b2, y, b2), fma(d.b3, y, b3))
      (c0, c1, c2, c3) = (fma(d.c0, z, c0), fma(d.c1, z, c1), fma(d.c2, z, c2), fma(d.c3, z, c3))
    }

    /// Subtracts `minimum of the panel · sum of the row`.
    @inline(__always)
    mutating func subtract(_ m: UnsafeRawPointer, rows: UnsafeRawPointer) {
      let (x, y, z) = unsafe (vector(m, 0), vector(m, 64), vector(m, 128))
      let r0 = unsafe value(rows, 0)
      (a0, b0, c0) = (less(x, r0, a0), less(y, r0, b0), less(z, r0, c0))
      let r1 = unsafe value(rows, 4)
      (a1, b1, c1) = (less(x, r1, a1), less(y, r1, b1), less(z, r1, c1))
      let r2 = unsafe value(rows, 8)
      (a2, b2, c2) = (less(x, r2, a2), less(y, r2, b2), less(z, r2, c2))
      let r3 = unsafe value(rows, 12)
      (a3, b3, c3) = (less(x, r3, a3), less(y, r3, b3), less(z, r3, c3))
    }

    /// Adds these sums times the scale of their row to those at `p`.
    @inline(__always)
    func accumulate(_ p: UnsafeMutablePointer<Float>, rows: UnsafeRawPointer) {
      let (r0, r1) = unsafe (value(rows, 0), value(rows, 4))
      unsafe accumulateRow(p, r0, a0, b0, c0)
      unsafe accumulateRow(p + 48, r1, a1, b1, c1)
      let (r2, r3) = unsafe (value(rows, 8), value(rows, 12))
      unsafe accumulateRow(p + 96, r2, a2, b2, c2)
      unsafe accumulateRow(p + 144, r3, a3, b3, c3)
    }
  }

  @inline(__always)
  private func fma(_ d: __m512i, _ s: __m512, _ sum: __m512) -> __m512 {
    _mm512_fmadd_ps(_mm512_cvtepi32_ps(d), s, sum)
  }

  @inline(__always)
  private func less(_ m: __m512, _ row: __m512, _ sum: __m512) -> __m512 {
    _mm512_fnmadd_ps(m, row, sum)
  }

  @inline(__always)
  private func put(_ p: UnsafeMutablePointer<Float>, _ a: __m512, _ b: __m512, _ c: __m512) {
    unsafe store(p, a)
    unsafe store(p + 16, b)
    unsafe store(p + 32, c)
  }

  @inline(__always)
  private func accumulateRow(
    _ p: UnsafeMutablePointer<Float>, _ row: __m512, _ a: __m512, _ b: __m512, _ c: __m512
  ) {
    unsafe put(
      p, _mm512_fmadd_ps(row, a, load(p)), _mm512_fmadd_ps(row, b, load(p + 16)),
      _mm512_fmadd_ps(row, c, load(p + 32)))
  }

  /// Four activation codes, or a pair of sums, in every lane.
  @inline(__always)
  private func four(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i {
    unsafe _mm512_set1_epi32(p.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  @inline(__always)
  private func value(_ p: UnsafeRawPointer, _ offset: Int) -> __m512 {
    unsafe _mm512_set1_ps(p.loadUnaligned(fromByteOffset: offset, as: Float.self))
  }

  @inline(__always)
  private func vector(_ p: UnsafeRawPointer, _ offset: Int) -> __m512 {
    unsafe _mm512_castsi512_ps(load512(p, offset))
  }

  /// Four rows of a tile over the `groups` groups of a chunk: the first row's codes and scale, the
  /// bytes of a block of the tile, and the sums `[row][panel][16]`.
  ///
  /// No structure: one that several files use would get weak functions.
  typealias Strip = (
    chunk: UnsafeRawPointer, groups: Int, codes: UnsafeRawPointer, fields: UnsafeRawPointer,
    block: Int, sums: UnsafeMutablePointer<Float>
  )

  /// Adds the products of a chunk's columns to the sums of a strip.
  ///
  /// The constants say how: `wide` where 256 columns of an activation row share a scale, `halves`
  /// where the halves of 32 columns have scales of their own, `minimums` where one is subtracted.
  @inline(__always)
  func multiplyStrip(wide: Bool, halves: Bool, minimums: Bool, _ strip: Strip) {
    let (chunk, fields, block, sums) = unsafe (strip.chunk, strip.fields, strip.block, strip.sums)
    let size = chunkGroupBytes(wide: wide, halves: halves, minimums: minimums)
    var total = unsafe wide ? Sums() : Sums(sums)
    if wide && minimums {
      var dots = Dots()
      let tail = unsafe chunk + 8 * size
      var m = unsafe tail
      // Pairs of sums: of the halves of 32 columns, or of two times 32 columns.
      // A field has 4 of the 48 bytes of each row.
      var s = unsafe fields + (halves ? block / 12 : block / 4)
      var index = 0
      while index < (halves ? 8 : 4) {
        unsafe dots.pair(m, s)
        unsafe m = m + 192
        unsafe s = s + (halves ? block : 2 &* block)
        index &+= 1
      }
      unsafe total.add(dots, m)
    }
    var (w, a, row) = unsafe (chunk, strip.codes, fields)
    var index = 0
    while unsafe index < strip.groups {
      var dots = unsafe Dots(w + 1536)
      var step = 0
      while step < (halves ? 4 : 8) {
        unsafe dots.step(w + 64 &* step, a + 4 &* step)
        step &+= 1
      }
      let scales = unsafe w + (halves ? 1920 : 1728)
      if wide {
        unsafe total.add(dots, scales)
      } else {
        unsafe total.add(dots, scales, rows: row)
      }
      if halves {
        dots = unsafe Dots(w + 1728)
        while step < 8 {
          unsafe dots.step(w + 64 &* step, a + 4 &* step)
          step &+= 1
        }
        if wide {
          unsafe total.add(dots, scales + 192)
        } else {
          unsafe total.add(dots, scales + 192, rows: row)
        }
      }
      if minimums && !wide {
        unsafe total.subtract(w + 1920, rows: row + block / 6)
      }
      unsafe w = w + size
      unsafe a = a + block
      unsafe row = row + block
      index &+= 1
    }
    if wide {
      unsafe total.accumulate(sums, rows: fields)
    } else {
      unsafe total.keep(sums)
    }
  }
#endif
