/// When a cache keeps the states of recurrent layers, so that it can be cut back to them.
package struct CheckpointRule: Sendable, Equatable {
  /// What the distance of checkpoints follows from.
  package enum Reason: Sendable, Equatable {
    /// They are as near as they ever are.
    case nearest
    /// Nearer ones, of a whole context, would take more than this many bytes, which all models may
    /// take.
    case bytes(Int)
    /// As `bytes`, an eighth of the memory for caches.
    case shareOfMemory(Int)
  }

  /// States are kept at multiples of this many positions.
  package let interval: Int
  package let reason: Reason

  private static let nearest = 64
  private static let byteLimit = 256 << 20

  /// Checkpoints of `stateBytes` each; `nil` where there is nothing to keep.
  ///
  /// They are as near as it takes for those of a whole context to have no more than 256 MiB, or an
  /// eighth of the `cacheBytes` that all caches may take, and not nearer than 64 positions.
  init?(stateBytes: Int, context: Int, cacheBytes: Int) {
    guard stateBytes > 0 else { return nil }
    let share = cacheBytes / 8
    let count = max(1, min(Self.byteLimit, share) / stateBytes)
    interval = max(1, (context / count + Self.nearest - 1) / Self.nearest) * Self.nearest
    reason =
      if interval == Self.nearest { .nearest } else if share < Self.byteLimit {
        .shareOfMemory(share)
      } else { .bytes(Self.byteLimit) }
  }

  /// The positions that are computed again at most when a sequence goes back to one of its own.
  package var repeatedPositions: Int { interval - 1 }
}
