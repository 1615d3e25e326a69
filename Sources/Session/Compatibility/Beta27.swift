// Names of the betas of FoundationModels 27 that published code still has.

extension ImageReference {
  /// The image in a transcript; now any sequence of entries will do.
  @available(*, deprecated, renamed: "resolved(in:)")
  public func resolve(in transcript: Transcript) -> Transcript.ImageAttachment? {
    resolved(in: transcript)
  }
}
