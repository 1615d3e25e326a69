/// A set of Unicode scalars: sorted ranges that neither touch nor overlap, without surrogates.
struct PatternSet: Hashable, Sendable {
  /// The ranges, in ascending order.
  private(set) var ranges: [ScalarRange]

  static let none = PatternSet(sorted: [])
  static let any = PatternSet(sorted: [0...0xD7FF, 0xE000...0x10FFFF])

  private init(sorted: [ScalarRange]) { ranges = sorted }

  /// The scalars of `ranges`, which may be in any order, overlap and hold surrogates.
  init(_ ranges: [ScalarRange]) {
    self.init(sorted: Self.merged(ranges.sorted { $0.lowerBound < $1.lowerBound }))
    if self.ranges.contains(where: { $0.upperBound >= 0xD800 && $0.lowerBound <= 0xDFFF }) {
      self = intersection(.any)
    }
  }

  /// One scalar; nothing for a surrogate.
  init(_ scalar: UInt32) { self.init([scalar...scalar]) }

  /// The scalars of `text`.
  init(of text: String) { self.init(text.unicodeScalars.map { $0.value...$0.value }) }

  var isEmpty: Bool { ranges.isEmpty }

  /// The scalar, where the set has exactly one.
  var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }

  /// Whether `scalar` is in the set, in O(log n).
  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  func union(_ other: PatternSet) -> PatternSet { PatternSet(ranges + other.ranges) }

  /// The scalars in both sets, in O(n).
  func intersection(_ other: PatternSet) -> PatternSet {
    var result: [ScalarRange] = []
    var (i, j) = (0, 0)
    while i < ranges.count && j < other.ranges.count {
      let (a, b) = (ranges[i], other.ranges[j])
      let low = max(a.lowerBound, b.lowerBound)
      let high = min(a.upperBound, b.upperBound)
      if low <= high { result.append(low...high) }
      if a.upperBound < b.upperBound { i += 1 } else { j += 1 }
    }
    return PatternSet(sorted: result)
  }

  /// All scalars that are not in the set, in O(n).
  var inverted: PatternSet {
    var result: [ScalarRange] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return PatternSet(sorted: result).intersection(.any)
  }

  func subtracting(_ other: PatternSet) -> PatternSet { intersection(other.inverted) }

  func symmetricDifference(_ other: PatternSet) -> PatternSet {
    subtracting(other).union(other.subtracting(self))
  }

  /// Joins sorted ranges that touch or overlap; U+D7FF and U+E000 stay apart.
  private static func merged(_ sorted: [ScalarRange]) -> [ScalarRange] {
    var result: [ScalarRange] = []
    for range in sorted {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
