import TernJSON

/// What is fixed of an object while it is read: the nodes whose keywords hold, the names they
/// mention, and what each name's value must be.
final class ObjectShape {
  /// Nodes whose object keywords must hold.
  let rules: [Int]
  /// Nodes whose object keywords must not all hold.
  let violations: [Int]
  /// Every name that is mentioned, in the order preferred.
  private(set) var names: [ExactString] = []
  private(set) var index: [ExactString: Int] = [:]
  /// The names that must be there, as places in `names`.
  private(set) var required: [Int] = []
  private(set) var requiredSet = BitSet()
  /// The names that must not be there.
  private(set) var absent = BitSet()
  private(set) var minimum = 0
  private(set) var maximum = Int.max
  /// When the first is there, the second must be, too.
  private(set) var dependents: [(name: Int, other: Int)] = []
  /// Nodes whose object keywords must hold if the name is there.
  private(set) var conditions: [(name: Int, node: Int)] = []
  /// How many of `names`, the first ones, the schema itself puts in an order that must be kept.
  private(set) var orderedCount = 0
  /// The demands on the value of each name, once asked for.
  var demands: [[Literal]?]
  /// The same of each condition that makes some, with its place among `conditions`.
  var conditionDemands: [[(place: Int, literals: [Literal])]?]
  /// The rules that speak of names by patterns or of all, and the others by the names they mention;
  /// of many rules, each name concerns few.
  private(set) var wideRules: [Int] = []
  private(set) var rulesOfName: [[Int]] = []
  var isAllowed: [Bool?]
  /// Names that nobody mentions, if they may be there; once asked for.
  var otherNames: Language?
  /// The lexer's state before any of very many names, whichever are there already.
  var manyNamesLeaf: Int32?
  /// The conjunction, where choices are open.
  let open: Conjunction?
  /// The names that open choices are about, and their places.
  let openNames: [ExactString]
  private(set) var isOpen = BitSet()
  /// Whether required names alone decide whether the object can be finished: then it can.
  var isSimple: Bool?

  /// - Parameter old: a shape that said less, whose order the names keep that no rule mentions.
  init(
    _ conjunction: Conjunction, nodes: [SchemaNode], open: Conjunction? = nil,
    openNames: [ExactString] = [], after old: ObjectShape? = nil
  ) {
    self.open = open
    self.openNames = openNames
    rules = conjunction.rules
    violations = conjunction.violations
    demands = []
    conditionDemands = []
    isAllowed = []
    for rule in rules { for name in nodes[rule].order ?? [] { add(name) } }
    orderedCount = names.count
    indexRules(nodes)
    var mustBe = Set<Int>()
    for rule in rules { for name in nodes[rule].required { mustBe.insert(add(name)) } }
    if let old {
      let kept = Set(openNames + conjunction.present)
      for name in old.names where kept.contains(name) { add(name) }
    }
    // Names that all options of open choices ask for keep their places among the others.
    for name in openNames { isOpen[add(name)] = true }
    for name in conjunction.present { mustBe.insert(add(name)) }
    for name in conjunction.absent { absent[add(name)] = true }
    required = mustBe.sorted()
    for place in required { requiredSet[place] = true }
    for rule in rules {
      minimum = max(minimum, nodes[rule].minProperties ?? 0)
      maximum = min(maximum, nodes[rule].maxProperties ?? .max)
      for (name, others) in nodes[rule].dependentRequired {
        for other in others { dependents.append((add(name), add(other))) }
      }
    }
    for condition in conjunction.conditions {
      let node = nodes[condition.node]
      conditions.append((add(condition.name), condition.node))
      for (name, _) in node.properties { add(name) }
      for name in node.required { add(name) }
      for (name, others) in node.dependentRequired { for name in [name] + others { add(name) } }
    }
    for violation in violations {
      let node = nodes[violation]
      for (name, _) in node.properties { add(name) }
      for name in node.required { add(name) }
      for (name, others) in node.dependentRequired { for name in [name] + others { add(name) } }
    }
    demands = [[Literal]?](repeating: nil, count: names.count)
    conditionDemands = Array(repeating: nil, count: names.count)
    rulesOfName += Array(repeating: [], count: names.count - rulesOfName.count)
    isAllowed = [Bool?](repeating: nil, count: names.count)
  }

  /// Adds the names that rules mention.
  private func indexRules(_ nodes: [SchemaNode]) {
    for rule in rules {
      let node = nodes[rule]
      if !node.patternProperties.isEmpty || node.additionalProperties != nil {
        wideRules.append(rule)
      }
      for (name, _) in node.properties {
        let place = add(name)
        while rulesOfName.count <= place { rulesOfName.append([]) }
        if wideRules.last != rule { rulesOfName[place].append(rule) }
      }
    }
  }

  @discardableResult
  private func add(_ name: ExactString) -> Int {
    if let known = index[name] { return known }
    index[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

/// How far an object has been read.
struct ObjectState: Hashable {
  var shape: Int32
  /// The mentioned names that are there.
  var seen = BitSet()
  /// The other names that are there, sorted, so that none comes twice.
  var others: [ExactString] = []
  /// One past the mentioned name that came last, where order matters.
  var cursor: Int32 = 0
  /// The violations that have not shown yet.
  var unmet: [Int] = []
  /// The conditions that do not hold any more, so that their names must stay away.
  var denied = BitSet()

  /// How many members are there.
  var count: Int { seen.count + others.count }
}
