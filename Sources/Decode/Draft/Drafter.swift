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
///
/// All matches of the end vote for the next token, a longer match with more weight. Those that have the
/// token vote for the one after it. Tokens that differ by a leading space match each other: what is
/// quoted often stands behind a mark.
struct Drafter {
  private var index = SuffixIndex()
  private var spellings: Spellings
  /// The sequence as it is matched.
  private var matched: [Int32] = []
  private var acceptance = Acceptance()
  private let limit: Int
  /// What was guessed when the sequence had `seen` tokens.
  private var tokens: [Int32] = []
  private var kinds: [Acceptance.Kind] = []
  private var seen = 0
  /// The matches that still have the guessed tokens, and the votes for the next one.
  private var matches: [SuffixIndex.Match] = []
  private var votes: [Vote] = []

  private struct Vote {
    var token: Int32
    var weight: Float
    var matches: Int
    var longest: Int
  }

  /// The weight of a match, by its length.
  private static let weights: [Float] = [1, 4, 16, 64, 256, 1024, 4096]

  /// `nil` where the options say that there are no drafts.
  ///
  /// - Parameter bytes: The text of a token.
  init?(_ options: DraftOptions, bytes: @escaping @Sendable (Int32) -> [UInt8]?) {
    guard options.suffixLimit > 0 else { return nil }
    limit = options.suffixLimit
    spellings = Spellings(bytes: bytes)
  }

  /// At most `room` tokens that may follow `sequence`; empty where its last token is new.
  mutating func guess(_ sequence: [Int32], room: Int) -> Guess {
    if sequence.count != seen || seen == 0 {
      learn(sequence)
      for token in sequence[matched.count...] { matched.append(spellings.token(like: token)) }
      index.read(matched)
      index.find(matched, into: &matches)
      seen = sequence.count
      extend(sequence)
    }
    let count = max(0, min(limit, room, tokens.count))
    return Guess(
      tokens: Array(tokens[..<count]), shares: kinds[..<count].map { acceptance.share($0) })
  }

  /// Guesses token after token from the matches.
  private mutating func extend(_ sequence: [Int32]) {
    tokens.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    while tokens.count < DraftOptions.largest, !matches.isEmpty {
      count(sequence)
      var (best, all) = (votes[0], Float(0))
      for vote in votes {
        all += vote.weight
        if vote.weight > best.weight { best = vote }
      }
      let agreement: Acceptance.Agreement =
        if votes.count == 1 { best.matches == 1 ? .single : .unanimous } else {
          best.weight > 0.6 * all ? .majority : .minority
        }
      kinds.append(Acceptance.Kind(length: best.longest + tokens.count, agreement))
      let place = tokens.count
      tokens.append(best.token)
      if votes.count > 1 {
        matches.removeAll { [tokens] match in
          Self.token(sequence, tokens, match.follows + place) != best.token
        }
      }
    }
  }

  /// Counts the votes for the token after those that are guessed.
  private mutating func count(_ sequence: [Int32]) {
    votes.removeAll(keepingCapacity: true)
    for match in matches {
      let token = Self.token(sequence, tokens, match.follows + tokens.count)
      let weight = Self.weights[min(match.length, Self.weights.count - 1)]
      guard let known = votes.firstIndex(where: { $0.token == token }) else {
        votes.append(Vote(token: token, weight: weight, matches: 1, longest: match.length))
        continue
      }
      votes[known].weight += weight
      votes[known].matches += 1
      votes[known].longest = max(votes[known].longest, match.length)
    }
  }

  /// What is copied may reach into the copy, as in a list of the same words.
  private static func token(_ sequence: [Int32], _ guessed: [Int32], _ place: Int) -> Int32 {
    place < sequence.count ? sequence[place] : guessed[place - sequence.count]
  }

  /// Compares the tokens that came with those that were guessed.
  private mutating func learn(_ sequence: [Int32]) {
    for place in 0..<max(0, min(sequence.count - seen, tokens.count)) {
      let came = sequence[seen + place] == tokens[place]
      acceptance.note(kinds[place], came: came)
      guard came else { return }
    }
  }
}
