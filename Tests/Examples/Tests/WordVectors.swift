import Foundation
import TernCafe
import TernFormat
import TernTestSupport

/// An encoder whose vector of a text is the mean of the vectors of its tokens.
///
/// The tokens' vectors are Café's, which were trained; the layer above them adds nothing. It stands in
/// for an embedding model: it finds texts by their words, whatever their order.
enum WordVectors {
  static func write(to path: String) throws {
    let cafe = try GGUFFile(path: CafeModel.fileURL().path)
    guard let embedding = cafe.tensor(named: "token_embd.weight") else {
      throw FormatError.unexpectedTensor(expected: "token_embd.weight", found: "none")
    }
    let (width, inner) = (embedding.rowLength, 64)
    let architecture = "modern-bert"
    var file = TinyGGUF()
    for (key, value) in cafe.metadata where key.hasPrefix("tokenizer.ggml.") {
      file.metadata[key] = value
    }
    file.metadata["general.architecture"] = .string(GGUFString(architecture))
    file.metadata["general.name"] = .string(GGUFString("nomic-embed-text-words"))
    let numbers: [(String, UInt32)] = [
      ("block_count", 1), ("context_length", 512), ("embedding_length", UInt32(width)),
      ("feed_forward_length", UInt32(inner)), ("attention.head_count", 4), ("pooling_type", 1),
    ]
    for (key, value) in numbers { file.metadata["\(architecture).\(key)"] = .uint32(value) }
    file.metadata["\(architecture).attention.layer_norm_epsilon"] = .float32(1e-5)
    file.add(
      "token_embd.weight", embedding.type, embedding.dimensions, bytes: cafe.bytes(of: embedding))
    for name in ["token_embd_norm", "output_norm", "blk.0.ffn_norm"] {
      file.add(name + ".weight", [width], floats: Array(repeating: 1, count: width))
    }
    for (name, columns, rows) in [
      ("attn_qkv", width, 3 * width), ("attn_output", width, width),
      ("ffn_up", width, 2 * inner), ("ffn_down", inner, width),
    ] {
      file.add(
        "blk.0.\(name).weight", [columns, rows], floats: Array(repeating: 0, count: columns * rows))
    }
    try file.write(to: path)
  }
}
