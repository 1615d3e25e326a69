/// Which key head a value head uses where there are fewer of the former.
package enum HeadSharing: Sendable {
  /// Neighbouring value heads share one: value head `h` has key head `h / (values per key)`.
  case neighbours
  /// The key heads are repeated as a whole: value head `h` has key head `h % keyHeads`.
  case repeated
}

/// The dimensions of a gated delta rule, and what belongs to them.
package struct DeltaShape: Sendable {
  package var keyHeads: Int
  /// A multiple of `keyHeads`.
  package var valueHeads: Int
  package var keyDim: Int
  package var valueDim: Int
  /// Multiplies the queries.
  package var scale: Float
  package var sharing: HeadSharing

  package init(
    keyHeads: Int, valueHeads: Int, keyDim: Int, valueDim: Int, scale: Float,
    sharing: HeadSharing = .neighbours
  ) {
    precondition(keyHeads > 0 && valueHeads > 0 && valueHeads % keyHeads == 0)
    precondition(keyDim > 0 && valueDim > 0)
    self.keyHeads = keyHeads
    self.valueHeads = valueHeads
    self.keyDim = keyDim
    self.valueDim = valueDim
    self.scale = scale
    self.sharing = sharing
  }

  /// Values of a state of this shape: what a ``RecurrentState`` needs as `valueCount`.
  package var stateCount: Int { valueHeads * keyDim * ((valueDim + 15) & ~15) }
}

extension Compute {
  /// The gated delta rule. For every value head, with the state `S` of its run and row after row:
  ///
  /// ```
  /// S = e^decay S;   u = beta (v - Sᵀ k);   S = S + k uᵀ;   out = scale Sᵀ q
  /// ```
  ///
  /// `q` and `k` have `keyHeads * keyDim` columns, `v` and `out` `valueHeads * valueDim`, `beta` one
  /// for each value head, `decay` (at most 0) one for each value head or one for each of its keys:
  /// `valueHeads * keyDim`. `out` may be `v`. What depends on a value that is not finite is not
  /// finite. Rows are taken 16 at a time, the last of a run fewer, and one by one in a run of fewer than
  /// 16; results depend on that by rounding only.
  package func deltaRule(
    q: Rows, k: Rows, v: Rows, decay: Rows, beta: Rows, runs: [StateRun], shape: DeltaShape,
    into out: Rows
  ) {
    requireSameShape(q, k)
    requireSameShape(v, out)
    requireRows(runs, within: min(q.count, v.count, decay.count, beta.count))
    precondition(
      q.columns == shape.keyHeads * shape.keyDim && v.columns == shape.valueHeads * shape.valueDim
        && beta.columns == shape.valueHeads, "columns differ from the shape")
    let perKey = decay.columns != shape.valueHeads || shape.keyDim == 1
    precondition(!perKey || decay.columns == shape.valueHeads * shape.keyDim)
    runChunks(
      ChunkCall(
        kind: perKey ? .deltaPerKey : .delta, heads: shape.valueHeads, keyHeads: shape.keyHeads,
        keyDim: shape.keyDim, valueDim: shape.valueDim, sharing: shape.sharing, scale: shape.scale,
        q: q, k: k, v: v, decay: decay, beta: beta, rates: nil, skips: nil, out: out, runs: runs))
  }
}
