/// Demands on a value of one kind that must all hold, without alternatives left.
struct Conjunction {
  /// The demands that were read, so that each is read once and opposites are found.
  private(set) var taken: Set<Literal> = []
  /// The demands that are still to be read.
  var pending: [Literal] = []
  /// Of each of these one option must hold.
  var choices: [[Option]] = []

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
  var present: [String] = []
  var absent: [String] = []

  struct Condition {
    var name: String
    var node: Int
  }

  init(_ literals: [Literal]) { pending = literals.reversed() }

  /// Some facts that hold together.
  typealias Option = [Fact]

  /// What an option says.
  enum Fact {
    case literal(Literal)
    case language(Language)
    case number(NumberConstraint)
    case present(String)
    case absent(String)
    case violation(Int)
    /// What the node says of what no other keyword has looked at does not hold.
    case unevaluatedViolation(Int)
  }

  /// Notes that `literal` was read: whether it is new; `nil` where its opposite was.
  mutating func take(_ literal: Literal) -> Bool? {
    if taken.contains(literal.negated) { return nil }
    return taken.insert(literal).inserted
  }

  /// Makes known whether a node holds.
  mutating func split(_ node: Int) {
    choices.append([[.literal(Literal(node))], [.literal(Literal(node).negated)]])
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
        if absent.contains(name) { return false }
        present.append(name)
      case .absent(let name):
        if present.contains(name) { return false }
        absent.append(name)
      case .violation(let node): violations.append(node)
      case .unevaluatedViolation(let node): unevaluated.append(Literal(node).negated)
      }
    }
    return true
  }
}
