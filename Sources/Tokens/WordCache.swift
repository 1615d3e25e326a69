/// Remembers the ids of words already met in a text: one slot for each hash, the later word wins.
///
/// Nothing is copied: a slot points into the text and into the ids produced so far. A cache belongs
/// to one stretch of text and its size is bounded by the text's and by `largest`.
struct WordCache {
  private struct Slot {
    var hash: UInt64
    var start: UInt32
    var length: UInt32
    var firstID: UInt32
    var idCount: UInt32
  }

  private static let largest = 1 << 14
  private static let longestWord = 64
  private var slots: [Slot]
  private let mask: Int

  /// A cache for a text of `length` bytes.
  init(length: Int) {
    var size = 16
    while size < Self.largest, size < length / 8 { size *= 2 }
    if length >= Int(UInt32.max) { size = 1 }
    mask = size - 1
    slots = [Slot](
      repeating: Slot(hash: 0, start: 0, length: 0, firstID: 0, idCount: 0), count: size)
  }

  /// Appends to `ids` what they got when `range` of `text` was met before.
  @inline(__always)
  func recall(
    _ text: [UInt8], _ range: Range<Int>, hash: UInt64, _ ids: inout [Int32]
  ) -> Bool {
    let slot = slots[Int(truncatingIfNeeded: hash) & mask]
    guard slot.hash == hash, Int(slot.length) == range.count, slot.length > 0 else { return false }
    var k = Int(slot.start)
    for i in range {
      guard text[i] == text[k] else { return false }
      k += 1
    }
    var id = Int(slot.firstID)
    for _ in 0..<slot.idCount {
      ids.append(ids[id])
      id += 1
    }
    return true
  }

  /// Notes that `range` of the text became the ids from `firstID` to the end of `ids`.
  @inline(__always)
  mutating func note(_ range: Range<Int>, hash: UInt64, _ ids: [Int32], from firstID: Int) {
    guard range.count <= Self.longestWord, range.upperBound < Int(UInt32.max) else { return }
    slots[Int(truncatingIfNeeded: hash) & mask] = Slot(
      hash: hash, start: UInt32(range.lowerBound), length: UInt32(range.count),
      firstID: UInt32(firstID), idCount: UInt32(ids.count - firstID))
  }
}
