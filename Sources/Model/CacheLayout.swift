import TernFormat
import TernKernels

/// The shapes of a model's caches, and what their contents mean.
package final class CacheLayout: Sendable {
  struct Layer: Sendable {
    let heads: Int
    let keyDim: Int
    let valueDim: Int
    let window: Int?

    /// Bytes of a page.
    func pageBytes(_ type: CacheType) -> Int {
      KVPage.byteCount(type: type, heads: heads, keyDim: keyDim, valueDim: valueDim)
    }
  }

  let type: CacheType
  /// Layers with keys and values of their own, by their slots.
  let layers: [Layer]
  /// Where the pages of all caches are counted.
  package let memory: PageMemory
  /// A number of the rotations that keys are stored with: keys of other rotations mean nothing here.
  let rotations: UInt64

  /// Throws where pages of `type` cannot hold the model's heads.
  init(
    _ layers: [LayerConfig], type: CacheType, memory: PageMemory, rotations: [RopeFrequencies?]
  ) throws(ModelError) {
    var own: [Layer] = []
    for layer in layers.compactMap(\.attention) where layer.slot == own.count {
      for dimension in [layer.keyDim, layer.valueDim] where type == .q8_0 && dimension % 32 != 0 {
        throw .unsupportedCache(type: "\(type)", headDimension: dimension)
      }
      own.append(
        Layer(
          heads: layer.kvHeads, keyDim: layer.keyDim, valueDim: layer.valueDim,
          window: layer.isBidirectional ? nil : layer.window))
    }
    self.type = type
    self.layers = own
    self.memory = memory
    self.rotations = Self.number(of: rotations)
  }

  /// A new page of a layer.
  func makePage(_ layer: Int) throws(MemoryError) -> KVPage {
    let shape = layers[layer]
    return try KVPage(
      type: type, heads: shape.heads, keyDim: shape.keyDim, valueDim: shape.valueDim,
      memory: memory)
  }

  /// Bytes that the cache of a sequence of so many tokens takes at most, where passes have up to
  /// `rows` rows.
  package func byteCount(of tokens: Int, rows: Int) -> Int {
    layers.reduce(0) { sum, layer in
      let pages = KVCache.pageCount(tokens, first: 0)
      let held = layer.window.map { min(pages, KVCache.pageCount($0 + rows, first: 0) + 1) }
      return sum + (held ?? pages) * layer.pageBytes(type)
    }
  }

  private static func number(of rotations: [RopeFrequencies?]) -> UInt64 {
    var sum = Checksum()
    for rotation in rotations {
      sum.add(UInt64(rotation?.inverse.count ?? 0))
      sum.add(UInt64(rotation?.magnitude.bitPattern ?? 0))
      for frequency in rotation?.inverse ?? [] { sum.add(frequency.bitPattern) }
    }
    return sum.value
  }
}
