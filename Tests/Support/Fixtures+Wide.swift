import TernFormat
import TernQuant

extension Fixtures {
  /// Writes ``tinyLlama`` with a longer context, and with control tokens of these texts, whose
  /// embeddings are random; `change` may change the metadata.
  package static func writeTinyLlama(
    to path: String, context: UInt32, controls: [String] = [],
    change: (inout Metadata) -> Void = { _ in }
  ) throws {
    let file = try GGUFFile(path: tinyLlama)
    var model = TinyGGUF(metadata: file.metadata)
    let texts = (file.strings("tokenizer.ggml.tokens") ?? StringTable()).map { Array($0) }
    let kinds = file.ints("tokenizer.ggml.token_type") ?? []
    model.metadata["llama.context_length"] = .uint32(context)
    model.metadata["llama.vocab_size"] = .uint32(UInt32(texts.count + controls.count))
    model.metadata["tokenizer.ggml.tokens"] = .array(
      .string(StringTable(texts + controls.map { Array($0.utf8) })))
    model.metadata["tokenizer.ggml.token_type"] = .array(
      .int32((kinds + controls.map { _ in 3 }).map { Int32($0) }))
    change(&model.metadata)
    var random = SeededGenerator(seed: 23)
    for tensor in file.tensors {
      var bytes = file.bytes(of: tensor)
      var dimensions = tensor.dimensions
      if tensor.name == "token_embd.weight" {
        let added = (0..<(controls.count * dimensions[0])).map { _ in random.normal() }
        bytes += RawGGUF.bytes(added)
        dimensions[1] += controls.count
      }
      model.add(tensor.name, tensor.type, dimensions, bytes: bytes)
    }
    try model.write(to: path)
  }

  /// Writes ``tinyLlama`` with a longer context, and with heads so wide that the keys and values of
  /// a token take 64 KiB as 32-bit numbers.
  package static func writeTinyLlamaOfWideHeads(to path: String, context: UInt32) throws {
    let file = try GGUFFile(path: tinyLlama)
    let (heads, width, embedding) = (4, 1024, 64)
    var model = TinyGGUF(metadata: file.metadata)
    model.metadata["llama.context_length"] = .uint32(context)
    model.metadata["llama.attention.head_count_kv"] = .uint32(UInt32(heads))
    for key in ["attention.key_length", "attention.value_length", "rope.dimension_count"] {
      model.metadata["llama.\(key)"] = .uint32(UInt32(width))
    }
    var random = SeededGenerator(seed: 29)
    for tensor in file.tensors {
      if tensor.name.contains("attn_") && !tensor.name.contains("norm") {
        let isOutput = tensor.name.contains("output")
        let shape = [embedding, heads * width]
        model.addRandom(
          tensor.name, isOutput ? shape.reversed() : shape, scale: 0.1, using: &random)
      } else {
        model.add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
      }
    }
    try model.write(to: path)
  }
}
