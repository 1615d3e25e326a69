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
package struct DeltaNetConfig: Sendable, Equatable {
  package let taps: Int
  package let keyHeads: Int
  package let valueHeads: Int
  package let keyDim: Int
  package let valueDim: Int
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

  var shape: DeltaShape {
    DeltaShape(
      keyHeads: keyHeads, valueHeads: valueHeads, keyDim: keyDim, valueDim: valueDim,
      scale: 1 / Float(keyDim).squareRoot(), sharing: sharing)
  }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: channels, values: shape.stateCount)
  }
}

struct DeltaNetWeights {
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

extension LayerLoader {
  func deltaNet(_ sizes: DeltaNetConfig) throws(ModelError) -> DeltaNetWeights {
    let columns = config.embedding
    let heads = sizes.valueHeads
    let rates: DeltaNetWeights.Rates =
      has("ssm_ba")
      ? .fused(try linear("ssm_ba", rows: 2 * heads, columns: columns))
      : .separate(
        beta: try linear("ssm_beta", rows: heads, columns: columns),
        alpha: try linear("ssm_alpha", rows: heads, columns: columns))
    return DeltaNetWeights(
      input: try linear("attn_qkv", rows: sizes.channels, columns: columns),
      gate: try linear("attn_gate", rows: sizes.width, columns: columns), rates: rates,
      convolution: try convolution("ssm_conv1d", taps: sizes.taps, channels: sizes.channels),
      alphaBias: try loader.vector(prefix + "ssm_dt.bias", count: heads),
      decay: try loader.vector(prefix + "ssm_a", count: heads),
      norm: try loader.vector(prefix + "ssm_norm.weight", count: sizes.valueDim),
      output: try linear("ssm_out", rows: columns, columns: sizes.width))
  }
}

extension Model {
  /// The gated delta rule over the rows' `input`, into `mixed`.
  func runDeltaNet(
    _ sizes: DeltaNetConfig, _ weights: DeltaNetWeights, slot: Int, _ input: Rows
  ) {
    let runs = stateRuns(slot)
    let (keys, width, heads) = (sizes.keyWidth, sizes.width, sizes.valueHeads)
    let rows = workspace.projected.rows(rowCount)
    let all = rows.slice(columns: 0..<sizes.channels)
    let gate = rows.slice(columns: sizes.channels..<sizes.channels + width)
    let rates = rows.slice(columns: sizes.channels + width..<sizes.channels + width + 2 * heads)
    let (beta, decay) = (rates.slice(columns: 0..<heads), rates.slice(columns: heads..<2 * heads))
    switch weights.rates {
    case .separate(let first, let second):
      multiply(input, (weights.input, all), (weights.gate, gate))
      multiply(input, (first, beta), (second, decay))
    case .fused(let both):
      let end = sizes.channels + width + 2 * heads
      let mixed = rows.slice(columns: end..<end + 2 * heads)
      multiply(input, (weights.input, all), (weights.gate, gate), (both, mixed))
      separate(mixed, into: rates, groups: sizes.keyHeads)
    }
    compute.convolve(all, weights.convolution, runs: runs, silu: true, into: all)
    let q = all.slice(columns: 0..<keys)
    let k = all.slice(columns: keys..<2 * keys)
    let v = all.slice(columns: 2 * keys..<2 * keys + width)
    compute.l2NormHeads(q, heads: sizes.keyHeads, epsilon: config.normEpsilon)
    compute.l2NormHeads(k, heads: sizes.keyHeads, epsilon: config.normEpsilon)
    compute.apply(.sigmoid, to: beta)
    compute.apply(.softplus, to: decay, bias: weights.alphaBias)
    compute.multiply(row: weights.decay, into: decay)
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<width)
    compute.deltaRule(
      q: q, k: k, v: v, decay: decay, beta: beta, runs: runs, shape: sizes.shape, into: mixed)
    compute.rmsNormHeads(
      mixed, heads: heads, weight: weights.norm, epsilon: config.normEpsilon)
    compute.gate(gate, mixed, .silu, into: mixed)
  }

  /// Brings the rates of all heads into order: betas, then alphas.
  ///
  /// A fused matrix gives, for each key head, the betas and then the alphas of its value heads.
  private func separate(_ mixed: Rows, into rates: Rows, groups: Int) {
    let count = rates.columns / groups / 2
    for group in 0..<groups {
      for half in 0..<2 {
        let (from, to) = ((2 * group + half) * count, (half * groups + group) * count)
        compute.copy(
          mixed.slice(columns: from..<from + count), into: rates.slice(columns: to..<to + count))
      }
    }
  }
}
