/// One token to run: which, in which sequence, where, and what of it is wanted.
package struct BatchRow {
  package var token: Int32
  package var cache: KVCache
  /// Must be the cache's length plus the number of earlier rows of the same cache.
  package var position: Int
  package var wantsLogits: Bool
  /// Whether the state that the output matrix reads is wanted, for the head for drafts.
  package var wantsState: Bool

  package init(
    token: Int32, cache: KVCache, position: Int, wantsLogits: Bool, wantsState: Bool = false
  ) {
    self.token = token
    self.cache = cache
    self.position = position
    self.wantsLogits = wantsLogits
    self.wantsState = wantsState
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
  /// Rows whose logits are wanted, and rows whose states are, in order.
  private(set) var logits: [Int] = []
  private(set) var states: [Int] = []
  /// Rows that are computed behind the last mixer, in order.
  private(set) var wanted: [Int] = []

  var count: Int { tokens.count }

  /// Forgets the rows and lets go of the caches.
  mutating func clear() {
    tokens.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    caches.removeAll(keepingCapacity: true)
    cacheOf.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    logits.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    wanted.removeAll(keepingCapacity: true)
  }

  /// Adds a row whose position fits an Int32.
  mutating func append(_ row: BatchRow) {
    if row.wantsLogits { logits.append(count) }
    if row.wantsState { states.append(count) }
    if row.wantsLogits { wanted.append(count) }
    tokens.append(row.token)
    positions.append(Int32(row.position))
    let cache = index(of: row.cache)
    cacheOf.append(cache)
    counts[cache] += 1
  }

  /// Lets the rows whose states are wanted be computed behind the last mixer too.
  mutating func wantStates() { wanted = Set(wanted).union(states).sorted() }

  /// Keeps only the wanted rows, for what comes after the last attention.
  mutating func keepWanted() {
    positions = wanted.map { positions[$0] }
    tokens = wanted.map { tokens[$0] }
    cacheOf = wanted.map { cacheOf[$0] }
  }

  /// Keeps of the wanted rows those whose logits are, and answers with their places among them.
  mutating func keepLogits() -> [Int] {
    let places = wanted.indices.filter { logits.contains(wanted[$0]) }
    positions = places.map { positions[$0] }
    tokens = places.map { tokens[$0] }
    cacheOf = places.map { cacheOf[$0] }
    wanted = logits
    return places
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
