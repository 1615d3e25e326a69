import TernFormat

/// Attention with keys and values for each head.
struct AttentionPart: ShapePart {
  var heads: Int
  var kvHeads: Int
  let headDim: Int
  /// Whether each head's queries and keys are normed.
  var hasNorms = false
  var hasBiases = false
  /// Whether the output projection has biases, too.
  var hasOutputBias = false
  /// Whether queries, keys and values are one matrix.
  var isFused = false
  /// Whether `attn_q` also gives a gate for each value of the output.
  var isGated = false
  /// Whether the keys are the values.
  var sharesKeys = false
  /// Whether the metadata has other lengths for the heads of sliding layers, and this is one.
  var isSliding = false
  /// Whether the metadata has the length of a head; otherwise it follows from the width.
  var hasLength = false

  var keyHeads: Int? { kvHeads }

  var facts: [String: MetadataValue] {
    var facts: [String: MetadataValue] = ["attention.head_count": .count(heads)]
    if hasLength {
      let end = isSliding ? "_swa" : ""
      facts["attention.key_length" + end] = .count(headDim)
      facts["attention.value_length" + end] = .count(headDim)
    }
    return facts
  }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.heads = max(1, heads / divisor)
    part.kvHeads = max(1, kvHeads / divisor)
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let dim = shape.embedding
    let (queries, keys) = (heads * headDim, kvHeads * headDim)
    var maps: [(String, Int)] = [("attn_qkv", queries + 2 * keys)]
    if !isFused {
      maps = [("attn_q", isGated ? 2 * queries : queries), ("attn_k", keys)]
      if !sharesKeys { maps.append(("attn_v", keys)) }
    }
    var list: [ShapeTensor] = maps.map { ShapeTensor($0.0 + ".weight", [dim, $0.1]) }
    if hasBiases { list += maps.map { ShapeTensor($0.0 + ".bias", [$0.1], .constant(0)) } }
    list.append(ShapeTensor("attn_output.weight", [queries, dim]))
    if hasOutputBias { list.append(ShapeTensor("attn_output.bias", [dim], .constant(0))) }
    if hasNorms {
      list += ["attn_q_norm.weight", "attn_k_norm.weight"].map {
        ShapeTensor($0, [headDim], .constant(1))
      }
    }
    return list
  }
}

/// Latent attention: one compressed row for each position serves all heads.
struct LatentPart: ShapePart {
  var heads: Int
  let rank: Int
  /// Values of a head's query that rotate, and that do not.
  let ropeDim: Int
  let plainDim: Int
  let valueDim: Int

  /// The stored rows are those of one head.
  var keyHeads: Int? { 1 }

  var facts: [String: MetadataValue] {
    [
      "attention.head_count": .count(heads), "attention.kv_lora_rank": .count(rank),
      "attention.q_lora_rank": .count(0), "rope.dimension_count": .count(ropeDim),
      "attention.key_length": .count(rank + ropeDim), "attention.value_length": .count(rank),
      "attention.key_length_mla": .count(plainDim + ropeDim),
      "attention.value_length_mla": .count(valueDim),
    ]
  }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.heads = max(1, heads / divisor)
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let dim = shape.embedding
    return [
      ShapeTensor("attn_q.weight", [dim, heads * (plainDim + ropeDim)]),
      ShapeTensor("attn_kv_a_mqa.weight", [dim, rank + ropeDim]),
      ShapeTensor("attn_kv_a_norm.weight", [rank], .constant(1)),
      ShapeTensor("attn_k_b.weight", [plainDim, rank, heads]),
      ShapeTensor("attn_v_b.weight", [rank, valueDim, heads]),
      ShapeTensor("attn_output.weight", [heads * valueDim, dim]),
    ]
  }
}
