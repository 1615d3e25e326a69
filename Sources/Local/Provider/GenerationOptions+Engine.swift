import TernDecode

extension TernDecode.GenerationOptions {
  /// The options of a session as the engine has them; what is not said is random sampling, as on
  /// Apple's systems.
  init(_ options: SessionGenerationOptions) {
    self.init()
    if let local = options.local { local.apply(to: &self) }
    if let maximum = options.maximumResponseTokens { maximumTokens = maximum }
    if let temperature = options.temperature { sampling.temperature = Float(temperature) }
    switch options.samplingMode?.kind {
    case .greedy: sampling.temperature = 0
    case .randomTopK(let count, let seed):
      // Only what was asked for narrows the choice.
      (sampling.topK, sampling.topP, sampling.minP) = (count, 1, 0)
      sampling.seed = seed ?? sampling.seed
    case .randomProbabilityThreshold(let share, let seed):
      (sampling.topK, sampling.topP, sampling.minP) = (0, Float(share), 0)
      sampling.seed = seed ?? sampling.seed
    case nil: break
    @unknown default: break
    }
  }
}
