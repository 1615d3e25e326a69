import TernFormat
import TernKernels

/// What the cache of one sequence takes, as a file's metadata alone tells.
package struct CacheCost: Sendable {
  /// Layers that keep rows of the same kind, of the same tokens.
  package struct Rows: Sendable {
    package let content: CacheLayout.Content
    /// How many tokens at the end are kept; `nil`: all.
    package let window: Int?
    /// How many layers keep such rows of their own.
    package fileprivate(set) var layers = 0
    fileprivate var bytes: [CacheType: Int] = [:]

    /// Bytes of one token in all these layers; `nil` where caches of `type` cannot hold them.
    package func byteCount(_ type: CacheType) -> Int? { bytes[type] }
  }

  /// The context that the figures are for.
  package let context: Int
  package private(set) var rows: [Rows] = []
  /// How many recurrent mixers there are, and the bytes of their states, whatever the length of a
  /// sequence.
  package let stateCount: Int
  package let stateBytes: Int
  package let checkpoints: CheckpointRule?

  /// `nil` where nothing is kept of a text, which is read as a whole.
  ///
  /// `cacheBytes`: what all caches may take together.
  package init?(_ config: Config, cacheBytes: Int) throws(ModelError) {
    guard !config.encoding.isBidirectional else { return nil }
    context = config.defaultContext
    let layout = try CacheLayout(
      config.layers, type: .f32, memory: PageMemory(limit: cacheBytes), rotations: [],
      context: context)
    stateCount = layout.states.count
    stateBytes = layout.stateBytes
    checkpoints = layout.checkpoints
    let types = CacheType.allCases.filter { type in
      layout.layers.allSatisfy { $0.unfitDimension(type) == nil }
    }
    for layer in layout.layers {
      let known = rows.firstIndex { $0.content == layer.content && $0.window == layer.window }
      let place = known ?? rows.count
      if known == nil { rows.append(Rows(content: layer.content, window: layer.window)) }
      rows[place].layers += 1
      for type in types {
        let one = layer.pageBytes(type) / KVPage.positions
        // Sizes that no tensors have been compared with may be absurd.
        let (sum, isTooLarge) = one.addingReportingOverflow(rows[place].bytes[type] ?? 0)
        rows[place].bytes[type] = isTooLarge ? .max : sum
      }
    }
  }

  /// Bytes of all checkpoints of a sequence that fills the context.
  package var checkpointBytes: Int {
    checkpoints.map { context / $0.interval * stateBytes } ?? 0
  }
}
