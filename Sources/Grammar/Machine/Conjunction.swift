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
  var lateRules: [Int] = []
  /// The groups of open choices.
  var groups: OpenGroups?
  /// Whether choices were compared with all that is known.
  var isSettled = true

  struct Condition {
    var name: ExactString
    var node: Int
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
    isSettled = false
    return taken.insert(literal).inserted
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
    isSettled = false
    return members[demand.name, default: MemberDomain()].require(demand)
  }

  /// Takes that a member is there, or that it is not; false where it cannot be.
  mutating func setPresent(_ isPresent: Bool, _ name: ExactString) -> Bool {
    isSettled = false
    if isPresent {
      members[name, default: MemberDomain()].mayBeAbsent = false
    } else {
      members[name, default: MemberDomain()].mayBePresent = false
    }
    return members[name]?.isPossible ?? true
  }

  private mutating func add(_ exclusion: MemberExclusion) -> Bool {
    let name = exclusion.name
    if !exclusion.demand.isRequired, !add([.present(name)]) { return false }
    if let opposite = exclusion.opposite {
      lateRules.append(opposite)
      return true
    }
    guard let values = exclusion.demand.values else { return add([.absent(name)]) }
    isSettled = false
    if !cutNames.contains(name) { cutNames.append(name) }
    return members[name, default: MemberDomain()].exclude(values)
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
