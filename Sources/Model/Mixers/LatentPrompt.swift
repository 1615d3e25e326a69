import TernKernels

/// What decompressed attention works in: the keys and values of all heads, for one layer at a time.
final class LatentPromptSpace {
  /// Positions that are decompressed at once.
  static let positions = 128

  let rows: RowBuffer
  let keysAndValues: RowBuffer
  /// The matrices that decompress keys: the transposes of those that absorb them.
  let keyWeights: TransposedWeights
  private(set) var pages: [KVPage] = []
  private let type: CacheType
  private let memory = PageMemory()

  init(_ sizes: LatentConfig, _ type: CacheType, _ compute: Compute) throws(MemoryError) {
    rows = try RowBuffer(allocating: Self.positions, columns: sizes.rowWidth)
    keysAndValues = try RowBuffer(
      allocating: Self.positions, columns: sizes.heads * (sizes.keyDim + sizes.valueDim))
    keyWeights = try TransposedWeights(
      count: sizes.heads, rows: sizes.plainDim, columns: sizes.rank, compute)
    self.type = type == .f32 ? .f32 : .f16
  }

  /// Bytes of the pages for so many positions.
  static func byteCount(_ sizes: LatentConfig, _ type: CacheType, positions: Int) -> Int {
    (positions + KVPage.positions - 1) / KVPage.positions
      * KVPage.byteCount(
        type: type == .f32 ? .f32 : .f16, heads: sizes.heads, keyDim: sizes.keyDim,
        valueDim: sizes.valueDim)
  }

  func fits(_ sizes: LatentConfig) -> Bool {
    keyWeights.fits(count: sizes.heads, rows: sizes.plainDim, columns: sizes.rank)
      && rows.columns == sizes.rowWidth
      && keysAndValues.columns == sizes.heads * (sizes.keyDim + sizes.valueDim)
  }

  /// A view with room for so many positions.
  func view(_ sizes: LatentConfig, positions: Int) throws(MemoryError) -> KVView {
    while pages.count * KVPage.positions < positions {
      pages.append(
        try KVPage(
          type: type, heads: sizes.heads, keyDim: sizes.keyDim, valueDim: sizes.valueDim,
          memory: memory))
    }
    let count = (positions + KVPage.positions - 1) / KVPage.positions
    return KVView(pages: Array(pages[..<count]), firstPosition: 0)
  }
}

extension Model {
  /// Attention of many rows of one sequence: the stored rows become keys and values of every head,
  /// which costs a product for each position and makes scores and sums three times cheaper.
  ///
  /// False where that does not pay, or would take too much memory: nothing has happened then.
  func attendDecompressed(
    _ sizes: LatentConfig, _ weights: LatentWeights, _ space: LatentSpace, _ q: Rows,
    into mixed: Rows
  ) -> Bool {
    // Of few rows each has the bits that it has alone: what is drafted is checked by them.
    guard rowCount >= 16, plan.caches.count == 1, sizes.indexer == nil else { return false }
    let length = Int(plan.positions.max() ?? 0) + 1
    guard sizes.paysDecompressing(positions: plan.positions, length: length),
      LatentPromptSpace.byteCount(sizes, layout.type, positions: length)
        <= max(64 << 20, weightByteCount / 50),
      let prompt = promptSpace(sizes, space),
      let view = try? prompt.view(sizes, positions: length)
    else { return false }
    prompt.keyWeights.fill(from: weights.keys, compute)
    for start in stride(from: 0, to: length, by: LatentPromptSpace.positions) {
      let end = min(length, start + LatentPromptSpace.positions)
      decompress(sizes, weights, space, prompt, start..<end, into: view)
    }
    compute.attention(
      q, at: plan.positions, in: [view], viewOf: plan.cacheOf,
      shape: AttentionShape(
        heads: sizes.heads, kvHeads: sizes.heads, keyDim: sizes.keyDim, valueDim: sizes.valueDim,
        scale: sizes.scale),
      into: mixed)
    return true
  }

  private func promptSpace(_ sizes: LatentConfig, _ space: LatentSpace) -> LatentPromptSpace? {
    if let prompt = space.prompt, prompt.fits(sizes) { return prompt }
    space.prompt = nil
    space.prompt = try? LatentPromptSpace(sizes, layout.type, compute)
    return space.prompt
  }

  /// Keys and values of some positions, out of the layer's cache.
  private func decompress(
    _ sizes: LatentConfig, _ weights: LatentWeights, _ space: LatentSpace,
    _ prompt: LatentPromptSpace, _ positions: Range<Int>, into view: KVView
  ) {
    let rows = prompt.rows.rows(positions.count)
    compute.readKeys(views[0], positions, into: rows)
    let compressed = rows.slice(columns: 0..<sizes.rank)
    let rotated = rows.slice(columns: sizes.rank..<sizes.rowWidth)
    let all = prompt.keysAndValues.rows(positions.count)
    let keys = all.slice(columns: 0..<sizes.heads * sizes.keyDim)
    let values = all.slice(columns: keys.columns..<keys.columns + sizes.heads * sizes.valueDim)
    multiplyHeads(space, prompt.keyWeights.matrices) { head in
      let first = head * sizes.keyDim
      compute.copy(
        rotated, into: keys.slice(columns: first + sizes.plainDim..<first + sizes.keyDim))
      return (compressed, keys.slice(columns: first..<first + sizes.plainDim))
    }
    multiplyHeads(space, weights.values) { head in
      (
        compressed,
        values.slice(columns: head * sizes.valueDim..<(head + 1) * sizes.valueDim)
      )
    }
    compute.store(
      keys: keys, values: values, at: positions.map { Int32($0) }, in: [view],
      viewOf: positions.map { _ in 0 })
  }
}

extension LatentConfig {
  /// Whether decompressing costs fewer operations for rows at these positions: each counts what it
  /// multiplies with every position it sees, and the products with the heads' matrices.
  package func paysDecompressing(positions: [Int32], length: Int) -> Bool {
    let pairs = positions.reduce(0) { $0 + Int($1) + 1 }
    let products = rank * (plainDim + valueDim)
    let absorbed = pairs * (rowWidth + rank) + positions.count * products
    // A matrix is also transposed, which costs as much as a few products.
    let decompressed = pairs * (keyDim + valueDim) + length * products + 8 * rank * plainDim
    return decompressed < absorbed / 10 * 8
  }
}
