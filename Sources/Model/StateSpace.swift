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
package struct StateSpaceConfig: Sendable, Equatable {
  package let taps: Int
  package let width: Int
  package let heads: Int
  package let groups: Int
  package let stateDim: Int

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

struct StateSpaceWeights {
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

extension LayerLoader {
  func stateSpace(_ sizes: StateSpaceConfig) throws(ModelError) -> StateSpaceWeights {
    let columns = config.embedding
    let normName = prefix + "ssm_norm.weight"
    let norm =
      loader.has(normName)
      ? FloatVector(
        try loader.floats(normName, shape: [sizes.width / sizes.groups, sizes.groups])) : nil
    return StateSpaceWeights(
      input: try linear("ssm_in", rows: sizes.projectedWidth, columns: columns),
      convolution: try convolution("ssm_conv1d", taps: sizes.taps, channels: sizes.channels),
      stepBias: try loader.vector(prefix + "ssm_dt.bias", count: sizes.heads),
      rates: FloatVector(try loader.floats(prefix + "ssm_a", shape: [1, sizes.heads])),
      skips: FloatVector(try loader.floats(prefix + "ssm_d", shape: [1, sizes.heads])),
      norm: norm, output: try linear("ssm_out", rows: columns, columns: sizes.width))
  }
}

extension Model {
  /// The state space over the rows' `input`, into `mixed`.
  func runStateSpace(
    _ sizes: StateSpaceConfig, _ weights: StateSpaceWeights, slot: Int, _ input: Rows
  ) {
    let runs = stateRuns(slot)
    let (width, shared) = (sizes.width, sizes.shared)
    let all = workspace.projected.rows(rowCount).slice(columns: 0..<sizes.projectedWidth)
    multiply(weights.input, input, into: all)
    let z = all.slice(columns: 0..<width)
    let u = all.slice(columns: width..<width + sizes.channels)
    let step = all.slice(columns: width + sizes.channels..<sizes.projectedWidth)
    compute.convolve(u, weights.convolution, runs: runs, silu: true, into: u)
    compute.apply(.softplus, to: step, bias: weights.stepBias)
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<width)
    compute.stateSpace(
      x: u.slice(columns: 0..<width), dt: step,
      b: u.slice(columns: width..<width + shared),
      c: u.slice(columns: width + shared..<width + 2 * shared),
      a: weights.rates, d: weights.skips, runs: runs, shape: sizes.shape, into: mixed)
    compute.gate(z, mixed, .silu, into: mixed)
    if let norm = weights.norm {
      compute.rmsNormHeads(
        mixed, heads: sizes.groups, weight: norm, epsilon: config.normEpsilon)
    }
  }
}
