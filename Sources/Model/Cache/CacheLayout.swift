import TernFormat
import TernKernels

/// The shapes of a model's caches, and what their contents mean.
package final class CacheLayout: Sendable {
  /// What the rows of a layer are.
  package enum Content: Sendable, Equatable {
    /// Keys and values of the heads.
    case keysAndValues
    /// One row for all heads, which their keys and values are read out of.
    case latentRows
    /// Keys of an indexer.
    case indexerKeys
  }

  struct Layer: Sendable {
    var content = Content.keysAndValues
    let heads: Int
    let keyDim: Int
    let valueDim: Int
    let window: Int?

    /// Bytes of a page.
    func pageBytes(_ type: CacheType) -> Int {
      KVPage.byteCount(type: type, heads: heads, keyDim: keyDim, valueDim: valueDim)
    }

    /// The dimension that pages of `type` cannot hold, where there is one.
    func unfitDimension(_ type: CacheType) -> Int? {
      type == .q8_0 ? [keyDim, valueDim].first { $0 % 32 != 0 } : nil
    }
  }

  let type: CacheType
  /// The shapes of the recurrent states, by their slots.
  let states: [RecurrentShape]
  /// When the recurrent states are kept; `nil`: there are none.
  package let checkpoints: CheckpointRule?
  /// Layers with keys and values of their own, by their slots.
  let layers: [Layer]
  /// Where the pages of all caches are counted.
  package let memory: PageMemory
  /// A number of the rotations that keys are stored with: keys of other rotations mean nothing here.
  let rotations: UInt64
  /// The shape of what the head for drafts keeps, where there is one.
  let drafts: CacheLayout?

  /// Throws where pages of `type` cannot hold the model's heads.
  init(
    _ layers: [LayerConfig], type: CacheType, memory: PageMemory, rotations: [RopeFrequencies?],
    context: Int, draftLayer: LayerConfig? = nil
  ) throws(ModelError) {
    var own: [Layer] = []
    // A slot that several layers use is that of the first.
    for mixer in layers.flatMap(\.mixers) {
      for slot in mixer.pagedSlots(from: own.count) {
        if let dimension = slot.unfitDimension(type) {
          throw .unsupportedCache(type: "\(type)", headDimension: dimension)
        }
        own.append(slot)
      }
    }
    self.type = type
    self.layers = own
    self.memory = memory
    states = layers.flatMap(\.mixers).compactMap(\.state)
    checkpoints = CheckpointRule(
      stateBytes: states.reduce(0) { $0 + $1.byteCount }, context: context,
      cacheBytes: memory.limit)
    self.rotations = Self.number(of: rotations)
    drafts = try draftLayer.map { (layer) throws(ModelError) in
      try CacheLayout(
        [layer], type: type, memory: memory, rotations: rotations, context: context)
    }
  }

  /// A new page of a layer.
  func makePage(_ layer: Int) throws(MemoryError) -> KVPage {
    let shape = layers[layer]
    return try KVPage(
      type: type, heads: shape.heads, keyDim: shape.keyDim, valueDim: shape.valueDim,
      memory: memory)
  }

  /// A new state of zeros.
  func makeState(_ shape: RecurrentShape) throws(MemoryError) -> RecurrentState {
    try RecurrentState(
      convolutionRows: shape.convolutionRows, channels: shape.channels, valueCount: shape.values,
      memory: memory)
  }

  /// Every so many positions the recurrent states are kept; `nil`: there are none.
  package var checkpointInterval: Int? { checkpoints?.interval }

  /// Bytes of all recurrent states of a sequence at one position.
  package var stateBytes: Int { states.reduce(0) { $0 + $1.byteCount } }

  /// Bytes that the cache of a sequence of so many tokens takes at most, where passes have up to
  /// `rows` rows.
  package func byteCount(of tokens: Int, rows: Int) -> Int {
    // The states, those before the present pass, and the checkpoints.
    let kept = checkpointInterval.map { 2 + tokens / $0 } ?? 0
    return layers.reduce(kept * stateBytes) { sum, layer in
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

extension MixerConfig {
  /// The paged slots that it is the first to use, in order, where `count` are in use before it.
  fileprivate func pagedSlots(from count: Int) -> [CacheLayout.Layer] {
    switch self {
    case .attention(let sizes):
      guard sizes.slot == count else { return [] }
      return [
        CacheLayout.Layer(
          heads: sizes.kvHeads, keyDim: sizes.keyDim, valueDim: sizes.valueDim,
          window: sizes.isBidirectional ? nil : sizes.window)
      ]
    case .latent(let sizes):
      // Values are read out of the rows: nothing is stored twice.
      let rows = CacheLayout.Layer(
        content: .latentRows, heads: 1, keyDim: sizes.rowWidth, valueDim: 0, window: nil)
      guard let indexer = sizes.indexer?.storedWidth else { return [rows] }
      return [
        rows,
        CacheLayout.Layer(
          content: .indexerKeys, heads: 1, keyDim: indexer, valueDim: 0, window: nil),
      ]
    case .recurrent: return []
    }
  }
}
