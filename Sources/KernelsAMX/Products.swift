#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// Products of panels with many rows of activations, in tiles of bfloat16.
  package func roundedKernels() -> RoundedKernels {
    RoundedKernels(
      leastRows: 32, roundRows: roundRows, scratchBytes: scratchBytes, multiply: multiplyRounded)
  }

  /// Blocks of 32 columns that are unpacked at a time: of two panels they fill half of the nearest
  /// cache.
  private var chunkBlocks: Int { 16 }

  private var chunkBytes: Int { chunkBlocks * RoundedRows.blockBytes }

  /// Pairs of panels between two visits of the same activations, which stay in the second cache.
  private var groupPairs: Int { 4 }

  /// Bytes of sums of 32 rows with a pair of panels.
  private var sumBytes: Int { 4096 }

  private func scratchBytes(rows: Int) -> Int {
    chunkBytes + (rows + 31) / 32 * groupPairs * sumBytes
  }

  /// Panels times all rows: `out[r][0..<columns] = panels · activations[r]`.
  private func multiplyRounded(_ type: TensorType, _ product: RoundedProduct) {
    _ = type.withPanels(RoundedVisitor(product: product))
  }

  private struct RoundedVisitor: PanelVisitor {
    let product: RoundedProduct

    @inline(never)
    func visit<Layout: PanelType>(_ layout: Layout.Type) {
      configureTiles()
      var pair = 0
      let pairs = (product.count &+ 1) / 2
      while pair < pairs {
        let end = min(pairs, pair &+ groupPairs)
        multiply(layout, pair, end)
        pair = end
      }
      releaseTiles()
    }

    /// The pairs of panels from `first` up to `end`, chunk by chunk of columns.
    @inline(__always)
    private func multiply<Layout: PanelType>(_ layout: Layout.Type, _ first: Int, _ end: Int) {
      let (format, scratch) = unsafe (Layout.panel, product.scratch)
      let blocks = product.rows.blocks
      var block = 0
      while block < blocks {
        let groups = min(chunkBlocks, blocks &- block)
        let unit = unsafe product.panels + block / format.groups &* format.unitBytes
        var (pair, sums) = unsafe (first, scratch + chunkBytes)
        while pair < end {
          // A panel that is missing is computed like the one before it, and left.
          let (a, b) = (2 &* pair, min(2 &* pair &+ 1, product.count &- 1))
          unsafe unpack(layout, unit + a &* product.panelBytes, groups, scratch)
          unsafe unpack(layout, unit + b &* product.panelBytes, groups, scratch + 1024)
          unsafe passRows(product, pair, block, groups, sums)
          unsafe sums = sums + product.rows.strips &* sumBytes
          pair &+= 1
        }
        block &+= groups
      }
    }

    @inline(never)
    private func unpack<Layout: PanelType>(
      _ layout: Layout.Type, _ unit: UnsafeRawPointer, _ groups: Int, _ to: UnsafeMutableRawPointer
    ) {
      unsafe unpackTiles(Layout.panel, unit, groups, to)
    }
  }

  /// All rows over the unpacked chunk that begins at `block`; sums at `sums` until the last one.
  @inline(never)
  private func passRows(
    _ product: RoundedProduct, _ pair: Int, _ block: Int, _ groups: Int,
    _ sums: UnsafeMutableRawPointer
  ) {
    let rows = product.rows
    let (isFirst, isLast) = (block == 0, block &+ groups == rows.blocks)
    let columns = min(32, product.columns &- 32 &* pair)
    var (strip, to) = unsafe (0, sums)
    while strip < rows.strips {
      if isFirst { clearSums() } else { unsafe loadSums(to) }
      var (a, w, left) = unsafe (rows.strip(strip, block), product.scratch, groups)
      while left > 0 {
        unsafe addProducts(a, w)
        unsafe a = a + RoundedRows.blockBytes
        unsafe w = w + RoundedRows.blockBytes
        left &-= 1
      }
      let out = unsafe product.out + (32 &* strip &* product.stride &+ 32 &* pair)
      let count = min(32, rows.count &- 32 &* strip)
      if isLast && count == 32 && columns == 32 {
        unsafe storeSums(UnsafeMutableRawPointer(out), 4 &* product.stride)
      } else {
        unsafe storeSums(to)
        if isLast { unsafe copySums(to, count, columns, out, product.stride) }
      }
      unsafe to = to + sumBytes
      strip &+= 1
    }
  }

  /// The first rows and columns of four tiles of sums.
  @inline(never)
  private func copySums(
    _ sums: UnsafeRawPointer, _ rows: Int, _ columns: Int, _ out: UnsafeMutablePointer<Float>,
    _ stride: Int
  ) {
    let (a, b) = (firstLanes(min(16, columns)), firstLanes(max(0, columns &- 16)))
    var row = 0
    while row < rows {
      let from = unsafe sums + ((row & 16) &* 128 &+ (row & 15) &* 64)
      let to = unsafe out + row &* stride
      unsafe _mm512_mask_storeu_ps(to, a, _mm512_loadu_ps(from))
      unsafe _mm512_mask_storeu_ps(to + 16, b, _mm512_loadu_ps(from + 1024))
      row &+= 1
    }
  }

  @inline(__always)
  private func firstLanes(_ n: Int) -> __mmask16 {
    __mmask16(truncatingIfNeeded: (1 &<< n) &- 1)
  }
#endif
