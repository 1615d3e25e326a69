#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sizes of one layer's latent attention (MLA).
///
/// A position is stored as one row for all heads: a compressed part of `rank` values, which holds
/// the values and the part of the keys that does not rotate, and a rotated part of the keys.
///
/// ```
/// row [C + R]   = norm(first C of attn_kv_a_mqa · x), rotated last R       C = rank, R = ropeDim
/// q_h [P + R]   a head's query: plain part, rotated part                   P = plainDim
/// score         = scale · ((k_b_h · q_h plain), q_h rotated) · row          k_b_h  C × P
/// out_h [N]     = v_b_h · Σ weight · (first C of row)                       v_b_h  N × C
/// ```
package struct LatentConfig: Sendable, Equatable {
  package var heads: Int
  /// C.
  package var rank: Int
  /// R.
  package var ropeDim: Int
  /// P.
  package var plainDim: Int
  /// N.
  package var valueDim: Int
  /// Values of the compressed query; 0 where queries are projected directly.
  package var queryRank: Int
  package var scale: Float
  /// Whether the parts of queries and keys that can rotate do.
  package var rotated = true
  /// The place of its rows among the paged slots of a cache.
  package var slot = 0
  /// What chooses the positions that a row sees, where not all are seen.
  package var indexer: IndexerConfig?

  /// Values of a stored row.
  package var rowWidth: Int { rank + ropeDim }
  /// Values of a head's query.
  var keyDim: Int { plainDim + ropeDim }
  package var outputWidth: Int { heads * valueDim }

  // The columns of a token's projections.
  var queryColumns: Range<Int> { 0..<heads * keyDim }
  var rowColumns: Range<Int> { columns(after: queryColumns, rowWidth) }
  var smallColumns: Range<Int> { columns(after: rowColumns, queryRank) }
  var indexQueryColumns: Range<Int> { columns(after: smallColumns, indexer?.queryWidth ?? 0) }
  var indexWeightColumns: Range<Int> { columns(after: indexQueryColumns, indexer?.heads ?? 0) }
  var indexKeyColumns: Range<Int> { columns(after: indexWeightColumns, indexer?.keyWidth ?? 0) }
  var projectedWidth: Int { indexKeyColumns.upperBound }

  private func columns(after range: Range<Int>, _ count: Int) -> Range<Int> {
    range.upperBound..<range.upperBound + count
  }
}

extension Config {
  /// The sizes of latent attention, without the number of heads and the slot; `nil` where the family
  /// has ordinary attention.
  static func latent(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) -> LatentConfig? {
    guard let rule = family.latent else { return nil }
    let limit = 1 << 16
    let (key, value) = try latentHead(keys)
    let rope = try keys.requiredInt("rope.dimension_count", in: 2...max(2, key - 1))
    guard rope % 2 == 0, rope < key else {
      throw keys.bad("rope.dimension_count", expected: "an even number below \(key)")
    }
    return LatentConfig(
      heads: 0, rank: try keys.requiredInt("attention.kv_lora_rank", in: 1...limit),
      ropeDim: rope, plainDim: key - rope, valueDim: value,
      queryRank: try keys.int("attention.q_lora_rank", in: 0...limit) ?? 0,
      scale: try latentScale(keys, family, rule, keyDim: key), rotated: family.rope != nil)
  }

  /// The lengths of a head's key and value: the `_mla` keys have them where the others describe
  /// the stored rows.
  private static func latentHead(
    _ keys: Hyperparameters
  ) throws(ModelError) -> (key: Int, value: Int) {
    let limit = 1 << 16
    let names = ["attention.key_length", "attention.value_length"]
    let key = try keys.int(names[0] + "_mla", in: 0...limit) ?? 0
    let value = try keys.int(names[1] + "_mla", in: 0...limit) ?? 0
    guard (key == 0) == (value == 0) else {
      throw keys.bad(names[key == 0 ? 0 : 1] + "_mla", expected: "an integer above 0")
    }
    if key > 0 { return (key, value) }
    return (
      try keys.requiredInt(names[0], in: 1...limit), try keys.requiredInt(names[1], in: 1...limit)
    )
  }

  /// What multiplies the scores: YaRN's magnitude twice (that of the queries and of the keys), where
  /// the family has it there too, over the root of the head's length.
  private static func latentScale(
    _ keys: Hyperparameters, _ family: Family, _ rule: Family.Latent, keyDim: Int
  ) throws(ModelError) -> Float {
    let root = Float(keyDim).squareRoot()
    guard rule.scalesByMagnitude else { return 1 / root }
    let context = try keys.requiredInt("context_length", in: 1...Hyperparameters.limit)
    let scaling = try scaling(keys, family, context: context)
    let stretch = scaling.kind == .none ? 0 : log(scaling.factor)
    let own =
      scaling.kind == .yarn
      ? scaling.magnitude : scaling.attentionFactor * Float(1 + 0.1 * stretch)
    let magnitude = own * Float(1 + 0.1 * scaling.logMultiplier * stretch)
    return magnitude * magnitude / root
  }
}
