extension Matcher {
  /// Why answers are not to be trusted any more; `nil` where they are.
  package var error: GrammarError? { machine.error }

  /// A number of tokens that suffice to complete the text; `nil` where it is not quickly known.
  ///
  /// Much larger than that of ``ending()``, but cheap: two lookups at most places.
  package func endingLimit() -> Int? {
    // Every token has a byte at least.
    isEnded ? 0 : machine.endingLimit(threads)
  }
}
