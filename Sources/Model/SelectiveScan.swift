import TernKernels

/// The sizes of a Mamba-1 layer.
///
/// With I = `width`, R = `rank`, N = `stateDim`:
///
/// ```
/// v, z [I]            = ssm_in · x                             2I × D
/// v [I]               = silu(convolution(v))
/// r [R], b, c [N]     = ssm_x · v                              (R + 2N) × I; normed where so trained
/// dt [I]              = softplus(ssm_dt · r + bias)            I × R
/// x                  += ssm_out · (scan(v, dt, b, c) * silu(z))  D × I
/// ```
///
/// Source: Gu, Dao, "Mamba" (2023).
package struct SelectiveScanConfig: Sendable, Equatable {
  package let taps: Int
  package let width: Int
  package let rank: Int
  package let stateDim: Int
  /// Whether r, b and c are divided by their root mean square, without weights (Falcon Mamba).
  let hasPlainNorms: Bool

  init(_ keys: Hyperparameters) throws(ModelError) {
    let limit = 1 << 16
    taps = try keys.requiredInt("ssm.conv_kernel", in: 2...8)
    width = try keys.requiredInt("ssm.inner_size", in: 1...(1 << 24))
    rank = try keys.requiredInt("ssm.time_step_rank", in: 1...limit)
    stateDim = try keys.requiredInt("ssm.state_size", in: 1...limit)
    hasPlainNorms = try keys.bool("ssm.dt_b_c_rms") ?? false
    guard state.values <= Hyperparameters.limit else {
      throw keys.bad("ssm.state_size", expected: "a smaller state")
    }
  }

  /// What `ssm_x` gives.
  var parameterWidth: Int { rank + 2 * stateDim }
  /// v, z, what `ssm_x` gives, and dt.
  var projectedWidth: Int { 3 * width + parameterWidth }

  var state: RecurrentShape {
    RecurrentShape(
      convolutionRows: taps - 1, channels: width, values: stateDim * ((width + 15) & ~15))
  }
}

struct SelectiveScanWeights {
  let input: Linear
  let convolution: ConvolutionWeights
  let parameters: Linear
  /// I × R, with the bias of the step.
  let step: Linear
  let rates: ScanRates
  let skips: FloatVector
  /// Of r, b and c, where the file has them.
  var norms: (step: FloatVector, b: FloatVector, c: FloatVector)?
  let output: Linear

  var matrices: [WeightMatrix] { [input, parameters, step, output].map(\.weight) }
}

extension LayerLoader {
  func selectiveScan(_ sizes: SelectiveScanConfig) throws(ModelError) -> SelectiveScanWeights {
    let columns = config.embedding
    let values = try loader.floats(prefix + "ssm_a", shape: [sizes.stateDim, sizes.width])
    guard let rates = ScanRates(values, stateDim: sizes.stateDim),
      sizes.state.values == rates.stateCount
    else { throw .badTensor(prefix + "ssm_a", reason: "no rates of \(sizes.stateDim) values") }
    guard loader.has(prefix + "ssm_dt.bias") else { throw .missingTensor(prefix + "ssm_dt.bias") }
    var weights = SelectiveScanWeights(
      input: try linear("ssm_in", rows: 2 * sizes.width, columns: columns),
      convolution: try convolution("ssm_conv1d", taps: sizes.taps, channels: sizes.width),
      parameters: try linear("ssm_x", rows: sizes.parameterWidth, columns: sizes.width),
      step: try linear("ssm_dt", rows: sizes.width, columns: sizes.rank), rates: rates,
      skips: try loader.vector(prefix + "ssm_d", count: sizes.width),
      output: try linear("ssm_out", rows: columns, columns: sizes.width))
    if has("ssm_dt_norm") {
      weights.norms = (
        try loader.vector(prefix + "ssm_dt_norm.weight", count: sizes.rank),
        try loader.vector(prefix + "ssm_b_norm.weight", count: sizes.stateDim),
        try loader.vector(prefix + "ssm_c_norm.weight", count: sizes.stateDim)
      )
    }
    return weights
  }
}

extension Model {
  /// The selective scan over the rows' `input`, into `mixed`.
  func runSelectiveScan(
    _ sizes: SelectiveScanConfig, _ weights: SelectiveScanWeights, slot: Int, _ input: Rows
  ) {
    let runs = stateRuns(slot)
    let (width, count) = (sizes.width, sizes.parameterWidth)
    let rows = workspace.projected.rows(rowCount)
    let v = rows.slice(columns: 0..<width)
    let parameters = rows.slice(columns: 2 * width..<2 * width + count)
    let step = rows.slice(columns: 2 * width + count..<sizes.projectedWidth)
    multiply(weights.input, input, into: rows.slice(columns: 0..<2 * width))
    compute.convolve(v, weights.convolution, runs: runs, silu: true, into: v)
    multiply(weights.parameters, v, into: parameters)
    let r = parameters.slice(columns: 0..<sizes.rank)
    let b = parameters.slice(columns: sizes.rank..<sizes.rank + sizes.stateDim)
    let c = parameters.slice(columns: sizes.rank + sizes.stateDim..<count)
    let parts = [(r, weights.norms?.step), (b, weights.norms?.b), (c, weights.norms?.c)]
    for (part, norm) in parts where norm != nil || sizes.hasPlainNorms {
      compute.rmsNorm(part, weight: norm, epsilon: config.normEpsilon, into: part)
    }
    multiply(weights.step, r, into: step)
    compute.apply(.softplus, to: step)
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<width)
    compute.selectiveScan(
      x: v, dt: step, b: b, c: c, rates: weights.rates, d: weights.skips, runs: runs, into: mixed)
    compute.gate(rows.slice(columns: width..<2 * width), mixed, .silu, into: mixed)
  }
}
