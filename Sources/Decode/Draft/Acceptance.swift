#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How often a guessed token came, by what it was guessed from: a logistic regression that goes on
/// learning.
///
/// ```
/// share = 1 / (1 + e^-(logit of the kind + how repetitive the text is))
/// ```
/// Every guess counts, also one that nothing was drafted from. So a text that begins to quote is
/// noticed, as one that stops quoting is.
struct Acceptance {
  /// What matches say of a token.
  enum Agreement: Int {
    /// There is one match.
    case single
    /// There are several, and all have the token.
    case unanimous
    /// The token has more than three fifths of the weight, or less.
    case majority, minority
  }

  /// What a token is guessed from: a length of match, and its agreement with others.
  struct Kind: Equatable {
    fileprivate var place: Int

    init(length: Int, _ agreement: Agreement) {
      let row = Acceptance.expected.lastIndex { $0.length <= length } ?? 0
      place = 4 * row + agreement.rawValue
    }
  }

  /// The logit of each kind, and what is added to all.
  private var logits: [Float]
  private var repetition: Float = -0.6

  /// The least lengths of matches that count together, and what is expected of each agreement at first.
  fileprivate static let expected: [(length: Int, shares: [Float])] = [
    (1, [0.3, 0.8, 0.35, 0.12]), (2, [0.62, 0.88, 0.5, 0.17]), (3, [0.75, 0.93, 0.58, 0.3]),
    (4, [0.78, 0.94, 0.65, 0.25]), (6, [0.84, 0.95, 0.6, 0.2]), (9, [0.91, 0.96, 0.6, 0.2]),
    (14, [0.92, 0.96, 0.65, 0.3]), (22, [0.93, 0.97, 0.8, 0.4]), (40, [0.97, 0.98, 0.9, 0.5]),
  ]
  /// How much one guess changes, and between what the common part stays.
  private static let rate: Float = 0.1
  private static let range: ClosedRange<Float> = -3...2

  init() {
    logits = Self.expected.flatMap { row in row.shares.map { logf($0 / (1 - $0)) } }
  }

  /// The share of tokens of this kind that came.
  func share(_ kind: Kind) -> Double {
    Double(1 / (1 + expf(-(logits[kind.place] + repetition))))
  }

  mutating func note(_ kind: Kind, came: Bool) {
    let error = (came ? 1 : 0) - Float(share(kind))
    logits[kind.place] += Self.rate * error
    repetition = min(
      max(repetition + Self.rate * error, Self.range.lowerBound), Self.range.upperBound)
  }
}
