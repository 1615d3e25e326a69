import Foundation
import TernFormat
import TernKernels
import TernModel

/// Scores as the definition has them: a pass for each token, and sums in double precision.
struct PlainScores {
  private let model: Model

  init(_ path: String) throws {
    model = try Model(
      GGUFFile(path: path), compute: Compute(threads: 1), options: ModelOptions(cacheType: .f32))
  }

  /// For each position the logarithms of the probabilities of all tokens after it.
  func distributions(_ tokens: [Int32]) throws -> [[Double]] {
    let cache = model.makeCache()
    var found: [[Double]] = []
    for (position, token) in tokens.enumerated() {
      let row = BatchRow(token: token, cache: cache, position: position, wantsLogits: true)
      try unsafe model.forward([row]) { _, logits in
        unsafe found.append(Self.logSoftmax(Array(logits)))
      }
    }
    return found
  }

  static func logSoftmax(_ logits: [Float]) -> [Double] {
    let top = logits.reduce(-.infinity) { max($0, Double($1)) }
    let total = top + log(logits.reduce(0) { $0 + exp(Double($1) - top) })
    return logits.map { Double($0) - total }
  }

  /// The likeliest tokens, of equal ones first that with the lower id.
  static func likeliest(_ logits: [Double], _ count: Int) -> [Int32] {
    logits.indices.sorted { (logits[$1], $0) < (logits[$0], $1) }.prefix(count).map { Int32($0) }
  }
}
