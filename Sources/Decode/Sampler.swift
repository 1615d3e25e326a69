import Foundation
import TernKernels

/// Says which tokens may come next.
package protocol TokenFilter {
  /// Whether a token may come next.
  mutating func allows(_ token: Int32) -> Bool
  /// Sets the logits of the tokens that may not come next to −∞.
  mutating func forbidOthers(_ logits: inout [Float])
}

/// Chooses tokens from logits by ``SamplingOptions``, with its own random sequence and memory of
/// the tokens seen.
///
/// Not thread-safe: one sampler belongs to one generation.
package struct Sampler {
  private let options: SamplingOptions
  /// The seed in use: the given one, or the one that was drawn.
  package let seed: UInt64
  private var random: RandomSource
  private var penalties: Penalties?
  private var candidates = Candidates()
  private var weights: LogitWeights

  /// `isa` lowers the instruction set (for tests).
  package init(_ options: SamplingOptions, isa: ISA? = nil) throws(SamplingError) {
    try options.validate()
    self.options = options
    seed = options.seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    random = RandomSource(seed: seed)
    penalties = Penalties(options)
    weights = LogitWeights(isa: isa)
  }

  /// Tells the sampler of a token of the prompt or of the text so far.
  package mutating func accept(_ token: Int32) {
    penalties?.accept(token)
  }

  /// Chooses a token; `logits` are changed in place by biases and penalties.
  ///
  /// `nil` when no token is possible (every logit is −∞ or NaN). With top-k the draw goes from the
  /// most likely token down, without by id. Cost: greedy one pass over the vocabulary; with top-k
  /// one and a heap; otherwise two, with top-p five. Nothing is allocated after the first token.
  package mutating func sample(_ logits: inout [Float]) -> Int32? {
    adjust(&logits)
    return choose(&logits)
  }

  /// Chooses a token that `filter` allows, as if the others' logits had been −∞ from the start.
  ///
  /// Usually the first choice is allowed, and the filter need not look at the other tokens: a draw
  /// that is kept if it is allowed, and made again among the allowed tokens if not, has the
  /// distribution of a draw among these. Only top-k, top-p and min-p must count nothing else.
  package mutating func sample(
    _ logits: inout [Float], _ filter: inout some TokenFilter
  ) -> Int32? {
    adjust(&logits)
    if options.temperature == 0 || !cuts(logits) {
      guard let token = choose(&logits) else { return nil }
      if filter.allows(token) { return token }
    }
    filter.forbidOthers(&logits)
    return choose(&logits)
  }

  /// Whether some tokens leave the draw because of the others.
  private func cuts(_ logits: [Float]) -> Bool {
    ranks(logits) || options.topP < 1 || options.minP > 0
  }

  /// Chooses by adjusted logits.
  private mutating func choose(_ logits: inout [Float]) -> Int32? {
    if options.temperature == 0 { return weights.largest(of: logits).map(Int32.init) }
    weights.begin(&logits)
    if ranks(logits) {
      takeCandidates(logits)
      return candidates.draw(temperature: options.temperature, unit: random.unit())
    }
    weights.fill(logits, temperature: options.temperature, cut: cut(logits))
    return weights.draw(unit: random.unit()).map(Int32.init)
  }

  /// The distribution that ``sample(_:)`` would draw from, in the order of the draw; for tests and
  /// for showing it to people.
  package mutating func distribution(_ logits: inout [Float]) -> [(token: Int32, p: Double)] {
    adjust(&logits)
    if options.temperature == 0 {
      return weights.largest(of: logits).map { [(Int32($0), 1)] } ?? []
    }
    weights.begin(&logits)
    if ranks(logits) {
      takeCandidates(logits)
      let p = candidates.probabilities(temperature: options.temperature)
      return zip(candidates.tokens, p).map { ($0.token, $1) }
    }
    let cut = cut(logits)
    weights.fill(logits, temperature: options.temperature, cut: cut)
    let total = weights.total
    return logits.indices.filter { cut.keeps($0, logits[$0]) }
      .map { (Int32($0), Double(weights.weights[$0]) / total) }
  }

  private func adjust(_ logits: inout [Float]) {
    for (token, bias) in options.logitBias where token >= 0 && Int(token) < logits.count {
      logits[Int(token)] += bias
    }
    penalties?.apply(to: &logits)
  }

  /// Whether the most likely tokens are taken by rank; a top-k of all tokens is none.
  private func ranks(_ logits: [Float]) -> Bool {
    options.topK > 0 && options.topK < logits.count
  }

  /// The least logit that min-p leaves.
  private var leastLogit: Float {
    options.minP > 0 ? weights.top + log(options.minP) : -.infinity
  }

  private mutating func takeCandidates(_ logits: [Float]) {
    candidates.takeTop(options.topK, of: logits, weights)
    if options.topP < 1 { candidates.keepMass(options.topP) }
    candidates.keep(from: leastLogit)
  }

  /// What top-p and min-p leave of the whole vocabulary.
  private mutating func cut(_ logits: [Float]) -> LogitCut {
    let probable = LogitCut(least: leastLogit)
    guard options.topP < 1 else { return probable }
    weights.fill(logits, temperature: 1, cut: LogitCut(least: -.infinity))
    let held = weights.cut(logits, mass: options.topP)
    return held.least >= probable.least ? held : probable
  }
}
