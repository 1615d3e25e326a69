import Foundation
import TernFormat
import TernModel
import TernQuant
import TernTokens

/// A model of a real shape with random weights: speed does not depend on their values.
struct Synthetic {
  /// The numbers of a published model.
  private struct Shape {
    var architecture: String
    var layers: Int
    var dim: Int
    var heads: Int
    var keyHeads: Int
    var feedForward: Int
    var vocabulary: Int
    var ropeBase: Float
    var epsilon: Float
    var biases = false
  }

  private static let shapes: [String: Shape] = [
    // Llama 3.2 1B
    "1b": Shape(
      architecture: "llama", layers: 16, dim: 2048, heads: 32, keyHeads: 8, feedForward: 8192,
      vocabulary: 128_256, ropeBase: 500_000, epsilon: 1e-5),
    // Qwen 2.5 0.5B
    "0.5b": Shape(
      architecture: "qwen2", layers: 24, dim: 896, heads: 14, keyHeads: 2, feedForward: 4864,
      vocabulary: 151_936, ropeBase: 1_000_000, epsilon: 1e-6, biases: true),
    // SmolLM2 135M
    "135m": Shape(
      architecture: "llama", layers: 30, dim: 576, heads: 9, keyHeads: 3, feedForward: 1536,
      vocabulary: 49152, ropeBase: 100_000, epsilon: 1e-5),
    // Of no published model: measured in no time
    "tiny": Shape(
      architecture: "llama", layers: 2, dim: 256, heads: 4, keyHeads: 2, feedForward: 512,
      vocabulary: 512, ropeBase: 10_000, epsilon: 1e-5),
  ]

  /// The names of all shapes.
  static var shapeNames: String { shapes.keys.sorted().joined(separator: ", ") }

  private let name: String
  private var shape: Shape
  private let mix: QuantizationMix
  /// The metadata of a vocabulary.
  private var vocabulary: Metadata = [:]

  /// `text` is SHAPE:TYPE, for example `1b:Q4_K_M`; `vocabulary` the path of a file that has one.
  init(_ text: String, vocabulary: String? = nil) throws {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let shape = Self.shapes[parts[0].lowercased()] else {
      throw BenchError.usage(
        "--synthetic takes SHAPE:TYPE with one of the shapes \(Self.shapeNames), not '\(text)'")
    }
    guard let mix = QuantizationMix(name: String(parts[1])) else {
      let types = QuantizationMix.all.map(\.name).joined(separator: ", ")
      throw BenchError.usage("unknown type '\(parts[1])'; known: \(types)")
    }
    name = text
    self.shape = shape
    self.mix = mix
    guard let vocabulary else { return }
    let file = try GGUFFile(path: vocabulary)
    for key in file.metadata.keys where key.hasPrefix("tokenizer.") {
      self.vocabulary[key] = file.metadata[key]
    }
    self.shape.vocabulary = try Tokenizer(file).count
  }

  /// Writes the model to a temporary file and returns its path.
  func write() throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("tern-\(UUID().uuidString).gguf").path
    let declarations = tensors
    let writer = try GGUFWriter(path: path, metadata: metadata, tensors: declarations)
    var tiles: [String: [UInt8]] = [:]
    for tensor in declarations {
      let columns = tensor.dimensions[0]
      let rows = tensor.dimensions.count > 1 ? tensor.dimensions[1] : 1
      if tensor.dimensions.count == 1 {
        try writer.write(vector(tensor), to: tensor.name)
        continue
      }
      // Encoding a gigabyte takes minutes: a few random rows are encoded and repeated.
      let key = "\(tensor.type.name) \(columns)"
      let tile = try tiles[key] ?? Self.tile(tensor.type, columns: columns)
      tiles[key] = tile
      var left = rows
      while left > 0 {
        let count = min(left, Self.tileRows)
        let bytes = tile.count / Self.tileRows * count
        try writer.write(count == Self.tileRows ? tile : Array(tile.prefix(bytes)), to: tensor.name)
        left -= count
      }
    }
    try writer.finish()
    return path
  }

  static let tileRows = 64

  /// `tileRows` random rows of encoded weights.
  static func tile(_ type: TensorType, columns: Int) throws -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    let values = (0..<(tileRows * columns)).map { _ in
      Float.random(in: -0.035...0.035, using: &random)
    }
    guard let count = type.byteCount(elements: values.count) else {
      throw BenchError.failed("rows of \(columns) do not fit the blocks of \(type.name)")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    try unsafe values.withUnsafeBufferPointer { values in
      try unsafe bytes.withUnsafeMutableBytes { try unsafe Quant.encode(type, values, into: $0) }
    }
    return bytes
  }

  /// Norm weights of 1, biases of 0.
  private func vector(_ tensor: TensorDeclaration) -> [UInt8] {
    let value: Float = tensor.name.hasSuffix("bias") ? 0 : 1
    let values = [Float](repeating: value, count: tensor.dimensions[0])
    return unsafe values.withUnsafeBytes { unsafe Array($0) }
  }

  private var metadata: Metadata {
    let prefix = shape.architecture
    var metadata: Metadata = [
      "general.architecture": .string(GGUFString(shape.architecture)),
      "general.name": .string(GGUFString("random weights, \(name)")),
      "general.file_type": .uint32(mix.fileType),
      "\(prefix).block_count": .uint32(UInt32(shape.layers)),
      "\(prefix).context_length": .uint32(32768),
      "\(prefix).embedding_length": .uint32(UInt32(shape.dim)),
      "\(prefix).feed_forward_length": .uint32(UInt32(shape.feedForward)),
      "\(prefix).attention.head_count": .uint32(UInt32(shape.heads)),
      "\(prefix).attention.head_count_kv": .uint32(UInt32(shape.keyHeads)),
      "\(prefix).attention.layer_norm_rms_epsilon": .float32(shape.epsilon),
      "\(prefix).rope.freq_base": .float32(shape.ropeBase),
      "\(prefix).rope.dimension_count": .uint32(UInt32(shape.dim / shape.heads)),
    ]
    for key in vocabulary.keys { metadata[key] = vocabulary[key] }
    return metadata
  }

  private var tensors: [TensorDeclaration] {
    let width = shape.dim / shape.heads
    var list: [(String, [Int])] = [
      ("token_embd.weight", [shape.dim, shape.vocabulary]), ("output_norm.weight", [shape.dim]),
    ]
    for layer in 0..<shape.layers {
      let keys = shape.keyHeads * width
      var block: [(String, [Int])] = [
        ("attn_norm.weight", [shape.dim]), ("attn_q.weight", [shape.dim, shape.dim]),
        ("attn_k.weight", [shape.dim, keys]), ("attn_v.weight", [shape.dim, keys]),
        ("attn_output.weight", [shape.dim, shape.dim]), ("ffn_norm.weight", [shape.dim]),
        ("ffn_gate.weight", [shape.dim, shape.feedForward]),
        ("ffn_up.weight", [shape.dim, shape.feedForward]),
        ("ffn_down.weight", [shape.feedForward, shape.dim]),
      ]
      if shape.biases {
        block += [("attn_q.bias", [shape.dim]), ("attn_k.bias", [keys]), ("attn_v.bias", [keys])]
      }
      list += block.map { ("blk.\(layer).\($0.0)", $0.1) }
    }
    let facts = QuantizationMix.Shape(
      layers: shape.layers, experts: 0, queryGroup: shape.heads / shape.keyHeads, tiedHead: true)
    return list.map { name, dimensions in
      let type = mix.type(name: name, dimensions: dimensions, shape: facts) ?? .f32
      return TensorDeclaration(name: name, type: type, dimensions: dimensions)
    }
  }
}
