import TernFormat
import TernTestSupport

/// Small random models made in memory, one per shape of block.
struct TinyModel {
  var architecture = "llama"
  var layers = 2
  var embedding = 16
  var heads = 4
  var kvHeads = 2
  var headDim = 4
  var feedForward = 24
  var vocabulary = 32
  var context = 512
  var experts = 0
  var window: Int?
  var seed: UInt64 = 1
  /// Values of keys below the architecture's name, replacing or adding to the usual ones.
  var extra: [String: MetadataValue] = [:]

  var file: TinyGGUF {
    var random = SeededGenerator(seed: seed)
    var tiny = TinyGGUF()
    for (key, value) in metadata { tiny.metadata[key] = value }
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      tiny.addRandom(
        name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot(), using: &random)
    }
    func norm(_ name: String, _ count: Int) {
      tiny.add(
        name + ".weight", [count], floats: (0..<count).map { _ in 1 + 0.2 * random.normal() })
    }
    matrix("token_embd", vocabulary, embedding)
    norm("output_norm", embedding)
    if ["llama", "baichuan"].contains(architecture) { matrix("output", vocabulary, embedding) }
    for layer in 0..<layers {
      let p = "blk.\(layer)."
      norm(p + "attn_norm", embedding)
      matrix(p + "attn_q", heads * headDim, embedding)
      matrix(p + "attn_k", kvHeads * headDim, embedding)
      matrix(p + "attn_v", kvHeads * headDim, embedding)
      matrix(p + "attn_output", embedding, heads * headDim)
      norm(p + "ffn_norm", embedding)
      if architecture == "gemma2" {
        norm(p + "post_attention_norm", embedding)
        norm(p + "post_ffw_norm", embedding)
      }
      if experts > 0 {
        matrix(p + "ffn_gate_inp", experts, embedding)
        for (name, rows, columns) in [
          ("gate", feedForward, embedding), ("up", feedForward, embedding),
          ("down", embedding, feedForward),
        ] {
          tiny.addRandom(
            p + "ffn_\(name)_exps.weight", [columns, rows, experts],
            scale: 1 / Float(columns).squareRoot(), using: &random)
        }
        if architecture == "llama4" {
          matrix(p + "ffn_gate_shexp", feedForward, embedding)
          matrix(p + "ffn_up_shexp", feedForward, embedding)
          matrix(p + "ffn_down_shexp", embedding, feedForward)
        }
      } else {
        matrix(p + "ffn_gate", feedForward, embedding)
        matrix(p + "ffn_up", feedForward, embedding)
        matrix(p + "ffn_down", embedding, feedForward)
      }
    }
    return tiny
  }

  /// The metadata, `extra` included.
  var metadata: [(String, MetadataValue)] {
    var values: [String: MetadataValue] = [
      "block_count": .uint32(UInt32(layers)),
      "context_length": .uint32(UInt32(context)),
      "embedding_length": .uint32(UInt32(embedding)),
      "feed_forward_length": .uint32(UInt32(feedForward)),
      "attention.head_count": .uint32(UInt32(heads)),
      "attention.head_count_kv": .uint32(UInt32(kvHeads)),
      "attention.key_length": .uint32(UInt32(headDim)),
      "attention.value_length": .uint32(UInt32(headDim)),
      "attention.layer_norm_rms_epsilon": .float32(1e-5),
      "rope.dimension_count": .uint32(UInt32(headDim)),
      "rope.freq_base": .float32(10000),
    ]
    if experts > 0 {
      values["expert_count"] = .uint32(UInt32(experts))
      values["expert_used_count"] = .uint32(2)
    }
    if let window { values["attention.sliding_window"] = .uint32(UInt32(window)) }
    values.merge(extra) { $1 }
    let named = values.sorted { $0.key < $1.key }.map { ("\(architecture).\($0.key)", $0.value) }
    return [("general.architecture", .string(GGUFString(architecture)))] + named
  }

  /// `count` tokens of the vocabulary, drawn with `seed`.
  func tokens(_ count: Int, seed: UInt64 = 7) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int32.random(in: 0..<Int32(vocabulary), using: &random) }
  }
}

extension TinyGGUF {
  /// The same file without the tensor `name`.
  func without(_ name: String) -> TinyGGUF {
    changed { $0 == name ? nil : $1 }
  }

  /// The same file with other shapes.
  ///
  /// `change` gets each tensor's name and dimensions; `nil` drops the tensor. Data is cut or padded with zeros to fit.
  func changed(_ change: (String, [Int]) -> [Int]?) -> TinyGGUF {
    var result = TinyGGUF(metadata: metadata)
    for (tensor, bytes) in zip(declarations, data) {
      guard let dimensions = change(tensor.name, tensor.dimensions) else { continue }
      let count = dimensions.reduce(1, *) * 4
      let padding = [UInt8](repeating: 0, count: max(0, count - bytes.count))
      result.add(
        tensor.name, tensor.type, dimensions, bytes: Array(bytes.prefix(count)) + padding)
    }
    return result
  }

  /// The float32 values of the tensor `name`.
  func floats(_ name: String) -> [Float] {
    guard let index = declarations.firstIndex(where: { $0.name == name }) else { return [] }
    return [Float](littleEndian: data[index])
  }
}
