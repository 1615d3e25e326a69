import TernFormat
import TernKernels

/// How a model is loaded.
package struct ModelOptions: Sendable {
  /// Tokens a sequence may have; `nil`: the model's own length, at most 4,096.
  package var context: Int?
  package var cacheType: CacheType
  /// Rows that run at once; longer batches are split.
  package var maxBatch: Int
  /// Bytes that the pages of all caches may take together.
  package var cacheBytes = Int.max
  /// When the weights are packed; `nil`: small models at load, others behind.
  package var packing: Packing?

  /// When the weights get the layout that products read best.
  package enum Packing: Sendable {
    /// Before the model can be used.
    case atLoad
    /// While the model is used: its first rows run on the file's bytes.
    case behind
  }

  package init(
    context: Int? = nil, cacheType: CacheType = .f16, maxBatch: Int = 512,
    packing: Packing? = nil
  ) {
    precondition(maxBatch > 0)
    self.context = context
    self.cacheType = cacheType
    self.maxBatch = maxBatch
    self.packing = packing
  }
}

/// A loaded model: tokens in, logits out.
///
/// The weights never change. The working memory belongs to the object, so one thread at a time
/// may use it.
package final class Model {
  package let config: Config
  /// Tokens a sequence may have at present.
  package private(set) var contextLength: Int
  let compute: Compute
  let weights: Weights
  /// What packs the weights behind; `nil` where they were packed at load.
  private let packing: BackgroundPacking?
  /// The shapes of the model's caches; also counts their pages.
  package let layout: CacheLayout
  let maxBatch: Int
  /// Bytes of all matrices.
  let weightByteCount: Int
  /// Rotations of full and of sliding layers, where any layer of the kind rotates.
  let rope: RopeFrequencies?
  let windowRope: RopeFrequencies?
  var plan = BatchPlan()
  var workspace: Workspace
  var views: [KVView] = []
  var runs: [StateRun] = []
  /// The temperatures of a pass's rows.
  var factors: [Float] = []
  private var logitBuffer: RowBuffer?
  /// What is added to the scores of attention, for the positions that a sequence may have.
  private(set) var scoreBias: ScoreBias?
  /// Whether a pass ends before the output matrix.
  var handsOutStates = false
  /// The sequences of the rows that are being checked, with the position that must come next.
  private var next: [(cache: KVCache, position: Int)] = []

  /// Reads the metadata, checks every tensor and loads the weights.
  ///
  /// Cost: one pass over the file that brings it into memory, and packs it where `options` say so.
  /// `progress` is called on this thread with the share of the bytes that is ready to be used, from
  /// 0 to 1; where it answers `false`, loading stops with `cancelled`.
  package init(
    _ file: GGUFFile, compute: Compute, options: ModelOptions = ModelOptions(),
    progress: ((Double) -> Bool)? = nil
  ) throws(ModelError) {
    let config = try Config(file)
    let context = options.context ?? config.defaultContext
    guard (1...config.contextLength).contains(context) else {
      throw .badContext(requested: context, limit: config.contextLength)
    }
    let loader = TensorLoader(
      file, architecture: config.architecture, compute: compute, packing: options.packing,
      progress: progress)
    let rotations = try Rotations(loader, config, context: context)
    (rope, windowRope) = (rotations.full, rotations.window)
    // What an encoder keeps for the length of a pass is kept as it is.
    layout = try CacheLayout(
      config.layers, type: config.encoding.isBidirectional ? .f32 : options.cacheType,
      memory: PageMemory(limit: options.cacheBytes), rotations: [rope, windowRope],
      context: context, draftLayer: config.draftLayer)
    weights = try Weights(loader, config)
    packing = loader.packing
    self.config = config
    self.compute = compute
    contextLength = context
    maxBatch = options.maxBatch
    scoreBias = weights.scoreBias(config, context: context)
    weightByteCount = weights.matrices.reduce(0) { $0 + $1.readBytes }
    do {
      workspace = try Workspace(
        rows: 1, config: config, rope: rope, windowRope: windowRope,
        team: compute.team)
    } catch {
      throw .memory(error)
    }
  }

  package var vocabularySize: Int { config.vocabulary }
  /// Rows that run at once.
  package var rowsPerPass: Int { maxBatch }

  /// An empty cache for one sequence; it takes memory as it fills.
  package func makeCache() -> KVCache { KVCache(layout) }

  /// Allows sequences of up to `length` tokens; never allows fewer than before.
  ///
  /// Throws `badContext` beyond the length the model was made for. The choice between long and
  /// short rope factors (Phi-3) is made at load for the context asked for then and stays: it is
  /// part of what cached keys mean.
  package func growContext(to length: Int) throws(ModelError) {
    guard (1...config.contextLength).contains(length) else {
      throw .badContext(requested: length, limit: config.contextLength)
    }
    guard length > contextLength else { return }
    contextLength = length
    scoreBias = weights.scoreBias(config, context: length)
  }

  /// Whether every matrix that is to be packed is.
  package var isPacked: Bool { packing?.isComplete ?? true }

  /// Packs what is not packed yet, on all threads.
  package func finishPacking() { packing?.finish(team: compute.team) }

  /// Bytes of weights held in memory of their own once packed, beyond the mapped file.
  package var residentWeightBytes: Int { weights.matrices.reduce(0) { $0 + $1.residentBytes } }

  /// Bytes of weights that generating one token reads; of experts, those that one token uses.
  package var weightBytesPerToken: Int {
    weights.bytesPerToken(usedExperts: config.experts?.used ?? 0)
  }

  /// Bytes of weights that the head for drafts reads for one token; 0 where there is none.
  package var draftBytesPerToken: Int {
    weights.bytesPerDraftedToken(usedExperts: config.experts?.used ?? 0)
  }

  /// Runs the rows in order and hands out the logits of those that want them.
  ///
  /// Any number of rows: they run in pieces of `maxBatch`, those of an encoder at once. All rows are checked before the first
  /// runs, so that a throw leaves every cache as it was. `logits` is called with the row's index
  /// and V values that are valid during the call. `isCancelled` is asked before every layer; where
  /// it says yes, `cancelled` is thrown, and the pieces that were complete stay in the caches; so
  /// it is with `memory` where a piece finds no memory for its pages or its results.
  /// With `sharesLogits` it is called by several threads at once, but by one alone for rows of the same
  /// cache that stand together, in their order. `states` is called, on this thread, for the rows whose
  /// states are wanted, with as many values as the model is wide; that changes no bit of the logits, and
  /// costs a long prompt one more layer. Only for models that have a head for drafts.
  package func forward(
    _ rows: [BatchRow], isCancelled: () -> Bool = { false }, sharesLogits: Bool = false,
    states: (_ row: Int, UnsafeBufferPointer<Float>) -> Void = { _, _ in },
    logits: (_ row: Int, UnsafeBufferPointer<Float>) -> Void
  ) throws(ModelError) {
    guard config.generates || handsOutStates else {
      throw .encoderOnly(architecture: config.architecture)
    }
    try check(rows)
    let piece = config.encoding.isBidirectional ? rows.count : maxBatch
    var start = 0
    while start < rows.count {
      let end = pieceEnd(rows, from: start, limit: piece)
      for row in rows[start..<end] { plan.append(row) }
      defer { plan.clear() }
      try unsafe run(
        firstRow: start, isCancelled: isCancelled, sharesLogits: sharesLogits, states: states,
        logits)
      start = end
    }
  }

  /// Where the piece ends that begins with row `start` and has at most `limit` rows.
  ///
  /// Models with recurrent mixers need shorter pieces. Their states are known at the end of a piece,
  /// so a piece ends where a checkpoint is to be kept. They read the rows of a sequence as one run,
  /// so a piece also ends before a row that would begin a second run of the same sequence.
  private func pieceEnd(_ rows: [BatchRow], from start: Int, limit: Int) -> Int {
    let limit = min(rows.count, start + limit)
    guard let interval = layout.checkpointInterval else { return limit }
    var firstOfSequence = start
    for row in start + 1..<max(limit, start + 1) {
      if rows[row].cache === rows[row - 1].cache {
        if rows[row].position % interval == 0 { return row }
      } else if rows[start..<firstOfSequence].contains(where: { $0.cache === rows[row].cache }) {
        return row
      } else {
        firstOfSequence = row
      }
    }
    return limit
  }

  /// Runs the rows like ``forward(_:isCancelled:logits:)``, and hands out the normed states before
  /// the output matrix: as many values as the model is wide.
  package func states(
    _ rows: [BatchRow], isCancelled: () -> Bool = { false },
    states: (_ row: Int, UnsafeBufferPointer<Float>) -> Void
  ) throws(ModelError) {
    handsOutStates = true
    defer { handsOutStates = false }
    try unsafe forward(rows, isCancelled: isCancelled, logits: states)
  }

  /// Throws for the first row that cannot run.
  private func check(_ rows: [BatchRow]) throws(ModelError) {
    defer { next.removeAll(keepingCapacity: true) }
    var last = 0
    for row in rows {
      precondition(row.cache.layout === layout, "the cache belongs to another model")
      precondition(!row.wantsState || hasDraftHead, "the model has no head for drafts")
      guard row.cache.length == 0 || !config.encoding.isBidirectional else {
        throw .encoderOnly(architecture: config.architecture)
      }
      guard row.token >= 0, Int(row.token) < vocabularySize else {
        throw .tokenOutOfRange(row.token, vocabulary: vocabularySize)
      }
      if next.isEmpty || next[last].cache !== row.cache {
        last = next.firstIndex { $0.cache === row.cache } ?? next.count
        if last == next.count { next.append((row.cache, row.cache.length)) }
      }
      guard row.position == next[last].position else {
        throw .positionGap(expected: next[last].position, found: row.position)
      }
      guard row.position < contextLength else {
        throw .contextExceeded(position: row.position, limit: contextLength)
      }
      next[last].position += 1
    }
  }

  /// Makes the buffers large enough for `rows` rows, of which `wanted` get logits.
  func prepare(rows: Int, wanted: Int) throws(MemoryError) {
    if !handsOutStates { try prepareLogits(wanted) }
    guard rows > workspace.rows else { return }
    var capacity = workspace.rows
    while capacity < rows { capacity *= 2 }
    workspace = try Workspace(
      rows: min(capacity, max(rows, maxBatch)), config: config, rope: rope,
      windowRope: windowRope, team: compute.team)
  }

  private func prepareLogits(_ rows: Int) throws(MemoryError) {
    let count = logitCount(rows)
    guard count > logitBuffer?.capacity ?? 0 else { return }
    logitBuffer = try RowBuffer(
      allocating: count, columns: vocabularySize, team: compute.team)
  }

  /// How many of `rows` rows get their logits at once: as many as 16 MiB hold.
  private func logitCount(_ rows: Int) -> Int { min(rows, max(1, (4 << 20) / vocabularySize)) }

  /// The buffer for the logits of `rows` rows, or of the first of them; `nil` where it was not
  /// prepared.
  func logitRows(_ rows: Int) -> Rows? { logitBuffer?.rows(logitCount(rows)) }
}
