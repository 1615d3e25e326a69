/// One token to run: which, in which sequence, where, and whether its logits are wanted.
package struct BatchRow {
  package var token: Int32
  package var cache: KVCache
  /// Must be the cache's length plus the number of earlier rows of the same cache.
  package var position: Int
  package var wantsLogits: Bool

  package init(token: Int32, cache: KVCache, position: Int, wantsLogits: Bool) {
    self.token = token
    self.cache = cache
    self.position = position
    self.wantsLogits = wantsLogits
  }
}

/// A piece of a batch, laid out as the kernels want it.
///
/// Kept between pieces so that its arrays keep their memory.
struct BatchPlan {
  var tokens: [Int32] = []
  var positions: [Int32] = []
  /// The distinct caches, and for each row which of them is its own.
  var caches: [KVCache] = []
  var cacheOf: [Int] = []
  /// Rows of each cache.
  var counts: [Int] = []
  /// Rows whose logits are wanted, in order.
  var wanted: [Int] = []

  var count: Int { tokens.count }

  /// Forgets the rows and lets go of the caches.
  mutating func clear() {
    tokens.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    caches.removeAll(keepingCapacity: true)
    cacheOf.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    wanted.removeAll(keepingCapacity: true)
  }

  /// Adds a row whose position fits an Int32.
  mutating func append(_ row: BatchRow) {
    if row.wantsLogits { wanted.append(count) }
    tokens.append(row.token)
    positions.append(Int32(row.position))
    let cache = index(of: row.cache)
    cacheOf.append(cache)
    counts[cache] += 1
  }

  /// Keeps only the wanted rows, for what comes after the last attention.
  mutating func keepWanted() {
    positions = wanted.map { positions[$0] }
    tokens = wanted.map { tokens[$0] }
    cacheOf = wanted.map { cacheOf[$0] }
  }

  /// Rows of one sequence usually stand together, so the last cache is tried first.
  private mutating func index(of cache: KVCache) -> Int {
    if let last = cacheOf.last, caches[last] === cache { return last }
    if let known = caches.firstIndex(where: { $0 === cache }) { return known }
    caches.append(cache)
    counts.append(0)
    return caches.count - 1
  }
}
