import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport

/// The prompts of a suite folder: token ids, and tokens fed one by one afterwards.
struct SuitePrompts: Decodable {
  struct Prompt: Decodable {
    let prompt: [Int32]
    let then: [Int32]
  }
  let n_ctx: Int
  let prompts: [Prompt]
}

/// Helpers around one model.
struct Runner {
  let model: Model

  init(_ url: URL, context: Int? = nil, cacheType: CacheType = .f32, maxBatch: Int = 512) throws {
    let options = ModelOptions(context: context, cacheType: cacheType, maxBatch: maxBatch)
    model = try Model(
      GGUFFile(path: url.path), compute: Compute(threads: 2), options: options)
  }

  init(
    _ tiny: TinyGGUF, context: Int? = nil, cacheType: CacheType = .f32, maxBatch: Int = 512,
    threads: Int = 1
  ) throws {
    let options = ModelOptions(context: context, cacheType: cacheType, maxBatch: maxBatch)
    model = try Model(tiny.file(), compute: Compute(threads: threads), options: options)
  }

  /// Logits of every token of `tokens` appended to `cache`.
  func all(_ tokens: [Int32], _ cache: KVCache) throws -> [[Float]] {
    try run(tokens.enumerated().map { (cache, $1, cache.length + $0, true) })
  }

  /// Logits of the last token only.
  func last(_ tokens: [Int32], _ cache: KVCache) throws -> [Float] {
    let logits = try run(
      tokens.enumerated().map { (cache, $1, cache.length + $0, $0 == tokens.count - 1) })
    return logits.last ?? []
  }

  func run(_ rows: [(cache: KVCache, token: Int32, at: Int, wanted: Bool)]) throws -> [[Float]] {
    var result: [[Float]] = []
    var order: [Int] = []
    unsafe try model.forward(
      rows.map {
        BatchRow(token: $0.token, cache: $0.cache, position: $0.at, wantsLogits: $0.wanted)
      }
    ) { row, logits in
      order.append(row)
      unsafe result.append(Array(logits))
    }
    precondition(order == rows.indices.filter { rows[$0].wanted })
    return result
  }

  /// Logits of every position: the prompt as one batch, then token by token.
  func logits(_ prompt: SuitePrompts.Prompt) throws -> [[Float]] {
    let cache = model.makeCache()
    var logits = try all(prompt.prompt, cache)
    for token in prompt.then { logits += try all([token], cache) }
    return logits
  }
}

/// Reads little-endian float32 values.
func floats(_ url: URL) throws -> [Float] {
  [Float](littleEndian: try Data(contentsOf: url))
}

/// The largest difference; infinite where lengths differ or a value is not a number.
func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
  guard a.count == b.count else { return .infinity }
  var largest: Float = 0
  for (x, y) in zip(a, b) {
    let difference = abs(x - y)
    if !difference.isFinite { return .infinity }
    largest = max(largest, difference)
  }
  return largest
}

/// Squared error relative to the squared expectation.
func normalizedError(_ found: [Float], _ expected: [Float]) -> Double {
  guard found.count == expected.count else { return .infinity }
  var error = 0.0
  var norm = 0.0
  for (x, y) in zip(found, expected) {
    error += pow(Double(x) - Double(y), 2)
    norm += pow(Double(y), 2)
  }
  return error / norm
}
