/// Which neighbours merge, how early, and into what: open addressing on the pair of ids.
///
/// ```
/// slots   ┌──────────────┬──────────────┐
///         │ left │ right │ rank │ merged│  16 bytes; an empty slot has rank and merged all ones
///         └──────────────┴──────────────┘
/// ```
/// An answer is one number, rank in the upper half, so that of two answers the smaller merges first.
/// Where a pair lies depends on a seed: no file can fill the table so that look-ups are slow.
struct MergeTable: Sendable {
  /// The answer for neighbours that do not merge.
  static let none = UInt64.max

  private var slots: [UInt64]
  private let mask: Int
  private let seed: HashSeed
  /// Slots looked at by `insert` so far.
  private(set) var work = 0

  /// Room for `capacity` pairs.
  init(capacity: Int, seed: HashSeed) {
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    slots = [UInt64](repeating: Self.none, count: 2 * size)
    mask = size - 1
    self.seed = seed
  }

  @inline(__always)
  private func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: seed.spread(key)) & mask
  }

  /// Enters a pair; of equal pairs the first one entered counts.
  mutating func insert(left: UInt32, right: UInt32, rank: UInt32, merged: UInt32) {
    let key = UInt64(left) << 32 | UInt64(right)
    var i = slot(key)
    work += 1
    while slots[2 * i + 1] != Self.none {
      if slots[2 * i] == key { return }
      i = (i + 1) & mask
      work += 1
    }
    slots[2 * i] = key
    slots[2 * i + 1] = UInt64(rank) << 32 | UInt64(merged)
  }

  /// Rank and merged id of the pair, or `none`.
  @inline(__always)
  func find(_ left: UInt32, _ right: UInt32) -> UInt64 {
    let key = UInt64(left) << 32 | UInt64(right)
    var i = slot(key)
    while true {
      let value = slots[2 * i + 1]
      if value == Self.none || slots[2 * i] == key { return value }
      i = (i + 1) & mask
    }
  }
}
