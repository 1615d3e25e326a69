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

  /// The values that branches allow one member to have which must be there in most of them, or one
  /// inside of such a member; `nil` for branches without it.
  private func tellingValues(_ branches: [Int], depth: Int = 0) -> [Set<Int>?] {
    var counts: [ExactString: Int] = [:]
    var order: [ExactString] = []
    for branch in branches {
      for demand in memberDemands(branch).all where demand.isRequired && demand.values != nil {
        if counts.updateValue((counts[demand.name] ?? 0) + 1, forKey: demand.name) == nil {
          order.append(demand.name)
        }
      }
    }
    guard let name = order.max(by: { (counts[$0] ?? 0) < (counts[$1] ?? 0) }) else {
      return depth < Self.nestingLimit ? innerValues(branches, depth) : branches.map { _ in nil }
    }
    return branches.map { branch in
      memberDemands(branch).all.first { $0.name == name && $0.isRequired && $0.values != nil }?
        .values
    }
  }

  private static let nestingLimit = 4

  /// The values that tell branches apart inside of a member that must be an object in all of them.
  private func innerValues(_ branches: [Int], _ depth: Int) -> [Set<Int>?] {
    let others = ValueKind.allCases.filter { $0 != .object }
    let found = branches.map { branch in
      memberDemands(branch).all.filter { demand in
        demand.isRequired && demand.schemas.count == 1
          && others.allSatisfy { isRuledOut(Literal(demand.schemas[0]), $0) }
      }
    }
    let names = found.first?.map(\.name) ?? []
    for name in names {
      let schemas = found.compactMap { demands in
        demands.first { $0.name == name }?.schemas.first
      }
      guard schemas.count == branches.count else { continue }
      let values = tellingValues(schemas, depth: depth + 1)
      if values.contains(where: { $0 != nil }) { return values }
    }
    return branches.map { _ in nil }
  }
}
