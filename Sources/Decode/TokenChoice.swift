import Foundation

/// A token that was added to a text.
package struct TokenChoice: Sendable {
  package var token: Int32
  /// The text that became certain with it; a character may take several tokens.
  package var text: String
  /// The natural logarithm of the probability that the model gave the token, before any option
  /// changed it; `nil` for tokens that a constraint left no choice of.
  package var logProbability: Float?
  /// The likeliest tokens and their logarithms, the likeliest first.
  package var top: [(token: Int32, logProbability: Float)]
}

/// The distribution that logits stand for.
struct LogProbabilities {
  private let logits: [Float]
  /// The logarithm of the sum of all exponentials.
  private let total: Float
  let top: [(token: Int32, logProbability: Float)]

  /// Cost: two passes over the vocabulary, and one insertion for each token among the `top`.
  init(_ logits: [Float], top count: Int) {
    self.logits = logits
    let most = logits.max() ?? 0
    let sum = logits.reduce(0.0) { $0 + Double(exp($1 - most)) }
    let total = most + Float(log(sum))
    self.total = total
    var best: [(token: Int32, logProbability: Float)] = []
    for (token, logit) in logits.enumerated() where count > 0 {
      let value = logit - total
      if best.count == count, let last = best.last, value <= last.logProbability { continue }
      let place = best.firstIndex { $0.logProbability < value } ?? best.count
      best.insert((Int32(token), value), at: place)
      if best.count > count { best.removeLast() }
    }
    top = best
  }

  func value(of token: Int32) -> Float? {
    logits.indices.contains(Int(token)) ? logits[Int(token)] - total : nil
  }
}
