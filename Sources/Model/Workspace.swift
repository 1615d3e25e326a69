import TernKernels

/// The buffers a forward pass works in, allocated once and grown when more rows come.
///
/// ```
/// x       [D]            the residual
/// normed  [D]            norm(x), the input of attention or feed-forward
/// qkv     [H·K+G·K+G·N]  projections side by side
/// mixed   [H·N]          attention's output
/// out     [D]            what a part adds to the residual
/// hidden  [2F]           gate and up side by side
/// ```
///
/// A one-token step uses (and touches) one row of each.
struct Workspace {
  let rows: Int
  let x: RowBuffer
  let normed: RowBuffer
  let qkv: RowBuffer
  let mixed: RowBuffer
  let out: RowBuffer
  let hidden: RowBuffer
  /// Inputs of ternary weights, rounded; only where a model has such weights.
  let rounded: RowBuffer?
  /// The score of a gated shared expert, one per row.
  let gateScores: RowBuffer
  /// Cosines and sines of full and of sliding layers.
  let angles: RopeAngles?
  let windowAngles: RopeAngles?
  let experts: ExpertSpace?
  let perLayer: PerLayerSpace?

  /// Router scores, and the rows of the experts that run together.
  struct ExpertSpace {
    let plan: ExpertPlan
    let scores: RowBuffer
    let input: RowBuffer
    let hidden: RowBuffer
    let output: RowBuffer
  }

  /// The small inputs of all layers, and the gated one of the present layer.
  struct PerLayerSpace {
    let inputs: RowBuffer
    let projected: RowBuffer
    let gated: RowBuffer
  }

  init(
    rows: Int, config: Config, rope: RopeFrequencies?, windowRope: RopeFrequencies?,
    ternary: Bool
  ) {
    self.rows = rows
    let embedding = config.embedding
    func widest(_ width: (LayerConfig) -> Int) -> Int { config.layers.map(width).max() ?? 0 }
    func buffer(_ columns: Int) -> RowBuffer { RowBuffer(rows: rows, columns: columns) }
    x = buffer(embedding)
    normed = buffer(embedding)
    out = buffer(embedding)
    qkv = buffer(widest { $0.queryWidth + $0.keyWidth + $0.valueWidth })
    mixed = buffer(widest(\.outputWidth))
    let dense = widest { $0.hasExperts ? 0 : $0.feedForward }
    hidden = buffer(2 * max(dense, config.usedExperts?.shared ?? 0))
    gateScores = buffer(1)
    rounded =
      ternary
      ? buffer(max(embedding, mixed.columns, hidden.columns)) : nil
    angles = rope.map { RopeAngles(capacityRows: rows, pairs: $0.inverse.count) }
    windowAngles = windowRope.map { RopeAngles(capacityRows: rows, pairs: $0.inverse.count) }
    experts = config.usedExperts.map { sizes in
      // One row alone runs all its experts at once; more rows take the experts in groups.
      let slots = max(rows, sizes.used)
      return ExpertSpace(
        plan: ExpertPlan(), scores: buffer(sizes.count),
        input: RowBuffer(rows: slots, columns: embedding),
        hidden: RowBuffer(rows: slots, columns: 2 * sizes.feedForward),
        output: RowBuffer(rows: slots, columns: embedding))
    }
    let width = config.perLayerInput
    perLayer =
      width == 0
      ? nil
      : PerLayerSpace(
        inputs: buffer(width * config.layerCount), projected: buffer(width * config.layerCount),
        gated: buffer(width))
  }
}
