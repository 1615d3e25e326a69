import Foundation
import TernFormat
import TernTestSupport

/// Small random models with latent attention: DeepSeek 2, or DeepSeek 3.2 where there is an indexer.
struct TinyLatent {
  var layers = 2
  var embedding = 16
  var heads = 3
  var rank = 12
  var rope = 4
  var plain = 6
  var value = 5
  /// Values of a compressed query; 0: queries are projected directly.
  var queryRank = 0
  /// Whether keys and values come from one tensor.
  var unsplit = false
  /// Positions that the indexer lets a row see; 0: there is none.
  var seen = 0
  var seed: UInt64 = 1
  /// Whether a head for drafts follows the layers, and whether it has tensors of its own for what else is
  /// the model's.
  var hasDraftHead = false
  var hasOwnTensors = false

  let indexHeads = 2
  let indexDim = 6
  let feedForward = 24
  let vocabulary = 32

  var architecture: String { seen == 0 ? "deepseek2" : "deepseek32" }

  var metadata: [(String, MetadataValue)] {
    func int(_ value: Int) -> MetadataValue { .uint32(UInt32(value)) }
    var values: [String: MetadataValue] = [
      "block_count": int(layers + (hasDraftHead ? 1 : 0)),
      "nextn_predict_layers": int(hasDraftHead ? 1 : 0),
      "context_length": int(512), "embedding_length": int(embedding),
      "feed_forward_length": int(feedForward), "attention.head_count": int(heads),
      "attention.head_count_kv": int(unsplit ? heads : 1),
      "attention.layer_norm_rms_epsilon": .float32(1e-5),
      "attention.kv_lora_rank": int(rank), "attention.q_lora_rank": int(queryRank),
      "rope.dimension_count": int(rope), "rope.freq_base": .float32(10000),
      "expert_count": int(2), "expert_used_count": int(1), "expert_feed_forward_length": int(8),
      "expert_shared_count": int(1), "expert_gating_func": int(2),
      "leading_dense_block_count": int(layers),
    ]
    if unsplit {
      values["attention.key_length"] = int(plain + rope)
      values["attention.value_length"] = int(value)
    } else {
      values["attention.key_length"] = int(rank + rope)
      values["attention.value_length"] = int(rank)
      values["attention.key_length_mla"] = int(plain + rope)
      values["attention.value_length_mla"] = int(value)
    }
    if seen > 0 {
      values["attention.indexer.head_count"] = int(indexHeads)
      values["attention.indexer.key_length"] = int(indexDim)
      values["attention.indexer.top_k"] = int(seen)
    }
    let named = values.sorted { $0.key < $1.key }.map { ("\(architecture).\($0.key)", $0.value) }
    return [("general.architecture", .string(GGUFString(architecture)))] + named
  }

  /// The model with keys and values in one tensor, whatever `unsplit` says: what the slow pass reads.
  var master: TinyGGUF {
    var random = SeededGenerator(seed: seed)
    var tiny = TinyGGUF()
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      tiny.addRandom(
        name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot(), using: &random)
    }
    func vector(_ name: String, _ count: Int, around mean: Float = 1) {
      tiny.add(name, [count], floats: (0..<count).map { _ in mean + 0.2 * random.normal() })
    }
    matrix("token_embd", vocabulary, embedding)
    vector("output_norm.weight", embedding)
    matrix("output", vocabulary, embedding)
    for layer in 0..<layers + (hasDraftHead ? 1 : 0) {
      let p = "blk.\(layer)."
      vector(p + "attn_norm.weight", embedding)
      if queryRank == 0 {
        matrix(p + "attn_q", heads * (plain + rope), embedding)
      } else {
        matrix(p + "attn_q_a", queryRank, embedding)
        vector(p + "attn_q_a_norm.weight", queryRank)
        matrix(p + "attn_q_b", heads * (plain + rope), queryRank)
      }
      matrix(p + "attn_kv_a_mqa", rank + rope, embedding)
      vector(p + "attn_kv_a_norm.weight", rank)
      matrix(p + "attn_kv_b", heads * (plain + value), rank)
      matrix(p + "attn_output", embedding, heads * value)
      vector(p + "ffn_norm.weight", embedding)
      matrix(p + "ffn_gate", feedForward, embedding)
      matrix(p + "ffn_up", feedForward, embedding)
      matrix(p + "ffn_down", embedding, feedForward)
      guard seen > 0 else { continue }
      matrix(p + "indexer.attn_q_b", indexHeads * indexDim, queryRank)
      matrix(p + "indexer.attn_k", indexDim, embedding)
      matrix(p + "indexer.proj", indexHeads, embedding)
      vector(p + "indexer.k_norm.weight", indexDim)
      vector(p + "indexer.k_norm.bias", indexDim, around: 0)
    }
    guard hasDraftHead else { return tiny }
    let p = "blk.\(layers).nextn."
    matrix(p + "eh_proj", embedding, 2 * embedding)
    vector(p + "enorm.weight", embedding)
    vector(p + "hnorm.weight", embedding)
    guard hasOwnTensors else { return tiny }
    matrix(p + "embed_tokens", vocabulary, embedding)
    vector(p + "shared_head_norm.weight", embedding)
    matrix(p + "shared_head_head", vocabulary, embedding)
    return tiny
  }

  /// The model's file.
  var file: TinyGGUF {
    let master = master
    var file = TinyGGUF()
    for (key, value) in metadata { file.metadata[key] = value }
    for tensor in master.declarations {
      let floats = master.floats(tensor.name)
      guard tensor.name.hasSuffix("attn_kv_b.weight"), !unsplit else {
        file.add(tensor.name, tensor.dimensions, floats: floats)
        continue
      }
      let p = String(tensor.name.dropLast("attn_kv_b.weight".count))
      var (keys, values): ([Float], [Float]) = ([], [])
      for head in 0..<heads {
        let first = head * (plain + value)
        for r in 0..<rank { for d in 0..<plain { keys.append(floats[(first + d) * rank + r]) } }
        values += floats[(first + plain) * rank..<(first + plain + value) * rank]
      }
      file.add(p + "attn_k_b.weight", [plain, rank, heads], floats: keys)
      file.add(p + "attn_v_b.weight", [rank, value, heads], floats: values)
    }
    return file
  }

  func tokens(_ count: Int, seed: UInt64 = 7) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int32.random(in: 0..<Int32(vocabulary), using: &random) }
  }
}
