/// A list that grows at its end, and whose copies stay cheap while it does.
///
/// An array that is copied before each addition copies all its elements each time. This list keeps
/// them in runs, each at least twice as long as the next: a copy shares the runs, and an addition
/// merges only short ones. Cost: O(log n) moves for each element over the list's whole life,
/// whatever copies are kept; O(log n) for an element by its place.
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
    var last = Array(elements)
    count += last.count
    moves += last.count
    while let run = runs.last, run.count < 2 * last.count {
      moves += run.count + last.count
      last = run + last
      runs.removeLast()
    }
    runs.append(last)
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
