import TernQuant
internal import _Builtin_intrinsics.intel

/// `out[r][16 p ..< 16 (p + 1)] = panel p · activations[r]` for an even number of panels and one or
/// two tiles of eight rows, `tileBytes` apart.
///
/// `scratch` has ``pairScratchBytes(blocks:)`` bytes. Every result is the same, to the bit, as that
/// of `multiplyPanel`, which reads the activations once for every panel.
package func multiplyPanelPairs(
  _ type: TensorType, panels: UnsafeRawPointer, count: Int, panelBytes: Int, units: Int,
  tile: UnsafeRawPointer, tileBytes: Int, tiles: Int, out: UnsafeMutablePointer<Float>,
  stride: Int, scratch: UnsafeMutableRawPointer
) {
  let sums = unsafe scratch.assumingMemoryBound(to: Float.self)
  unsafe prepareOffsets(type, units &* unitGroups(type), tile, tileBytes, tiles, scratch + 2048)
  var pair = 0
  while pair &+ 2 <= count {
    let panel = unsafe panels + pair &* panelBytes
    // The sums' many stores wait behind those of the results: their lines are fetched early.
    var (to, left) = unsafe (out + 16 &* pair, 8 &* tiles)
    while left > 0 {
      unsafe fetchLine(to, 1, 3, 1)
      unsafe fetchLine(to + 16, 1, 3, 1)
      unsafe to = to + stride
      left &-= 1
    }
    unsafe onePair(type, panel, panelBytes, units, tile, tileBytes, tiles, sums)
    var from = unsafe sums
    unsafe to = out + 16 &* pair
    left = 8 &* tiles
    while left > 0 {
      unsafe _mm512_storeu_ps(to, _mm512_loadu_ps(from))
      unsafe _mm512_storeu_ps(to + 16, _mm512_loadu_ps(from + 16))
      unsafe from = from + 32
      unsafe to = to + stride
      left &-= 1
    }
    pair &+= 2
  }
}

/// Bytes of the scratch for rows of `blocks` times 32 columns: the sums of sixteen rows with two
/// panels, and the rows' offsets.
package func pairScratchBytes(blocks: Int) -> Int { 2048 + 128 * blocks }

private func onePair(
  _ type: TensorType, _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int,
  _ tile: UnsafeRawPointer, _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  switch type {
  case .q8_0: unsafe pairQ8_0(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q4_0: unsafe pairQ4_0(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q4_1: unsafe pairQ4_1(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q5_0: unsafe pairQ5_0(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q5_1: unsafe pairQ5_1(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .iq4_nl: unsafe pairIQ4_NL(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .mxfp4: unsafe pairMXFP4(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q4_K: unsafe pairQ4_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q5_K: unsafe pairQ5_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q6_K: unsafe pairQ6_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q3_K: unsafe pairQ3_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .q2_K: unsafe pairQ2_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  case .iq4_xs: unsafe pairIQ4_XS(panel, panelBytes, units, tile, tileBytes, tiles, sums)
  default: break
  }
}

@inline(never)
func pairQ8_0(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q8_0, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ4_0(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q4_0, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ4_1(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q4_1, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ5_0(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q5_0, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ5_1(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q5_1, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairIQ4_NL(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.iq4_nl, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairMXFP4(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.mxfp4, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ4_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q4_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ5_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q5_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ6_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q6_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ3_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q3_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairQ2_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q2_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

@inline(never)
func pairIQ4_XS(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.iq4_xs, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}

/// The prefetch instruction: address, whether to write, how long to keep (0…3), data (1).
@_silgen_name("llvm.prefetch.p0")
private func fetchLine(_ p: UnsafeRawPointer, _ write: Int32, _ keep: Int32, _ data: Int32)
