import TernKernels

/// The sizes of a Kimi delta net: a delta rule in which every key decays at a rate of its own.
///
/// With D = the length of embeddings, H = `heads`, K = `headDim`, per head h and key i:
///
/// ```
/// q, k, v [H·K]   = silu(convolution(attn_q · x)), and so on      H·K × D each
/// beta [H]        = sigmoid(ssm_beta · x)                         H × D
/// decay [h][i]    = ssm_a[h] * softplus((ssm_f_b · ssm_f_a · x)[h][i] + bias[h][i])
/// o [H·K]         = delta rule(q / |q|, k / |k|, v, beta, decay) / √K
/// x              += attn_output · (norm(o) * sigmoid(ssm_g_b · ssm_g_a · x))
/// ```
///
/// `ssm_f_a` and `ssm_g_a` are K × D, `ssm_f_b` and `ssm_g_b` H·K × K; files have `ssm_a` = -e^A.
///
/// Source: Moonshot AI, "Kimi Linear: An Expressive, Efficient Attention Architecture" (2025).
struct KimiDeltaConfig: RecurrentConfig {
  let taps: Int
  let heads: Int
  let headDim: Int

  init(_ keys: Hyperparameters) throws(ModelError) {
    let limit = 1 << 16
    taps = try keys.requiredInt("ssm.conv_kernel", in: 2...8)
    headDim = try keys.requiredInt("kda.head_dim", in: 1...limit)
    let key = "attention.head_count"
    guard let count = try keys.ints(key, layers: 1, in: 1...limit)?.first else {
      throw .missingKey(keys.full(key))
    }
    heads = count
    guard shape.stateCount <= Hyperparameters.limit else {
      throw keys.bad("kda.head_dim", expected: "a smaller state")
    }
  }

  /// H·K.
  var width: Int { heads * headDim }

  // The columns of a token's projections.
  var channelColumns: Range<Int> { 0..<3 * width }
  var decayColumns: Range<Int> { columns(after: channelColumns, width) }
  var gateColumns: Range<Int> { columns(after: decayColumns, width) }
  var betaColumns: Range<Int> { columns(after: gateColumns, heads) }
  var smallDecayColumns: Range<Int> { columns(after: betaColumns, headDim) }
  var smallGateColumns: Range<Int> { columns(after: smallDecayColumns, headDim) }
  var projectedWidth: Int { smallGateColumns.upperBound }

  private func columns(after range: Range<Int>, _ count: Int) -> Range<Int> {
    range.upperBound..<range.upperBound + count
  }

  var shape: DeltaShape {
    DeltaShape(
      keyHeads: heads, valueHeads: heads, keyDim: headDim, valueDim: headDim,
      scale: 1 / Float(headDim).squareRoot())
  }

  var state: RecurrentShape {
    RecurrentShape(
      convolutionRows: taps - 1, channels: channelColumns.count, values: shape.stateCount)
  }
}

extension Family.RecurrentRule.Kind {
  /// Kimi delta attention (Kimi Linear).
  static let kimiDelta = Self("Kimi delta attention") { keys, _ throws(ModelError) in
    try KimiDeltaConfig(keys)
  }
}

struct KimiDeltaWeights: RecurrentWeights {
  /// A matrix of low rank, as the product of two.
  struct LowRank {
    /// K × D.
    let down: Linear
    /// H·K × K.
    let up: Linear
  }

  let sizes: KimiDeltaConfig
  let query: Linear
  let key: Linear
  let value: Linear
  /// Those of queries, keys and values, side by side.
  let convolution: ConvolutionWeights
  let beta: Linear
  let decay: LowRank
  /// Added before the softplus, and multiplied behind it; H·K each.
  let decayBias: FloatVector
  let decayRate: FloatVector
  let gate: LowRank
  /// K.
  let norm: FloatVector
  let output: Linear

  var matrices: [WeightMatrix] {
    [query, key, value, beta, decay.down, decay.up, gate.down, gate.up, output].map(\.weight)
  }
}

extension KimiDeltaConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let columns = loader.config.embedding
    return KimiDeltaWeights(
      sizes: self,
      query: try loader.linear("attn_q", rows: width, columns: columns),
      key: try loader.linear("attn_k", rows: width, columns: columns),
      value: try loader.linear("attn_v", rows: width, columns: columns),
      convolution: try loader.convolution(
        ["ssm_conv1d_q", "ssm_conv1d_k", "ssm_conv1d_v"], taps: taps, channels: width),
      beta: try loader.linear("ssm_beta", rows: heads, columns: columns),
      decay: try lowRank("ssm_f", loader),
      decayBias: try loader.vector("ssm_dt.bias", count: width),
      decayRate: try rates(loader),
      gate: try lowRank("ssm_g", loader),
      norm: try loader.vector("ssm_norm.weight", count: headDim),
      output: try loader.linear("attn_output", rows: columns, columns: width))
  }

  private func lowRank(
    _ name: String, _ loader: LayerLoader
  ) throws(ModelError) -> KimiDeltaWeights.LowRank {
    KimiDeltaWeights.LowRank(
      down: try loader.linear(name + "_a", rows: headDim, columns: loader.config.embedding),
      up: try loader.linear(name + "_b", rows: width, columns: headDim))
  }

  /// The rate of every head, repeated for each of its keys.
  private func rates(_ loader: LayerLoader) throws(ModelError) -> FloatVector {
    let rates = try loader.floats("ssm_a", shapes: [[1, heads], [heads]])
    return FloatVector(rates.flatMap { Array(repeating: $0, count: headDim) })
  }
}

extension LayerLoader {
  /// The weights of several short convolutions of `channels` channels each, side by side.
  fileprivate func convolution(
    _ names: [String], taps: Int, channels: Int
  ) throws(ModelError) -> ConvolutionWeights {
    var weights: [Float] = []
    for name in names {
      weights += try floats(
        name + ".weight", shapes: [[taps, 1, channels], [taps, channels]])
    }
    guard let convolution = ConvolutionWeights(weights, taps: taps) else {
      throw .badTensor(prefix + names[0], reason: "no convolution of \(taps) inputs")
    }
    return convolution
  }

  /// The values of the layer's tensor with this full name, which has one of several shapes.
  ///
  /// Converters and quantizers differ in whether they keep dimensions of 1.
  fileprivate func floats(_ name: String, shapes: [[Int]]) throws(ModelError) -> [Float] {
    let rank = loader.file.tensor(named: prefix + name)?.dimensions.reversed()
      .drop { $0 == 1 }.count
    let shape = shapes.first { $0.count == rank } ?? shapes[0]
    return try floats(name, shape: shape)
  }
}

extension KimiDeltaWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let (width, heads, compute) = (sizes.width, sizes.heads, model.compute)
    let rows = model.workspace.projected.rows(model.rowCount)
    let all = rows.slice(columns: sizes.channelColumns)
    let q = all.slice(columns: 0..<width)
    let k = all.slice(columns: width..<2 * width)
    let v = all.slice(columns: 2 * width..<3 * width)
    let decay = rows.slice(columns: sizes.decayColumns)
    let gate = rows.slice(columns: sizes.gateColumns)
    let beta = rows.slice(columns: sizes.betaColumns)
    let smallDecay = rows.slice(columns: sizes.smallDecayColumns)
    let smallGate = rows.slice(columns: sizes.smallGateColumns)
    model.multiply(input, (query, q), (key, k), (value, v))
    model.multiply(
      input, (self.beta, beta), (self.decay.down, smallDecay), (self.gate.down, smallGate))
    model.multiply(self.decay.up, smallDecay, into: decay)
    model.multiply(self.gate.up, smallGate, into: gate)
    compute.convolve(all, convolution, runs: states, silu: true, into: all)
    let epsilon = model.config.normEpsilon
    compute.l2NormHeads(q, heads: heads, epsilon: epsilon)
    compute.l2NormHeads(k, heads: heads, epsilon: epsilon)
    compute.apply(.sigmoid, to: beta)
    compute.apply(.softplus, to: decay, bias: decayBias)
    compute.multiply(row: decayRate, into: decay)
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width)
    compute.deltaRule(
      q: q, k: k, v: v, decay: decay, beta: beta, runs: states, shape: sizes.shape, into: mixed)
    compute.rmsNormHeads(mixed, heads: heads, weight: norm, epsilon: epsilon)
    compute.apply(.sigmoid, to: gate)
    compute.multiply(mixed, by: gate, into: mixed)
  }
}
