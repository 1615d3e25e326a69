import TernKernels

extension Family {
  /// What is particular about a family's latent attention.
  package struct Latent: Sendable {
    /// Whether YaRN's magnitude multiplies the scores too.
    var scalesByMagnitude = true
    /// Whether `rope.scaling.yarn_log_multiplier` is read.
    var readsLogMultiplier = true
    /// Whether a log multiplier leaves the magnitude of queries and keys at 1.
    var isBalanced = false
    /// What chooses the positions that are seen; `nil`: all are.
    var indexer: Indexer?
  }

  /// What is particular about a family's indexer.
  package struct Indexer: Sendable {
    /// Of the norm of its keys.
    var epsilon: Float
    /// How its heads rotate.
    var rope: RopeLayout
    /// Whether `attention.indexer.types` lists the layers that choose; the others see what the last
    /// one before them chose.
    var isListed: Bool
  }
}
