import TernKernels

/// The sizes of a gated short convolution.
///
/// With D = `width`:
///
/// ```
/// b, c, v [D]  = in_proj · x                                    3D × D
/// x           += out_proj · (c * convolution(b * v))            D × D
/// ```
///
/// Source: Liquid AI, "LFM2 Technical Report" (2025).
struct ShortConvolutionConfig: RecurrentConfig {
  /// Inputs that a result depends on.
  let taps: Int
  /// D.
  let width: Int

  init(_ keys: Hyperparameters, embedding: Int) throws(ModelError) {
    taps = try keys.requiredInt("shortconv.l_cache", in: 2...8)
    width = embedding
  }

  var projectedWidth: Int { 3 * width }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: width, values: 0)
  }
}

extension Family.RecurrentRule.Kind {
  /// A gated short convolution (LFM2).
  static let shortConvolution = Self("short convolution") { keys, embedding throws(ModelError) in
    try ShortConvolutionConfig(keys, embedding: embedding)
  }
}

struct ShortConvolutionWeights: RecurrentWeights {
  let sizes: ShortConvolutionConfig
  /// 3D × D.
  let input: Linear
  let convolution: ConvolutionWeights
  /// D × D.
  let output: Linear

  var matrices: [WeightMatrix] { [input.weight, output.weight] }
}

extension ShortConvolutionConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    ShortConvolutionWeights(
      sizes: self,
      input: try loader.linear("shortconv.in_proj", rows: 3 * width, columns: width),
      convolution: try loader.convolution("shortconv.conv", taps: taps, channels: width),
      output: try loader.linear("shortconv.out_proj", rows: width, columns: width))
  }
}

extension LayerLoader {
  /// The weights of a short convolution, and its bias where the file has one.
  func convolution(_ name: String, taps: Int, channels: Int) throws(ModelError)
    -> ConvolutionWeights
  {
    let weights = try loader.floats(prefix + name + ".weight", shape: [taps, channels])
    let biasName = prefix + name + ".bias"
    let bias = loader.has(biasName) ? try loader.floats(biasName, shape: [channels]) : nil
    guard let convolution = ConvolutionWeights(weights, taps: taps, bias: bias) else {
      throw .badTensor(prefix + name + ".weight", reason: "no convolution of \(taps) inputs")
    }
    return convolution
  }
}

extension ShortConvolutionWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let width = sizes.width
    let all = model.workspace.projected.rows(model.rowCount).slice(columns: 0..<3 * width)
    model.multiply(self.input, input, into: all)
    let (b, c) = (all.slice(columns: 0..<width), all.slice(columns: width..<2 * width))
    let v = all.slice(columns: 2 * width..<3 * width)
    model.compute.multiply(b, by: v, into: v)
    model.compute.convolve(v, convolution, runs: states, silu: false, into: v)
    model.compute.multiply(
      c, by: v, into: model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<width))
  }
}
