import TernFormat
import TernTestSupport

extension SmallModels {
  /// An encoder of some kilobytes, ModernBERT's way, with a ranking head or without one, and with a
  /// vocabulary or without one.
  static func encoder(ranks: Bool = false, hasVocabulary: Bool = true) -> TinyGGUF {
    var random = SeededGenerator(seed: 21)
    var file = TinyGGUF()
    let architecture = "modern-bert"
    file.metadata["general.architecture"] = .string(GGUFString(architecture))
    file.metadata["general.name"] = .string("nomic-embed-text-small")
    let numbers: [(String, UInt32)] = [
      ("block_count", 2), ("context_length", 128), ("embedding_length", UInt32(embedding)),
      ("feed_forward_length", 48), ("attention.head_count", 4), ("pooling_type", ranks ? 4 : 2),
    ]
    for (key, value) in numbers { file.metadata["\(architecture).\(key)"] = .uint32(value) }
    file.metadata["\(architecture).attention.layer_norm_epsilon"] = .float32(1e-5)
    if hasVocabulary { addVocabulary(&file, spaced: true) }
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      file.addRandom(
        name + ".weight", [columns, rows], scale: 2 / Float(columns).squareRoot(), using: &random)
    }
    func norm(_ name: String) {
      file.add(
        name + ".weight", [embedding], floats: (0..<embedding).map { _ in 1 + random.normal() / 9 })
    }
    matrix("token_embd", tokens, embedding)
    norm("token_embd_norm")
    norm("output_norm")
    for layer in 0..<2 {
      let prefix = "blk.\(layer)."
      if layer > 0 { norm(prefix + "attn_norm") }
      norm(prefix + "ffn_norm")
      matrix(prefix + "attn_qkv", 3 * embedding, embedding)
      matrix(prefix + "attn_output", embedding, embedding)
      matrix(prefix + "ffn_up", 96, embedding)
      matrix(prefix + "ffn_down", embedding, 48)
    }
    if ranks {
      matrix("cls", embedding, embedding)
      matrix("cls.output", 1, embedding)
    }
    return file
  }
}
