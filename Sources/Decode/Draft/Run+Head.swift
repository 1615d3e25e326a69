import TernModel

/// What a request keeps for the head for drafts.
extension Run {
  /// Whether the state of a position is to be kept: the head has neither read it nor is it kept.
  ///
  /// - Parameter pays: Whether the head's guesses pay; where not, prompts are not computed for it.
  func wantsState(at position: Int, wantsLogits: Bool, pays: Bool) -> Bool {
    guard let feed, position >= max(feed.end, (cache?.draftLength ?? 0) - 1) else { return false }
    return wantsLogits || pays || !isPrefilling
  }

  /// Takes the state of a position.
  func takeState(_ state: UnsafeBufferPointer<Float>, at position: Int) {
    unsafe feed?.take(state, at: position)
  }

  /// Whether the state before the sequence's last token is known, which a guess begins with.
  var isReadable: Bool {
    guard let feed else { return false }
    return (feed.start..<feed.end).contains(generation.sequence.count - 2)
  }

  /// Takes out of the feed what the head can read: tokens, with the states before them.
  ///
  /// With `wantsGuess` up to the sequence's last token, which a guess is made from; else up to the one
  /// before, so that a guess can follow.
  func takeReadable(wantsGuess: Bool) -> [DraftRow] {
    guard let feed, let cache else { return [] }
    let sequence = generation.sequence
    let end = min(feed.end, sequence.count - (wantsGuess ? 1 : 2))
    let places = feed.start..<max(feed.start, end)
    let rows = places.map { place in
      DraftRow(
        token: sequence[place + 1], cache: cache, position: place + 1, state: feed[place],
        wantsGuess: wantsGuess && place == places.upperBound - 1)
    }
    self.feed?.drop(before: places.upperBound)
    return rows
  }

  /// Gives up drafts by the head, and the memory that they took.
  func forgetDrafts() {
    feed = nil
    headGuess = nil
    cache?.truncateDrafts(to: 0)
  }
}
