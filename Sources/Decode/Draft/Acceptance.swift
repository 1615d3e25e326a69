/// How often the token that followed a match followed again, by the length of the match.
///
/// Every match counts, also one that nothing was drafted from. Older counts weigh less, so that a text
/// that begins to quote is noticed, as one that stops quoting is.
struct Acceptance {
  private var stood: [Double]
  private var tried: [Double]

  /// The least lengths of matches that count together, and what is expected of them at first.
  private static let kinds: [(length: Int, expected: Double)] = [
    (1, 0.1), (2, 0.25), (3, 0.4), (4, 0.5), (6, 0.65), (9, 0.75), (14, 0.85), (22, 0.9),
    (40, 0.95),
  ]
  /// How many tries the expectation counts for, and what is left of a count after each one more.
  private static let (prior, kept) = (3.0, 0.97)

  init() {
    tried = Self.kinds.map { _ in Self.prior }
    stood = Self.kinds.map { $0.expected * Self.prior }
  }

  private static func kind(_ length: Int) -> Int {
    (kinds.lastIndex { $0.length <= length } ?? 0)
  }

  /// The share of tokens after matches of this length that stood.
  func share(_ length: Int) -> Double {
    let kind = Self.kind(length)
    return stood[kind] / tried[kind]
  }

  mutating func note(length: Int, stands: Bool) {
    let kind = Self.kind(length)
    stood[kind] = stood[kind] * Self.kept + (stands ? 1 : 0)
    tried[kind] = tried[kind] * Self.kept + 1
  }
}
