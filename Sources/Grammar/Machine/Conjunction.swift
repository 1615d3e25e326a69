import TernJSON

/// Demands on a value of one kind that must all hold, without alternatives left.
struct Conjunction {
  /// The demands that were read, so that each is read once and opposites are found.
  private(set) var taken: Set<Literal> = []
  /// The demands that are still to be read.
  var pending: [Literal] = []
  /// Of each of these one option must hold.
  var choices: [Choice] = []

  /// Of a string: the languages that its value must be in.
  var languages: [Language] = []
  /// Of a number.
  var number = NumberConstraint.free
  /// Of an array or object: the nodes whose keywords for it must hold, and those whose keywords
  /// for it must not all hold.
  var rules: [Int] = []
  var violations: [Int] = []
  /// Of an object: nodes whose object keywords must hold if the name is there.
  var conditions: [Condition] = []
  /// Of an array or object: nodes that also speak of what no other keyword has looked at.
  var unevaluated: [Literal] = []
  /// Of an object: names that must and must not be there besides.
  private(set) var present: [ExactString] = []
  private(set) var absent: [ExactString] = []
  /// Of an object: nodes that hold, but whose demands are not in `members` yet.
  var demanding: [Int] = []
  /// Of an object: what is known of members by name.
  private(set) var members: [ExactString: MemberDomain] = [:]
  /// The names of members some of whose values are excluded, in the order found.
  private(set) var cutNames: [ExactString] = []
  /// Rules that come after all others.
  var lateRules: [LateRule] = []
  /// The groups of open choices.
  var groups: OpenGroups?
  /// The members and nodes of which more is known than choices were compared with.
  private(set) var changedMembers: [ExactString] = []
  private(set) var changedNodes: [Int] = []

  struct Condition {
    var name: ExactString
    var node: Int
  }

  /// A rule that keeps a member from satisfying a schema.
  struct LateRule {
    var node: Int
    var name: ExactString
    var schema: Int
    /// Whether what is known of the member comes from this rule, too.
    var isKnown: Bool
  }

  init(_ literals: [Literal]) { pending = literals.reversed() }

  /// Some facts that hold together.
  typealias Option = [Fact]

  /// Options of which one must hold, and the keyword that says so.
  struct Choice {
    var options: [Option]
    var origin: Origin
    /// The number of its group in ``OpenGroups``, as long as no member of that one is there; -1 after
    /// that, and where there are no groups.
    var group = -1
    /// What it hangs on, once it was looked at.
    var watch: ChoiceWatch?
  }

  /// A keyword of a node.
  struct Origin {
    var node: Int
    var keyword: String
  }

  /// What an option says.
  enum Fact {
    case literal(Literal)
    case language(Language)
    case number(NumberConstraint)
    case present(ExactString)
    case absent(ExactString)
    case violation(Int)
    /// A node about one member of an object does not hold.
    case outside(MemberExclusion)
    /// What the node says of what no other keyword has looked at does not hold.
    case unevaluatedViolation(Int)
  }

  /// Notes that `literal` was read: whether it is new; `nil` where its opposite was.
  mutating func take(_ literal: Literal) -> Bool? {
    if taken.contains(literal.negated) { return nil }
    let isNew = taken.insert(literal).inserted
    if isNew { changedNodes.append(literal.node) }
    return isNew
  }

  /// Puts others in the places of some choices, or nothing.
  mutating func replaceChoices(_ replaced: [(place: Int, choice: Choice?)]) {
    guard let first = replaced.first?.place else { return }
    var rest = Array(choices[..<first])
    rest.reserveCapacity(choices.count)
    var next = 0
    for place in first..<choices.count {
      if next < replaced.count, replaced[next].place == place {
        if let choice = replaced[next].choice { rest.append(choice) }
        next += 1
      } else {
        rest.append(choices[place])
      }
    }
    choices = rest
  }

  /// Notes that `literal` holds, which need not be read.
  mutating func assume(_ literal: Literal) { taken.insert(literal) }

  /// Makes known whether a node holds.
  mutating func split(_ node: Int, _ origin: Origin) {
    let options: [Option] = [[.literal(Literal(node))], [.literal(Literal(node).negated)]]
    choices.append(Choice(options: options, origin: origin))
  }

  /// Takes what a schema demands of a member; false where it cannot be.
  mutating func require(_ demand: MemberDemand) -> Bool {
    change(demand.name) { $0.require(demand) }
  }

  /// Changes what is known of a member; false where nothing is left of it.
  private mutating func change(
    _ name: ExactString, _ change: (inout MemberDomain) -> Void
  ) -> Bool {
    let before = members[name]?.size ?? MemberDomain().size
    change(&members[name, default: MemberDomain()])
    guard let domain = members[name] else { return true }
    if domain.size != before { changedMembers.append(name) }
    return domain.isPossible
  }

  /// What is known and was not compared with choices yet; after that, it counts as compared.
  mutating func takeChanges() -> (members: [ExactString], nodes: [Int]) {
    defer { (changedMembers, changedNodes) = ([], []) }
    return (changedMembers, changedNodes)
  }

  /// Whether choices were compared with all that is known.
  var isSettled: Bool {
    changedMembers.isEmpty && changedNodes.isEmpty && !choices.contains { $0.watch == nil }
  }

  /// Takes that a member is there, or that it is not; false where it cannot be.
  mutating func setPresent(_ isPresent: Bool, _ name: ExactString) -> Bool {
    change(name) { domain in
      if isPresent { domain.mayBeAbsent = false } else { domain.mayBePresent = false }
    }
  }

  private mutating func add(_ exclusion: MemberExclusion) -> Bool {
    let name = exclusion.name
    if !exclusion.demand.isRequired, !add([.present(name)]) { return false }
    if let opposite = exclusion.opposite {
      lateRules.append(
        LateRule(
          node: opposite, name: name, schema: exclusion.schema, isKnown: exclusion.rest != nil))
      return exclusion.rest.map { require($0) } ?? true
    }
    guard let values = exclusion.demand.values else { return add([.absent(name)]) }
    if !cutNames.contains(name) { cutNames.append(name) }
    return change(name) { $0.exclude(values) }
  }

  /// Adds the facts of an option; false where they cannot hold together.
  mutating func add(_ option: Option) -> Bool {
    for fact in option {
      switch fact {
      case .literal(let literal): pending.append(literal)
      case .language(let language): languages.append(language)
      case .number(let constraint):
        guard let both = number.intersection(constraint) else { return false }
        number = both
      case .present(let name):
        guard setPresent(true, name) else { return false }
        present.append(name)
      case .absent(let name):
        guard setPresent(false, name) else { return false }
        absent.append(name)
      case .outside(let exclusion): guard add(exclusion) else { return false }
      case .violation(let node): violations.append(node)
      case .unevaluatedViolation(let node): unevaluated.append(Literal(node).negated)
      }
    }
    return true
  }
}
