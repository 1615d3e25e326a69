import TernFormat
import TernQuant
import TernTestSupport

/// Models of some kilobytes with random weights: several architectures, vocabularies and types of
/// weights.
enum SmallModels {
  /// The files' bytes.
  static func all() throws -> [[UInt8]] {
    var files: [TinyGGUF] = []
    for (index, architecture) in ["llama", "qwen3", "gemma2", "phi3", "olmoe"].enumerated() {
      files.append(model(architecture, spaced: index % 2 == 0, seed: UInt64(index)))
    }
    files.append(model("llama", spaced: false, type: .q8_0, seed: 9))
    files.append(model("qwen3", spaced: true, type: .f16, seed: 10))
    files.append(model("llama", spaced: true, type: .q4_0, seed: 11))
    var vocabulary = TinyGGUF()
    addVocabulary(&vocabulary, spaced: false)
    files.append(vocabulary)
    files.append(try Fixtures.tinyEncoder(ranks: true))
    files.append(try TinyHybrid(kind: .selectiveStateSpace).withVocabulary())
    return try files.map { try $0.bytes() }
  }

  private static let embedding = 32
  private static let tokens = 265

  private static func model(
    _ architecture: String, spaced: Bool, type: TensorType = .f32, seed: UInt64
  ) -> TinyGGUF {
    var random = SeededGenerator(seed: seed)
    var file = TinyGGUF()
    addMetadata(&file, architecture)
    addVocabulary(&file, spaced: spaced)
    func matrix(_ name: String, _ rows: Int, _ columns: Int, experts: Int? = nil) {
      let count = rows * columns * (experts ?? 1)
      let dimensions = [columns, rows] + (experts.map { [$0] } ?? [])
      let values = (0..<count).map { _ in random.normal() / 6 }
      guard type != .f32, let bytes = encoded(values, type) else {
        return file.add(name + ".weight", dimensions, floats: values)
      }
      file.add(name + ".weight", type, dimensions, bytes: bytes)
    }
    func norm(_ name: String, _ count: Int) {
      file.add(name + ".weight", [count], floats: (0..<count).map { _ in 1 + random.normal() / 9 })
    }
    matrix("token_embd", tokens, embedding)
    norm("output_norm", embedding)
    if architecture != "gemma2" { matrix("output", tokens, embedding) }
    for layer in 0..<2 {
      let prefix = "blk.\(layer)."
      addLayer(architecture, prefix, matrix: matrix, norm: norm)
    }
    return file
  }

  private static func addLayer(
    _ architecture: String, _ prefix: String,
    matrix: (String, Int, Int, Int?) -> Void, norm: (String, Int) -> Void
  ) {
    norm(prefix + "attn_norm", embedding)
    norm(prefix + "ffn_norm", embedding)
    if architecture == "gemma2" {
      norm(prefix + "post_attention_norm", embedding)
      norm(prefix + "post_ffw_norm", embedding)
    }
    if architecture == "qwen3" {
      norm(prefix + "attn_q_norm", 8)
      norm(prefix + "attn_k_norm", 8)
    }
    if architecture == "olmoe" {
      norm(prefix + "attn_q_norm", embedding)
      norm(prefix + "attn_k_norm", embedding / 2)
    }
    if architecture == "phi3" {
      matrix(prefix + "attn_qkv", 2 * embedding, embedding, nil)
      matrix(prefix + "ffn_up", 2 * embedding, embedding, nil)
    } else {
      matrix(prefix + "attn_q", embedding, embedding, nil)
      matrix(prefix + "attn_k", embedding / 2, embedding, nil)
      matrix(prefix + "attn_v", embedding / 2, embedding, nil)
    }
    matrix(prefix + "attn_output", embedding, embedding, nil)
    guard architecture == "olmoe" else {
      if architecture != "phi3" {
        matrix(prefix + "ffn_gate", embedding, embedding, nil)
        matrix(prefix + "ffn_up", embedding, embedding, nil)
      }
      return matrix(prefix + "ffn_down", embedding, embedding, nil)
    }
    matrix(prefix + "ffn_gate_inp", 4, embedding, nil)
    for name in ["gate", "up", "down"] {
      matrix(prefix + "ffn_\(name)_exps", embedding, embedding, 4)
    }
  }

  private static func encoded(_ values: [Float], _ type: TensorType) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: values.count / type.blockSize * type.blockBytes)
    do {
      try unsafe values.withUnsafeBufferPointer { values in
        try unsafe bytes.withUnsafeMutableBytes { try unsafe Quant.encode(type, values, into: $0) }
      }
      return bytes
    } catch {
      return nil
    }
  }

  private static func addMetadata(_ file: inout TinyGGUF, _ architecture: String) {
    file.metadata["general.architecture"] = .string(GGUFString(architecture))
    let numbers: [(String, UInt32)] = [
      ("block_count", 2), ("context_length", 512), ("embedding_length", 32),
      ("feed_forward_length", 32), ("attention.head_count", 4), ("attention.head_count_kv", 2),
      ("attention.key_length", 8), ("attention.value_length", 8), ("vocab_size", UInt32(tokens)),
    ]
    for (key, value) in numbers { file.metadata["\(architecture).\(key)"] = .uint32(value) }
    if architecture == "olmoe" {
      file.metadata["olmoe.expert_count"] = .uint32(4)
      file.metadata["olmoe.expert_used_count"] = .uint32(2)
    }
    if architecture == "gemma2" {
      file.metadata["gemma2.attention.sliding_window"] = .uint32(64)
      file.metadata["gemma2.final_logit_softcapping"] = .float32(30)
    }
    file.metadata["\(architecture).rope.freq_base"] = .float32(10_000)
    file.metadata["\(architecture).attention.layer_norm_rms_epsilon"] = .float32(1e-5)
    file.metadata["general.name"] = .string("small")
    file.metadata["tokenizer.chat_template"] = .string(
      "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}")
  }

  private static func addVocabulary(_ file: inout TinyGGUF, spaced: Bool) {
    let key = "tokenizer.ggml."
    let bytes = (0...255).map { byte in
      spaced
        ? "<0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) + ">"
        : ByteSpelling.of(UInt8(byte))
    }
    let words = spaced ? ["▁", "▁th", "th", "e", "▁the"] : ["th", "the", "in", "an", "er"]
    let texts = ["<unk>", "<s>", "</s>", "<|user|>"] + bytes + words
    let kinds: [Int32] = [2, 3, 3, 3] + bytes.map { _ in spaced ? 6 : 1 } + words.map { _ in 1 }
    file.metadata[key + "model"] = .string(spaced ? "llama" : "gpt2")
    file.metadata[key + "pre"] = .string("gpt-2")
    file.metadata[key + "tokens"] = .array(.string(StringTable(texts.map { Array($0.utf8) })))
    file.metadata[key + "token_type"] = .array(.int32(kinds))
    file.metadata[key + "scores"] = .array(.float32(texts.indices.map { -Float($0) }))
    let merges = ["t h", "th e", "i n", "a n", "e r"].map { Array($0.utf8) }
    if !spaced { file.metadata[key + "merges"] = .array(.string(StringTable(merges))) }
    file.metadata[key + "bos_token_id"] = .uint32(1)
    file.metadata[key + "eos_token_id"] = .uint32(2)
    file.metadata[key + "add_bos_token"] = .bool(spaced)
  }
}
