import TernJSON

/// What the verdicts on the options of a choice hang on.
///
/// An object with hundreds of choices learns about one member at a time: only the choices that watch
/// it are looked at again.
final class ChoiceWatch {
  /// The members, by number.
  let members: [Int32]
  let nodes: [Int]
  /// The members that the options may be about in any way; `nil` where that may be any.
  let about: NameList?
  /// The members that must be there whichever option holds.
  let required: [ExactString]
  /// A demand on one member that alone decides between two options.
  let test: Test?

  /// A demand, as a reference: hundreds of choices are compared with each member that is known.
  final class Test {
    let demand: MemberDemand
    let number: Int32
    /// The place of the option that holds where it is met; the other one holds where it is not.
    let met: Int

    init(_ demand: MemberDemand, number: Int32, met: Int) {
      (self.demand, self.number, self.met) = (demand, number, met)
    }
  }

  init(
    members: [Int32], nodes: [Int], about: NameList?, required: [ExactString], test: Test?
  ) {
    (self.members, self.nodes, self.about) = (members, nodes, about)
    (self.required, self.test) = (required, test)
  }

  func isTouched(by news: ChoiceNews) -> Bool {
    members.contains { news.hasMember($0) } || nodes.contains { news.hasNode($0) }
  }

  /// Whether all that is new is about the member of the test.
  func isOnlyTested(by news: ChoiceNews) -> Bool {
    guard let test else { return false }
    return members.allSatisfy { $0 == test.number || !news.hasMember($0) }
      && !nodes.contains { news.hasNode($0) }
  }
}

/// The members and nodes of which more is known than before.
struct ChoiceNews {
  private let members: [Int32]
  private let nodes: [Int]
  private let manyMembers: Set<Int32>
  private let manyNodes: Set<Int>

  init(_ changes: (members: [ExactString], nodes: [Int]), _ goals: Goals) {
    members = changes.members.map { goals.nameNumbers.number(of: $0) }
    nodes = changes.nodes
    manyMembers = members.count > Self.few ? Set(members) : []
    manyNodes = nodes.count > Self.few ? Set(nodes) : []
  }

  /// So many are compared one by one.
  private static let few = 8

  func hasMember(_ number: Int32) -> Bool {
    members.count > Self.few ? manyMembers.contains(number) : members.contains(number)
  }

  func hasNode(_ number: Int) -> Bool {
    nodes.count > Self.few ? manyNodes.contains(number) : nodes.contains(number)
  }
}

extension Goals {
  /// What a choice hangs on, which may be known already.
  func watch(of choice: Conjunction.Choice) -> ChoiceWatch { choice.watch ?? watch(choice) }

  private func watch(_ choice: Conjunction.Choice) -> ChoiceWatch {
    var members: Set<Int32> = []
    var nodes: Set<Int> = []
    for fact in choice.options.joined() {
      switch fact {
      case .literal(let literal):
        nodes.insert(literal.node)
        let demands = memberDemands(canonical(literal).node)
        for demand in demands.all { members.insert(nameNumbers.number(of: demand.name)) }
        for demand in demands.common { members.insert(nameNumbers.number(of: demand.name)) }
      case .present(let name), .absent(let name): members.insert(nameNumbers.number(of: name))
      case .outside(let exclusion): members.insert(nameNumbers.number(of: exclusion.name))
      case .language, .number, .violation, .unevaluatedViolation: break
      }
    }
    let about = isAbout(choice, nil) ? nil : names(of: [choice])
    return ChoiceWatch(
      members: members.sorted(), nodes: nodes.sorted(), about: about,
      required: required(by: choice), test: test(of: choice))
  }

  /// The members that every option asks for.
  private func required(by choice: Conjunction.Choice) -> [ExactString] {
    guard let first = choice.options.first else { return [] }
    var names = required(by: first)
    for option in choice.options.dropFirst() where !names.isEmpty {
      let theirs = Set(required(by: option))
      names.removeAll { !theirs.contains($0) }
    }
    return names
  }

  private func required(by option: Conjunction.Option) -> [ExactString] {
    option.flatMap { fact -> [ExactString] in
      switch fact {
      case .present(let name): return [name]
      case .literal(let literal):
        let literal = canonical(literal)
        if literal.isNegative { return [] }
        let demands = memberDemands(literal.node)
        return (demands.all + demands.common).filter(\.isRequired).map(\.name)
      default: return []
      }
    }
  }

  /// The demand that decides between two options that begin with a schema and its opposite.
  private func test(of choice: Conjunction.Choice) -> ChoiceWatch.Test? {
    guard choice.options.count == 2, case .literal(let first)? = choice.options[0].first,
      case .literal(let second)? = choice.options[1].first, first == second.negated
    else { return nil }
    let literal = canonical(first)
    let demands = memberDemands(literal.node)
    guard demands.isWhole, demands.all.count + demands.common.count == 1,
      let demand = demands.all.first ?? demands.common.first, demand.isExact
    else { return nil }
    return ChoiceWatch.Test(
      demand, number: nameNumbers.number(of: demand.name), met: literal.isNegative ? 1 : 0)
  }
}
