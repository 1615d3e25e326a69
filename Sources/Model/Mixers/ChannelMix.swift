import TernKernels

/// The sizes of the channel mix of RWKV-7: a feed-forward part that also reads the input of the
/// position before.
///
/// With D = `embedding`, F = `width` and p, the input of the position before:
///
/// ```
/// x  += value · relu(key · (x + (p - x) * lerp))²    F × D, D × F
/// ```
///
/// Source: Peng and others, "RWKV-7 Goose with Expressive Dynamic State Evolution" (2025).
struct ChannelMixConfig: RecurrentConfig {
  /// D.
  let embedding: Int
  /// F.
  let width: Int

  init(_ keys: Hyperparameters, embedding: Int) throws(ModelError) {
    self.embedding = embedding
    let key = "feed_forward_length"
    guard let widths = try keys.ints(key, layers: 1, in: 1...Hyperparameters.limit) else {
      throw .missingKey(keys.full(key))
    }
    width = widths[0]
  }

  /// The mixed input.
  var projectedWidth: Int { embedding }

  /// The convolution's row is the last input.
  var state: RecurrentShape {
    RecurrentShape(convolutionRows: 1, channels: embedding, values: 0)
  }
}

extension Family.RecurrentRule.Kind {
  /// The channel mix of RWKV-7.
  static let channelMix = Self("channel mix") { keys, embedding throws(ModelError) in
    try ChannelMixConfig(keys, embedding: embedding)
  }
}

struct ChannelMixWeights: RecurrentWeights {
  let sizes: ChannelMixConfig
  /// How much the input has of the position before.
  let lerp: FloatVector
  /// F × D.
  let key: Linear
  /// D × F.
  let output: Linear

  var matrices: [WeightMatrix] { [key.weight, output.weight] }
}

extension ChannelMixConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    ChannelMixWeights(
      sizes: self, lerp: try loader.vector("channel_mix_lerp_k.weight", count: embedding),
      key: try loader.linear("channel_mix_key", rows: width, columns: embedding),
      output: try loader.linear("channel_mix_value", rows: embedding, columns: width))
  }
}

extension ChannelMixWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let x = model.workspace.projected.rows(model.rowCount).slice(columns: 0..<sizes.embedding)
    model.compute.shift(input, runs: states, into: x)
    model.compute.mix(input, x, by: lerp, into: x)
    let hidden = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<sizes.width)
    model.multiply(key, x, into: hidden)
    model.compute.activate(hidden, .reluSquared)
  }
}
