/// A set of small numbers: 64 in place, more in an array.
struct BitSet: Hashable {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  /// How many numbers are in the set.
  var count: Int { rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

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
