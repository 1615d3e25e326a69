import TernKernels

/// The sizes of PLaMo 2's Mamba layer: heads with one decay each, as in Mamba-2, whose step, b and c
/// are products of the convolved values, as in Mamba-1.
///
/// With I = `width`, H = `heads`, R = `rank`, N = `stateDim`:
///
/// ```
/// z, v [I]         = ssm_in · x                            2I × D; for each head its z, then its v
/// v [I]            = silu(convolution(v))
/// b, c [N], r [R]  = ssm_x · v                             (2N + R) × I; each through its norm
/// dt [H]           = softplus(ssm_dt · r + bias)           H × R
/// x               += ssm_out · (state space(v, b, c, dt, ssm_a, ssm_d) * silu(z))   D × I
/// ```
struct SelectiveStateSpaceConfig: RecurrentConfig {
  let taps: Int
  let width: Int
  let heads: Int
  let rank: Int
  let stateDim: Int

  init(_ keys: Hyperparameters, embedding: Int) throws(ModelError) {
    let limit = 1 << 16
    taps = try keys.requiredInt("ssm.conv_kernel", in: 2...8)
    width = try keys.requiredInt("ssm.inner_size", in: 1...(1 << 24))
    stateDim = try keys.requiredInt("ssm.state_size", in: 1...limit)
    heads = try keys.requiredInt("ssm.time_step_rank", in: 1...limit)
    // No key has it. The heads share one b and one c, whatever `ssm.group_count` says.
    rank = max(64, embedding / 16)
    guard width % heads == 0 else {
      throw keys.bad("ssm.inner_size", expected: "a multiple of \(heads) heads")
    }
    guard shape.stateCount <= Hyperparameters.limit else {
      throw keys.bad("ssm.state_size", expected: "a smaller state")
    }
  }

  /// What `ssm_x` gives.
  var parameterWidth: Int { 2 * stateDim + rank }
  /// z and v as `ssm_in` gives them, v by itself, what `ssm_x` gives, and dt.
  var projectedWidth: Int { 3 * width + parameterWidth + heads }

  var shape: StateSpaceShape {
    StateSpaceShape(heads: heads, groups: 1, headDim: width / heads, stateDim: stateDim)
  }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: width, values: shape.stateCount)
  }
}

extension Family.RecurrentRule.Kind {
  /// PLaMo 2's Mamba.
  static let selectiveStateSpace = Self("PLaMo 2's Mamba") { keys, embedding throws(ModelError) in
    try SelectiveStateSpaceConfig(keys, embedding: embedding)
  }
}

struct SelectiveStateSpaceWeights: RecurrentWeights {
  let sizes: SelectiveStateSpaceConfig
  let input: Linear
  let convolution: ConvolutionWeights
  let parameters: Linear
  /// Of b, c and r.
  let norms: (b: Norm, c: Norm, step: Norm)
  /// H × R, with the bias of the step.
  let step: Linear
  let rates: FloatVector
  let skips: FloatVector
  let output: Linear

  var matrices: [WeightMatrix] { [input, parameters, step, output].map(\.weight) }
}

extension SelectiveStateSpaceConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let columns = loader.config.embedding
    try loader.loader.require(loader.prefix + "ssm_dt.bias")
    return SelectiveStateSpaceWeights(
      sizes: self,
      input: try loader.linear("ssm_in", rows: 2 * width, columns: columns),
      convolution: try loader.convolution("ssm_conv1d", taps: taps, channels: width),
      parameters: try loader.linear("ssm_x", rows: parameterWidth, columns: width),
      norms: (
        try loader.norm("ssm_b_norm", count: stateDim),
        try loader.norm("ssm_c_norm", count: stateDim), try loader.norm("ssm_dt_norm", count: rank)
      ),
      step: try loader.linear("ssm_dt", rows: heads, columns: rank),
      rates: try loader.vector("ssm_a", count: heads),
      skips: try loader.vector("ssm_d", count: heads),
      output: try loader.linear("ssm_out", rows: columns, columns: width))
  }
}

extension SelectiveStateSpaceWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let (width, count) = (sizes.width, sizes.parameterWidth)
    let rows = model.workspace.projected.rows(model.rowCount)
    let both = rows.slice(columns: 0..<2 * width)
    let z = rows.slice(columns: 0..<width)
    let v = rows.slice(columns: 2 * width..<3 * width)
    let parameters = rows.slice(columns: 3 * width..<3 * width + count)
    let dt = rows.slice(columns: 3 * width + count..<sizes.projectedWidth)
    model.multiply(self.input, input, into: both)
    model.compute.separate(both, groups: sizes.heads, into: z, v)
    model.compute.convolve(v, convolution, runs: states, silu: true, into: v)
    model.multiply(self.parameters, v, into: parameters)
    let b = parameters.slice(columns: 0..<sizes.stateDim)
    let c = parameters.slice(columns: sizes.stateDim..<2 * sizes.stateDim)
    let r = parameters.slice(columns: 2 * sizes.stateDim..<count)
    model.apply(norms.b, b, into: b)
    model.apply(norms.c, c, into: c)
    model.apply(norms.step, r, into: r)
    model.multiply(self.step, r, into: dt)
    model.compute.apply(.softplus, to: dt)
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width)
    model.compute.stateSpace(
      x: v, dt: dt, b: b, c: c, a: rates, d: skips, runs: states, shape: sizes.shape, into: mixed)
    model.compute.gate(z, mixed, .silu, into: mixed)
  }
}
