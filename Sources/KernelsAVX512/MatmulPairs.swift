import TernQuant
internal import _Builtin_intrinsics.intel

/// `out[r][16 p ..< 16 (p + 1)] = panel p · activations[r]` for an even number of panels and one or
/// two tiles of eight rows, `tileBytes` apart.
///
/// `scratch` has ``pairScratchBytes(blocks:)`` bytes. For the types of `onePair` only: those that
/// gain by reading the activations once for two panels.
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
      unsafe prefetchToWrite(to)
      unsafe prefetchToWrite(to + 16)
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
  case .q6_K: unsafe pairQ6_K(panel, panelBytes, units, tile, tileBytes, tiles, sums)
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
func pairQ6_K(
  _ panel: UnsafeRawPointer, _ panelBytes: Int, _ units: Int, _ tile: UnsafeRawPointer,
  _ tileBytes: Int, _ tiles: Int, _ sums: UnsafeMutablePointer<Float>
) {
  unsafe panelPair(.q6_K, panel, panelBytes, units, tile, tileBytes, tiles, sums)
}
