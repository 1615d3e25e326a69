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
    bytes.append(UInt64(length))
    bytes.append(UInt32(layers.count))
    for (pages, shape) in zip(used, layout.layers) {
      bytes.append(UInt32(shape.heads))
      bytes.append(UInt32(shape.keyDim))
      bytes.append(UInt32(shape.valueDim))
      bytes.append(UInt64(pages.first))
      bytes.append(UInt32(pages.pages.count))
    }
    for page in used.flatMap(\.pages) { page.withBytes { unsafe bytes.append(contentsOf: $0) } }
    return bytes
  }

  /// Takes over what another cache of the same layout held; `false`, and nothing changed, where the
  /// bytes are none of this layout.
  func restore(_ bytes: [UInt8]) -> Bool {
    var reader = SnapshotReader(bytes)
    guard reader.byte() == layout.type.snapshotCode, let length = reader.int64(),
      reader.int32() == layout.layers.count
    else { return false }
    var restored: [Pages] = []
    var counts: [Int] = []
    for shape in layout.layers {
      guard reader.int32() == shape.heads, reader.int32() == shape.keyDim,
        reader.int32() == shape.valueDim, let first = reader.int64(), let count = reader.int32(),
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
        guard reader.take(page.byteCount, { unsafe page.store($0) }) else { return false }
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

extension [UInt8] {
  fileprivate mutating func append(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

/// Reads a snapshot from the beginning; every read says whether there was enough.
private struct SnapshotReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  mutating func byte() -> UInt8? { integer(1).map(UInt8.init) }
  mutating func int32() -> Int? { integer(4).map(Int.init) }
  mutating func int64() -> Int? { integer(8).flatMap { Int(exactly: $0) } }

  private mutating func integer(_ count: Int) -> UInt64? {
    guard bytes.count - at >= count else { return nil }
    defer { at += count }
    return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Hands out the next bytes.
  mutating func take(_ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
    guard bytes.count - at >= count else { return false }
    unsafe bytes.withUnsafeBytes {
      unsafe body(UnsafeRawBufferPointer(rebasing: $0[at..<at + count]))
    }
    at += count
    return true
  }
}
