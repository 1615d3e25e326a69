/// The dimensions of a state-space layer whose heads have one decay each (Mamba-2).
package struct StateSpaceShape: Sendable {
  package var heads: Int
  /// Heads of a group, which are neighbours, share `B` and `C`.
  package var groups: Int
  package var headDim: Int
  package var stateDim: Int

  package init(heads: Int, groups: Int, headDim: Int, stateDim: Int) {
    precondition(heads > 0 && groups > 0 && heads % groups == 0 && headDim > 0 && stateDim > 0)
    self.heads = heads
    self.groups = groups
    self.headDim = headDim
    self.stateDim = stateDim
  }

  /// Values of a state of this shape: what a ``RecurrentState`` needs as `valueCount`.
  package var stateCount: Int { heads * stateDim * ((headDim + 15) & ~15) }
}

extension Compute {
  /// The state-space recurrence of Mamba-2. For every head, with the state `S` of its run and row
  /// after row:
  ///
  /// ```
  /// S = e^(dt a) S + B (dt x)ᵀ;   out = Sᵀ C + d x
  /// ```
  ///
  /// `x` and `out` have `heads * headDim` columns, `dt` (already positive) one for each head, `b` and
  /// `c` `groups * stateDim`; `a` (negative) and `d` one value for each head. `out` may be `x`. What
  /// depends on a value that is not finite is not finite. Rows are taken 16 at a time, the last of a
  /// run fewer; results depend on that by rounding only.
  package func stateSpace(
    x: Rows, dt: Rows, b: Rows, c: Rows, a: FloatVector, d: FloatVector?, runs: [StateRun],
    shape: StateSpaceShape, into out: Rows
  ) {
    requireSameShape(x, out)
    requireSameShape(b, c)
    requireRows(runs, within: min(x.count, dt.count, b.count))
    precondition(
      x.columns == shape.heads * shape.headDim && dt.columns == shape.heads
        && b.columns == shape.groups * shape.stateDim, "columns differ from the shape")
    precondition(a.count == shape.heads && (d == nil || d?.count == shape.heads))
    runChunks(
      ChunkCall(
        kind: .scan, heads: shape.heads, keyHeads: shape.groups, keyDim: shape.stateDim,
        valueDim: shape.headDim, sharing: .neighbours, scale: 1, q: c, k: b, v: x, decay: dt,
        beta: nil, rates: a, skips: d, out: out, runs: runs))
  }
}
