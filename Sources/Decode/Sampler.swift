import TernKernels

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

  package init(_ options: SamplingOptions) throws(SamplingError) {
    try options.validate()
    self.options = options
    seed = options.seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    random = RandomSource(seed: seed)
    penalties = Penalties(options)
  }

  /// Tells the sampler of a token of the prompt or of the text so far.
  package mutating func accept(_ token: Int32) {
    penalties?.accept(token)
  }

  /// Chooses a token; `logits` are changed in place by biases and penalties.
  ///
  /// `nil` when no token is possible (every logit is −∞ or NaN). Cost: greedy one pass over the
  /// vocabulary; with top-k one pass and a heap; without, one pass of exponentials.
  package mutating func sample(_ logits: inout [Float]) -> Int32? {
    adjust(&logits)
    if options.temperature == 0 { return Self.argmax(logits) }
    select(logits)
    return candidates.draw(temperature: options.temperature, unit: random.unit())
  }

  /// The distribution that ``sample(_:)`` would draw from; for tests and for showing it to people.
  package mutating func distribution(_ logits: inout [Float]) -> [(token: Int32, p: Double)] {
    adjust(&logits)
    if options.temperature == 0 { return Self.argmax(logits).map { [($0, 1)] } ?? [] }
    select(logits)
    let p = candidates.probabilities(temperature: options.temperature)
    return zip(candidates.tokens, p).map { ($0.token, $1) }
  }

  private func adjust(_ logits: inout [Float]) {
    for (token, bias) in options.logitBias where token >= 0 && Int(token) < logits.count {
      logits[Int(token)] += bias
    }
    penalties?.apply(to: &logits)
  }

  private mutating func select(_ logits: [Float]) {
    if options.topK > 0 {
      candidates.takeTop(min(options.topK, logits.count), of: logits)
      if options.topP < 1 { candidates.keepMass(options.topP) }
    } else if options.topP < 1 {
      candidates.takeMass(options.topP, of: logits)
    } else {
      candidates.takeBand(.infinity, of: logits)
    }
    candidates.keepAbove(minP: options.minP)
  }

  /// The index of the highest logit, the first of equals; NaN never wins.
  private static func argmax(_ logits: [Float]) -> Int32? {
    unsafe logits.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return nil }
      let index = unsafe indexOfLargest(base, $0.count)
      // 0 also stands for none.
      return unsafe base[index] > -.infinity ? Int32(index) : nil
    }
  }
}
