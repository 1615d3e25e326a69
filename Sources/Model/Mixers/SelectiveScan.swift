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
struct SelectiveScanConfig: RecurrentConfig {
  let taps: Int
  let width: Int
  let rank: Int
  let stateDim: Int
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

extension Family.RecurrentRule.Kind {
  /// Mamba-1.
  static let selectiveScan = Self("Mamba") { keys, _ throws(ModelError) in
    try SelectiveScanConfig(keys)
  }
}

struct SelectiveScanWeights: RecurrentWeights {
  let sizes: SelectiveScanConfig
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

extension SelectiveScanConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let columns = loader.config.embedding
    let values = try loader.floats("ssm_a", shape: [stateDim, width])
    guard let rates = ScanRates(values, stateDim: stateDim),
      state.values == rates.stateCount
    else { throw .badTensor(loader.prefix + "ssm_a", reason: "no rates of \(stateDim) values") }
    try loader.loader.require(loader.prefix + "ssm_dt.bias")
    var weights = SelectiveScanWeights(
      sizes: self,
      input: try loader.linear("ssm_in", rows: 2 * width, columns: columns),
      convolution: try loader.convolution("ssm_conv1d", taps: taps, channels: width),
      parameters: try loader.linear("ssm_x", rows: parameterWidth, columns: width),
      step: try loader.linear("ssm_dt", rows: width, columns: rank), rates: rates,
      skips: try loader.vector("ssm_d", count: width),
      output: try loader.linear("ssm_out", rows: columns, columns: width))
    if loader.has("ssm_dt_norm") {
      weights.norms = (
        try loader.vector("ssm_dt_norm.weight", count: rank),
        try loader.vector("ssm_b_norm.weight", count: stateDim),
        try loader.vector("ssm_c_norm.weight", count: stateDim)
      )
    }
    return weights
  }
}

extension SelectiveScanWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let (width, count) = (sizes.width, sizes.parameterWidth)
    let rows = model.workspace.projected.rows(model.rowCount)
    let v = rows.slice(columns: 0..<width)
    let parameters = rows.slice(columns: 2 * width..<2 * width + count)
    let step = rows.slice(columns: 2 * width + count..<sizes.projectedWidth)
    model.multiply(self.input, input, into: rows.slice(columns: 0..<2 * width))
    model.compute.convolve(v, convolution, runs: states, silu: true, into: v)
    model.multiply(self.parameters, v, into: parameters)
    let r = parameters.slice(columns: 0..<sizes.rank)
    let b = parameters.slice(columns: sizes.rank..<sizes.rank + sizes.stateDim)
    let c = parameters.slice(columns: sizes.rank + sizes.stateDim..<count)
    if norms != nil || sizes.hasPlainNorms {
      let epsilon = model.config.normEpsilon
      model.compute.rmsNorm(r, weight: norms?.step, epsilon: epsilon, into: r)
      model.compute.rmsNorm(b, weight: norms?.b, epsilon: epsilon, into: b)
      model.compute.rmsNorm(c, weight: norms?.c, epsilon: epsilon, into: c)
    }
    model.multiply(self.step, r, into: step)
    model.compute.apply(.softplus, to: step)
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width)
    model.compute.selectiveScan(
      x: v, dt: step, b: b, c: c, rates: rates, d: skips, runs: states, into: mixed)
    model.compute.gate(rows.slice(columns: width..<2 * width), mixed, .silu, into: mixed)
  }
}
