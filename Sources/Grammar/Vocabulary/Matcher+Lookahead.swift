extension Matcher {
  /// How many of `tokens` could be accepted one after another, and what would then be forced; nothing
  /// changes.
  ///
  /// Stops before a token that would force `most` tokens or more. Cost: that of accepting the tokens,
  /// and of finding what each forces.
  package func lookahead(
    _ tokens: some Collection<Int32>, forcing most: Int
  ) -> (count: Int, forced: [Int32]) {
    let begun = run
    var count = 0
    var next: [Int32] = []
    for token in tokens {
      guard accept(token) else { break }
      let forced = isEnded ? [] : forced()
      guard forced.count < most else {
        rollback(1)
        break
      }
      count += 1
      next = forced
    }
    rollback(count)
    // Taking tokens back forgets the run of forced tokens that the generation may be in.
    run = begun
    return (count, next)
  }
}
