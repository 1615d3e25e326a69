import TernJSON

/// What a schema demands of one member of an object, as far as its name and constants tell.
struct MemberDemand {
  var name: ExactString
  /// Whether the member must be there.
  var isRequired: Bool
  /// The numbers of the only values that it may have; `nil` where others may be allowed, too.
  var values: Set<Int>?
  /// Whether the above is all that is demanded of it.
  var isExact: Bool
}

/// What a schema demands of the members of an object by name.
struct MemberDemands {
  var all: [MemberDemand] = []
  /// Whether that is all that it demands of an object.
  var isWhole = true
}

/// What is known of one member of an object while alternatives are chosen.
struct MemberDomain {
  var mayBeAbsent = true
  var mayBePresent = true
  /// The numbers of the only values that it may have; `nil`: any but those excluded.
  private(set) var values: Set<Int>?
  private(set) var excluded: Set<Int> = []
  /// Whether values were excluded that rules allow.
  private(set) var isCut = false

  var isPossible: Bool { mayBeAbsent || mayBePresent }

  /// Takes what a schema demands; false where nothing is left.
  mutating func require(_ demand: MemberDemand) -> Bool {
    if demand.isRequired { mayBeAbsent = false }
    if let theirs = demand.values {
      let count = values?.count ?? -1
      values = values.map { $0.intersection(theirs) } ?? theirs.subtracting(excluded)
      if count < 0, values?.count != theirs.count { isCut = true }
      if values?.isEmpty == true { mayBePresent = false }
    }
    return isPossible
  }

  /// Takes that the member, if it is there, has none of `others`; false where nothing is left.
  mutating func exclude(_ others: Set<Int>) -> Bool {
    excluded.formUnion(others)
    if let mine = values {
      let rest = mine.subtracting(others)
      if rest.count < mine.count { isCut = true }
      values = rest
      if rest.isEmpty { mayBePresent = false }
    }
    return isPossible
  }

  /// Whether what a schema demands can hold.
  func allows(_ demand: MemberDemand) -> Bool {
    if mayBeAbsent, !demand.isRequired { return true }
    guard mayBePresent else { return false }
    guard let theirs = demand.values else { return true }
    if let values { return values.intersects(theirs) }
    return !theirs.isSubset(of: excluded)
  }

  /// Whether what a schema demands holds for certain.
  func implies(_ demand: MemberDemand) -> Bool {
    if mayBeAbsent, demand.isRequired { return false }
    guard mayBePresent else { return true }
    guard demand.isExact else { return false }
    guard let theirs = demand.values else { return true }
    return values?.isSubset(of: theirs) ?? false
  }
}

extension Set {
  /// Whether both have an element in common; O(the smaller of them).
  func intersects(_ other: Set) -> Bool {
    count < other.count ? !isDisjoint(with: other) : !other.isDisjoint(with: self)
  }
}

/// That a schema about one member of an object does not hold.
struct MemberExclusion {
  var name: ExactString
  /// What the schema demands of the member.
  var demand: MemberDemand
  /// A node that demands the opposite of the member's value; `nil` where constants tell it, or where
  /// the schema demands nothing of the value.
  var opposite: Int?
}
