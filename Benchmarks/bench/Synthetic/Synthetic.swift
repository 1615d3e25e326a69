import Foundation
import TernFormat
import TernModel
import TernQuant
import TernTokens

/// A model of a real shape with random weights: speed does not depend on their values.
struct Synthetic {
  /// The seed where none is given.
  static let seed: UInt64 = 1

  private let name: String
  private var shape: Shape
  private let mix: QuantizationMix
  private let seed: UInt64
  /// The metadata of a vocabulary.
  private var vocabulary: Metadata = [:]

  /// `text` is SHAPE:TYPE, for example `1b:Q4_K_M`; `vocabulary` the path of a file that has one.
  init(_ text: String, vocabulary: String? = nil, seed: UInt64 = Self.seed) throws {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let shape = Shape.named(String(parts[0])) else {
      let names = Shape.all.map(\.name).joined(separator: ", ")
      throw BenchError.usage(
        "--synthetic takes SHAPE:TYPE with one of the shapes \(names), not '\(text)'")
    }
    guard let mix = QuantizationMix(name: String(parts[1])) else {
      let types = QuantizationMix.all.map(\.name).joined(separator: ", ")
      throw BenchError.usage("unknown type '\(parts[1])'; known: \(types)")
    }
    name = text
    self.shape = shape
    self.mix = mix
    self.seed = seed
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
    try write(to: path)
    return path
  }

  /// Writes the model to `path` and returns the bytes that the file has.
  @discardableResult
  func write(to path: String) throws -> Int {
    let metadata = metadata
    let tensors = shape.tensors
    let facts = try QuantizationMix.Shape(metadata, tensors: tensors.map(\.name))
    let declarations = tensors.map { tensor in
      TensorDeclaration(
        name: tensor.name,
        type: mix.type(name: tensor.name, dimensions: tensor.dimensions, shape: facts) ?? .f32,
        dimensions: tensor.dimensions)
    }
    let writer = try GGUFWriter(path: path, metadata: metadata, tensors: declarations)
    var weights = RandomWeights(seed: seed)
    for (tensor, declaration) in zip(tensors, declarations) {
      try weights.write(tensor, as: declaration.type, to: writer)
    }
    try writer.finish()
    return writer.fileSize
  }

  private var metadata: Metadata {
    var metadata = shape.metadata
    metadata["general.name"] = .string(GGUFString("random weights, \(name)"))
    metadata["general.file_type"] = .uint32(mix.fileType)
    metadata["general.quantization_version"] = .uint32(2)
    // What other programs ask for; ids are tokens without a text then.
    metadata["tokenizer.ggml.model"] = .string("no_vocab")
    for key in vocabulary.keys { metadata[key] = vocabulary[key] }
    return metadata
  }
}
