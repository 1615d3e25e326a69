import TernQuant
internal import _Builtin_intrinsics.intel

/// The body of a panel kernel for a constant `type`: the panel's two halves of 8 rows, over at most
/// four activation rows at a time, which is what sixteen registers hold.
@inline(__always)
func panelTiles(
  _ type: TensorType, _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int,
  _ tile: UnsafeRawPointer, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  if rows == 1 { return unsafe panelRow(type, panel, units, tile, out) }
  var half = 0
  while half < 16 {
    let to = unsafe out + half
    switch rows {
    case 8:
      unsafe panelTile(type, 8, 0, 4, half, panel, units, tile, to, stride)
      unsafe panelTile(type, 8, 4, 4, half, panel, units, tile, to + 4 &* stride, stride)
    case 4: unsafe panelTile(type, 4, 0, 4, half, panel, units, tile, to, stride)
    default: unsafe panelTile(type, 2, 0, 2, half, panel, units, tile, to, stride)
    }
    half &+= 8
  }
}

/// A panel times one activation row: both halves in one pass over the memory.
@inline(__always)
private func panelRow(
  _ type: TensorType, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
  _ out: UnsafeMutablePointer<Float>
) {
  var (f0, f1) = (_mm256_setzero_ps(), _mm256_setzero_ps())
  var unit = unsafe panel
  var block = unsafe tile
  var index = 0
  while index < units {
    let (d0, d1) = unsafe (headerScales(type, unit, 0), headerScales(type, unit, 8))
    let (m0, m1) = unsafe (headerMinimums(type, unit, 0), headerMinimums(type, unit, 8))
    var codes = unsafe unit + unitCodes(type)
    var group = 0
    while group < unitGroups(type) {
      unsafe prefetchGroup(type, unit, group)
      let s0 = unsafe groupScales(type, unit, 0, group, d0, m0)
      f0 = unsafe addGroup(type, 1, 0, unpackCodes(type, codes), s0, block, f0)
      let s1 = unsafe groupScales(type, unit, 8, group, d1, m1)
      f1 = unsafe addGroup(type, 1, 0, unpackCodes(type, codes + 32), s1, block, f1)
      unsafe block = block + 48
      unsafe codes = codes + groupCodes(type)
      group &+= 1
    }
    unsafe unit = unit + unitBytes(type)
    index &+= 1
  }
  unsafe _mm256_storeu_ps(out, f0)
  unsafe _mm256_storeu_ps(out + 8, f1)
}

/// Eight rows of a panel from row `half` times `count` activation rows from row `from` of a tile of
/// `rows`; `type`, `rows`, `from` and `count` are constants.
@inline(__always)
func panelTile(
  _ type: TensorType, _ rows: Int, _ from: Int, _ count: Int, _ half: Int,
  _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
  _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  var f0 = _mm256_setzero_ps()
  var (f1, f2, f3) = (f0, f0, f0)
  var unit = unsafe panel
  var block = unsafe tile
  var index = 0
  while index < units {
    let d = unsafe headerScales(type, unit, half)
    let m = unsafe headerMinimums(type, unit, half)
    var codes = unsafe unit + unitCodes(type) + 4 &* half
    var group = 0
    while group < unitGroups(type) {
      let w = unsafe unpackCodes(type, codes)
      let s = unsafe groupScales(type, unit, half, group, d, m)
      f0 = unsafe addGroup(type, rows, from, w, s, block, f0)
      if count > 1 { f1 = unsafe addGroup(type, rows, from + 1, w, s, block, f1) }
      if count > 2 {
        f2 = unsafe addGroup(type, rows, from + 2, w, s, block, f2)
        f3 = unsafe addGroup(type, rows, from + 3, w, s, block, f3)
      }
      unsafe block = block + 48 * rows
      unsafe codes = codes + groupCodes(type)
      group &+= 1
    }
    unsafe unit = unit + unitBytes(type)
    index &+= 1
  }
  unsafe _mm256_storeu_ps(out, f0)
  if count > 1 { unsafe _mm256_storeu_ps(out + stride, f1) }
  if count > 2 {
    unsafe _mm256_storeu_ps(out + 2 &* stride, f2)
    unsafe _mm256_storeu_ps(out + 3 &* stride, f3)
  }
}

/// Asks for a group's share of the unit that lies `prefetchDistance` ahead: it follows in memory,
/// in this panel or in the next.
@inline(__always)
private func prefetchGroup(_ type: TensorType, _ unit: UnsafeRawPointer, _ group: Int) {
  let lines = (unitBytes(type) / unitGroups(type) &+ 63) / 64
  unsafe prefetch(unit + (prefetchDistance &+ group &* lines &* 64), lines: lines)
}

/// Four activation codes in every lane.
@inline(__always)
private func four(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i {
  unsafe _mm256_set1_epi32(p.loadUnaligned(fromByteOffset: offset, as: Int32.self))
}

@inline(__always)
private func value(_ p: UnsafeRawPointer, _ offset: Int) -> __m256 {
  unsafe _mm256_set1_ps(p.loadUnaligned(fromByteOffset: offset, as: Float.self))
}

/// Pairs of products of one step as 16-bit sums.
///
/// Their size is at most 2 · 127 · the largest code: 3,810 for 4 bits, 6,096 for MXFP4, 7,874 for
/// 5 bits, 16,002 for 6 bits; signed codes are split into magnitude and sign: 32,512.
@inline(__always)
private func pairs(_ type: TensorType, _ w: __m256i, _ a: __m256i) -> __m256i {
  if hasByteCodes(type) {
    return _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(a, w))
  }
  return _mm256_maddubs_epi16(w, a)
}

@inline(__always)
private func wide(_ x: __m256i) -> __m256i { _mm256_madd_epi16(x, _mm256_set1_epi16(1)) }

/// Four steps (16 columns) of one row as 32-bit sums, added up in 16 bits as far as they fit.
@inline(__always)
private func dot16(
  _ type: TensorType, _ a: UnsafeRawPointer, _ w0: __m256i, _ w1: __m256i, _ w2: __m256i,
  _ w3: __m256i
) -> __m256i {
  let (p0, p1) = unsafe (pairs(type, w0, four(a, 0)), pairs(type, w1, four(a, 4)))
  let (p2, p3) = unsafe (pairs(type, w2, four(a, 8)), pairs(type, w3, four(a, 12)))
  if hasByteCodes(type) {
    return _mm256_add_epi32(
      _mm256_add_epi32(wide(p0), wide(p1)), _mm256_add_epi32(wide(p2), wide(p3)))
  }
  let (low, high) = (_mm256_add_epi16(p0, p1), _mm256_add_epi16(p2, p3))
  if case .q6_K = type { return _mm256_add_epi32(wide(low), wide(high)) }
  return wide(_mm256_add_epi16(low, high))
}

/// Adds 32 columns of row `row` of the tile block at `block` to its sums.
@inline(__always)
private func addGroup(
  _ type: TensorType, _ rows: Int, _ row: Int, _ w: Codes, _ s: LaneScales,
  _ block: UnsafeRawPointer, _ sum: __m256
) -> __m256 {
  let a = unsafe block + 32 * row
  let fields = unsafe block + (32 * rows + 4 * row)
  let scale = unsafe value(fields, 0)
  var result = sum
  // −offset · Σ codes, from the pair of 16-bit sums.
  let offset = Int32(codeOffset(type))
  let first = (0 &- offset) & 0xFFFF
  let second = (0 &- offset) &<< 16
  var i0 = unsafe dot16(type, a, w.0, w.1, w.2, w.3)
  var i1 = unsafe dot16(type, a + 16, w.4, w.5, w.6, w.7)
  if halvesDiffer(type) {
    if offset != 0 {
      let sums = unsafe four(fields, 4 * rows)
      i0 = _mm256_add_epi32(i0, _mm256_madd_epi16(sums, _mm256_set1_epi32(first)))
      i1 = _mm256_add_epi32(i1, _mm256_madd_epi16(sums, _mm256_set1_epi32(second)))
    }
    let scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(i0), s.scale0)
    result = _mm256_fmadd_ps(
      _mm256_fmadd_ps(_mm256_cvtepi32_ps(i1), s.scale1, scaled), scale, result)
  } else {
    i0 = _mm256_add_epi32(i0, i1)
    if offset != 0 {
      let sums = unsafe four(fields, 4 * rows)
      i0 = _mm256_add_epi32(i0, _mm256_madd_epi16(sums, _mm256_set1_epi32(first | second)))
    }
    result = _mm256_fmadd_ps(_mm256_cvtepi32_ps(i0), _mm256_mul_ps(s.scale0, scale), result)
  }
  if hasMinimums(type) {
    let whole = unsafe value(fields, 8 * rows)
    if halvesDiffer(type) {
      let part = unsafe value(fields, 12 * rows)
      result = _mm256_fnmadd_ps(s.minimum1, whole, result)
      result = _mm256_fnmadd_ps(_mm256_sub_ps(s.minimum0, s.minimum1), part, result)
    } else {
      result = _mm256_fnmadd_ps(s.minimum0, whole, result)
    }
  }
  return result
}
