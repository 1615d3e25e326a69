/// A list that grows at its end, and whose copies stay cheap while it does.
///
/// An array that is copied before each addition copies all its elements each time. This list keeps
/// them in runs: up to seven whose lengths are between the same two powers of eight, longer ones
/// first. A copy shares the runs, and an addition puts together what has become eight runs. Cost:
/// each element is moved once for each power of eight that the list grows by, whatever copies are
/// kept: at most six times in a list of 200,000.
package struct GrowingList<Element: Sendable>: Sendable {
  private var runs: [[Element]] = []
  package private(set) var count = 0
  /// Elements that were copied from run to run so far: a measure of work that does not depend on the
  /// machine.
  package private(set) var moves = 0

  package init() {}

  package mutating func append(_ element: Element) { append(contentsOf: CollectionOfOne(element)) }

  package mutating func append(contentsOf elements: some Collection<Element>) {
    guard !elements.isEmpty else { return }
    count += elements.count
    moves += elements.count
    runs.append(Array(elements))
    while true {
      let size = Self.size(runs[runs.count - 1])
      let shorter = runs.dropLast().reversed().prefix { Self.size($0) < size }.count
      if shorter > 0 {
        join(shorter + 1)
      } else if runs.suffix(Self.most).count(where: { Self.size($0) == size }) == Self.most {
        join(Self.most)
      } else {
        return
      }
    }
  }

  private static var most: Int { 8 }

  /// The power of eight that a run has reached.
  private static func size(_ run: [Element]) -> Int {
    (Int.bitWidth - run.count.leadingZeroBitCount - 1) / 3
  }

  /// Makes one of the last runs.
  private mutating func join(_ number: Int) {
    let joined = Array(runs.suffix(number).joined())
    moves += joined.count
    runs.removeLast(number)
    runs.append(joined)
  }

  /// The elements in one array; O(n).
  package var array: [Element] { runs.count == 1 ? runs[0] : Array(runs.joined()) }
}

extension GrowingList: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(position: Int) -> Element {
    var offset = position
    var run = 0
    while offset >= runs[run].count {
      offset -= runs[run].count
      run += 1
    }
    return runs[run][offset]
  }
}
