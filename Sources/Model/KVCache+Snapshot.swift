import TernKernels

/// Caches as bytes, to be kept in a file.
///
/// ```
/// type u8, length u64, layers u32
/// layer 0: heads u32, key dimension u32, value dimension u32, first position u64, pages u32
/// layer 1: …
/// the pages of layer 0, of layer 1, …
/// ```
/// Numbers are little-endian. The bytes hold for the model that made the cache, and nothing in them
/// says which that was.
extension KVCache {
  /// All that the cache holds; cost: one copy of `byteCount` bytes.
  package func snapshot() -> [UInt8] {
    // A pass that was cancelled leaves pages that nothing was stored in.
    let used = layers.map { layer in
      Pages(
        pages: Array(layer.pages.prefix(Self.pages(length, first: layer.first))),
        first: layer.first)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + 64 * layers.count + 64)
    bytes.append(layout.type.snapshotCode)
    bytes.append(little: UInt64(length))
    bytes.append(little: UInt32(layers.count))
    for (pages, shape) in zip(used, layout.layers) {
      bytes.append(little: UInt32(shape.heads))
      bytes.append(little: UInt32(shape.keyDim))
      bytes.append(little: UInt32(shape.valueDim))
      bytes.append(little: UInt64(pages.first))
      bytes.append(little: UInt32(pages.pages.count))
    }
    for page in used.flatMap(\.pages) {
      unsafe page.withBytes { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Takes over what another cache of the same layout held; `false`, and nothing changed, where the
  /// bytes are none of this layout.
  func restore(_ bytes: [UInt8]) -> Bool {
    var reader = LittleReader(bytes)
    guard reader.integer(1) == UInt64(layout.type.snapshotCode), let length = reader.count(8),
      reader.count(4) == layout.layers.count
    else { return false }
    var restored: [Pages] = []
    var counts: [Int] = []
    for shape in layout.layers {
      guard reader.count(4) == shape.heads, reader.count(4) == shape.keyDim,
        reader.count(4) == shape.valueDim, let first = reader.count(8), let count = reader.count(4),
        Self.holds(length, first: first, pages: count, window: shape.window)
      else { return false }
      restored.append(Pages(first: first))
      counts.append(count)
    }
    for (index, count) in counts.enumerated() {
      let shape = layout.layers[index]
      for _ in 0..<count {
        let page = KVPage(
          type: layout.type, heads: shape.heads, keyDim: shape.keyDim, valueDim: shape.valueDim)
        guard let part = reader.bytes(page.byteCount) else { return false }
        unsafe part.withUnsafeBytes { unsafe page.store($0) }
        restored[index].pages.append(page)
      }
    }
    guard reader.isAtEnd else { return false }
    (layers, self.length) = (restored, length)
    return true
  }

  /// Whether so many pages from a position on are what a cache of a length has.
  private static func holds(_ length: Int, first: Int, pages: Int, window: Int?) -> Bool {
    guard (0...Int(Int32.max)).contains(length), (0...length).contains(first),
      first % KVPage.positions == 0,
      first <= oldest(needed: length, window: window)
    else { return false }
    return pages == Self.pages(length, first: first)
  }

  /// How many pages hold the positions from `first` to `length`.
  private static func pages(_ length: Int, first: Int) -> Int {
    (length - first + KVPage.positions - 1) / KVPage.positions
  }
}

extension Model {
  /// A cache from the bytes of a snapshot; `nil` where they are none of this model's layout.
  package func makeCache(restoring bytes: [UInt8]) -> KVCache? {
    let cache = makeCache()
    return cache.restore(bytes) && cache.length <= contextLength ? cache : nil
  }
}

extension CacheType {
  fileprivate var snapshotCode: UInt8 {
    switch self {
    case .f32: 0
    case .f16: 1
    case .q8_0: 2
    }
  }
}
