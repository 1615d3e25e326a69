import TernKernels

/// The sizes of a Mamba-2 layer.
///
/// With I = `width`, H = `heads`, G = `groups`, N = `stateDim`:
///
/// ```
/// z [I], u [I + 2·G·N], dt [H] = ssm_in · x                      (2I + 2·G·N + H) × D
/// v [I], b, c [G·N]            = silu(convolution(u))
/// y [I]                        = state space(v, b, c, softplus(dt + bias), ssm_a, ssm_d)
/// x                           += ssm_out · norm(y * silu(z))     D × I; a norm for each group
/// ```
///
/// Source: Dao, Gu, "Transformers are SSMs" (2024).
struct StateSpaceConfig: RecurrentConfig {
  let taps: Int
  let width: Int
  let heads: Int
  let groups: Int
  let stateDim: Int

  init(_ keys: Hyperparameters) throws(ModelError) {
    let limit = 1 << 16
    taps = try keys.requiredInt("ssm.conv_kernel", in: 2...8)
    width = try keys.requiredInt("ssm.inner_size", in: 1...Hyperparameters.limit)
    stateDim = try keys.requiredInt("ssm.state_size", in: 1...limit)
    heads = try keys.requiredInt("ssm.time_step_rank", in: 1...limit)
    groups = try keys.int("ssm.group_count", in: 1...limit) ?? 1
    guard width % heads == 0 else {
      throw keys.bad("ssm.inner_size", expected: "a multiple of \(heads) heads")
    }
    guard heads % groups == 0 else {
      throw keys.bad("ssm.group_count", expected: "a divisor of \(heads) heads")
    }
    guard channels <= Hyperparameters.limit, shape.stateCount <= Hyperparameters.limit else {
      throw keys.bad("ssm.state_size", expected: "a smaller state")
    }
  }

  /// G·N.
  var shared: Int { groups * stateDim }
  /// Channels of the convolution.
  var channels: Int { width + 2 * shared }
  /// What `ssm_in` gives for each token.
  var projectedWidth: Int { width + channels + heads }

  var shape: StateSpaceShape {
    StateSpaceShape(heads: heads, groups: groups, headDim: width / heads, stateDim: stateDim)
  }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: channels, values: shape.stateCount)
  }
}

extension Family.RecurrentRule.Kind {
  /// Mamba-2.
  static let stateSpace = Self("Mamba-2") { keys, _ throws(ModelError) in try StateSpaceConfig(keys)
  }
}

struct StateSpaceWeights: RecurrentWeights {
  let sizes: StateSpaceConfig
  let input: Linear
  let convolution: ConvolutionWeights
  let stepBias: FloatVector
  let rates: FloatVector
  let skips: FloatVector
  /// Of each group of the gated output, where the file has it.
  let norm: FloatVector?
  let output: Linear

  var matrices: [WeightMatrix] { [input.weight, output.weight] }
}

extension StateSpaceConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let columns = loader.config.embedding
    let norm =
      loader.hasTensor("ssm_norm.weight")
      ? FloatVector(
        try loader.floats("ssm_norm.weight", shape: [width / groups, groups])) : nil
    return StateSpaceWeights(
      sizes: self,
      input: try loader.linear("ssm_in", rows: projectedWidth, columns: columns),
      convolution: try loader.convolution("ssm_conv1d", taps: taps, channels: channels),
      stepBias: try loader.vector("ssm_dt.bias", count: heads),
      rates: FloatVector(try loader.floats("ssm_a", shape: [1, heads])),
      skips: FloatVector(try loader.floats("ssm_d", shape: [1, heads])),
      norm: norm, output: try loader.linear("ssm_out", rows: columns, columns: width))
  }
}

extension StateSpaceWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let (width, shared) = (sizes.width, sizes.shared)
    let all = model.workspace.projected.rows(model.rowCount).slice(
      columns: 0..<sizes.projectedWidth)
    model.multiply(self.input, input, into: all)
    let z = all.slice(columns: 0..<width)
    let u = all.slice(columns: width..<width + sizes.channels)
    let step = all.slice(columns: width + sizes.channels..<sizes.projectedWidth)
    model.compute.convolve(u, convolution, runs: states, silu: true, into: u)
    model.compute.apply(.softplus, to: step, bias: stepBias)
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width)
    model.compute.stateSpace(
      x: u.slice(columns: 0..<width), dt: step,
      b: u.slice(columns: width..<width + shared),
      c: u.slice(columns: width + shared..<width + 2 * shared),
      a: rates, d: skips, runs: states, shape: sizes.shape, into: mixed)
    model.compute.gate(z, mixed, .silu, into: mixed)
    if let norm {
      model.compute.rmsNormHeads(
        mixed, heads: sizes.groups, weight: norm, epsilon: model.config.normEpsilon)
    }
  }
}
