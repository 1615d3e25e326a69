import TernQuant
internal import _Builtin_intrinsics.intel

// The inner kernel of prompts. A broadcast of four activation codes costs as much as the
// instruction that uses it, so two panels share each: sixteen registers hold the unpacked codes of
// 32 columns of both while the rows of one or two tiles pass by. The float sums lie in the
// first-level cache. Each row adds up exactly as in `panelTile`.

/// Two neighbouring panels times `tiles` tiles of eight activation rows; `type` is a constant.
///
/// The sums go to `sums`, `[8 · tiles][2][16]`; what `prepareOffsets` wrote lies 2048 bytes on.
@inline(__always)
func panelPair(
  _ type: TensorType, _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int,
  _ tile: UnsafeRawPointer, _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  var index = 0
  while index < 16 &* tiles {
    unsafe _mm512_storeu_ps(sums + 16 &* index, _mm512_setzero_ps())
    index &+= 1
  }
  var unit = unsafe panel
  var block = unsafe tile
  var offset = unsafe UnsafeRawPointer(sums + 512)
  index = 0
  while index < units {
    let next = unsafe unit + panelBytes
    let d = unsafe (headerScales(type, unit), headerScales(type, next))
    let m = unsafe (headerMinimums(type, unit), headerMinimums(type, next))
    var codes = unsafe unit + unitCodes(type)
    var group = 0
    while group < unitGroups(type) {
      let w = unsafe (unpackCodes(type, codes), unpackCodes(type, codes + panelBytes))
      let s = unsafe (
        groupScales(type, unit, group, d.0, m.0), groupScales(type, next, group, d.1, m.1)
      )
      var (rows, out, left) = unsafe (block, sums, tiles)
      while left > 0 {
        unsafe addRow(type, 0, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 1, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 2, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 3, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 4, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 5, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 6, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe addRow(type, 7, w.0, w.1, s.0, s.1, rows, offset, out)
        unsafe rows = rows + tileBytes
        unsafe out = out + 256
        if codeOffset(type) != 0 { unsafe offset = offset + (halvesDiffer(type) ? 64 : 32) }
        left &-= 1
      }
      unsafe block = block + 48 * 8
      unsafe codes = codes + groupCodes(type)
      group &+= 1
    }
    unsafe unit = unit + unitBytes(type)
    index &+= 1
  }
}

/// Where the integer sums of the rows begin: −offset · Σ codes, for every 32 columns and tile the
/// eight rows (types whose halves differ: eight sums of the first 16 columns, then of the second).
///
/// Computed once for all panels; nothing is written for types without an offset.
@inline(__always)
func prepareOffsets(
  _ type: TensorType, _ blocks: Int, _ tile: UnsafeRawPointer, _ tileBytes: Int, _ tiles: Int,
  _ offsets: UnsafeMutableRawPointer
) {
  let minus = 0 &- Int32(codeOffset(type))
  if minus == 0 { return }
  let first = _mm256_set1_epi32(minus & 0xFFFF)
  let second = _mm256_set1_epi32(minus &<< 16)
  var out = unsafe offsets
  var sums = unsafe tile + (32 * 8 + 4 * 8)
  var left = blocks
  while left > 0 {
    var (from, count) = unsafe (sums, tiles)
    while count > 0 {
      let pairs = unsafe _mm256_loadu_si256(from.assumingMemoryBound(to: __m256i.self))
      if halvesDiffer(type) {
        unsafe store(_mm256_madd_epi16(pairs, first), out)
        unsafe store(_mm256_madd_epi16(pairs, second), out + 32)
        unsafe out = out + 64
      } else {
        unsafe store(_mm256_madd_epi16(pairs, _mm256_or_si256(first, second)), out)
        unsafe out = out + 32
      }
      unsafe from = from + tileBytes
      count &-= 1
    }
    unsafe sums = sums + 48 * 8
    left &-= 1
  }
}

@inline(__always)
private func store(_ x: __m256i, _ p: UnsafeMutableRawPointer) {
  unsafe _mm256_storeu_si256(p.assumingMemoryBound(to: __m256i.self), x)
}

/// Four activation codes, or one integer, in every lane.
@inline(__always)
private func four(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i {
  unsafe _mm512_set1_epi32(p.loadUnaligned(fromByteOffset: offset, as: Int32.self))
}

@inline(__always)
private func value(_ p: UnsafeRawPointer, _ offset: Int) -> __m512 {
  unsafe _mm512_set1_ps(p.loadUnaligned(fromByteOffset: offset, as: Float.self))
}

/// Adds 32 columns of row `row` of a tile to its sums with both panels.
@inline(__always)
private func addRow(
  _ type: TensorType, _ row: Int, _ w: Codes, _ x: Codes, _ s: LaneScales, _ t: LaneScales,
  _ block: UnsafeRawPointer, _ offsets: UnsafeRawPointer, _ sums: UnsafeMutablePointer<Float>
) {
  let a = unsafe block + 32 * row
  let fields = unsafe block + (32 * 8 + 4 * row)
  var p0 = _mm512_setzero_si512()
  var (p1, q0, q1) = (p0, p0, p0)
  if codeOffset(type) != 0 {
    p0 = unsafe four(offsets, 4 * row)
    q0 = p0
    if halvesDiffer(type) {
      p1 = unsafe four(offsets, 32 + 4 * row)
      q1 = p1
    }
  }
  // Two chains a panel: eight dependent steps would outlast what the processor looks ahead.
  unsafe step(&p0, &q0, w.0, x.0, four(a, 0))
  unsafe step(&p1, &q1, w.4, x.4, four(a, 16))
  unsafe step(&p0, &q0, w.1, x.1, four(a, 4))
  unsafe step(&p1, &q1, w.5, x.5, four(a, 20))
  unsafe step(&p0, &q0, w.2, x.2, four(a, 8))
  unsafe step(&p1, &q1, w.6, x.6, four(a, 24))
  unsafe step(&p0, &q0, w.3, x.3, four(a, 12))
  unsafe step(&p1, &q1, w.7, x.7, four(a, 28))
  let out = unsafe sums + 32 * row
  unsafe _mm512_storeu_ps(out, total(type, p0, p1, s, fields, _mm512_loadu_ps(out)))
  unsafe _mm512_storeu_ps(out + 16, total(type, q0, q1, t, fields, _mm512_loadu_ps(out + 16)))
}

@inline(__always)
private func step(
  _ p: inout __m512i, _ q: inout __m512i, _ w: __m512i, _ x: __m512i, _ codes: __m512i
) {
  p = _mm512_dpbusd_epi32(p, w, codes)
  q = _mm512_dpbusd_epi32(q, x, codes)
}

/// `sum` plus the scaled integer sums of the two halves of 32 columns, less the minimums.
@inline(__always)
private func total(
  _ type: TensorType, _ i0: __m512i, _ i1: __m512i, _ s: LaneScales, _ fields: UnsafeRawPointer,
  _ sum: __m512
) -> __m512 {
  let scale = unsafe value(fields, 0)
  var result = sum
  if halvesDiffer(type) {
    let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(i0), s.scale0)
    result = _mm512_fmadd_ps(
      _mm512_fmadd_ps(_mm512_cvtepi32_ps(i1), s.scale1, scaled), scale, result)
  } else {
    let whole = _mm512_cvtepi32_ps(_mm512_add_epi32(i0, i1))
    result = _mm512_fmadd_ps(whole, _mm512_mul_ps(s.scale0, scale), result)
  }
  if hasMinimums(type) {
    let whole = unsafe value(fields, 8 * 8)
    if halvesDiffer(type) {
      let part = unsafe value(fields, 12 * 8)
      result = _mm512_fnmadd_ps(s.minimum1, whole, result)
      result = _mm512_fnmadd_ps(_mm512_sub_ps(s.minimum0, s.minimum1), part, result)
    } else {
      result = _mm512_fnmadd_ps(s.minimum0, whole, result)
    }
  }
  return result
}
