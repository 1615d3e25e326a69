import TernKernels

/// Where a time mix works: columns of `workspace.projected`, which have one meaning after the other.
///
/// ```
/// slot 0        input of r, then -n         slot 5        input of g, then g
/// slot 1        input of w, then w          slot 6        inputs of the positions before, then r
/// slot 2        input of k, then n * a      slot 7        k
/// slot 3        input of v, then the        slot 8        v, but in the first layer, whose v is
///               mix of v                                  kept for the others
/// slot 4        input of a, then a          behind them   the values of low ranks
/// ```
private struct TimeMixSpace {
  let all: Rows
  let sizes: TimeMixConfig

  func slot(_ index: Int) -> Rows {
    all.slice(columns: index * sizes.width..<(index + 1) * sizes.width)
  }

  /// `count` values of low rank, behind `before` others.
  private func lowRank(_ count: Int, behind before: Int) -> Rows {
    let first = 9 * sizes.width + before
    return all.slice(columns: first..<first + count)
  }

  var decay: Rows { lowRank(sizes.ranks.decay, behind: 0) }
  var rate: Rows { lowRank(sizes.ranks.rate, behind: sizes.ranks.decay) }
  var value: Rows { lowRank(sizes.ranks.value, behind: sizes.ranks.decay + sizes.ranks.rate) }
  var gate: Rows {
    let ranks = sizes.ranks
    return lowRank(ranks.gate, behind: ranks.decay + ranks.rate + ranks.value)
  }
}

extension TimeMixWeights {
  func run(_ model: Model, states: [StateRun], _ input: Rows) {
    let rows = model.workspace.projected.rows(model.rowCount)
    let space = TimeMixSpace(
      all: rows.slice(columns: 0..<sizes.projectedWidth), sizes: sizes)
    let kept = model.workspace.kept.rows(model.rowCount).slice(columns: 0..<sizes.width)
    let v = valueMix == nil ? kept : space.slot(8)
    model.compute.shift(input, runs: states, into: space.slot(6))
    model.compute.mix(
      input, space.slot(6), by: lerp, into: space.all.slice(columns: 0..<lerp.count))
    model.multiply(
      Product(receptance, space.slot(0), space.slot(6)), Product(key, space.slot(2), space.slot(7)),
      Product(value, space.slot(3), v))
    runLowRanks(model, space)
    if valueMix != nil { model.compute.mix(v, kept, by: space.slot(3), into: v) }
    model.compute.setWKVKeys(
      k: space.slot(7), rate: space.slot(4), removal: removal, keyRate: keyRate,
      heads: sizes.heads, a: space.slot(0), b: space.slot(2))
    let mixed = model.workspace.mixed.rows(model.rowCount).slice(columns: 0..<sizes.width)
    model.compute.wkv(
      r: space.slot(6), w: space.slot(1), k: space.slot(7), v: v, a: space.slot(0),
      b: space.slot(2), runs: states, heads: sizes.heads, into: mixed)
    finish(model.compute, space, v, mixed)
  }

  /// The factors of decay, learning and values, and the gate.
  private func runLowRanks(_ model: Model, _ space: TimeMixSpace) {
    let compute = model.compute
    let (w, a, mix, g) = (space.slot(1), space.slot(4), space.slot(3), space.slot(5))
    model.multiply(
      Product(decay.down, w, space.decay), Product(rate.down, a, space.rate),
      gate.map { Product($0.down, g, space.gate) })
    compute.apply(.tanh, to: space.decay)
    if gate != nil { compute.apply(.sigmoid, to: space.gate) }
    model.multiply(
      Product(decay.up, space.decay, w), Product(rate.up, space.rate, a),
      gate.map { Product($0.up, space.gate, g) })
    compute.apply(.decay, to: w, bias: decay.bias)
    compute.apply(.sigmoid, to: a, bias: rate.bias)
    guard let valueMix else { return }
    model.multiply(valueMix.down, mix, into: space.value)
    model.multiply(valueMix.up, space.value, into: mix)
    compute.apply(.sigmoid, to: mix, bias: valueMix.bias)
  }

  /// From the results of the recurrence to what the last projection reads.
  private func finish(_ compute: Compute, _ space: TimeMixSpace, _ v: Rows, _ mixed: Rows) {
    if let norm {
      compute.layerNormHeads(
        mixed, heads: sizes.heads, weight: norm.weight, bias: norm.bias, epsilon: 64e-5)
    }
    compute.addHeadProducts(
      space.slot(6), space.slot(7), weight: bonus, times: v, heads: sizes.heads, to: mixed)
    if gate != nil { compute.multiply(mixed, by: space.slot(5), into: mixed) }
  }
}
