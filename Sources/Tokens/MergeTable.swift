/// Which neighbours merge, how early, and into what: open addressing on the pair of ids.
///
/// ```
/// slots   ┌──────────────┬──────────────┐
///         │ left │ right │ rank │ merged│  16 bytes; an empty slot has rank and merged all ones
///         └──────────────┴──────────────┘
/// ```
/// An answer is one number, rank in the upper half, so that of two answers the smaller merges first.
struct MergeTable: Sendable {
  /// The answer for neighbours that do not merge.
  static let none = UInt64.max

  private var slots: [UInt64]
  private let shift: UInt64

  /// Room for `capacity` pairs.
  init(capacity: Int) {
    var bits: UInt64 = 4
    while 1 << bits < capacity * 3 / 2 { bits += 1 }
    slots = [UInt64](repeating: Self.none, count: 2 << Int(bits))
    shift = 64 - bits
  }

  @inline(__always)
  private func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: ((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// Enters a pair; of equal pairs the first one entered counts.
  mutating func insert(left: UInt32, right: UInt32, rank: UInt32, merged: UInt32) {
    let key = UInt64(left) << 32 | UInt64(right)
    let mask = slots.count / 2 - 1
    var i = slot(key)
    while slots[2 * i + 1] != Self.none {
      if slots[2 * i] == key { return }
      i = (i + 1) & mask
    }
    slots[2 * i] = key
    slots[2 * i + 1] = UInt64(rank) << 32 | UInt64(merged)
  }

  /// Rank and merged id of the pair, or `none`.
  @inline(__always)
  func find(_ left: UInt32, _ right: UInt32) -> UInt64 {
    let key = UInt64(left) << 32 | UInt64(right)
    let mask = slots.count / 2 - 1
    var i = slot(key)
    while true {
      let value = slots[2 * i + 1]
      if value == Self.none || slots[2 * i] == key { return value }
      i = (i + 1) & mask
    }
  }
}
