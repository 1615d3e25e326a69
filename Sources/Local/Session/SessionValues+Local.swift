import TernJSON
import TernSession

extension GenerationOptions {
  /// Options that only Tern's own models have; they are not part of transcripts.
  public var local: LocalGenerationOptions? {
    get { providerOptions.value as? LocalGenerationOptions }
    set { providerOptions.value = newValue }
  }
}

extension LanguageModelSession.Usage {
  /// How long the last request to one of Tern's models took; `nil` for other providers.
  public var timings: ResponseTimings? {
    guard let prefill = metadata[ResponseTimings.prefillSeconds]?.json.double,
      let generation = metadata[ResponseTimings.generationSeconds]?.json.double,
      let forced = metadata[ResponseTimings.forcedTokens]?.json.int,
      let seed = metadata[ResponseTimings.seed]?.json.number?.uint64
    else { return nil }
    return ResponseTimings(
      prefillSeconds: prefill, generationSeconds: generation, forcedTokens: forced, seed: seed)
  }
}
