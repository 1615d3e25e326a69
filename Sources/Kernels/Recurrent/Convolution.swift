import TernKernelsPortable

/// The weights of a short causal convolution in which every channel stands by itself.
package final class ConvolutionWeights: Sendable {
  /// How many inputs of a channel a result depends on: its own and those before it.
  package let taps: Int
  package let channels: Int
  /// `[taps][channels]`, the oldest input's first.
  let weights: FloatVector
  /// Zeros where the file has none.
  let bias: FloatVector

  /// `weights` as GGUF files have them: the `taps` weights of channel 0, then those of channel 1, …;
  /// the last weight of a channel is the newest input's.
  ///
  /// Two to eight taps; `nil` where the counts do not fit.
  package init?(_ weights: [Float], taps: Int, bias: [Float]? = nil) {
    guard (2...8).contains(taps), weights.count % taps == 0 else { return nil }
    let channels = weights.count / taps
    guard bias == nil || bias?.count == channels else { return nil }
    var turned = [Float](repeating: 0, count: weights.count)
    for channel in 0..<channels {
      for tap in 0..<taps { turned[tap * channels + channel] = weights[channel * taps + tap] }
    }
    self.taps = taps
    self.channels = channels
    self.weights = FloatVector(turned)
    self.bias = FloatVector(bias ?? [Float](repeating: 0, count: channels))
  }
}

extension Compute {
  /// Convolves every channel of `x` with its weights, going on from the inputs that each run's
  /// state remembers, and makes the state remember the last of these.
  ///
  /// `y[t] = f(bias + Σ weights[i] * x[t - taps + 1 + i])`, where `f` is silu or nothing; `y` may be
  /// `x`. The channels of `x` are those from `channel` on in the state. Results are NaN where an
  /// input that they depend on is not finite.
  package func convolve(
    _ x: Rows, _ weights: ConvolutionWeights, runs: [StateRun], channel: Int = 0, silu: Bool,
    into y: Rows
  ) {
    requireSameShape(x, y)
    requireRows(runs, within: x.count)
    precondition(x.columns == weights.channels)
    for run in runs {
      precondition(
        run.state.convolutionRows == weights.taps - 1
          && channel >= 0 && channel + x.columns <= run.state.channels,
        "the state is not that of this convolution")
    }
    convolutions.call = ConvolutionWork.Call(
      x: x, y: y, weights: weights, runs: runs, channel: channel, silu: silu,
      recurrent: recurrent, scratch: workerScratch)
    let blocks = (x.columns + ConvolutionWork.block - 1) / ConvolutionWork.block
    runStates(
      blocks * runs.count, values: rowCount(runs) * x.columns * weights.taps, convolutions)
    convolutions.call = nil
  }
}

/// What a team runs for a convolution: a part is one block of channels of one run.
///
/// Kept between calls, so that a step allocates nothing.
final class ConvolutionWork: TeamWork {
  /// Channels of a part.
  static let block = 512

  struct Call {
    let x: Rows
    let y: Rows
    let weights: ConvolutionWeights
    let runs: [StateRun]
    let channel: Int
    let silu: Bool
    let recurrent: RecurrentKernels
    let scratch: [Scratch]
  }

  /// What the parts share; `nil` between calls.
  var call: Call?

  func perform(_ part: Int, _ worker: Int) {
    guard let call else { return }
    let run = call.runs[part % call.runs.count]
    guard !run.rows.isEmpty else { return }
    let start = part / call.runs.count * Self.block
    let count = min(Self.block, call.weights.channels - start)
    let (kept, rows) = (call.weights.taps - 1, run.rows.count)
    let x = unsafe call.x.row(run.rows.lowerBound) + start
    let y = unsafe call.y.row(run.rows.lowerBound) + start
    // The old inputs are needed for the first rows, the new ones are gone where `y` is `x`.
    let old = unsafe call.scratch[worker].reserve(4 * kept * Self.block)
      .assumingMemoryBound(to: Float.self)
    let stride = run.state.channels
    let state = unsafe run.state.convolution + call.channel + start
    for row in 0..<kept {
      unsafe (old + row * Self.block).update(from: state + row * stride, count: count)
    }
    for row in 0..<kept {
      let source = rows - kept + row
      if source >= 0 {
        unsafe (state + row * stride).update(from: x + source * call.x.stride, count: count)
      } else {
        unsafe (state + row * stride).update(from: old + (row + rows) * Self.block, count: count)
      }
    }
    let weights = unsafe call.weights.weights.base + start
    let bias = unsafe call.weights.bias.base + start
    unsafe call.recurrent.convolve(
      x, call.x.stride, rows, old, Self.block, weights, call.weights.channels, bias,
      call.weights.taps, count, call.silu, y, call.y.stride)
  }
}
