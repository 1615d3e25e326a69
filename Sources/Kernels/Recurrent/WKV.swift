import TernKernelsPortable

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

extension Compute {
  /// Makes the keys of RWKV-7, and what they remove from the state, for
  /// ``wkv(r:w:k:v:a:b:runs:heads:into:)``.
  ///
  /// ```
  /// n = k * removal, divided by its length in every head
  /// a = -n;   b = n * rate;   k = k + (rate * k - k) * keyRate
  /// ```
  ///
  /// `rate` holds `rate * k` afterwards. The views must not overlap.
  package func setWKVKeys(
    k: Rows, rate: Rows, removal: FloatVector, keyRate: FloatVector, heads: Int, a: Rows, b: Rows
  ) {
    requireSameShape(k, rate)
    requireSameShape(k, a)
    requireSameShape(k, b)
    let n = k.columns
    precondition(removal.count == n && keyRate.count == n && heads > 0 && n % heads == 0)
    let width = n / heads
    forRows(k.count, columns: 7 * n) { rows in
      for row in rows {
        let (key, rate) = unsafe (k.row(row), rate.row(row))
        let (a, b) = unsafe (a.row(row), b.row(row))
        unsafe vector.multiply(key, removal.base, n, a)
        for at in stride(from: 0, to: n, by: width) {
          unsafe recurrent.l2Norm(a + at, width, 1e-12, true, a + at)
        }
        unsafe vector.multiply(a, rate, n, b)
        unsafe vector.scale(a, -1, n, a)
        unsafe vector.multiply(rate, key, n, rate)
        unsafe recurrent.mixValues(key, rate, keyRate.base, n, key)
      }
    }
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
