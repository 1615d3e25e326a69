import TernFormat
import TernKernels
import TernModel

/// What a model has to do, from the shapes in its file: the bytes that generating one token reads
/// and the operations of a prompt.
struct Work {
  /// Bytes of weight matrices that one token reads, as the engine keeps them.
  let weightBytes: Int
  /// The same as the file has them.
  let tensorBytes: Int
  /// Operations of all matrices of the layers for one token, a multiplication and an addition each
  /// counting as one.
  private let layerOperations: Int
  /// Operations of the output head for one row of logits.
  private let headOperations: Int
  /// Operations of all recurrences for one token; `nil` where one of them is not known.
  private let recurrentOperations: Int?
  private let layers: [LayerConfig]
  private let cache: CacheType
  /// Bytes of the states that a token reads.
  let stateBytes: Int

  init(_ file: GGUFFile, _ model: Model, cache: CacheType) {
    weightBytes = model.weightBytesPerToken
    layers = model.config.layers
    self.cache = cache
    stateBytes = layers.reduce(0) { $0 + $1.stateBytes }
    recurrentOperations = layers.reduce(0 as Int?) { sum, layer in
      layer.recurrentOperations.flatMap { operations in sum.map { $0 + operations } }
    }
    var bytes = 0
    var operations = 0
    var head = 0
    for multiplied in model.config.multipliedTensors(of: file) {
      if multiplied.isHead {
        head = 2 * multiplied.tensor.elementCount
      } else {
        operations += 2 * multiplied.share(of: multiplied.tensor.elementCount)
      }
      bytes += multiplied.byteCount
    }
    tensorBytes = bytes
    layerOperations = operations
    headOperations = head
  }

  /// Bytes of cached keys and values that a token at `position` attends to, its own included.
  func cacheBytes(position: Int) -> Int {
    layers.reduce(0) { sum, layer in
      if let latent = layer.latent {
        return sum + (position + 1) * bytes(of: latent.rowWidth)
      }
      guard let attention = layer.attention else { return sum }
      let values = attention.kvHeads * (attention.keyDim + attention.valueDim)
      return sum + Self.seen(attention, position) * bytes(of: values)
    }
  }

  /// The mean of ``cacheBytes(position:)`` over the tokens of a generation that begins at `depth`.
  func cacheBytes(depth: Int, generating count: Int) -> Int {
    (0..<count).reduce(0) { $0 + cacheBytes(position: depth + $1) } / max(1, count)
  }

  /// Operations of a prompt of `count` tokens after `depth` others, with the logits of its last
  /// token; `nil` where those of a layer are not known.
  func operations(depth: Int, prompt count: Int) -> Int? {
    guard let recurrentOperations else { return nil }
    var sum = (layerOperations + recurrentOperations) * count + headOperations
    for layer in layers {
      if let latent = layer.latent {
        let seen = (depth..<depth + count).map { $0 + 1 }
        guard let attention = latent.operations(seen: seen, length: depth + count) else {
          return nil
        }
        sum += attention
      } else if let attention = layer.attention {
        let seen = (0..<count).reduce(0) { $0 + Self.seen(attention, depth + $1) }
        sum += Self.operations(attention, seen: seen)
      }
    }
    return sum
  }

  /// Operations of a text of `count` tokens up to the states of all its positions.
  func operations(text count: Int) -> Int? {
    guard let prompt = operations(depth: 0, prompt: count) else { return nil }
    return layers.lazy.compactMap(\.attention).reduce(prompt - headOperations) { sum, attention in
      guard attention.isBidirectional else { return sum }
      let reach = attention.window.map { $0 / 2 } ?? count
      let both = (0..<count).reduce(0) { $0 + min($1, reach) + 1 + min(count - 1 - $1, reach) }
      let back = (0..<count).reduce(0) { $0 + Self.seen(attention, $1) }
      return sum + Self.operations(attention, seen: both - back)
    }
  }

  /// Operations of attention's two products with so many positions.
  private static func operations(_ layer: AttentionConfig, seen: Int) -> Int {
    2 * seen * layer.heads * (layer.keyDim + layer.valueDim)
  }

  private static func seen(_ layer: AttentionConfig, _ position: Int) -> Int {
    guard let window = layer.window else { return position + 1 }
    return layer.isChunked ? position % window + 1 : min(position + 1, window)
  }

  /// Bytes of so many cached values.
  private func bytes(of values: Int) -> Int {
    switch cache {
    case .f32: return 4 * values
    case .f16: return 2 * values
    // One scale of four bytes for 32 codes.
    case .q8_0: return values + values / 8
    }
  }
}
