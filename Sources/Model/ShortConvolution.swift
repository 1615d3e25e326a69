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
package struct ShortConvolutionConfig: Sendable, Equatable {
  /// Inputs that a result depends on.
  package let taps: Int
  /// D.
  package let width: Int

  init(_ keys: Hyperparameters, embedding: Int) throws(ModelError) {
    taps = try keys.requiredInt("shortconv.l_cache", in: 2...8)
    width = embedding
  }

  var state: RecurrentShape {
    RecurrentShape(convolutionRows: taps - 1, channels: width, values: 0)
  }
}

struct ShortConvolutionWeights {
  /// 3D × D.
  let input: Linear
  let convolution: ConvolutionWeights
  /// D × D.
  let output: Linear

  var matrices: [WeightMatrix] { [input.weight, output.weight] }
}

extension LayerLoader {
  func shortConvolution(
    _ sizes: ShortConvolutionConfig
  ) throws(ModelError) -> ShortConvolutionWeights {
    ShortConvolutionWeights(
      input: try linear("shortconv.in_proj", rows: 3 * sizes.width, columns: sizes.width),
      convolution: try convolution("shortconv.conv", taps: sizes.taps, channels: sizes.width),
      output: try linear("shortconv.out_proj", rows: sizes.width, columns: sizes.width))
  }

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

extension Model {
  /// The gated convolution of the rows' `input`, into `mixed`.
  func convolveShortly(
    _ sizes: ShortConvolutionConfig, _ weights: ShortConvolutionWeights, slot: Int, _ input: Rows
  ) {
    let width = sizes.width
    let all = workspace.projected.rows(rowCount).slice(columns: 0..<3 * width)
    multiply(weights.input, input, into: all)
    let (b, c) = (all.slice(columns: 0..<width), all.slice(columns: width..<2 * width))
    let v = all.slice(columns: 2 * width..<3 * width)
    compute.multiply(b, by: v, into: v)
    compute.convolve(v, weights.convolution, runs: stateRuns(slot), silu: false, into: v)
    compute.multiply(c, by: v, into: workspace.mixed.rows(rowCount).slice(columns: 0..<width))
  }
}
