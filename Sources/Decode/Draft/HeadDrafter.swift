import TernModel

/// Lets the model's head for drafts guess, where that pays by what it costs and how often it was right.
///
/// Belongs to the engine's thread.
final class HeadDrafter {
  /// What a guess is made for.
  struct Occasion {
    let costs: PassCosts
    /// Rows of the pass without the draft, and how many there may be with it beyond those.
    let rows: Int
    let room: Int
    /// As in ``PassCosts/choice(_:rows:expected:rereads:price:)``.
    let expected: Double
    let rereads: Bool
  }

  private let model: Model
  /// Tokens of the vocabulary; files may pad the output head past it.
  private let vocabulary: Int
  private var acceptance = HeadAcceptance()
  /// What a guessed token costs, in passes of one row: at first the share of the weights that the head
  /// reads, and then as measured.
  private var share: Double
  /// What stands for it in seconds, in tests.
  private let given: Double?
  /// Seconds of passes since the last guess.
  private var idle = 0.0
  private let clock = ContinuousClock()

  /// `nil` where the model has no head for drafts.
  ///
  /// - Parameter price: Stands for the measured seconds of a guessed token, in tests.
  init?(_ model: Model, vocabulary: Int, price: Double?) {
    guard model.hasDraftHead else { return nil }
    self.model = model
    self.vocabulary = vocabulary
    given = price
    share = Double(model.draftBytesPerToken) / Double(max(1, model.weightBytesPerToken))
  }

  /// Where guesses do not pay, they may take so much of the time, to see whether that has changed.
  private static let probing = 0.01
  /// States that are kept for the head until it reads them, and of these how many where it does not pay.
  private static let (mostKept, leastKept) = (128, 16)
  /// The part of a new measurement in the mean, and how much longer than the mean it counts at most.
  private static let (weight, cap) = (0.15, 1.5)

  /// An empty feed for a request that takes drafts from the head.
  func makeFeed(_ options: DraftOptions) -> StateFeed? {
    options.headLimit > 0 ? StateFeed(width: model.config.embedding) : nil
  }

  private func price(_ costs: PassCosts) -> Double { given ?? share * costs.cost(1) }

  /// Whether guesses pay, for one sequence alone.
  func pays(_ costs: PassCosts, rereads: Bool) -> Bool {
    let guess = Guess(tokens: [0, 0], shares: acceptance.outlook(2))
    return costs.choice(guess, rows: 1, expected: 1, rereads: rereads, price: price(costs)).length
      > 0
  }

  /// Notes a pass that is no prompt's.
  func notePass(seconds: Double) { idle += seconds }
}

// MARK: Guesses.

extension HeadDrafter {
  /// What may come next, where that is expected to give more than `other` does.
  ///
  /// The next token too where a guess is due although it does not pay. `nil` where nothing is guessed.
  func guess(for run: Run, _ occasion: Occasion, insteadOf other: PassCosts.Choice) -> Guess? {
    learn(run)
    let limit = min(occasion.room, run.generation.headLimit)
    guard limit > 0, run.isReadable else { return nil }
    let outlook = acceptance.outlook(limit)
    let (costs, price) = (occasion.costs, price(occasion.costs))
    let hoped = costs.choice(
      Guess(tokens: outlook.map { _ in 0 }, shares: outlook), rows: occasion.rows,
      expected: occasion.expected, rereads: occasion.rereads, price: price)
    if hoped.length > 0, hoped.rate > other.rate {
      return guess(run, atMost: hoped.length, occasion)
    }
    return idle * Self.probing >= price ? guess(run, atMost: 1, occasion) : nil
  }

  /// Guesses token after token, as long as a further one is expected to pay.
  private func guess(_ run: Run, atMost limit: Int, _ occasion: Occasion) -> Guess? {
    guard let cache = run.cache else { return nil }
    idle = 0
    let end = run.generation.sequence.count
    defer { cache.truncateDrafts(to: end) }
    var (guess, kinds): (Guess, [HeadAcceptance.Kind]) = (Guess(), [])
    var rows = run.takeReadable(wantsGuess: true)
    while guess.count < limit {
      guard let next = read(rows, run, occasion.costs) else { return nil }
      let kind = HeadAcceptance.Kind(place: guess.count, lead: next.lead)
      guess.add(next.token, share: acceptance.share(kind))
      kinds.append(kind)
      guard guess.count < limit, isWorthGoingOn(guess, occasion) else { break }
      rows = [
        DraftRow(
          token: next.token, cache: cache, position: end + guess.count - 1, state: next.state[...],
          wantsGuess: true)
      ]
    }
    run.headGuess = HeadGuess(start: end, tokens: guess.tokens, kinds: kinds)
    return guess
  }

  /// Whether one more token is expected to raise the tokens a second.
  private func isWorthGoingOn(_ guess: Guess, _ occasion: Occasion) -> Bool {
    let costs = occasion.costs
    let sum = occasion.expected + PassCosts.expected(guess, length: guess.count)
    let all = guess.shares.reduce(1, *)
    let next = all * (acceptance.outlook(guess.count + 1).last ?? 0)
    let rows = occasion.rows + guess.count
    return (sum + next) / (costs.cost(rows + 1) + price(costs)) > sum / costs.cost(rows)
  }

  /// Compares the tokens that came with those that were guessed.
  private func learn(_ run: Run) {
    guard let guess = run.headGuess else { return }
    let came = run.generation.sequence[guess.start...]
    guard !came.isEmpty else { return }
    run.headGuess = nil
    for (place, token) in came.prefix(guess.tokens.count).enumerated() {
      acceptance.note(guess.kinds[place], came: token == guess.tokens[place])
      guard token == guess.tokens[place] else { return }
    }
  }
}

/// What the head has guessed for a sequence of `start` tokens.
struct HeadGuess {
  let start: Int
  let tokens: [Int32]
  let kinds: [HeadAcceptance.Kind]
}

// MARK: Reading.

extension HeadDrafter {
  /// A guessed token, by how much its logit is above the next one, and the head's state.
  private struct Next {
    var token: Int32 = 0
    var lead: Float = 0
    var state: [Float] = []
  }

  /// Lets the head read rows and guess what follows the last one; `nil` where memory has ended.
  private func read(_ rows: [DraftRow], _ run: Run, _ costs: PassCosts) -> Next? {
    let began = clock.now
    var next: Next?
    do {
      try unsafe model.readDrafts(rows) { _, state, logits in
        next = unsafe Self.best(logits.prefix(vocabulary))
        unsafe next?.state.append(contentsOf: state)
      }
    } catch {
      run.forgetDrafts()
      return nil
    }
    if costs.isMeasured, rows.count <= PassCosts.most {
      let measured = (clock.now - began).seconds / costs.cost(1)
      share += Self.weight * (min(measured, share * Self.cap) - share)
    }
    return next
  }

  private static func best(_ logits: Slice<UnsafeBufferPointer<Float>>) -> Next {
    var (place, first, second) = (0, -Float.infinity, -Float.infinity)
    for index in unsafe logits.indices {
      let value = unsafe logits[index]
      if value > first {
        (place, first, second) = (index, value, first)
      } else if value > second {
        second = value
      }
    }
    return Next(token: Int32(place), lead: first - second)
  }

  /// Lets the head read what a pass has added to a sequence, where that is a prompt's or much.
  ///
  /// What is little waits for the next guess. Where guesses do not pay, older states are let go.
  func catchUp(_ run: Run, isPrompt: Bool, _ costs: PassCosts, rereads: Bool) {
    guard let feed = run.feed, isPrompt || feed.count > Self.mostKept else { return }
    guard pays(costs, rereads: rereads) else {
      run.feed?.drop(before: feed.end - Self.leastKept)
      return
    }
    do {
      try unsafe model.readDrafts(run.takeReadable(wantsGuess: false)) { _, _, _ in }
    } catch {
      run.forgetDrafts()
    }
  }
}
