/// Tokens that may come next, with the probability of each that it comes when those before it did.
struct Guess {
  var tokens: [Int32] = []
  var shares: [Double] = []

  var count: Int { tokens.count }

  mutating func cut(to count: Int) {
    guard count < tokens.count else { return }
    tokens.removeLast(tokens.count - count)
    shares.removeLast(shares.count - count)
  }

  mutating func add(_ token: Int32, share: Double) {
    tokens.append(token)
    shares.append(share)
  }
}

/// Guesses the next tokens of one generation by what followed its last ones before, and learns from
/// those that come.
struct Drafter {
  private var index = SuffixIndex()
  private var acceptance = Acceptance()
  private let limit: Int
  /// The match of the sequence's end when it had `seen` tokens.
  private var match: SuffixIndex.Match?
  private var seen = 0

  /// `nil` where the options say that there are no drafts.
  init?(_ options: DraftOptions) {
    guard options.limit > 0 else { return nil }
    limit = min(options.limit, DraftOptions.largest)
  }

  /// At most `room` tokens that may follow `sequence`; empty where its last token is new.
  mutating func guess(_ sequence: [Int32], room: Int) -> Guess {
    if sequence.count != seen || seen == 0 {
      learn(sequence)
      index.read(sequence)
      match = index.match(sequence)
      seen = sequence.count
    }
    guard let match, room > 0 else { return Guess() }
    var guess = Guess()
    for place in 0..<min(limit, room) {
      let source = match.follows + place
      // What is copied may reach into the copy, as in a list of the same words.
      let token = source < seen ? sequence[source] : guess.tokens[source - seen]
      guess.add(token, share: acceptance.share(match.length + place))
    }
    return guess
  }

  /// Compares the tokens that came with those that followed the match.
  private mutating func learn(_ sequence: [Int32]) {
    guard let match else { return }
    for place in 0..<max(0, min(sequence.count - seen, DraftOptions.largest)) {
      let stands = sequence[seen + place] == sequence[match.follows + place]
      acceptance.note(length: match.length + place, stands: stands)
      guard stands else { return }
    }
  }
}
