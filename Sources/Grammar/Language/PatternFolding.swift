/// Which scalars differ only in case: simple case folding, one scalar to one (Unicode
/// CaseFolding.txt, statuses C and S).
enum PatternFolding {
  /// `set` with every scalar that folds to the same as one in it.
  ///
  /// O(r log c) for r ranges and c scalars that have case, and what is added.
  static func closure(of set: PatternSet) -> PatternSet {
    var ranges = set.ranges
    for range in set.ranges {
      var place = Self.place(of: range.lowerBound, in: members) { $0.scalar }
      while place < members.count, members[place].scalar <= range.upperBound {
        let first = members[place].first
        ranges.append(first...first)
        var other = Self.place(of: first, in: pairs) { $0.first }
        while other < pairs.count, pairs[other].first == first {
          ranges.append(pairs[other].second...pairs[other].second)
          other += 1
        }
        place += 1
      }
    }
    return ranges.count == set.ranges.count ? set : PatternSet(ranges)
  }

  /// The first scalar of each class with each of the others, in order.
  static let pairs: [(first: UInt32, second: UInt32)] = {
    var reader = UnicodeTables.NumberReader(UnicodeTables.folding[...])
    var pairs: [(first: UInt32, second: UInt32)] = []
    var place: UInt32 = 0
    while let gap = reader.next(), let count = reader.next(), let step = reader.next(),
      let offset = reader.next()
    {
      place += gap
      for number in 0...count {
        pairs.append((place + number * step, place + number * step + offset))
      }
    }
    return pairs.sorted { $0 < $1 }
  }()

  /// Every scalar of a class, in order, with the first one of its class.
  private static let members: [(scalar: UInt32, first: UInt32)] = {
    var members = pairs.map { (scalar: $0.second, first: $0.first) }
    var last: UInt32?
    for pair in pairs where pair.first != last {
      members.append((pair.first, pair.first))
      last = pair.first
    }
    return members.sorted { $0.scalar < $1.scalar }
  }()

  /// The place of the first element that is not below `value`.
  private static func place<Element>(
    of value: UInt32, in elements: [Element], _ key: (Element) -> UInt32
  ) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if key(elements[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
