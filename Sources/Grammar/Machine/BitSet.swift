/// A set of small numbers: 64 in place, more in an array.
struct BitSet: Hashable {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  /// How many numbers are in the set.
  var count: Int { rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

  /// The least number of another set that is not in this one: 64 are compared at a time.
  func firstMissing(of other: BitSet) -> Int? {
    let missing = other.first & ~first
    if missing != 0 { return missing.trailingZeroBitCount }
    for (place, word) in other.rest.enumerated() {
      let missing = word & ~(place < rest.count ? rest[place] : 0)
      if missing != 0 { return (place + 1) * 64 + missing.trailingZeroBitCount }
    }
    return nil
  }

  subscript(index: Int) -> Bool {
    get {
      if index < 64 { return first >> UInt64(index) & 1 == 1 }
      let word = index / 64 - 1
      return word < rest.count && rest[word] >> UInt64(index % 64) & 1 == 1
    }
    set {
      let bit = UInt64(1) << UInt64(index % 64)
      if index < 64 {
        if newValue { first |= bit } else { first &= ~bit }
        return
      }
      let word = index / 64 - 1
      if word >= rest.count {
        guard newValue else { return }
        rest += [UInt64](repeating: 0, count: word + 1 - rest.count)
      }
      if newValue { rest[word] |= bit } else { rest[word] &= ~bit }
    }
  }
}
