/// What the head for drafts keeps of a sequence: keys and values for each token that it has read
/// together with the state of the token before.
///
/// Tokens that it has not read leave no gap: those behind them take their places. So the head can begin
/// anywhere in a sequence, and go on where states are missing. Its guesses may then be worse, and are
/// checked like all others.
struct DraftCache {
  let cache: KVCache
  /// The positions of the tokens, in order.
  private(set) var positions: [Int32]

  init(_ layout: CacheLayout) { self.init(KVCache(layout), []) }

  private init(_ cache: KVCache, _ positions: [Int32]) {
    (self.cache, self.positions) = (cache, positions)
  }

  /// The position after that of the last token; 0 where there is none.
  var end: Int { positions.last.map { Int($0) + 1 } ?? 0 }

  func fork() -> DraftCache { DraftCache(cache.fork(), positions) }

  /// Notes the tokens of a pass that has stored them.
  mutating func append(_ position: Int) { positions.append(Int32(position)) }

  /// Forgets the tokens from position `length` on.
  mutating func truncate(to length: Int) {
    var count = positions.count
    while count > 0, positions[count - 1] >= length { count -= 1 }
    guard count < positions.count else { return }
    positions.removeLast(positions.count - count)
    _ = cache.truncate(to: count)
  }
}
