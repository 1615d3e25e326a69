/// The states of a sequence's last positions, as long as the head for drafts has not read them.
///
/// Memory: as many values for each position as the model is wide.
struct StateFeed {
  private let width: Int
  /// The position of the first state.
  private(set) var start = 0
  private var values: [Float] = []

  init(width: Int) { self.width = width }

  var count: Int { values.count / width }
  var end: Int { start + count }

  /// Takes the state of a position; those before it go where they are not next to it.
  mutating func take(_ state: UnsafeBufferPointer<Float>, at position: Int) {
    if position != end {
      values.removeAll(keepingCapacity: true)
      start = position
    }
    unsafe values.append(contentsOf: state)
  }

  subscript(_ position: Int) -> ArraySlice<Float> {
    values[(position - start) * width..<(position - start + 1) * width]
  }

  /// Forgets the states from position `end` on.
  mutating func cut(to end: Int) {
    guard end < self.end else { return }
    values.removeLast((self.end - max(start, end)) * width)
  }

  /// Forgets the states before position `start`.
  mutating func drop(before start: Int) {
    guard start > self.start else { return }
    values.removeFirst(min(values.count, (start - self.start) * width))
    self.start = start
  }
}
