extension PassCosts {
  /// How long a draft is to be, and the tokens a second that are then expected.
  struct Choice {
    var length = 0
    var rate: Double
  }

  /// How many tokens of `guess` make the pass give the most tokens a second; 0 where plain passes do.
  ///
  /// - Parameters:
  ///   - rows: The rows of the pass without the draft.
  ///   - expected: The tokens that those rows, and drafts beside this one, are expected to give.
  ///   - rereads: Whether rows that stood are computed again where a later one did not: recurrent
  ///     layers keep the states before a pass, not those of its rows.
  ///   - price: The seconds that each token of the guess will still cost.
  func choice(
    _ guess: Guess, rows: Int, expected: Double, rereads: Bool, price: Double = 0
  ) -> Choice {
    let plain = expected / cost(rows)
    let room = min(guess.count, Self.most - rows)
    guard room > 0 else { return Choice(rate: plain) }
    var best = Choice(rate: plain * Self.worthwhile)
    var (all, sum) = (1.0, 0.0)
    for length in 1...room {
      all *= guess.shares[length - 1]
      sum += all
      var seconds = cost(rows + length) + Double(length) * price
      if rereads { seconds += (1 - all) * (cost(rows + Int(sum.rounded(.up))) - cost(rows)) }
      let rate = (expected + sum) / seconds
      if rate > best.rate { best = Choice(length: length, rate: rate) }
      // Too unlikely to be reached.
      if all < 0.02 { break }
    }
    return best.length > 0 ? best : Choice(rate: plain)
  }

  /// The tokens that a draft of `length` is expected to add.
  static func expected(_ guess: Guess, length: Int) -> Double {
    var (all, sum) = (1.0, 0.0)
    for share in guess.shares.prefix(length) {
      all *= share
      sum += all
    }
    return sum
  }

  /// By how much a pass must be better with a draft: what is left pays for the errors of the estimate.
  private static let worthwhile = 1.03
}
