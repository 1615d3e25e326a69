import TernDecode

extension GenerationOptions {
  /// The options as the engine has them; what is not said is random sampling, as on Apple's systems.
  var engineOptions: TernDecode.GenerationOptions {
    var options = TernDecode.GenerationOptions()
    if let local { local.apply(to: &options) }
    options.logProbabilities = nil
    if let maximumResponseTokens { options.maximumTokens = maximumResponseTokens }
    if let temperature { options.sampling.temperature = Float(temperature) }
    switch samplingMode?.kind {
    case .greedy: options.sampling.temperature = 0
    case .randomTopK(let count, let seed):
      // Only what was asked for narrows the choice.
      (options.sampling.topK, options.sampling.topP, options.sampling.minP) = (count, 1, 0)
      options.sampling.seed = seed ?? options.sampling.seed
    case .randomProbabilityThreshold(let share, let seed):
      (options.sampling.topK, options.sampling.topP, options.sampling.minP) = (0, Float(share), 0)
      options.sampling.seed = seed ?? options.sampling.seed
    case nil: break
    }
    return options
  }
}
