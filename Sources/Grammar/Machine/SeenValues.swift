/// Sets of values by number, each made from a smaller one by one more value.
///
/// A set is a number, 0 the empty one: states of arrays hold it, and the same elements in the same
/// order lead to the same set.
struct SeenValues {
  private struct Link: Hashable {
    var rest: Int32
    var value: Int
  }
  private var links = [Link(rest: 0, value: -1)]
  private var counts = [0]
  private var numbers: [Link: Int32] = [:]

  /// The set with one more value.
  mutating func adding(_ value: Int, to set: Int32) -> Int32 {
    let link = Link(rest: set, value: value)
    if let known = numbers[link] { return known }
    let number = Int32(links.count)
    links.append(link)
    counts.append(counts[Int(set)] + 1)
    numbers[link] = number
    return number
  }

  func count(_ set: Int32) -> Int { counts[Int(set)] }

  /// Whether a value is in a set: O(its size).
  func contains(_ set: Int32, _ value: Int) -> Bool {
    var place = set
    while place != 0 {
      if links[Int(place)].value == value { return true }
      place = links[Int(place)].rest
    }
    return false
  }

  /// The values of a set.
  func values(_ set: Int32) -> [Int] {
    var values: [Int] = []
    var place = set
    while place != 0 {
      values.append(links[Int(place)].value)
      place = links[Int(place)].rest
    }
    return values
  }
}
