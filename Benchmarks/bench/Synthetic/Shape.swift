import TernFormat
import TernModel

/// The numbers of a published model, from which its tensors and its metadata follow.
struct Shape {
  /// The name on the command line.
  let name: String
  /// The model that has these numbers.
  let model: String
  let architecture: String
  var embedding: Int
  var vocabulary: Int
  var context: Int
  /// The parts of every layer, in order.
  var layers: [[any ShapePart]]
  /// What lies between the token embeddings and the first layer, or behind the last one.
  var outer: [any ShapePart]
  /// Whether the output matrix is one of its own, and not the token embeddings.
  var hasHead = false
  /// Whether the metadata has the key heads of each layer, 0 where a layer has no attention.
  var listsKeyHeads = false
  /// Values of the metadata that do not follow from the parts; the keys without the architecture.
  var facts: [String: MetadataValue]
  /// How the small version of the shape comes about.
  var shrinking = Shrinking()

  /// What the small version has of a shape.
  struct Shrinking {
    /// How many layers, from the first.
    var layers = 2
    /// What the counts of heads are divided by.
    var divisor = 4
    /// What the width is divided by, where that is another number.
    var widthDivisor: Int?
  }

  /// The same kinds of layers, but few and narrow, and few tokens.
  var tiny: Shape {
    var shape = self
    let divisor = shrinking.divisor
    shape.embedding /= shrinking.widthDivisor ?? divisor
    shape.vocabulary = min(vocabulary, 512)
    shape.context = min(context, 4096)
    shape.layers = layers.prefix(shrinking.layers).map { $0.map { $0.divided(by: divisor) } }
    shape.outer = outer.map { $0.divided(by: divisor) }
    return shape
  }
}

extension Shape {
  /// Every tensor of the model.
  var tensors: [ShapeTensor] {
    var list = [ShapeTensor("token_embd.weight", [embedding, vocabulary])]
    if hasHead { list.append(ShapeTensor("output.weight", [embedding, vocabulary])) }
    for part in outer { list += part.tensors(self) }
    for (index, parts) in layers.enumerated() {
      for part in parts { list += part.tensors(self).map { $0.prefixed("blk.\(index).") } }
    }
    return list
  }

  /// The metadata, without a vocabulary.
  var metadata: Metadata {
    var metadata: Metadata = ["general.architecture": .string(GGUFString(architecture))]
    func set(_ key: String, _ value: MetadataValue) {
      metadata[key.hasPrefix("tokenizer.") ? key : "\(architecture).\(key)"] = value
    }
    set("block_count", .count(layers.count))
    set("context_length", .count(context))
    set("embedding_length", .count(embedding))
    set("vocab_size", .count(vocabulary))
    for part in outer + layers.joined() {
      for (key, value) in part.facts.sorted(by: { $0.key < $1.key }) { set(key, value) }
    }
    if let heads = keyHeads { set("attention.head_count_kv", heads) }
    for (key, value) in facts.sorted(by: { $0.key < $1.key }) { set(key, value) }
    return metadata
  }

  /// The key heads of the layers, as one number or as a list.
  private var keyHeads: MetadataValue? {
    let counts = layers.map { parts in parts.lazy.compactMap(\.keyHeads).first }
    guard let first = counts.lazy.compactMap({ $0 }).first else { return nil }
    return listsKeyHeads
      ? .array(.int32(counts.map { Int32($0 ?? 0) })) : .count(first)
  }
}

/// A part of a layer: an attention, a recurrence, a feed-forward part or a norm.
protocol ShapePart: Sendable {
  /// Its tensors in a model of this shape; the names without the layer.
  func tensors(_ shape: Shape) -> [ShapeTensor]
  /// What the metadata says about it; the keys without the architecture.
  var facts: [String: MetadataValue] { get }
  /// The heads whose keys and values are kept, where it is an attention.
  var keyHeads: Int? { get }
  /// The same part of a smaller model, whose width is divided by `divisor`.
  func divided(by divisor: Int) -> Self
}

extension ShapePart {
  var facts: [String: MetadataValue] { [:] }
  var keyHeads: Int? { nil }
  func divided(by divisor: Int) -> Self { self }
}

/// One tensor and how its values are chosen.
struct ShapeTensor {
  /// How the values of a tensor are chosen.
  enum Values {
    /// Evenly between these two numbers, by chance.
    case random(ClosedRange<Float>)
    /// All alike.
    case constant(Float)
    /// In equal steps from the first number to the last.
    case steps(from: Float, to: Float)
    case list([Float])
  }

  var name: String
  let dimensions: [Int]
  let values: Values

  init(_ name: String, _ dimensions: [Int], _ values: Values = .random(-0.035...0.035)) {
    self.name = name
    self.dimensions = dimensions
    self.values = values
  }

  func prefixed(_ prefix: String) -> ShapeTensor {
    var tensor = self
    tensor.name = prefix + name
    return tensor
  }
}

extension MetadataValue {
  static func count(_ value: Int) -> MetadataValue { .uint32(UInt32(value)) }
}

extension Shape {
  /// Every shape.
  static let all: [Shape] = plain + hybrids + mixtures + encoders

  /// The shape with this name, or its small version for a name that begins with `tiny-`.
  static func named(_ name: String) -> Shape? {
    let name = name.lowercased()
    if let shape = all.first(where: { $0.name == name }) { return shape }
    guard name.hasPrefix("tiny-") else { return nil }
    return all.first { $0.name == name.dropFirst(5) }?.tiny
  }
}
