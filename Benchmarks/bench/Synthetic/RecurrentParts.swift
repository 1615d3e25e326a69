import TernFormat

/// A gated delta net (Qwen3.5).
struct DeltaNetPart: ShapePart {
  var groups: Int
  var valueHeads: Int
  /// Values of a head's key, and of its value.
  let headDim: Int
  let taps: Int

  var facts: [String: MetadataValue] {
    [
      "ssm.conv_kernel": .count(taps), "ssm.inner_size": .count(valueHeads * headDim),
      "ssm.state_size": .count(headDim), "ssm.time_step_rank": .count(valueHeads),
      "ssm.group_count": .count(groups),
    ]
  }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.groups = max(1, groups / divisor)
    part.valueHeads = max(1, valueHeads / divisor)
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let dim = shape.embedding
    let inner = valueHeads * headDim
    let channels = 2 * groups * headDim + inner
    return [
      ShapeTensor("attn_qkv.weight", [dim, channels]),
      ShapeTensor("attn_gate.weight", [dim, inner]),
      ShapeTensor("ssm_conv1d.weight", [taps, channels], .random(-0.5...0.5)),
      ShapeTensor("ssm_dt.bias", [valueHeads], StepSizes.bias),
      ShapeTensor("ssm_a", [valueHeads], StepSizes.decay),
      ShapeTensor("ssm_beta.weight", [dim, valueHeads]),
      ShapeTensor("ssm_alpha.weight", [dim, valueHeads]),
      ShapeTensor("ssm_norm.weight", [headDim], .constant(1)),
      ShapeTensor("ssm_out.weight", [inner, dim]),
    ]
  }
}

/// Mamba-2.
struct StateSpacePart: ShapePart {
  var heads: Int
  let headDim: Int
  let groups: Int
  let stateDim: Int
  let taps: Int

  var facts: [String: MetadataValue] {
    [
      "ssm.conv_kernel": .count(taps), "ssm.inner_size": .count(heads * headDim),
      "ssm.state_size": .count(stateDim), "ssm.time_step_rank": .count(heads),
      "ssm.group_count": .count(groups),
    ]
  }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.heads = max(1, heads / divisor)
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let inner = heads * headDim
    let channels = inner + 2 * groups * stateDim
    return [
      ShapeTensor("ssm_in.weight", [shape.embedding, inner + channels + heads]),
      ShapeTensor("ssm_conv1d.weight", [taps, channels], .random(-0.5...0.5)),
      ShapeTensor("ssm_conv1d.bias", [channels], .constant(0)),
      ShapeTensor("ssm_dt.bias", [heads], StepSizes.bias),
      ShapeTensor("ssm_a", [1, heads], StepSizes.decay),
      ShapeTensor("ssm_d", [1, heads], .constant(1)),
      ShapeTensor("ssm_norm.weight", [inner / groups, groups], .constant(1)),
      ShapeTensor("ssm_out.weight", [inner, shape.embedding]),
    ]
  }
}

/// A gated short convolution (LFM2).
struct ShortConvolutionPart: ShapePart {
  let taps: Int

  var facts: [String: MetadataValue] { ["shortconv.l_cache": .count(taps)] }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let dim = shape.embedding
    return [
      ShapeTensor("shortconv.in_proj.weight", [dim, 3 * dim]),
      ShapeTensor("shortconv.conv.weight", [taps, dim], .random(-0.5...0.5)),
      ShapeTensor("shortconv.out_proj.weight", [dim, dim]),
    ]
  }
}

/// Values with which recurrences forget as trained ones do, and so stay finite.
private enum StepSizes {
  /// The logarithm of a decay for each step of size 1: below 0.
  static let decay = ShapeTensor.Values.steps(from: -1, to: -16)
  /// What is added before the softplus that gives the size of a step: about 0.001 to 0.1.
  static let bias = ShapeTensor.Values.steps(from: -6.9, to: -2.25)
}
