import Foundation
import TernKernels

/// The distribution that a row of logits stands for, as logarithms.
///
/// Its buffers are used again for the next row.
struct LogProbabilities {
  private var weights = LogitWeights()
  private var candidates = Candidates()
  private var logits: [Float] = []
  /// The logarithm of the sum of all exponentials.
  private var total = 0.0

  /// Takes a row; false where it stands for no distribution, because no logit is a finite number.
  ///
  /// Cost: a few vector passes over the row.
  mutating func read(_ row: some Collection<Float>) -> Bool {
    logits.removeAll(keepingCapacity: true)
    logits.append(contentsOf: row)
    weights.begin(&logits)
    weights.fill(logits, temperature: 1, cut: LogitCut(least: -.infinity))
    total = Double(weights.top) + log(weights.total)
    return total.isFinite
  }

  /// The logarithm of a token's probability; `nil` outside the row and where it is not a number.
  func value(of token: Int32) -> Float? {
    guard logits.indices.contains(Int(token)) else { return nil }
    let value = Float(Double(logits[Int(token)]) - total)
    return value.isNaN ? nil : value
  }

  /// The likeliest tokens, the likeliest first; of equal ones that with the lower id.
  mutating func top(_ count: Int) -> [(token: Int32, logProbability: Float)] {
    guard count > 0 else { return [] }
    candidates.takeTop(min(count, logits.count), of: logits, weights)
    return candidates.tokens.map { ($0.token, Float(Double($0.logit) - total)) }
  }
}
