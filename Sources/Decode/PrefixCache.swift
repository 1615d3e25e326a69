import TernModel

/// Keeps the caches of the last few sequences and hands out the one that shares the longest
/// prefix with a new prompt.
///
/// Not thread-safe: it belongs to the engine's thread.
struct PrefixCache {
  private struct Entry {
    var tokens: [Int32]
    var cache: KVCache
  }

  /// How many sequences are kept; the least recently used one leaves.
  let capacity: Int
  /// Least recently used first.
  private var entries: [Entry] = []

  init(capacity: Int) { self.capacity = capacity }

  /// A cache that holds a prefix of `prompt`, at most all but its last token, and the prefix's
  /// length.
  ///
  /// A kept sequence that is wholly a prefix of the prompt is continued in place; otherwise its
  /// pages are shared by a fork. Where a sliding-window layer no longer holds what the shorter
  /// prefix needs, nothing is reused: the prompt is prefilled again.
  mutating func take(for prompt: [Int32], makeCache: () -> KVCache) -> (cache: KVCache, reused: Int)
  {
    var best = (index: -1, length: 0)
    for (index, entry) in entries.enumerated() {
      let length = min(Self.commonPrefix(entry.tokens, prompt), prompt.count - 1)
      if length > best.length { best = (index, length) }
    }
    guard best.index >= 0 else { return (makeCache(), 0) }
    let entry = entries.remove(at: best.index)
    if entry.tokens.count == best.length { return (entry.cache, best.length) }
    let fork = entry.cache.fork()
    entries.append(entry)
    guard case .kept = fork.truncate(to: best.length) else { return (makeCache(), 0) }
    return (fork, best.length)
  }

  /// Keeps `cache`, whose positions hold `tokens`.
  mutating func keep(_ cache: KVCache, tokens: [Int32]) {
    guard capacity > 0, !tokens.isEmpty else { return }
    entries.append(Entry(tokens: tokens, cache: cache))
    if entries.count > capacity { entries.removeFirst() }
  }

  mutating func removeAll() { entries.removeAll() }

  private static func commonPrefix(_ a: [Int32], _ b: [Int32]) -> Int {
    zip(a, b).prefix { $0 == $1 }.count
  }
}
