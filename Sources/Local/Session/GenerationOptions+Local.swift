import TernSession

extension GenerationOptions {
  /// What only Tern's own models know; not part of transcripts.
  public var local: LocalGenerationOptions? {
    get { providerOptions.value as? LocalGenerationOptions }
    set { providerOptions.value = newValue }
  }
}
