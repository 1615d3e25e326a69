/// A rolling hash of byte strings: the hash of a part follows from the hashes of two prefixes.
enum TextHash {
  static let factor: UInt64 = 0x9DDF_EA08_EB38_2D69

  /// The hash after one more byte.
  @inline(__always)
  static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    hash &* factor &+ UInt64(byte) &+ 1
  }

  static func of(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0
    for i in range { hash = step(hash, text[i]) }
    return hash
  }

  /// Spreads a hash over all bits, so that any of them can choose a slot.
  @inline(__always)
  static func mix(_ hash: UInt64) -> UInt64 {
    var x = hash
    x ^= x >> 32
    x = x &* 0xD6E8_FEB8_6659_FD93
    x ^= x >> 32
    return x
  }
}

/// Finds the id of a token by its spelling: open addressing with linear probing.
///
/// A slot holds the upper half of the mixed hash and the id plus one; 0 is an empty slot. Strings
/// are compared only where the upper halves agree.
struct TextIndex: Sendable {
  private var slots: [UInt64]
  private var mask: Int
  private var used = 0
  /// Whether every string that was entered is found under its own id.
  private(set) var isUnique = true

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
    mask = size - 1
  }

  /// Enters string `id` of `strings`; of equal strings the last one entered is found.
  mutating func insert(_ id: Int, of strings: borrowing ByteStrings) {
    if used * 2 >= slots.count { grow(strings, upTo: id) }
    let range = strings.range(id)
    let hash = TextHash.mix(TextHash.of(strings.bytes, range))
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let other = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash >> 32, strings.equals(other, strings.bytes, range) { break }
      slot = (slot + 1) & mask
    }
    if slots[slot] == 0 { used += 1 } else { isUnique = false }
    slots[slot] = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(id + 1)
  }

  /// Enters all strings before `end` anew, with room for as many more.
  private mutating func grow(_ strings: borrowing ByteStrings, upTo end: Int) {
    self = TextIndex(capacity: slots.count)
    for id in 0..<end where !strings.range(id).isEmpty { insert(id, of: strings) }
  }

  /// The id that the bytes of this `TextHash` probably have, or -1: what one look tells.
  @inline(__always)
  func guess(_ hash: UInt64) -> Int {
    let hash = TextHash.mix(hash)
    let entry = slots[Int(truncatingIfNeeded: hash) & mask]
    return entry >> 32 == hash >> 32 ? Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1 : -1
  }

  /// The id of the bytes `range` of `text`, whose `TextHash` is `hash`.
  @inline(__always)
  func find(
    _ text: [UInt8], _ range: Range<Int>, hash: UInt64, in strings: borrowing ByteStrings
  ) -> Int? {
    let hash = TextHash.mix(hash)
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
