extension Compute {
  /// Values of a state of ``wkv(r:w:k:v:a:b:runs:heads:into:)``: what a ``RecurrentState`` needs as
  /// `valueCount`.
  package static func wkvStateCount(heads: Int, headDim: Int) -> Int {
    heads * headDim * ((headDim + 15) & ~15)
  }

  /// The recurrence of RWKV-7. For every head, with the state `S` of its run and row after row:
  ///
  /// ```
  /// s = Sᵀ a;   S = diag(w) S + k vᵀ + b sᵀ;   out = Sᵀ r
  /// ```
  ///
  /// All views have `heads` groups of columns of one width; `w` is the factor of the decay itself,
  /// `a` the negative of the normalised removal key and `b` its positive times the learning rate.
  /// `out` may be `v`. What depends on a value that is not finite is not finite.
  package func wkv(
    r: Rows, w: Rows, k: Rows, v: Rows, a: Rows, b: Rows, runs: [StateRun], heads: Int,
    into out: Rows
  ) {
    requireSameShape(r, w)
    requireSameShape(r, k)
    requireSameShape(r, v)
    requireSameShape(r, a)
    requireSameShape(r, b)
    requireSameShape(r, out)
    requireRows(runs, within: r.count)
    precondition(heads > 0 && r.columns % heads == 0)
    let stateCount = Self.wkvStateCount(heads: heads, headDim: r.columns / heads)
    requireStates(runs, values: stateCount)
    wkvs.call = WKVWork.Call(
      r: r, w: w, k: k, v: v, a: a, b: b, runs: runs, heads: heads, out: out,
      recurrent: recurrent)
    runStates(heads * runs.count, values: 4 * rowCount(runs) * stateCount, wkvs)
    wkvs.call = nil
  }
}

/// What a team runs for the recurrence of RWKV-7: a part is one head of one run.
///
/// Kept between calls, so that a step allocates nothing.
final class WKVWork: TeamWork {
  struct Call {
    let r: Rows
    let w: Rows
    let k: Rows
    let v: Rows
    let a: Rows
    let b: Rows
    let runs: [StateRun]
    let heads: Int
    let out: Rows
    let recurrent: RecurrentKernels
  }

  /// What the parts share; `nil` between calls.
  var call: Call?

  func perform(_ part: Int, _ worker: Int) {
    guard let call else { return }
    let (run, head) = (call.runs[part / call.heads], part % call.heads)
    let width = call.r.columns / call.heads
    let (stride, at) = ((width + 15) & ~15, head * width)
    let state = unsafe run.state.values + head * width * stride
    for row in run.rows {
      if row + 1 < run.rows.upperBound {
        unsafe prefetchRow(call.w.row(row + 1) + at, width)
        unsafe prefetchRow(call.k.row(row + 1) + at, width)
        unsafe prefetchRow(call.v.row(row + 1) + at, width)
        unsafe prefetchRow(call.a.row(row + 1) + at, width)
        unsafe prefetchRow(call.b.row(row + 1) + at, width)
        unsafe prefetchRow(call.r.row(row + 1) + at, width)
      }
      unsafe call.recurrent.wkvRow(
        state, stride, width, width, call.w.row(row) + at, call.k.row(row) + at,
        call.v.row(row) + at, call.a.row(row) + at, call.b.row(row) + at, call.r.row(row) + at,
        call.out.row(row) + at)
    }
  }
}
