import TernKernels

extension CacheLayout {
  /// Reads what ``CacheSnapshot/write(_:)`` handed out: `byteCount` bytes, which `source` fills
  /// buffers with in order.
  ///
  /// `nil` where the bytes are none of this layout, or where there is no memory for them; `source`
  /// has then given only some of them. The pages are filled directly. May be called on any thread.
  package func readSnapshot<E: Error>(
    byteCount: Int, from source: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) -> CacheSnapshot? {
    let size = CacheSnapshot.headBytes(self)
    guard byteCount >= size else { return nil }
    var header = [UInt8](repeating: 0, count: size)
    try unsafe fill(&header, from: source)
    guard var plan = plan(header), byteCount - size == plan.byteCount else { return nil }
    for layer in plan.counts.indices {
      for _ in 0..<plan.counts[layer] {
        guard let page = try? makePage(layer) else { return nil }
        try unsafe page.withMutableBytes { (bytes) throws(E) in try unsafe source(bytes) }
        plan.layers[layer].pages.append(page)
      }
    }
    var checkpoint: KVCache.Checkpoint?
    if plan.checkpoint > 0 {
      guard let states = try unsafe readStates(from: source) else { return nil }
      checkpoint = KVCache.Checkpoint(length: plan.checkpoint, states: states)
    }
    guard let states = plan.length > 0 ? try unsafe readStates(from: source) : [] else {
      return nil
    }
    return CacheSnapshot(
      layout: self, layers: plan.layers, states: states, checkpoint: checkpoint,
      length: plan.length)
  }

  /// One state of every recurrent mixer; `nil` where there is no memory for them.
  private func readStates<E: Error>(
    from source: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) -> [RecurrentState]? {
    var all: [RecurrentState] = []
    for shape in states {
      guard let state = try? makeState(shape) else { return nil }
      try unsafe state.withMutableBytes { (bytes) throws(E) in try unsafe source(bytes) }
      all.append(state)
    }
    return all
  }

  /// Layers without their pages yet, the numbers of these, and the bytes of all that follows.
  private struct Plan {
    var length: Int
    var layers: [KVCache.Pages] = []
    var counts: [Int] = []
    /// The length of the checkpoint; 0: there is none.
    var checkpoint = 0
    var byteCount = 0
  }

  /// What a header says, where it is one of this layout.
  private func plan(_ header: [UInt8]) -> Plan? {
    var reader = LittleReader(header)
    guard reader.integer(1) == UInt64(type.snapshotCode), reader.integer(8) == rotations,
      let length = reader.count(8), reader.count(4) == layers.count
    else { return nil }
    var plan = Plan(length: length)
    for shape in layers {
      guard reader.count(4) == shape.heads, reader.count(4) == shape.keyDim,
        reader.count(4) == shape.valueDim, let first = reader.count(8), let count = reader.count(4),
        Self.holds(length, first: first, pages: count, window: shape.window)
      else { return nil }
      plan.layers.append(KVCache.Pages(first: first))
      plan.counts.append(count)
      plan.byteCount += count * shape.pageBytes(type)
    }
    guard !states.isEmpty else { return plan }
    guard let checkpoint = reader.count(8), checkpoint <= length else { return nil }
    plan.checkpoint = checkpoint
    plan.byteCount += ((length > 0 ? 1 : 0) + (checkpoint > 0 ? 1 : 0)) * stateBytes
    return plan
  }

  /// Whether so many pages from a position on are what a cache of a length has.
  private static func holds(_ length: Int, first: Int, pages: Int, window: Int?) -> Bool {
    guard (0...Int(Int32.max)).contains(length), (0...length).contains(first),
      first % KVPage.positions == 0,
      first <= KVCache.oldest(needed: length, window: window)
    else { return false }
    return pages == KVCache.pageCount(length, first: first)
  }
}

/// Fills an array's bytes, with a typed error.
private func fill<E: Error>(
  _ array: inout [UInt8], from source: (UnsafeMutableRawBufferPointer) throws(E) -> Void
) throws(E) {
  var error: E?
  unsafe array.withUnsafeMutableBytes { bytes in
    do throws(E) { try unsafe source(bytes) } catch let thrown { error = thrown }
  }
  if let error { throw error }
}
