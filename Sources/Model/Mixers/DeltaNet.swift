import TernKernels

/// The sizes of a gated delta net.
///
/// With P = `keyHeads`, H = `valueHeads`, K = `keyDim`, N = `valueDim`:
///
/// ```
/// q, k [P·K], v [H·N] = silu(convolution(attn_qkv · x))        (2P·K + H·N) × D
/// beta [H]            = sigmoid(ssm_beta · x)                  H × D
/// decay [H]           = ssm_a * softplus(ssm_alpha · x + bias) H × D
/// o [H·N]             = delta rule(q / |q|, k / |k|, v, beta, decay) / √K
/// x                  += ssm_out · (norm(o) * silu(attn_gate · x))
/// ```
///
/// Source: Yang, Kautz, Hatamizadeh, "Gated Delta Networks" (2024).
struct DeltaNetConfig: RecurrentConfig {
  let taps: Int
  let keyHeads: Int
  let valueHeads: Int
  let keyDim: Int
  let valueDim: Int
  let sharing: HeadSharing

  init(_ keys: Hyperparameters, sharing: HeadSharing) throws(ModelError) {
    let limit = 1 << 16
    taps = try keys.requiredInt("ssm.conv_kernel", in: 2...8)
    keyDim = try keys.requiredInt("ssm.state_size", in: 1...limit)
    keyHeads = try keys.requiredInt("ssm.group_count", in: 1...limit)
    valueHeads = try keys.requiredInt("ssm.time_step_rank", in: 1...limit)
    let inner = try keys.requiredInt("ssm.inner_size", in: 1...Hyperparameters.limit)
    guard valueHeads % keyHeads == 0 else {
      throw keys.bad("ssm.time_step_rank", expected: "a multiple of \(keyHeads) key heads")
    }
    guard inner % valueHeads == 0 else {
      throw keys.bad("ssm.inner_size", expected: "a multiple of \(valueHeads) heads")
    }
    valueDim = inner / valueHeads
    self.sharing = sharing
    guard valueDim <= limit, shape.stateCount <= Hyperparameters.limit else {
      throw keys.bad("ssm.inner_size", expected: "a smaller state")
    }
  }

  /// H·N.
  var width: Int { valueHeads * valueDim }
  /// P·K.
  var keyWidth: Int { keyHeads * keyDim }
  /// Channels of the convolution.
  var channels: Int { 2 * keyWidth + width }

  /// The convolution's channels, the gate, beta and decay; and both again as a fused matrix has them.
  var projectedWidth: Int { channels + width + 4 * valueHeads }

  var shape: DeltaShape {
    DeltaShape(
      keyHeads: keyHeads, valueHeads: valueHeads, keyDim: keyDim, valueDim: valueDim,
      scale: 1 / Float(keyDim).squareRoot(), sharing: sharing)
  }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: channels, values: shape.stateCount)
  }
}

extension Family.RecurrentRule.Kind {
  /// The gated delta rule (Qwen3-Next and Qwen3.5); `sharing`: which key head a value head uses.
  static func deltaNet(_ sharing: HeadSharing) -> Self {
    Self("gated delta net") { keys, _ throws(ModelError) in
      try DeltaNetConfig(keys, sharing: sharing)
    }
  }
}

struct DeltaNetWeights: RecurrentWeights {
  let sizes: DeltaNetConfig
  let input: Linear
  let gate: Linear
  /// What gives beta and the decay: two matrices, or one with the rows of both for each key head.
  enum Rates {
    case separate(beta: Linear, alpha: Linear)
    case fused(Linear)
  }
  let rates: Rates
  let convolution: ConvolutionWeights
  /// Added before the softplus, and multiplied behind it.
  let alphaBias: FloatVector
  let decay: FloatVector
  /// N.
  let norm: FloatVector
  let output: Linear

  var matrices: [WeightMatrix] {
    let rates: [Linear] =
      switch self.rates {
      case .separate(let beta, let alpha): [beta, alpha]
      case .fused(let both): [both]
      }
    return ([input, gate, output] + rates).map(\.weight)
  }
}

extension DeltaNetConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let columns = loader.config.embedding
    let heads = valueHeads
    let rates: DeltaNetWeights.Rates =
      loader.has("ssm_ba")
      ? .fused(try loader.linear("ssm_ba", rows: 2 * heads, columns: columns))
      : .separate(
        beta: try loader.linear("ssm_beta", rows: heads, columns: columns),
        alpha: try loader.linear("ssm_alpha", rows: heads, columns: columns))
    return DeltaNetWeights(
      sizes: self,
      input: try loader.linear("attn_qkv", rows: channels, columns: columns),
      gate: try loader.linear("attn_gate", rows: width, columns: columns), rates: rates,
      convolution: try loader.convolution("ssm_conv1d", taps: taps, channels: channels),
      alphaBias: try loader.vector("ssm_dt.bias", count: heads),
      decay: try loader.vector("ssm_a", count: heads),
      norm: try loader.vector("ssm_norm.weight", count: valueDim),
      output: try loader.linear("ssm_out", rows: columns, columns: width))
  }
}

extension DeltaNetWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let (keys, width, heads) = (sizes.keyWidth, sizes.width, sizes.valueHeads)
    let rows = model.workspace.projected.rows(model.rowCount)
    let all = rows.slice(columns: 0..<sizes.channels)
    let gate = rows.slice(columns: sizes.channels..<sizes.channels + width)
    let rates = rows.slice(columns: sizes.channels + width..<sizes.channels + width + 2 * heads)
    let (beta, decay) = (rates.slice(columns: 0..<heads), rates.slice(columns: heads..<2 * heads))
    switch self.rates {
    case .separate(let first, let second):
      model.multiply(input, (self.input, all), (self.gate, gate))
      model.multiply(input, (first, beta), (second, decay))
    case .fused(let both):
      let end = sizes.channels + width + 2 * heads
      let mixed = rows.slice(columns: end..<end + 2 * heads)
      model.multiply(input, (self.input, all), (self.gate, gate), (both, mixed))
      // For each key head the betas, and then the alphas, of its value heads.
      model.compute.separate(mixed, groups: sizes.keyHeads, into: beta, decay)
    }
    model.compute.convolve(all, convolution, runs: states, silu: true, into: all)
    let q = all.slice(columns: 0..<keys)
    let k = all.slice(columns: keys..<2 * keys)
    let v = all.slice(columns: 2 * keys..<2 * keys + width)
    model.compute.l2NormHeads(q, heads: sizes.keyHeads, epsilon: model.config.normEpsilon)
    model.compute.l2NormHeads(k, heads: sizes.keyHeads, epsilon: model.config.normEpsilon)
    model.compute.apply(.sigmoid, to: beta)
    model.compute.apply(.softplus, to: decay, bias: alphaBias)
    model.compute.multiply(row: self.decay, into: decay)
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width)
    model.compute.deltaRule(
      q: q, k: k, v: v, decay: decay, beta: beta, runs: states, shape: sizes.shape, into: mixed)
    model.compute.rmsNormHeads(
      mixed, heads: heads, weight: norm, epsilon: model.config.normEpsilon)
    model.compute.gate(gate, mixed, .silu, into: mixed)
  }
}
