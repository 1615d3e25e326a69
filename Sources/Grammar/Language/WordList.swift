/// Words as their scalars, one behind the other.
struct WordList {
  private(set) var scalars: ContiguousArray<UInt32> = []
  private var items: ContiguousArray<Item> = []

  /// A word: its place, and its first three scalars as a number that orders as they do.
  private struct Item {
    var key: UInt64
    var start: Int32
    var end: Int32
  }

  mutating func append(_ word: some Sequence<UInt32>) {
    let start = scalars.count
    scalars.append(contentsOf: word)
    var key: UInt64 = 0
    // 21 bits for each: 0 is the end of the word.
    for i in start..<(start + 3) {
      key = key << 21 | (i < scalars.count ? UInt64(scalars[i]) + 1 : 0)
    }
    items.append(Item(key: key, start: Int32(start), end: Int32(scalars.count)))
  }

  /// The places of the words in the order of their scalars.
  func sorted() -> [Range<Int>] {
    let order = items.count < 2 ? items : ContiguousArray(items.sorted(by: isBefore))
    return order.map { Int($0.start)..<Int($0.end) }
  }

  private func isBefore(_ x: Item, _ y: Item) -> Bool {
    if x.key != y.key { return x.key < y.key }
    var i = Int(x.start) + 3
    var j = Int(y.start) + 3
    while i < Int(x.end), j < Int(y.end) {
      if scalars[i] != scalars[j] { return scalars[i] < scalars[j] }
      i += 1
      j += 1
    }
    return i >= Int(x.end) && j < Int(y.end)
  }
}
