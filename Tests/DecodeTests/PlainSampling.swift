import Foundation
import TernDecode

/// The distribution of the sampling options by their definitions, in the plainest way: sort, cut,
/// normalise, all in double precision.
struct PlainSampling {
  /// The tokens that stay, most likely first, with their probabilities.
  private(set) var tokens: [(token: Int32, p: Double)] = []
  /// How far the cut of top-p is from falling one token earlier or later, in probability.
  private(set) var margin = Double.infinity

  init(_ logits: [Float], _ options: SamplingOptions) {
    var entries = logits.enumerated().map { (token: Int32($0), logit: $1) }
    entries.removeAll { !($0.logit > -.infinity) }
    entries.sort { $0.logit > $1.logit || ($0.logit == $1.logit && $0.token < $1.token) }
    guard let top = entries.first?.logit else { return }
    func shares(_ temperature: Double) -> [Double] {
      let weights = entries.map { exp((Double($0.logit) - Double(top)) / temperature) }
      let total = weights.reduce(0, +)
      return weights.map { $0 / total }
    }
    if options.topK > 0 { entries = Array(entries.prefix(options.topK)) }
    if options.topP < 1 {
      var held = 0.0
      var kept = 0
      for p in shares(1) {
        margin = min(margin, abs(held - Double(options.topP)))
        if kept > 0 && held >= Double(options.topP) { break }
        kept += 1
        held += p
      }
      margin = min(margin, abs(held - Double(options.topP)))
      entries = Array(entries.prefix(kept))
    }
    if options.minP > 0 {
      let least = top + log(options.minP)
      entries.removeAll { $0.logit < least }
    }
    tokens = zip(entries, shares(Double(options.temperature))).map { ($0.token, $1) }
  }
}
