import TernDecode
import TernModel

/// Runs prompts and generation on a model and takes their time.
struct Runner {
  let model: Model

  /// Adds `count` tokens to `cache` at once.
  func fill(_ cache: KVCache, _ count: Int, logits: Bool = false) throws {
    let start = cache.length
    let rows = (0..<count).map {
      BatchRow(
        token: token(start + $0), cache: cache, position: start + $0,
        wantsLogits: logits && $0 == count - 1)
    }
    if !rows.isEmpty { try unsafe model.forward(rows) { _, _ in } }
  }

  /// Tokens per second of a prompt of `count` tokens after those in `cache`.
  func prompt(_ cache: KVCache, _ count: Int) throws -> Double {
    Double(count) / (try seconds { try fill(cache, count, logits: true) })
  }

  /// Tokens per second of `count` tokens one by one, after one that does not count.
  ///
  /// `afterStep` is called after each that counts.
  func generation(_ cache: KVCache, _ count: Int, afterStep: () -> Void = {}) throws -> Double {
    var row = [BatchRow(token: token(0), cache: cache, position: 0, wantsLogits: true)]
    func step(_ index: Int) throws {
      row[0].token = token(index)
      row[0].position = cache.length
      try unsafe model.forward(row) { _, _ in }
    }
    try step(0)
    let time = try seconds {
      for index in 0..<count {
        try step(index)
        afterStep()
      }
    }
    return Double(count) / time
  }

  /// The calls to `malloc` that a step of a generation makes: the median and the largest of
  /// `count`; `nil` where they cannot be counted.
  ///
  /// A step that begins a page of the cache, one of 64, has to allocate it: the median is what
  /// counts.
  func allocations(_ cache: KVCache, _ count: Int) throws -> (median: Int, most: Int)? {
    guard count > 0, AllocationCounter.start() else { return nil }
    var counts = [Int](repeating: 0, count: count)
    var index = 0
    var before = 0
    // The first step that counts only sets `before`.
    _ = try generation(cache, count) {
      let now = AllocationCounter.count
      counts[index] = index == 0 ? 0 : now - before
      before = now
      index += 1
    }
    let steps = counts.dropFirst().sorted()
    guard let most = steps.last else { return nil }
    return (steps[steps.count / 2], most)
  }

  /// Ids all over the vocabulary: speed does not depend on them, but embedding rows should not all
  /// be in the cache.
  private func token(_ index: Int) -> Int32 {
    Int32((index * 7919 + 13) % model.vocabularySize)
  }
}

/// How long `work` takes.
func seconds(_ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let began = clock.now
  try work()
  return (clock.now - began).seconds
}
