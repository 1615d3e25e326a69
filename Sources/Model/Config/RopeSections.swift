/// How the rotated pairs of a head are shared out among the positions a token has (M-RoPE).
///
/// A token of an image has several positions: time, row, column. Those of a text token are equal,
/// but the last is 0: pairs that belong to it do not turn.
struct RopeSections: Sendable, Equatable {
  /// How many pairs each of the first three positions has, and how many the last.
  let lengths: [Int]
  /// Whether the first three positions take turns; otherwise each has neighbouring pairs.
  let interleaved: Bool

  /// Whether a pair turns with the position of a text token.
  func turns(pair: Int) -> Bool {
    let place = pair % lengths.reduce(0, +)
    if interleaved { return place < 3 * lengths[place % 3] }
    return place < lengths[0] + lengths[1] + lengths[2]
  }
}

extension RopeSections {
  /// The sections of `rope.dimension_sections`; `nil` where the key is absent or all are 0.
  init?(_ keys: Hyperparameters, _ family: Family) throws(ModelError) {
    let key = "rope.dimension_sections"
    if family.ropeSections == .none {
      // Sections other than 0 would change the rotation of a family not known to have them.
      _ = try keys.ints(key, layers: 1, in: 0...0)
      return nil
    }
    guard keys.has(key) else { return nil }
    guard let lengths = try keys.ints(key, layers: 4, in: 0...Hyperparameters.limit) else {
      return nil
    }
    guard lengths.contains(where: { $0 > 0 }) else { return nil }
    self.lengths = lengths
    interleaved = family.ropeSections == .interleaved
  }
}

extension RopeFrequencies {
  /// The same frequencies without those of pairs that do not turn for text.
  func keeping(_ sections: RopeSections?) -> RopeFrequencies {
    guard let sections else { return self }
    return RopeFrequencies(
      inverse: inverse.indices.map { sections.turns(pair: $0) ? inverse[$0] : 0 },
      magnitude: magnitude)
  }
}
