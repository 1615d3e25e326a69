#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How often a token came that the head for drafts had guessed, by its place in the guess and by how
/// clear it was: a logistic regression that learns from every guess.
struct HeadAcceptance {
  /// What a token is known by.
  struct Kind: Equatable {
    fileprivate let place: Int
    fileprivate let number: Int

    /// - Parameters:
    ///   - place: Its place in the guess, from 0.
    ///   - lead: By how much its logit is above the next one.
    init(place: Int, lead: Float) {
      self.place = min(place, HeadAcceptance.places - 1)
      let clear = HeadAcceptance.leads.lastIndex { $0 <= lead } ?? 0
      number = self.place * HeadAcceptance.leads.count + clear
    }
  }

  /// Places from this one on count together.
  private static let places = 4
  /// The least leads of tokens that count together, and what is expected of them at first.
  private static let leads: [Float] = [-.infinity, 0.5, 1, 2, 4]
  private static let expected: [Float] = [0.35, 0.5, 0.65, 0.8, 0.93]
  /// How much less a later place is expected to come.
  private static let decline: Float = 0.15
  private static let rate: Float = 0.15
  private static let range: ClosedRange<Float> = -4...2

  /// The logit of each kind, what is added to all, and the share of each place.
  private var logits: [Float]
  private var common: Float = 0
  private var means: [Double]
  private var counts: [Int]

  init() {
    logits = (0..<Self.places).flatMap { place in
      Self.expected.map { logf($0 / (1 - $0)) - Self.decline * Float(place) }
    }
    means = (0..<Self.places).map { 0.7 - 0.07 * Double($0) }
    counts = means.map { _ in 4 }
  }

  /// The share of tokens of this kind that came when those before them did.
  func share(_ kind: Kind) -> Double {
    Double(1 / (1 + expf(-(logits[kind.number] + common))))
  }

  /// The shares of the tokens of a guess that is yet to be made.
  func outlook(_ length: Int) -> [Double] {
    (0..<max(0, length)).map { means[min($0, Self.places - 1)] }
  }

  mutating func note(_ kind: Kind, came: Bool) {
    let error = (came ? 1 : 0) - Float(share(kind))
    logits[kind.number] += Self.rate * error
    common = min(max(common + Self.rate * error, Self.range.lowerBound), Self.range.upperBound)
    counts[kind.place] += 1
    // The first ones count as an average does, those behind like the last 24.
    means[kind.place] += ((came ? 1 : 0) - means[kind.place]) / Double(min(counts[kind.place], 24))
  }
}
