/// Which positions the rows of a batch see, where a model chooses them: one bit for each.
///
/// Kept between calls so that its memory stays.
package final class KeySelection {
  /// A word for each row and page of 64 positions.
  private var words: [UInt64] = []
  /// Words of a row.
  private var pages = 0
  /// Whether every row sees all that is not behind it.
  private(set) var isComplete = true
  /// Rows with scores that are not finite.
  package private(set) var spoiled: [Int] = []
  /// Scores of some rows, and what each worker needs.
  var scores = AlignedFloats(count: 0)
  var workers: [AlignedFloats] = []

  package init() {}

  /// Lets every row see all that is not behind it.
  package func selectAll() {
    isComplete = true
    spoiled.removeAll(keepingCapacity: true)
  }

  /// Begins a selection of nothing for `rows` rows.
  func begin(rows: Int, pages: Int) {
    isComplete = false
    spoiled.removeAll(keepingCapacity: true)
    self.pages = pages
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: rows * pages))
  }

  func select(row: Int, position: Int) {
    words[row * pages + position / 64] |= 1 << UInt64(position % 64)
  }

  func spoil(row: Int) { spoiled.append(row) }

  /// The positions of a page that a row sees.
  @inline(__always)
  package func word(row: Int, page: Int) -> UInt64 { page < pages ? words[row * pages + page] : 0 }

  /// Whether a row of the range sees anything of a page.
  func sees(rows: Range<Int>, page: Int) -> Bool {
    rows.contains { word(row: $0, page: page) != 0 }
  }

  /// Keeps only these rows, which ascend.
  package func keep(rows: [Int]) {
    guard !isComplete else { return }
    for (target, row) in rows.enumerated() where target != row {
      for page in 0..<pages { words[target * pages + page] = words[row * pages + page] }
    }
    words.removeLast(words.count - rows.count * pages)
    spoiled = rows.indices.filter { spoiled.contains(rows[$0]) }
  }
}
