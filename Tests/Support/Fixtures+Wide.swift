import TernFormat
import TernQuant

extension Fixtures {
  /// Writes ``tinyLlama`` with a longer context, and with control tokens of these texts, whose
  /// embeddings are random.
  package static func writeTinyLlama(
    to path: String, context: UInt32, controls: [String] = []
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
}
