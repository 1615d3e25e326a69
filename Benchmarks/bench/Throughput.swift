import TernDecode
import TernFormat
import TernKernels
import TernModel

/// Tokens per second of prompts and of generation, one figure for each repetition.
struct Throughput {
  let model: Model
  let settings: Settings

  /// Tokens per second of a prompt of `settings.prompt` tokens.
  func prompt() throws -> Double {
    let cache = try filled()
    let rows = (0..<settings.prompt).map { index in
      BatchRow(
        token: token(index), cache: cache, position: settings.depth + index,
        wantsLogits: index == settings.prompt - 1)
    }
    return Double(settings.prompt) / (try seconds { try unsafe model.forward(rows) { _, _ in } })
  }

  /// Tokens per second of `settings.generate` steps of one token.
  func generation() throws -> Double {
    let cache = try filled()
    func step(_ index: Int) throws {
      let row = BatchRow(
        token: token(index), cache: cache, position: cache.length, wantsLogits: true)
      try unsafe model.forward([row]) { _, _ in }
    }
    try step(0)
    let time = try seconds { for index in 0..<settings.generate { try step(index) } }
    return Double(settings.generate) / time
  }

  /// A cache with `settings.depth` tokens in it.
  private func filled() throws -> KVCache {
    let cache = model.makeCache()
    let rows = (0..<settings.depth).map {
      BatchRow(token: token($0), cache: cache, position: $0, wantsLogits: false)
    }
    if !rows.isEmpty { try unsafe model.forward(rows) { _, _ in } }
    return cache
  }

  /// Ids all over the vocabulary: speed does not depend on them, but embedding rows should not all
  /// be in the cache.
  private func token(_ index: Int) -> Int32 {
    Int32((index * 7919 + 13) % model.vocabularySize)
  }

  private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    try work()
    return (clock.now - began).seconds
  }
}
