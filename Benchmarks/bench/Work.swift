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
  private let layers: [AttentionConfig]
  private let cache: CacheType

  init(_ file: GGUFFile, _ model: Model, cache: CacheType) {
    weightBytes = model.weightBytesPerToken
    layers = model.config.layers.compactMap(\.attention)
    self.cache = cache
    let experts = model.config.experts
    let isTied = file.tensor(named: "output.weight") == nil
    var bytes = 0
    var operations = 0
    var head = 0
    for tensor in file.tensors where tensor.dimensions.count > 1 {
      var share = (used: 1, of: 1)
      if tensor.dimensions.count > 2, let experts { share = (experts.used, experts.count) }
      switch tensor.name {
      case "output.weight": head = 2 * tensor.elementCount
      case "token_embd.weight":
        guard isTied else { continue }
        head = 2 * tensor.elementCount
      // Of these, one row is looked up.
      case "position_embd.weight", "per_layer_token_embd.weight": continue
      default: operations += 2 * (tensor.elementCount / share.of * share.used)
      }
      bytes += tensor.byteCount / share.of * share.used
    }
    tensorBytes = bytes
    layerOperations = operations
    headOperations = head
  }

  /// Bytes of cached keys and values that a token at `position` attends to, its own included.
  func cacheBytes(position: Int) -> Int {
    layers.reduce(0) { $0 + Self.seen($1, position) * $1.kvHeads * bytesPerHead($1) }
  }

  /// The mean of ``cacheBytes(position:)`` over the tokens of a generation that begins at `depth`.
  func cacheBytes(depth: Int, generating count: Int) -> Int {
    (0..<count).reduce(0) { $0 + cacheBytes(position: depth + $1) } / max(1, count)
  }

  /// Operations of a prompt of `count` tokens after `depth` others, with the logits of its last
  /// token.
  func operations(depth: Int, prompt count: Int) -> Int {
    let attention = layers.reduce(0) { sum, layer in
      let seen = (0..<count).reduce(0) { $0 + Self.seen(layer, depth + $1) }
      return sum + 2 * seen * layer.heads * (layer.keyDim + layer.valueDim)
    }
    return layerOperations * count + headOperations + attention
  }

  private static func seen(_ layer: AttentionConfig, _ position: Int) -> Int {
    min(position + 1, layer.window ?? .max)
  }

  /// Bytes of one head's key and value at one position.
  private func bytesPerHead(_ layer: AttentionConfig) -> Int {
    let values = layer.keyDim + layer.valueDim
    switch cache {
    case .f32: return 4 * values
    case .f16: return 2 * values
    // One scale of four bytes for 32 codes.
    case .q8_0: return values + values / 8
    }
  }
}
