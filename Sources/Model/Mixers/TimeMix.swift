import TernKernels

/// The sizes of the time mix of RWKV-7.
///
/// With D = `width` and p, the input of the position before:
///
/// ```
/// r, k, v [D] = receptance · m(r), key · m(k), value · m(v)   D × D; m(i) = x + (p - x) * lerp_i
/// w [D]       = e^(-0.606531 sigmoid(w0 + w2 · tanh(w1 · m(w))))
/// a [D]       = sigmoid(a0 + a2 · a1 · m(a))
/// g [D]       = g2 · sigmoid(g1 · m(g))
/// v [D]      += (v of the first layer - v) * sigmoid(v0 + v2 · v1 · m(v))
/// n [D]       = k * k_k, divided by its length in every head
/// k [D]      += (a * k - k) * k_a
/// o [D]       = norm of every head of wkv(r, w, k, v, -n, n * a)
/// o [D]      += v * Σ r * k * r_k                             the sum over a head
/// x          += output · (o * g)                              D × D
/// ```
///
/// The matrices with 1 map to a low rank, those with 2 from there. Source: Peng and others, "RWKV-7
/// Goose with Expressive Dynamic State Evolution" (2025).
struct TimeMixConfig: RecurrentConfig {
  /// D.
  let width: Int
  let headDim: Int
  let ranks: Ranks
  /// Whether a file may lack the gate, and the norm of the heads.
  let mayLackParts: Bool

  /// Values between the two matrices of what has a low rank.
  struct Ranks: Sendable {
    let decay: Int
    let rate: Int
    let value: Int
    /// 0: the file does not say.
    let gate: Int
  }

  init(_ keys: Hyperparameters, embedding: Int, mayLackParts: Bool) throws(ModelError) {
    width = embedding
    self.mayLackParts = mayLackParts
    headDim = try keys.requiredInt("wkv.head_size", in: 1...Hyperparameters.limit)
    guard width % headDim == 0 else {
      throw keys.bad("wkv.head_size", expected: "a divisor of the \(width) values of embeddings")
    }
    func rank(_ name: String) throws(ModelError) -> Int {
      try keys.requiredInt("attention.\(name)_lora_rank", in: 1...1 << 16)
    }
    ranks = Ranks(
      decay: try rank("decay"), rate: try rank("iclr"), value: try rank("value_residual_mix"),
      gate: mayLackParts && !keys.has("attention.gate_lora_rank") ? 0 : try rank("gate"))
    guard state.values <= Hyperparameters.limit else {
      throw keys.bad("wkv.head_size", expected: "a smaller state")
    }
  }

  var heads: Int { width / headDim }

  /// Nine rows of D values (see ``TimeMixSpace``), and those of low ranks.
  var projectedWidth: Int { 9 * width + ranks.decay + ranks.rate + ranks.value + ranks.gate }

  /// The values of the first layer.
  var keptWidth: Int { width }

  /// The convolution's row is the last input.
  var state: RecurrentShape {
    RecurrentShape(
      convolutionRows: 1, channels: width,
      values: Compute.wkvStateCount(heads: heads, headDim: headDim))
  }
}

extension Family.RecurrentRule.Kind {
  /// The time mix of RWKV-7.
  static let timeMix = timeMix(mayLackParts: false)

  /// The same; `mayLackParts`: without gate, and without norms of the heads, where the file has none.
  static func timeMix(mayLackParts: Bool) -> Self {
    Self("time mix") { keys, embedding throws(ModelError) in
      try TimeMixConfig(keys, embedding: embedding, mayLackParts: mayLackParts)
    }
  }
}

struct TimeMixWeights: RecurrentWeights {
  let sizes: TimeMixConfig
  /// How much each input has of the position before: D values for each of r, w, k, v, a, g.
  let lerp: FloatVector
  let receptance: Linear
  let key: Linear
  let value: Linear
  /// w.
  let decay: LowRank
  /// a.
  let rate: LowRank
  /// How much values become those of the first layer; `nil` in that layer.
  let valueMix: LowRank?
  let gate: LowRank?
  /// k_k, k_a and r_k.
  let removal: FloatVector
  let keyRate: FloatVector
  let bonus: FloatVector
  /// Of the heads of the result.
  let norm: (weight: FloatVector, bias: FloatVector)?
  let output: Linear

  var matrices: [WeightMatrix] {
    let small = [decay, rate, valueMix, gate].compactMap { $0 }
    return ([receptance, key, value, output] + small.flatMap { [$0.down, $0.up] }).map(\.weight)
  }
}

extension TimeMixConfig {
  func weights(_ loader: LayerLoader) throws(ModelError) -> any RecurrentWeights {
    let gate =
      mayLackParts && !loader.has("time_mix_g1")
      ? nil : try loader.lowRank("time_mix_g", rank: ranks.gate)
    var valueMix: LowRank?
    if loader.isFirstLayer {
      // What some files have here is not used.
      loader.skip(["time_mix_v0.weight", "time_mix_v1.weight", "time_mix_v2.weight"])
    } else {
      valueMix = try loader.lowRank("time_mix_v", rank: ranks.value, biased: true)
    }
    func square(_ name: String) throws(ModelError) -> Linear {
      try loader.linear(name, rows: width, columns: width)
    }
    return TimeMixWeights(
      sizes: self, lerp: try lerp(loader, hasGate: gate != nil),
      receptance: try square("time_mix_receptance"), key: try square("time_mix_key"),
      value: try square("time_mix_value"),
      decay: try loader.lowRank("time_mix_w", rank: ranks.decay, biased: true),
      rate: try loader.lowRank("time_mix_a", rank: ranks.rate, biased: true),
      valueMix: valueMix, gate: gate,
      removal: try loader.vector("time_mix_k_k.weight", count: width),
      keyRate: try loader.vector("time_mix_k_a.weight", count: width),
      bonus: try loader.vector("time_mix_r_k.weight", count: width), norm: try norm(loader),
      output: try square("time_mix_output"))
  }

  /// Five or six vectors out of one tensor: a file without a gate need not have that of the gate.
  private func lerp(_ loader: LayerLoader, hasGate: Bool) throws(ModelError) -> FloatVector {
    let name = "time_mix_lerp_fused.weight"
    let count = !hasGate && loader.count(name) == 5 * width ? 5 : 6
    let values = try loader.floats(name, shape: [width, 1, 1, count])
    return FloatVector(Array(values.prefix((hasGate ? 6 : 5) * width)))
  }

  private func norm(
    _ loader: LayerLoader
  ) throws(ModelError) -> (weight: FloatVector, bias: FloatVector)? {
    if mayLackParts && !loader.has("time_mix_ln") { return nil }
    return (
      try loader.vector("time_mix_ln.weight", count: width),
      try loader.vector("time_mix_ln.bias", count: width)
    )
  }
}
