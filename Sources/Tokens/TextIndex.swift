/// Finds the id of a token by its spelling: open addressing with linear probing.
///
/// A slot holds the upper half of the hash and the id plus one; 0 is an empty slot. Strings are
/// compared only where the upper halves agree.
struct TextIndex: Sendable {
  private var slots: [UInt64]
  private var mask: Int
  private var used = 0
  /// The hash that texts are looked up by.
  let hash: TextHash
  /// Whether every string that was entered is found under its own id.
  private(set) var isUnique = true
  /// Slots looked at by `insert` so far.
  private(set) var work = 0

  init(capacity: Int, hash: TextHash) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
    mask = size - 1
    self.hash = hash
  }

  /// Enters string `id` of `strings`; of equal strings the last one entered is found.
  mutating func insert(_ id: Int, of strings: borrowing ByteStrings) {
    if used * 2 >= slots.count { grow(strings, upTo: id) }
    let range = strings.range(id)
    let hash = hash.of(strings.bytes, range)
    var slot = Int(truncatingIfNeeded: hash) & mask
    work += 1
    while slots[slot] != 0 {
      let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash >> 32, strings.equals(other, strings.bytes, range) { break }
      slot = (slot + 1) & mask
      work += 1
    }
    if slots[slot] == 0 { used += 1 } else { isUnique = false }
    slots[slot] = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(id + 1)
  }

  /// Enters all strings before `end` anew, with room for as many more.
  private mutating func grow(_ strings: borrowing ByteStrings, upTo end: Int) {
    let done = work
    self = TextIndex(capacity: slots.count, hash: hash)
    work = done
    for id in 0..<end where !strings.range(id).isEmpty { insert(id, of: strings) }
  }

  /// The id that the bytes of this hash probably have, or -1: what one look tells.
  @inline(__always)
  func guess(_ hash: UInt64) -> Int {
    let entry = slots[Int(truncatingIfNeeded: hash) & mask]
    return entry >> 32 == hash >> 32 ? Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1 : -1
  }

  /// The id of the bytes `range` of `text`, whose hash is `hash`.
  @inline(__always)
  func find(
    _ text: [UInt8], _ range: Range<Int>, hash: UInt64, in strings: borrowing ByteStrings
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { return nil }
      if entry >> 32 == hash >> 32 {
        let id = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
        if strings.equals(id, text, range) { return id }
      }
      slot = (slot + 1) & mask
    }
  }
}
