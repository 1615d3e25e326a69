extension Languages {
  /// The language of the texts that the pattern `text` matches: the whole of them where
  /// `wholeMatch`, or a part.
  ///
  /// Linear in the pattern but for lookaheads and word boundaries in counted groups, which are
  /// written out within ``PatternLimits``. Throws where the text is no pattern or uses what no
  /// regular language has, naming it.
  func pattern(
    _ text: String, _ syntax: PatternSyntax, wholeMatch: Bool
  ) throws(PatternError) -> Language {
    let node = try PatternReader.read(text, syntax)
    var compiler = PatternCompiler(self)
    let wasExhausted = isExhausted
    let language = try compiler.language(of: node, searches: !wholeMatch)
    if isExhausted, !wasExhausted {
      throw PatternError(message: "a pattern too large or too deep", offset: 0)
    }
    return language
  }
}
