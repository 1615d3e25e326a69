import Synchronization

/// How cached keys and values are stored.
package enum CacheType: Sendable, CaseIterable {
  case f32
  case f16
  /// 8-bit codes with one float32 scale for 32 values of a head.
  case q8_0

  /// Bytes of one stored value, scales not counted.
  var valueSize: Int {
    switch self {
    case .f32: 4
    case .f16: 2
    case .q8_0: 1
    }
  }
}

/// Keys and values of 64 consecutive positions of one layer and one sequence.
///
/// A page whose value dimension is 0 holds keys only; attention may read values out of them.
///
/// ```
/// head 0: keys   [keyDim][64 positions]          one row for each key dimension
///         values [64 positions][valueStride]     valueStride = valueDim rounded up to 16
///         q8_0:  key scales   [keyDim/32][64]    float32
///                value scales [valueDim/32][64]  float32
/// head 1: …
/// ```
///
/// Keys are stored across positions so that the scores of a page are a matrix product without
/// horizontal sums. Every part begins at a multiple of 64 bytes. The memory is zero where nothing was
/// stored. Not thread-safe: kernels write disjoint heads.
@safe
package final class KVPage {
  /// Positions of a page.
  package static let positions = 64

  package let type: CacheType
  package let heads: Int
  package let keyDim: Int
  package let valueDim: Int
  /// Values from one position's value row to the next.
  let valueStride: Int
  /// Bytes of memory.
  package let byteCount: Int
  /// Where the page is counted, and its memory comes from.
  private let memory: PageMemory
  private let base: UnsafeMutableRawPointer
  private let headBytes: Int
  private let valueOffset: Int
  private let keyScaleOffset: Int
  private let valueScaleOffset: Int
  private let nonFiniteValues = Atomic(false)

  /// A page of zeros, counted in `memory`.
  ///
  /// Throws where the system has no memory for it or `memory` is at its limit.
  package init(
    type: CacheType, heads: Int, keyDim: Int, valueDim: Int, memory: PageMemory = PageMemory()
  ) throws(MemoryError) {
    precondition(heads > 0 && keyDim > 0 && valueDim >= 0)
    precondition(type != .q8_0 || (keyDim % 32 == 0 && valueDim % 32 == 0))
    self.type = type
    self.heads = heads
    self.keyDim = keyDim
    self.valueDim = valueDim
    let sizes = Self.sizes(type: type, keyDim: keyDim, valueDim: valueDim)
    valueStride = sizes.valueStride
    valueOffset = sizes.keys
    keyScaleOffset = valueOffset + sizes.values
    valueScaleOffset = keyScaleOffset + sizes.keyScales
    headBytes = valueScaleOffset + sizes.valueScales
    byteCount = headBytes * heads
    self.memory = memory
    try memory.take(byteCount)
    guard let piece = unsafe memory.pool.take(Self.pieceBytes(byteCount)) else {
      memory.give(byteCount)
      throw .outOfMemory(bytes: byteCount)
    }
    unsafe base = piece
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  /// Bytes of the memory of a page of `count` bytes.
  private static func pieceBytes(_ count: Int) -> Int { (count + 63) & ~63 }

  /// Bytes of the parts of one head.
  private static func sizes(
    type: CacheType, keyDim: Int, valueDim: Int
  ) -> (valueStride: Int, keys: Int, values: Int, keyScales: Int, valueScales: Int) {
    let valueStride = (valueDim + 15) & ~15
    let size = type.valueSize * positions
    let scale = type == .q8_0 ? 4 * positions / 32 : 0
    return (valueStride, keyDim * size, valueStride * size, keyDim * scale, valueDim * scale)
  }

  /// Bytes of a page of this shape.
  package static func byteCount(type: CacheType, heads: Int, keyDim: Int, valueDim: Int) -> Int {
    let sizes = sizes(type: type, keyDim: keyDim, valueDim: valueDim)
    return heads * (sizes.keys + sizes.values + sizes.keyScales + sizes.valueScales)
  }

  deinit {
    unsafe memory.pool.give(base, Self.pieceBytes(byteCount))
    memory.give(byteCount)
  }

  /// A page with the same contents, counted where this one is; cost: one pass over `byteCount`
  /// bytes.
  package func copy() throws(MemoryError) -> KVPage {
    let page = try KVPage(
      type: type, heads: heads, keyDim: keyDim, valueDim: valueDim, memory: memory)
    unsafe page.base.copyMemory(from: base, byteCount: byteCount)
    if hasNonFiniteValues { page.noteNonFiniteValues() }
    return page
  }

  /// Whether a value that was stored here is, or was once, NaN or infinite.
  ///
  /// Not set by ``store(_:)``: no row before such a value is computed any more, and later rows see it
  /// or what became of it.
  @inline(__always)
  var hasNonFiniteValues: Bool { nonFiniteValues.load(ordering: .relaxed) }

  /// Remembers that a value is not finite; kernels of several heads may do so at once.
  func noteNonFiniteValues() { nonFiniteValues.store(true, ordering: .relaxed) }

  /// The page's bytes, as they are stored; the same on every processor of one byte order.
  package func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }

  /// The bytes of a page that holds only the first `count` positions of this one: the others are
  /// zeros, as they are where nothing was ever stored.
  package func bytes(ofFirst count: Int) -> [UInt8] {
    precondition((0...Self.positions).contains(count))
    var bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: byteCount))
    /// Clears the end of `rows` rows, each with `size` bytes for every position.
    func clear(_ offset: Int, rows: Int, size: Int) {
      for row in 0..<rows {
        let start = offset + row * Self.positions * size
        for place in start + count * size..<start + Self.positions * size { bytes[place] = 0 }
      }
    }
    for head in 0..<heads {
      let start = head * headBytes
      clear(start, rows: keyDim, size: type.valueSize)
      clear(start + valueOffset, rows: 1, size: valueStride * type.valueSize)
      guard type == .q8_0 else { continue }
      clear(start + keyScaleOffset, rows: keyDim / 32, size: 4)
      clear(start + valueScaleOffset, rows: valueDim / 32, size: 4)
    }
    return bytes
  }

  /// The page's bytes, to be replaced by those that ``withBytes(_:)`` gave of another page of the
  /// same shape.
  package func withMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
  }

  /// Keys of `head`: `[keyDim][64]`.
  @inline(__always)
  func keys(_ head: Int) -> UnsafeMutableRawPointer { unsafe base + head * headBytes }

  /// Bytes from anything of one head to the same of another, in a page of the same shape.
  @inline(__always)
  func distance(from head: Int, to other: Int, of page: KVPage) -> Int {
    unsafe page.base - base + (other - head) * headBytes
  }

  /// Values of `head`: `[64][valueStride]`.
  @inline(__always)
  func values(_ head: Int) -> UnsafeMutableRawPointer {
    unsafe base + (head * headBytes + valueOffset)
  }

  /// Scales of the keys of `head`, `[keyDim/32][64]`; only q8_0.
  @inline(__always)
  func keyScales(_ head: Int) -> UnsafeMutablePointer<Float> {
    unsafe (base + (head * headBytes + keyScaleOffset)).assumingMemoryBound(to: Float.self)
  }

  /// Scales of the values of `head`, `[valueDim/32][64]`; only q8_0.
  @inline(__always)
  func valueScales(_ head: Int) -> UnsafeMutablePointer<Float> {
    unsafe (base + (head * headBytes + valueScaleOffset)).assumingMemoryBound(to: Float.self)
  }
}

/// The pages of one sequence in one layer, in order of position.
package struct KVView {
  /// Pages without a gap; those before a sliding window may have been dropped.
  package var pages: [KVPage]
  /// The position of the first slot of `pages[0]`: a multiple of 64.
  package var firstPosition: Int
  /// The position behind the last one that rows see who see later positions than their own.
  package var end: Int

  package init(pages: [KVPage], firstPosition: Int, end: Int = .max) {
    precondition(firstPosition >= 0 && firstPosition % KVPage.positions == 0)
    self.pages = pages
    self.firstPosition = firstPosition
    self.end = end
  }

  /// The page that holds `position`, and the slot in it; traps where there is none.
  @inline(__always)
  func slot(of position: Int) -> (page: KVPage, slot: Int) {
    let offset = position - firstPosition
    precondition(
      offset >= 0 && offset / KVPage.positions < pages.count, "no cache page for the position")
    return (pages[offset / KVPage.positions], offset % KVPage.positions)
  }
}
