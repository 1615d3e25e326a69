import TernJSON

/// Names of members by their numbers, in the order found.
final class NameList {
  let ordered: [Int32]
  /// All of them, where they are many.
  private let many: Set<Int32>

  init(_ names: [Int32]) {
    if names.count < 2 {
      (ordered, many) = (names, [])
      return
    }
    var seen = Set<Int32>()
    ordered = names.filter { seen.insert($0).inserted }
    many = ordered.count > Self.few ? seen : []
  }

  /// So many are compared one by one.
  private static let few = 8

  func contains(_ name: Int32) -> Bool {
    many.isEmpty ? ordered.contains(name) : many.contains(name)
  }
}

/// Numbers for the names of members.
struct NameNumbers {
  private var numbers: [ExactString: Int32] = [:]
  private var names: [ExactString] = []

  mutating func number(of name: ExactString) -> Int32 {
    if let known = numbers[name] { return known }
    numbers[name] = Int32(names.count)
    names.append(name)
    return Int32(names.count - 1)
  }

  subscript(number: Int32) -> ExactString { names[Int(number)] }
}

// Which members a choice is about: as long as none of them is there, it can be left open.
extension Goals {
  /// The names that a node speaks of, with all that it applies to the same value; `nil` where it may
  /// be about any name, or about how many there are.
  func names(of number: Int) -> NameList? {
    if let known = knownNames[number] { return known }
    knownNames[number] = .some(nil)
    let found = (nested { findNames(nodes[number]) } ?? nil).map { NameList($0) }
    knownNames[number] = found
    return found
  }

  private func findNames(_ node: SchemaNode) -> [Int32]? {
    if node.boolean != nil { return [] }
    let holdsObjects = (node.enumeration ?? []) + (node.constant.map { [$0] } ?? [])
    guard node.hasOnly(.all.subtracting(.objects), and: .aboutNames),
      !holdsObjects.contains(where: { $0.kind == .object }),
      node.additionalProperties.map({ isTrivial($0) && !hasUnevaluatedProperties }) ?? true
    else { return nil }
    var mentioned = node.properties.map(\.name) + node.required
    for (name, others) in node.dependentRequired { mentioned += [name] + others }
    var names = mentioned.map { nameNumbers.number(of: $0) }
    for part in node.applied {
      guard let inner = self.names(of: part.node) else { return nil }
      names += inner.ordered
      if let name = part.name { names.append(nameNumbers.number(of: name)) }
    }
    return names
  }

  /// Whether a choice may be about a member; about any where `name` is `nil`.
  func isAbout(_ choice: Conjunction.Choice, _ name: Int32?) -> Bool {
    choice.options.contains { isAbout($0, name) }
  }

  /// The same for one option.
  func isAbout(_ option: Conjunction.Option, _ name: Int32?) -> Bool {
    option.contains { fact in
      switch names(of: fact) {
      case .any: true
      case .none: false
      case .one(let other): other == name
      case .list(let list): name.map { list.contains($0) } ?? false
      }
    }
  }

  /// The names of members that choices are about.
  func names(of choices: [Conjunction.Choice]) -> NameList {
    var names: [Int32] = []
    for fact in choices.lazy.flatMap({ $0.options.joined() }) {
      switch self.names(of: fact) {
      case .any, .none: break
      case .one(let name): names.append(name)
      case .list(let list): names += list.ordered
      }
    }
    return NameList(names)
  }

  private enum FactNames {
    case any, none
    case one(Int32)
    case list(NameList)
  }

  private func names(of fact: Conjunction.Fact) -> FactNames {
    switch fact {
    case .literal(let literal): names(of: literal.node).map { .list($0) } ?? .any
    case .violation(let node): names(of: node).map { .list($0) } ?? .any
    case .present(let name), .absent(let name): .one(nameNumbers.number(of: name))
    case .outside(let exclusion): .one(nameNumbers.number(of: exclusion.name))
    case .unevaluatedViolation: .any
    case .language, .number: .none
    }
  }
}

extension KeywordSet {
  /// Keywords for objects that speak of names which they mention, and of those alone as long as what
  /// they say of others is nothing.
  fileprivate static let aboutNames = KeywordSet([
    .properties, .required, .dependentRequired, .additionalProperties,
  ])
}
