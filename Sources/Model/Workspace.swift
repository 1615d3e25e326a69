import TernKernels

/// The buffers a forward pass works in, allocated once and grown when more rows come.
///
/// ```
/// x       [D]            the residual
/// normed  [D]            norm(x), the input of attention or feed-forward
/// projected [H·K+G·K+G·N]  a mixer's projections side by side
/// mixed   [H·N]          a mixer's output before its last projection
/// kept    [D]            what a mixer of the first layer leaves for those behind (RWKV-7)
/// out     [D]            what a part adds to the residual
/// hidden  [2F]           gate and up side by side
/// ```
///
/// A one-token step uses (and touches) one row of each.
struct Workspace {
  let rows: Int
  let x: RowBuffer
  let normed: RowBuffer
  let projected: RowBuffer
  let mixed: RowBuffer
  let kept: RowBuffer
  let out: RowBuffer
  let hidden: RowBuffer
  /// The score of a gated shared expert, one per row.
  let gateScores: RowBuffer
  /// Cosines and sines of full and of sliding layers.
  let angles: RopeAngles?
  let windowAngles: RopeAngles?
  let experts: ExpertSpace?
  /// The sum of experts beside a dense network.
  let beside: RowBuffer?
  let perLayer: PerLayerSpace?
  /// Only where a layer has latent attention.
  let latent: LatentSpace?
  let altUp: AltUpSpace?
  /// What the head for drafts reads, where there is one: embedding and state side by side (2D).
  ///
  /// In passes of the model, the input of the last layer.
  let draftInputs: RowBuffer?

  /// Router scores, and the rows of the experts that run together.
  struct ExpertSpace {
    let plan: ExpertPlan
    let scores: RowBuffer
    let input: RowBuffer
    let hidden: RowBuffer
    let output: RowBuffer
    /// Only where experts read and write compressed rows.
    let compressed: CompressedRows?
  }

  /// What experts read, the sum of what they write, and that sum as a part's output.
  struct CompressedRows {
    let input: RowBuffer
    let sum: RowBuffer
    let output: RowBuffer
  }

  /// The small inputs of all layers, and the gated one of the present layer.
  struct PerLayerSpace {
    let inputs: RowBuffer
    let projected: RowBuffer
    let gated: RowBuffer
  }

  /// Residual streams side by side, and what one layer predicts of them.
  struct AltUpSpace {
    let streams: RowBuffer
    let predictions: RowBuffer
    let modalities: RowBuffer
    let coefficients: RowBuffer
    let lowRank: RowBuffer
    let laurel: RowBuffer
  }

  init(
    rows: Int, config: Config, rope: RopeFrequencies?, windowRope: RopeFrequencies?,
    team: Team
  ) throws(MemoryError) {
    self.rows = rows
    let embedding = config.embedding
    let layers = config.allLayers
    func widest(_ width: (LayerConfig) -> Int) -> Int { layers.map(width).max() ?? 0 }
    func buffer(_ columns: Int) throws(MemoryError) -> RowBuffer {
      try RowBuffer(allocating: rows, columns: columns, team: team)
    }
    x = try buffer(embedding)
    normed = try buffer(embedding)
    out = try buffer(embedding)
    let mixers = layers.flatMap(\.mixers)
    projected = try buffer(mixers.map(\.projectedWidth).max() ?? 0)
    mixed = try buffer(mixers.map(\.mixedWidth).max() ?? 0)
    kept = try buffer(mixers.map(\.keptWidth).max() ?? 0)
    let isBeside = config.usedExperts != nil && config.family.routing?.besideDense == true
    beside = isBeside ? try buffer(embedding) : nil
    let dense = widest { $0.hasExperts && !isBeside ? 0 : $0.feedForward }
    hidden = try buffer(2 * max(dense, config.usedExperts?.shared ?? 0))
    gateScores = try buffer(1)
    angles = rope.map { RopeAngles(capacityRows: rows, pairs: $0.inverse.count) }
    windowAngles = windowRope.map { RopeAngles(capacityRows: rows, pairs: $0.inverse.count) }
    experts =
      if let sizes = config.usedExperts {
        try ExpertSpace(rows: rows, sizes, embedding: embedding, team: team)
      } else { nil }
    latent = try LatentSpace(rows: rows, layers)
    draftInputs = config.draftLayer == nil ? nil : try buffer(2 * embedding)
    altUp = config.family.altUp ? try AltUpSpace(rows: rows, config) : nil
    let width = config.perLayerInput
    perLayer =
      width == 0
      ? nil
      : PerLayerSpace(
        inputs: try buffer(width * config.layerCount),
        projected: try buffer(width * config.layerCount), gated: try buffer(width))
  }
}

extension Workspace.AltUpSpace {
  init(rows: Int, _ config: Config) throws(MemoryError) {
    let (count, width) = (Model.streams, config.embedding)
    streams = try RowBuffer(allocating: rows, columns: count * width)
    predictions = try RowBuffer(allocating: rows, columns: count * width)
    modalities = try RowBuffer(allocating: rows, columns: count)
    coefficients = try RowBuffer(allocating: rows, columns: count * count)
    lowRank = try RowBuffer(allocating: rows, columns: config.laurelRank)
    laurel = try RowBuffer(allocating: rows, columns: width)
  }
}

extension Workspace.ExpertSpace {
  init(
    rows: Int, _ sizes: ExpertConfig, embedding: Int, team: Team
  ) throws(MemoryError) {
    func buffer(_ rows: Int, _ columns: Int) throws(MemoryError) -> RowBuffer {
      try RowBuffer(allocating: rows, columns: columns, team: team)
    }
    // One row alone runs all its experts at once; more rows take the experts in groups.
    let slots = max(rows, sizes.used)
    plan = ExpertPlan()
    scores = try buffer(rows, sizes.count)
    input = try buffer(slots, sizes.rowWidth(embedding))
    hidden = try buffer(slots, 2 * sizes.feedForward)
    output = try buffer(slots, sizes.rowWidth(embedding))
    compressed =
      sizes.compressed == 0
      ? nil
      : Workspace.CompressedRows(
        input: try buffer(rows, sizes.compressed),
        sum: try buffer(rows, sizes.compressed),
        output: try buffer(rows, embedding))
  }
}
