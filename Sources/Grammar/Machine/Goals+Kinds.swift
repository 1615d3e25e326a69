// Of which kinds a value can be that satisfies two schemas at once, as far as that shows without
// looking for such a value.
extension Goals {
  /// Whether a value may satisfy a node and all of some others, of which each pair is looked at.
  func mayHold(_ number: Int, with others: [Int]) -> Bool {
    var kinds = KindSet.all
    for other in others where other != number && !kinds.isEmpty {
      kinds.formIntersection(commonKinds(number, other))
    }
    return !kinds.isEmpty
  }

  /// The kinds of values that may satisfy both of two nodes.
  func commonKinds(_ a: Int, _ b: Int) -> KindSet {
    let pair = a < b ? NodePair(first: a, second: b) : NodePair(first: b, second: a)
    if let known = commonKinds[pair] { return known }
    // What leads back to itself tells nothing.
    commonKinds[pair] = .all
    let kinds = nested { findCommonKinds(a, b) } ?? .all
    commonKinds[pair] = kinds
    return kinds
  }

  private func findCommonKinds(_ a: Int, _ b: Int) -> KindSet {
    if let mine = fixedValues(a)?.values, let theirs = fixedValues(b)?.values,
      !mine.intersects(theirs)
    {
      return []
    }
    var kinds = KindSet()
    for kind in ValueKind.allCases
    where !isRuledOut(Literal(a), kind) && !isRuledOut(Literal(b), kind) {
      let mayMeet =
        switch kind {
        case .null, .true, .false, .array: true
        case .string: mayStringsMeet(a, b)
        case .number: mayNumbersMeet(a, b)
        case .object: !areToldApartByMembers(a, b)
        }
      if mayMeet { kinds.insert(KindSet(kind)) }
    }
    return kinds
  }

  /// Whether keywords for strings of the nodes themselves allow the same string.
  private func mayStringsMeet(_ a: Int, _ b: Int) -> Bool {
    let parts = [stringLanguage(a), stringLanguage(b)]
    return parts.contains(languages.anyString) || !languages.isEmpty(languages.and(parts))
  }

  private func mayNumbersMeet(_ a: Int, _ b: Int) -> Bool {
    guard let mine = numberConstraint(a), let theirs = numberConstraint(b) else { return false }
    return mine.intersection(theirs)?.isSatisfiable(options.numbers) ?? false
  }

  /// Whether a member that one of the nodes asks for cannot be as both demand.
  private func areToldApartByMembers(_ a: Int, _ b: Int) -> Bool {
    let theirs = memberDemands(b).all
    if theirs.isEmpty { return false }
    let byName = Dictionary(theirs.map { ($0.name, $0) }) { first, _ in first }
    return memberDemands(a).all.contains { mine in
      guard let other = byName[mine.name], mine.isRequired || other.isRequired else { return false }
      if let values = mine.values, let others = other.values, !values.intersects(others) {
        return true
      }
      return mine.schemas.contains { !mayHold($0, with: other.schemas) }
    }
  }
}

/// A set of kinds of values.
struct KindSet: OptionSet, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: ValueKind) { rawValue = 1 << kind.rawValue }

  static let all = KindSet(rawValue: 1 << UInt8(ValueKind.allCases.count) - 1)
}
