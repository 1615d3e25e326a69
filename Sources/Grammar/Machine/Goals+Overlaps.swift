import TernJSON

// Which branches of `oneOf` may hold together.
extension Goals {
  /// For each branch the places of the others that some value of the kind may satisfy with it.
  ///
  /// Branches that constants tell apart are not compared: O(n) for n of them.
  func overlaps(of branches: [Int], _ kind: ValueKind) -> [[Int]] {
    let key = OverlapKey(branches: branches, kind: kind)
    if let known = knownOverlaps[key] { return known }
    let values =
      kind == .object ? tellingValues(branches) : branches.map { fixedValues($0)?.values }
    var overlaps = [[Int]](repeating: [], count: branches.count)
    var places: [Int: [Int]] = [:]
    var untold: [Int] = []
    for place in branches.indices {
      var others = untold
      if let values = values[place] {
        for value in values {
          others += places[value] ?? []
          places[value, default: []].append(place)
        }
      } else {
        others = Array(0..<place)
        untold.append(place)
      }
      for other in Set(others).sorted() where !areDisjoint(branches[other], branches[place]) {
        overlaps[other].append(place)
        overlaps[place].append(other)
      }
    }
    for place in overlaps.indices { overlaps[place].sort() }
    if !isTentative { knownOverlaps[key] = overlaps }
    return overlaps
  }

  struct OverlapKey: Hashable {
    var branches: [Int]
    var kind: ValueKind
  }

  /// The values that branches allow one member to have which must be there in most of them; `nil` for
  /// branches without it.
  private func tellingValues(_ branches: [Int]) -> [Set<Int>?] {
    var counts: [ExactString: Int] = [:]
    var order: [ExactString] = []
    for branch in branches {
      for demand in memberDemands(branch).all where demand.isRequired && demand.values != nil {
        if counts.updateValue((counts[demand.name] ?? 0) + 1, forKey: demand.name) == nil {
          order.append(demand.name)
        }
      }
    }
    let name = order.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    return branches.map { branch in
      memberDemands(branch).all.first { $0.name == name && $0.isRequired && $0.values != nil }?
        .values
    }
  }
}
