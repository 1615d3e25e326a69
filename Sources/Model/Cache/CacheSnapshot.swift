import TernKernels

/// What a cache held at one moment, for a file.
///
/// ```
/// type u8, rotations u64, length u64, layers u32
/// layer 0: heads u32, key dimension u32, value dimension u32, first position u64, pages u32
/// layer 1: …
/// the pages of layer 0, of layer 1, …
/// ```
/// Where the model has recurrent states, the header ends with the length u64 of the last checkpoint
/// (0: there is none), and behind the pages come its states and those after `length`.
///
/// Numbers are little-endian. The last page of a layer has zeros for the positions beyond `length`:
/// nothing of another sequence that shared the page gets out. The bytes hold for the model that made
/// the cache, and nothing in them says which that was.
///
/// Sendable: it shares pages with caches, and caches never write to a page that is shared.
package struct CacheSnapshot: @unchecked Sendable {
  let layout: CacheLayout
  let layers: [KVCache.Pages]
  /// The recurrent states after `length` positions; empty where nothing is stored.
  let states: [RecurrentState]
  let checkpoint: KVCache.Checkpoint?
  /// Positions that are stored.
  package let length: Int

  /// Bytes before the pages.
  static func headBytes(_ layout: CacheLayout) -> Int {
    21 + layout.layers.count * 24 + (layout.states.isEmpty ? 0 : 8)
  }

  private var header: [UInt8] {
    var bytes = [layout.type.snapshotCode]
    bytes.append(little: layout.rotations)
    bytes.append(little: UInt64(length))
    bytes.append(little: UInt32(layers.count))
    for (pages, shape) in zip(layers, layout.layers) {
      bytes.append(little: UInt32(shape.heads))
      bytes.append(little: UInt32(shape.keyDim))
      bytes.append(little: UInt32(shape.valueDim))
      bytes.append(little: UInt64(pages.first))
      bytes.append(little: UInt32(pages.pages.count))
    }
    if !layout.states.isEmpty { bytes.append(little: UInt64(checkpoint?.length ?? 0)) }
    return bytes
  }

  /// How many bytes ``write(_:)`` hands out.
  package var byteCount: Int {
    let stateBytes = ((checkpoint?.states ?? []) + states).reduce(0) { $0 + $1.byteCount }
    return zip(layers, layout.layers).reduce(Self.headBytes(layout) + stateBytes) {
      $0 + $1.0.pages.count * $1.1.pageBytes(layout.type)
    }
  }

  /// Hands out all bytes in order, in pieces: the header, then the memory of each page.
  ///
  /// Cost: no memory but the header's and that of one page. May be called on any thread.
  package func write<E: Error>(
    _ sink: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    let header = header
    try unsafe withBytes(of: header) { (bytes) throws(E) in try unsafe sink(bytes) }
    for layer in layers {
      for (index, page) in layer.pages.enumerated() {
        let stored = length - layer.first - index * KVPage.positions
        if stored >= KVPage.positions {
          try unsafe page.withBytes { (bytes) throws(E) in try unsafe sink(bytes) }
        } else {
          let bytes = page.bytes(ofFirst: stored)
          try unsafe withBytes(of: bytes) { (bytes) throws(E) in try unsafe sink(bytes) }
        }
      }
    }
    for state in (checkpoint?.states ?? []) + states {
      try unsafe state.withBytes { (bytes) throws(E) in try unsafe sink(bytes) }
    }
  }
}

/// As the array's own method, with a typed error.
private func withBytes<E: Error>(
  of array: [UInt8], _ body: (UnsafeRawBufferPointer) throws(E) -> Void
) throws(E) {
  var error: E?
  unsafe array.withUnsafeBytes { bytes in
    do throws(E) { try unsafe body(bytes) } catch let thrown { error = thrown }
  }
  if let error { throw error }
}

extension KVCache {
  /// All that the cache holds, without a copy.
  package func snapshot() -> CacheSnapshot {
    let fork = fork()
    return CacheSnapshot(
      layout: layout, layers: fork.layers, states: states, checkpoint: checkpoints.last,
      length: length)
  }
}

extension Model {
  /// A cache of what a snapshot holds; `nil` where it is of another model, or longer than the
  /// context.
  package func makeCache(restoring snapshot: CacheSnapshot) -> KVCache? {
    guard snapshot.layout === layout, snapshot.length <= contextLength else { return nil }
    return KVCache(
      layout, layers: snapshot.layers, states: snapshot.states,
      checkpoints: snapshot.checkpoint.map { [$0] } ?? [], length: snapshot.length)
  }
}

extension CacheType {
  var snapshotCode: UInt8 {
    switch self {
    case .f32: 0
    case .f16: 1
    case .q8_0: 2
    }
  }
}
