import TernModel

/// Keeps the caches of the last few sequences and hands out the one that shares the longest
/// prefix with a new prompt.
///
/// Not thread-safe: it belongs to the engine's thread.
struct PrefixCache {
  private struct Entry {
    var tokens: [Int32]
    var cache: KVCache
    /// Whose it is.
    var sharing: PrefixSharing
  }

  /// How many sequences are kept, and how many bytes they may take, where shared pages count once;
  /// the least recently used one leaves.
  private let capacity: Int
  private let byteLimit: Int
  /// Least recently used first.
  private var entries: [Entry] = []

  init(capacity: Int, byteLimit: Int = .max) {
    (self.capacity, self.byteLimit) = (capacity, byteLimit)
  }

  /// A cache that holds a prefix of the first `prompt` tokens of a sequence, at most all but the last
  /// of them, and the prefix's length.
  ///
  /// Of the kept sequences it looks at those with the same `sharing`.
  /// A kept sequence that is wholly a prefix is continued in place; otherwise its pages are shared
  /// by a fork, as are those of the `live` ones, which others go on with. Where a sliding-window
  /// layer no longer holds what the shorter prefix needs, nothing is reused: the prompt is prefilled
  /// again. Models with recurrent layers go on from their checkpoints.
  mutating func take(
    for sequence: [Int32], prompt: Int, sharing: PrefixSharing,
    live: [(tokens: [Int32], cache: KVCache)] = [], makeCache: () -> KVCache
  ) -> (cache: KVCache, reused: Int, isShared: Bool) {
    var best = (place: -1, length: 0)
    let known = entries.map { ($0.tokens, $0.cache) } + live
    for (place, (tokens, cache)) in known.enumerated() {
      guard place >= entries.count || entries[place].sharing == sharing else { continue }
      let common = min(Self.commonPrefix(tokens, sequence), prompt - 1)
      let length = cache.reusableLength(upTo: common)
      if length > best.length { best = (place, length) }
    }
    guard best.place >= 0 else { return (makeCache(), 0, false) }
    let fork: KVCache
    if best.place < entries.count {
      let entry = entries.remove(at: best.place)
      if entry.tokens.count == best.length { return (entry.cache, best.length, false) }
      fork = entry.cache.fork()
      entries.append(entry)
    } else {
      fork = live[best.place - entries.count].cache.fork()
    }
    guard case .kept = fork.truncate(to: best.length) else { return (makeCache(), 0, false) }
    return (fork, best.length, true)
  }

  /// How much of a sequence's first `limit` tokens is kept and can be continued.
  func longest(for sequence: [Int32], limit: Int, sharing: PrefixSharing) -> Int {
    entries.lazy.filter { $0.sharing == sharing }.reduce(0) { longest, entry in
      let common = min(Self.commonPrefix(entry.tokens, sequence), limit)
      return max(longest, entry.cache.reusableLength(upTo: common))
    }
  }

  /// The kept sequence of those for everyone that shares the longest prefix with another one.
  func closest(to sequence: [Int32]) -> (tokens: [Int32], cache: KVCache)? {
    everyones.max {
      Self.commonPrefix($0.tokens, sequence) < Self.commonPrefix($1.tokens, sequence)
    }
  }

  /// The kept sequences of those for everyone, the least recently used first.
  var everyones: [(tokens: [Int32], cache: KVCache)] {
    entries.filter { $0.sharing == .everyone }.map { ($0.tokens, $0.cache) }
  }

  /// How many sequences are kept, and the bytes that they take together.
  var usage: (count: Int, bytes: Int) {
    var pages = PageCounts()
    for entry in entries { pages.add(entry.cache) }
    return (entries.count, pages.byteCount)
  }

  /// Keeps `cache`, whose positions hold `tokens`; what is wholly a beginning of it need not stay.
  mutating func keep(_ cache: KVCache, tokens: [Int32], sharing: PrefixSharing = .everyone) {
    guard capacity > 0, !tokens.isEmpty, sharing.isKept else { return }
    entries.removeAll { $0.sharing == sharing && tokens.starts(with: $0.tokens) }
    entries.append(Entry(tokens: tokens, cache: cache, sharing: sharing))
    while entries.count > capacity { entries.removeFirst() }
    dropBeyondLimit()
  }

  /// Tokens of all sequences that the head for drafts has read.
  var draftTokens: Int { entries.reduce(0) { $0 + $1.cache.draftTokenCount } }

  /// Drops what the head for drafts keeps of the sequences; false where that is nothing.
  mutating func forgetDrafts() -> Bool {
    let drafting = entries.filter { $0.cache.draftLength > 0 }
    for entry in drafting { entry.cache.truncateDrafts(to: 0) }
    return !drafting.isEmpty
  }

  /// Drops the least recently used sequence; false where none is kept.
  mutating func dropOldest() -> Bool {
    guard !entries.isEmpty else { return false }
    entries.removeFirst()
    return true
  }

  /// Drops the least recently used sequences, all but the last, until the others are within the
  /// limit.
  private mutating func dropBeyondLimit() {
    // Pages are looked at one by one only where counting shared ones twice is too much.
    guard entries.count > 1, entries.reduce(0, { $0 + $1.cache.byteCount }) > byteLimit else {
      return
    }
    var pages = PageCounts()
    for entry in entries { pages.add(entry.cache) }
    while entries.count > 1, pages.byteCount > byteLimit {
      pages.remove(entries.removeFirst().cache)
    }
  }

  static func commonPrefix(_ a: [Int32], _ b: [Int32]) -> Int {
    zip(a, b).prefix { $0 == $1 }.count
  }
}

/// How many caches refer to each page, and the bytes of all pages.
private struct PageCounts {
  private var counts: [ObjectIdentifier: Int] = [:]
  private(set) var byteCount = 0

  mutating func add(_ cache: KVCache) {
    cache.forEachBlock { page, bytes in
      let count = counts[ObjectIdentifier(page)] ?? 0
      counts[ObjectIdentifier(page)] = count + 1
      if count == 0 { byteCount += bytes }
    }
  }

  mutating func remove(_ cache: KVCache) {
    cache.forEachBlock { page, bytes in
      let count = counts[ObjectIdentifier(page)] ?? 0
      counts[ObjectIdentifier(page)] = count > 1 ? count - 1 : nil
      if count == 1 { byteCount -= bytes }
    }
  }
}
