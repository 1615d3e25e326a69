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
  /// All schemas of its value that demand something.
  var schemas: [Int] = []

  /// What both demand of the same member.
  func and(_ other: MemberDemand) -> MemberDemand {
    var both = self
    both.isRequired = isRequired || other.isRequired
    both.isExact = isExact && other.isExact
    if let theirs = other.values { both.values = values?.intersection(theirs) ?? theirs }
    both.schemas += other.schemas.filter { !schemas.contains($0) }
    return both
  }
}

/// What a schema demands of the members of an object by name.
struct MemberDemands {
  /// One for each name.
  var all: [MemberDemand] = []
  /// What all alternatives of `anyOf` and `oneOf` have in common.
  var common: [MemberDemand] = []
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
  /// Schemas that its value satisfies, where values do not tell all that they demand.
  private(set) var schemas: [Int] = []

  /// Changes whenever more is known.
  var size: Size {
    Size(
      isOpen: mayBeAbsent, isPossible: mayBePresent, values: values?.count ?? -1,
      excluded: excluded.count, schemas: schemas.count)
  }

  struct Size: Equatable {
    var isOpen: Bool
    var isPossible: Bool
    var values: Int
    var excluded: Int
    var schemas: Int
  }

  var isPossible: Bool { mayBeAbsent || mayBePresent }

  /// Takes what a schema demands.
  mutating func require(_ demand: MemberDemand) {
    if demand.isRequired { mayBeAbsent = false }
    if !demand.isExact, schemas.count < Self.schemaLimit {
      schemas += demand.schemas.filter { !schemas.contains($0) }
    }
    if let theirs = demand.values {
      let count = values?.count ?? -1
      values = values.map { $0.intersection(theirs) } ?? theirs.subtracting(excluded)
      if count < 0, values?.count != theirs.count { isCut = true }
      if values?.isEmpty == true { mayBePresent = false }
    }
  }

  private static let schemaLimit = 16

  /// Takes that the member, if it is there, has none of `others`.
  mutating func exclude(_ others: Set<Int>) {
    excluded.formUnion(others)
    if let mine = values {
      let rest = mine.subtracting(others)
      if rest.count < mine.count { isCut = true }
      values = rest
      if rest.isEmpty { mayBePresent = false }
    }
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
    guard demand.isExact else {
      return !demand.schemas.isEmpty && demand.schemas.allSatisfy { schemas.contains($0) }
    }
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
  /// The schema of the member's value.
  var schema: Int
  /// A node that demands the opposite of the member's value; `nil` where constants tell it, or where
  /// the schema demands nothing of the value.
  var opposite: Int?
  /// What that node demands of the member, as far as constants tell.
  var rest: MemberDemand?
}
