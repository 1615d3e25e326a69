import TernKernelsPortable

/// The rates of a selective scan (Mamba-1): how fast each value of the state of each channel decays.
package final class ScanRates: Sendable {
  package let channels: Int
  /// Values of a channel's state.
  package let stateDim: Int
  /// `[stateDim][channels]`.
  let values: FloatVector

  /// `rates` (negative) as GGUF files have them: the `stateDim` rates of channel 0, then those of
  /// channel 1, …; `nil` where the count is no multiple of `stateDim`.
  package init?(_ rates: [Float], stateDim: Int) {
    guard stateDim > 0, rates.count % stateDim == 0 else { return nil }
    let channels = rates.count / stateDim
    var turned = [Float](repeating: 0, count: rates.count)
    for channel in 0..<channels {
      for i in 0..<stateDim { turned[i * channels + channel] = rates[channel * stateDim + i] }
    }
    self.channels = channels
    self.stateDim = stateDim
    values = FloatVector(turned)
  }

  /// Values of a state of this shape: what a ``RecurrentState`` needs as `valueCount`.
  package var stateCount: Int { stateDim * channelStride }

  /// Values from one row of a state to the next.
  var channelStride: Int { (channels + 15) & ~15 }
}

extension Compute {
  /// The selective scan of Mamba-1. For every channel, with the state `s` of its run and row after
  /// row:
  ///
  /// ```
  /// s[i] = e^(dt rate[i]) s[i] + B[i] dt x;   out = Σ C[i] s[i] + d x
  /// ```
  ///
  /// `x`, `dt` (already positive) and `out` have one column for each channel, `b` and `c` `stateDim`.
  /// `out` may be `x`. What depends on a value that is not finite is not finite.
  package func selectiveScan(
    x: Rows, dt: Rows, b: Rows, c: Rows, rates: ScanRates, d: FloatVector?, runs: [StateRun],
    into out: Rows
  ) {
    requireSameShape(x, out)
    requireSameShape(x, dt)
    requireSameShape(b, c)
    requireRows(runs, within: min(x.count, b.count))
    precondition(x.columns == rates.channels && b.columns == rates.stateDim)
    precondition(d == nil || d?.count == rates.channels)
    requireStates(runs, values: rates.stateCount)
    scans.call = ScanWork.Call(
      x: x, dt: dt, b: b, c: c, rates: rates, d: d, runs: runs, out: out, recurrent: recurrent)
    let blocks = (x.columns + ScanWork.block - 1) / ScanWork.block
    runStates(
      blocks * runs.count, values: 8 * rowCount(runs) * x.columns * rates.stateDim, scans)
    scans.call = nil
  }
}

/// What a team runs for a selective scan: a part is one block of channels of one run.
///
/// Kept between calls, so that a step allocates nothing.
final class ScanWork: TeamWork {
  /// Channels of a part: so few that their state and rates stay in the nearest cache.
  static let block = 256

  struct Call {
    let x: Rows
    let dt: Rows
    let b: Rows
    let c: Rows
    let rates: ScanRates
    let d: FloatVector?
    let runs: [StateRun]
    let out: Rows
    let recurrent: RecurrentKernels
  }

  /// What the parts share; `nil` between calls.
  var call: Call?

  func perform(_ part: Int, _ worker: Int) {
    guard let call else { return }
    let run = call.runs[part % call.runs.count]
    let start = part / call.runs.count * Self.block
    let rates = call.rates
    let count = min(Self.block, rates.channels - start)
    let d = unsafe call.d.map { unsafe $0.base + start }
    for row in run.rows {
      if row + 1 < run.rows.upperBound {
        unsafe prefetchRow(call.x.row(row + 1) + start, count)
        unsafe prefetchRow(call.dt.row(row + 1) + start, count)
      }
      unsafe call.recurrent.scanRow(
        run.state.values + start, rates.channelStride, rates.values.base + start, rates.channels,
        rates.stateDim, count, call.x.row(row) + start, call.dt.row(row) + start, call.b.row(row),
        call.c.row(row), d, call.out.row(row) + start)
    }
  }
}
