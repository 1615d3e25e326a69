import TernJSON

/// Groups of keywords by what can break them.
struct KeywordGroups: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let values = KeywordGroups(rawValue: 1)
  static let strings = KeywordGroups(rawValue: 2)
  static let numbers = KeywordGroups(rawValue: 4)
  static let arrays = KeywordGroups(rawValue: 8)
  static let objects = KeywordGroups(rawValue: 16)
  static let applicators = KeywordGroups(rawValue: 32)
  static let count = 6
  /// Those that only values of one kind can break.
  static let ofKinds: KeywordGroups = [.strings, .numbers, .arrays, .objects]
  static let all: KeywordGroups = [.values, .applicators, .ofKinds]
}

/// A set of keywords.
struct KeywordSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ keywords: [SchemaKeyword]) {
    rawValue = keywords.reduce(0) { bits, keyword in
      bits | 1 << UInt64(SchemaKeyword.allCases.firstIndex(of: keyword) ?? Self.spare)
    }
  }

  /// The first keyword.
  var first: SchemaKeyword? {
    let place = rawValue.trailingZeroBitCount
    return place < SchemaKeyword.allCases.count ? SchemaKeyword.allCases[place] : nil
  }

  /// The place of no keyword that is read.
  private static let spare = 63

  /// Keywords for what no other keyword has looked at.
  static let unevaluated = KeywordSet([.unevaluatedProperties, .unevaluatedItems])
}

/// One keyword of a group, as all that is derived from groups sees it.
struct Keyword: Sendable {
  /// The keyword as a set of its own; those that are read alike share one.
  let set: KeywordSet
  let group: KeywordGroups
  /// The part that its schemas play for the value itself; `nil` where it has none, or where they
  /// are for what is inside.
  let role: KeywordRole?
  let isPresent: @Sendable (SchemaKeywords) -> Bool
  /// Visits the numbers of its schemas, with their names where they have some.
  let visit: @Sendable (inout SchemaKeywords, SchemaVisitor) -> Void
}

/// What is done with the number of each schema of a keyword, and the name it has there.
struct SchemaVisitor {
  let visit: (inout Int, ExactString?) -> Void

  func one(_ schema: inout Int?) {
    guard var number = schema else { return }
    visit(&number, nil)
    schema = number
  }

  func each(_ schemas: inout [Int]) {
    for place in schemas.indices { visit(&schemas[place], nil) }
  }

  func named(_ schemas: inout [(name: ExactString, node: Int)]) {
    for place in schemas.indices { visit(&schemas[place].node, schemas[place].name) }
  }
}

/// The part that a schema plays for the value that another schema applies it to.
enum KeywordRole: Sendable {
  /// It must hold.
  case conjunct
  /// It is one of several of which some must hold.
  case alternative
  /// It must not hold.
  case negated
  /// What `if` asks, and what then follows.
  case condition, then, otherwise
  /// It must hold where a member is there.
  case dependent
}

/// The keywords that nodes may have.
///
/// What others ask of a node as a whole (whether it has keywords of a group, which schemas it applies
/// to its own value, the node at another place) is answered from here alone, so a keyword with an
/// entry cannot be forgotten by any of them.
final class KeywordTable: Sendable {
  static let standard = KeywordTable(Keyword.all)

  let keywords: [Keyword]
  /// The keywords of each set of groups.
  private let byGroups: [KeywordSet]
  /// The keywords with schemas for the value itself.
  private let appliers: [Keyword]

  init(_ keywords: [Keyword]) {
    self.keywords = keywords
    byGroups = (0..<(1 << KeywordGroups.count)).map { groups in
      let groups = KeywordGroups(rawValue: UInt8(groups))
      return keywords.reduce(into: []) { set, keyword in
        if groups.contains(keyword.group) { set.formUnion(keyword.set) }
      }
    }
    appliers = keywords.filter { $0.role != nil }
  }

  /// The keywords of some groups.
  func members(_ groups: KeywordGroups) -> KeywordSet { byGroups[Int(groups.rawValue)] }

  /// The keywords that are there.
  func present(in node: SchemaKeywords) -> KeywordSet {
    var present: KeywordSet = []
    for keyword in keywords where keyword.isPresent(node) { present.formUnion(keyword.set) }
    return present
  }

  /// A schema that a node applies to its own value.
  struct Applied: Sendable {
    var node: Int
    var role: KeywordRole
    /// The member that it depends on.
    var name: ExactString?
  }

  /// The schemas that a node applies to its own value in some roles, in the order of the table.
  func applied(
    _ node: SchemaKeywords, in isWanted: (KeywordRole) -> Bool = { _ in true }
  ) -> [Applied] {
    var found: [Applied] = []
    for keyword in appliers where keyword.isPresent(node) {
      guard let role = keyword.role, isWanted(role) else { continue }
      var node = node
      keyword.visit(
        &node, SchemaVisitor { found.append(Applied(node: $0, role: role, name: $1)) })
    }
    return found
  }

  /// The keywords of a node whose document begins at `offset`.
  func moved(_ node: SchemaKeywords, by offset: Int) -> SchemaKeywords {
    var node = node
    let visitor = SchemaVisitor { number, _ in number += offset }
    for keyword in keywords where keyword.isPresent(node) { keyword.visit(&node, visitor) }
    return node
  }
}
