/// Memory of the attention kernel: one piece for each worker, and one for partial results.
///
/// Grows to the largest call and stays, so that a step allocates nothing. Belongs to the engine's
/// thread; during a run each worker touches its own piece.
final class AttentionScratch {
  private(set) var workers: [TileMemory]
  private var partial = AlignedFloats(count: 0)
  /// The parts of calls for single rows.
  let steps = AttentionSteps()
  /// The tiles of the current call.
  var tiles: [AttentionTile] = []

  init(workers count: Int) { workers = (0..<count).map { _ in TileMemory() } }

  /// Makes room for tiles of `rows` rows of this shape in every worker's piece, for `heads`
  /// key-value heads at a time.
  func reserve(rows: Int, heads: Int, shape: AttentionShape) {
    for worker in workers { worker.reserve(rows: rows, heads: heads, shape: shape) }
  }

  /// Memory for `count` values of partial results; the contents are undefined.
  func partials(_ count: Int) -> UnsafeMutablePointer<Float> {
    if partial.count < count { partial = AlignedFloats(count: count) }
    return unsafe partial.base
  }
}

/// The working memory of one worker: a tile of rows, where a row is a query row and a head.
///
/// ```
/// scores  [share][64]            of one page and some rows; then the weights
/// spare   [blocks][share][64]    q8_0: weights times the scales of 32 value columns
/// values  [64][valueStride]      of one page, where they are read out of its keys
/// lines   [8][64]                of keys, on their way there
/// for each key-value head at work:
/// queries [keyDim / 64][rows][64]   times the scale
/// sums    [rows][valueStride]       weighted sums of values
/// states  [rows][2]                 largest score, sum of weights
/// ```
///
/// Sendable: a worker uses the piece of its own number only, and it grows only between runs.
@safe
final class TileMemory: @unchecked Sendable {
  /// Rows that take their scores, weights and sums of a page before the next rows do: their sums
  /// fill the registers of the widest kernel, and their scores stay in the nearest cache.
  static var share: Int { 12 }

  private var memory = AlignedFloats(count: 0)
  private var heads: UnsafeMutablePointer<Float>
  private var headSize = 0
  private var (queryCount, sumCount) = (0, 0)
  /// Values from one piece of 64 query columns to the next.
  private(set) var queryPiece = 0
  private(set) var scores: UnsafeMutablePointer<Float>
  private(set) var spare: UnsafeMutablePointer<Float>
  private(set) var values: UnsafeMutablePointer<Float>
  private(set) var lines: UnsafeMutablePointer<Float>
  private(set) var queries: UnsafeMutablePointer<Float>
  private(set) var sums: UnsafeMutablePointer<Float>
  private(set) var states: UnsafeMutablePointer<Float>

  init() {
    let base = unsafe memory.base
    unsafe (heads, queries, scores, spare) = (base, base, base, base)
    unsafe (values, lines, sums, states) = (base, base, base, base)
  }

  func reserve(rows: Int, heads count: Int, shape: AttentionShape) {
    let scoreCount = Self.share * KVPage.positions
    let spareCount = scoreCount * ((shape.valueDim + 31) / 32)
    queryPiece = rows * 64
    queryCount = queryPiece * ((shape.keyDim + 63) / 64)
    sumCount = rows * shape.valueStride
    headSize = (queryCount + sumCount + 2 * rows + 15) & ~15
    let all = KVPage.positions
    let valueCount = shape.valuesInKeys ? all * shape.valueStride : 0
    let lineCount = shape.valuesInKeys ? 8 * all : 0
    let need = scoreCount + spareCount + valueCount + lineCount + count * headSize
    if memory.count < need { memory = AlignedFloats(count: need) }
    unsafe scores = memory.base
    unsafe spare = scores + scoreCount
    unsafe values = spare + spareCount
    unsafe lines = values + valueCount
    unsafe heads = lines + lineCount
    select(0)
  }

  /// Makes room for `lines` only.
  func reserveLines() {
    let need = 8 * KVPage.positions
    if memory.count < need { memory = AlignedFloats(count: need) }
    unsafe lines = memory.base
  }

  /// Makes `queries`, `sums` and `states` those of the `index`th head at work.
  @inline(__always)
  func select(_ index: Int) {
    unsafe queries = heads + index * headSize
    unsafe sums = queries + queryCount
    unsafe states = sums + sumCount
  }
}

/// Owned float32 memory at a multiple of 64 bytes, zero at first.
@safe
final class AlignedFloats {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  init(count: Int) {
    self.count = count
    let bytes = max(64, count * 4)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    unsafe base = memory.initializeMemory(as: Float.self, repeating: 0, count: bytes / 4)
  }

  deinit { unsafe base.deallocate() }
}
