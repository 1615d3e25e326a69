import TernFormat
import TernTestSupport

/// Small random encoders made in memory.
struct TinyEncoder {
  enum Kind: String, CaseIterable, Sendable {
    /// Learned positions, sums that are normed, networks without a gate.
    case bert
    /// Slopes of distances for a number of heads that is no power of two.
    case jina = "jina-bert-v2"
    /// Norms before each part, symmetric windows, rotations of two bases.
    case modern = "modern-bert"
    /// Buckets of distances, scores that are not scaled.
    case t5 = "t5encoder"
  }

  var kind: Kind
  var layers = 3
  var heads = 6
  var headDim = 4
  var feedForward = 20
  var vocabulary = 40
  var context = 300
  var window = 10
  var buckets = 12
  var pooling: UInt32 = 1
  var scores: Int?

  var embedding: Int { heads * headDim }
  var prefix: String { kind == .t5 ? "enc." : "" }

  var file: TinyGGUF {
    var random = SeededGenerator(seed: 17)
    var tiny = TinyGGUF()
    addMetadata(&tiny)
    func matrix(_ name: String, _ rows: Int, _ columns: Int, scale: Float = 1) {
      tiny.addRandom(
        name + ".weight", [columns, rows], scale: scale / Float(columns).squareRoot(),
        using: &random)
    }
    func values(_ name: String, _ count: Int, _ value: (Float) -> Float) {
      tiny.add(name, [count], floats: (0..<count).map { _ in value(random.normal()) })
    }
    func norm(_ name: String, bias: Bool) {
      values(name + ".weight", embedding) { 1 + 0.2 * $0 }
      if bias { values(name + ".bias", embedding) { 0.2 * $0 } }
    }
    func bias(_ name: String, _ count: Int) { values(name + ".bias", count) { 0.2 * $0 } }

    matrix("token_embd", vocabulary, embedding, scale: 3)
    let isSummed = kind == .bert || kind == .jina
    if isSummed { matrix("token_types", 2, embedding, scale: 2) }
    if kind == .bert { matrix("position_embd", context, embedding, scale: 2) }
    if kind != .t5 { norm("token_embd_norm", bias: isSummed) }
    if kind == .modern { norm("output_norm", bias: false) }
    if kind == .t5 {
      norm("enc.output_norm", bias: false)
      matrix("enc.blk.0.attn_rel_b", buckets, heads, scale: 2)
    }
    for layer in 0..<layers {
      let p = "\(prefix)blk.\(layer)."
      if kind == .t5 || (kind == .modern && layer > 0) { norm(p + "attn_norm", bias: false) }
      if kind == .modern || kind == .bert {
        matrix(p + "attn_qkv", 3 * embedding, embedding, scale: 1.3)
        if kind == .bert { bias(p + "attn_qkv", 3 * embedding) }
      } else {
        for name in ["q", "k", "v"] { matrix(p + "attn_" + name, embedding, embedding) }
      }
      matrix(p + (kind == .t5 ? "attn_o" : "attn_output"), embedding, embedding)
      if kind == .bert { bias(p + "attn_output", embedding) }
      if kind == .jina {
        for name in ["attn_q_norm", "attn_k_norm", "attn_norm_2"] { norm(p + name, bias: true) }
      }
      if isSummed {
        for name in ["attn_output_norm", "layer_output_norm"] { norm(p + name, bias: true) }
      } else {
        norm(p + "ffn_norm", bias: false)
      }
      // T5's last block has no gate, Jina's first has it in one matrix.
      let isFused = kind == .modern || (kind == .jina && layer == 0)
      if (kind == .t5 && layer < layers - 1) || (kind == .jina && layer == 1) {
        matrix(p + "ffn_gate", feedForward, embedding)
      }
      matrix(p + "ffn_up", (isFused ? 2 : 1) * feedForward, embedding, scale: 1.5)
      if isSummed, !isFused { bias(p + "ffn_up", feedForward) }
      matrix(p + "ffn_down", embedding, feedForward)
      if isSummed { bias(p + "ffn_down", embedding) }
    }
    if let scores {
      matrix("cls", embedding, embedding, scale: 1.5)
      if kind == .modern { norm("cls.norm", bias: false) } else { bias("cls", embedding) }
      matrix("cls.output", scores, embedding)
      bias("cls.output", scores)
    }
    return tiny
  }

  private func addMetadata(_ tiny: inout TinyGGUF) {
    let isRMS = kind == .t5
    var values: [String: MetadataValue] = [
      "block_count": .uint32(UInt32(layers)), "context_length": .uint32(UInt32(context)),
      "embedding_length": .uint32(UInt32(embedding)),
      "feed_forward_length": .uint32(UInt32(feedForward)),
      "attention.head_count": .uint32(UInt32(heads)),
      "attention.layer_norm_\(isRMS ? "rms_" : "")epsilon": .float32(1e-5),
      "pooling_type": .uint32(pooling),
    ]
    if kind == .modern {
      values["attention.sliding_window"] = .uint32(UInt32(window))
      values["rope.freq_base"] = .float32(160_000)
      values["rope.freq_base_swa"] = .float32(10_000)
    }
    if kind == .t5 { values["attention.relative_buckets_count"] = .uint32(UInt32(buckets)) }
    tiny.metadata["general.architecture"] = .string(GGUFString(kind.rawValue))
    for (key, value) in values { tiny.metadata["\(kind.rawValue).\(key)"] = value }
  }

  /// `count` tokens of the vocabulary, drawn with `seed`.
  func tokens(_ count: Int, seed: UInt64) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int32.random(in: 0..<Int32(vocabulary), using: &random) }
  }
}
