import TernJSON

/// What a value must be: a set of demands that hold together, by number.
typealias Goal = Int32

/// The demands that schemas make on values, and what follows from them for each kind of value.
///
/// Everything is worked out when it is first asked for, and then kept. Working state of one
/// machine: not thread-safe.
final class Goals {
  private(set) var nodes: [SchemaNode]
  let lexer: Lexer
  let options: MachineOptions
  var languages: Languages { lexer.languages }

  private var literals: [[Literal]] = []
  private var numbers: [[Literal]: Goal] = [:]
  /// What is known of each goal.
  private var facts: [GoalFacts] = []
  /// Languages of the string keywords of nodes, where they were worked out.
  var nodeLanguages: [Int: Language] = [:]
  var numberLeaves: [[NumberConstraint]: Int32] = [:]
  var nodeNumbers: [Int: NumberConstraint] = [:]
  private var constants: [ExactString: Int] = [:]
  /// The node that nothing satisfies.
  private lazy var never = append(.never)
  /// How many nodes the documents have; those after them were appended.
  private let documentNodeCount: Int
  /// The nodes of documents that appended nodes come of.
  private var sources: [Int?] = []
  private var plainNodes: [Int: Bool] = [:]
  /// Nodes without their keywords for what was not looked at, by the number of those with them.
  var plainTwins: [Int: Int] = [:]
  var patterns: [ExactString: Language] = [:]
  /// A budget was exceeded; what was answered since is not to be trusted.
  var isExhausted = false

  fileprivate var liveness = LivenessSearch()
  var shortTexts = ShortTexts()
  var disjointPairs: [NodePair: Bool] = [:]
  var commonKinds: [NodePair: KindSet] = [:]
  /// What nodes say instead of `anyOf` and `oneOf`.
  var liftedChoices: [Int: [Int]?] = [:]
  var nameNumbers = NameNumbers()
  var valueNumbers = ValueNumbers()
  var seen = SeenValues()
  var sizes = Sizes()
  var knownDemands: [Int: MemberDemands] = [:]
  var knownValues: [Int: (values: Set<Int>, isExact: Bool)?] = [:]
  var knownNames: [Int: NameList?] = [:]
  /// How many schemas that apply each other are being looked through.
  var depth = 0
  /// Nodes that demand the opposite of one member's schema, and those that keep values from one.
  var opposites: [OppositeKey: Int] = [:]
  var cuts: [CutKey: Int] = [:]
  var knownOverlaps: [OverlapKey: [[Int]]] = [:]
  /// How much has been looked at: steps of alternatives, names of objects, elements of arrays.
  var work = 0
  /// How many alternatives were told apart.
  var alternativeCount = 0
  /// The keyword that was worked out last, and the one at which the budget was exceeded.
  var culprit: Conjunction.Origin?
  var exhaustedBy: Conjunction.Origin?
  /// The node of a document that was read last.
  var lastRead: Int?
  /// The documents with the numbers of their first nodes.
  let documents: [(start: Int, document: SchemaDocument)]

  /// Whether some node speaks of what other keywords have not looked at, of objects and of arrays.
  let hasUnevaluatedProperties: Bool
  let hasUnevaluatedItems: Bool

  private(set) lazy var objects = ObjectRules(self)
  private(set) lazy var arrays = ArrayRules(self)

  init(
    nodes: [SchemaNode], lexer: Lexer, options: MachineOptions,
    documents: [(start: Int, document: SchemaDocument)] = []
  ) {
    self.nodes = nodes
    documentNodeCount = nodes.count
    self.documents = documents
    hasUnevaluatedProperties = nodes.contains { $0.unevaluatedProperties != nil }
    hasUnevaluatedItems = nodes.contains { $0.unevaluatedItems != nil }
    self.lexer = lexer
    self.options = options
  }

  /// What is known of a goal; `nil` where it was not asked for yet.
  private struct GoalFacts {
    var leaf: Int32?
    var strings: Language?
    var objects: [Int32]?
    var arrays: [Int32]?
    var isLive: Bool?
    var isOpen = false
  }

  /// Whether what is being worked out leans on a goal of which it is not known yet whether anything
  /// satisfies it: a "no" is then not to be kept.
  var isTentative: Bool { liveness.touched }

  /// The goal of some demands.
  func goal(_ demands: [Literal]) -> Goal {
    var sorted = demands.sorted()
    var last: Literal?
    sorted.removeAll { literal in
      defer { last = literal }
      return literal == last
    }
    if let number = numbers[sorted] { return number }
    let number = Goal(literals.count)
    literals.append(sorted)
    facts.append(GoalFacts())
    numbers[sorted] = number
    return number
  }

  func demands(of goal: Goal) -> [Literal] { literals[Int(goal)] }

  /// Appends a node that no document has; past a limit the constraint counts as too complex.
  ///
  /// - Parameter source: the node that it comes of, which errors name.
  func append(_ keywords: SchemaKeywords, for source: Int? = nil) -> Int {
    nodes.append(SchemaNode(keywords))
    sources.append(source.flatMap(documentNode(of:)))
    if sources.count > Self.appendedNodeLimit { exhaust() }
    return nodes.count - 1
  }

  /// The node of a document that a node comes of; `nil` where that is not known.
  func documentNode(of number: Int) -> Int? {
    number < documentNodeCount ? number : sources[number - documentNodeCount]
  }

  /// A node with what follows from it takes up to 2 KB.
  private static let appendedNodeLimit = 1 << 17

  /// The node that only `value` satisfies.
  func constant(_ value: JSON) -> Int {
    if isExhausted { return never }
    let key = ExactString(value.text())
    if let node = constants[key] { return node }
    var node = SchemaKeywords()
    switch value {
    case .array(let elements):
      node.values.types = .array
      node.arrays.prefixItems = elements.map { constant($0) }
      node.arrays.items = never
      node.arrays.minItems = elements.count
    case .object(let members):
      node.values.types = .object
      node.objects.properties = members.map { (ExactString($0.key), constant($0.value)) }
      node.objects.required = members.keys.map { ExactString($0) }
      node.objects.additionalProperties = never
    default: node.values.constant = value
    }
    let number = append(node)
    constants[key] = number
    return number
  }
}

extension SchemaKeywords {
  /// The schema that nothing satisfies.
  static var never: SchemaKeywords {
    var node = SchemaKeywords()
    node.boolean = false
    return node
  }
}

extension Goals {
  /// The lexer's state before a value that is no array or object; -1 where there is none.
  func leaf(of goal: Goal) -> Int32 {
    if let known = facts[Int(goal)].leaf { return known }
    var starts: [Int32] = []
    let words: [(ValueKind, String)] = [(.null, "null"), (.false, "false"), (.true, "true")]
    let literals = words.filter { !alternatives(goal, $0.0).isEmpty }.map(\.1)
    if !literals.isEmpty { starts.append(lexer.text(languages.words(literals))) }
    let strings = strings(of: goal)
    if strings != languages.empty { starts.append(lexer.jsonString(strings)) }
    let constraints = alternatives(goal, .number).map(\.number)
      .filter { $0.isSatisfiable(options.numbers) }
    if !constraints.isEmpty { starts.append(numberLeaf(constraints)) }
    starts.removeAll { $0 < 0 }
    let leaf = starts.isEmpty ? -1 : starts.count == 1 ? starts[0] : lexer.union(starts)
    facts[Int(goal)].leaf = leaf
    return leaf
  }

  /// The strings that satisfy a goal.
  func strings(of goal: Goal) -> Language {
    if let known = facts[Int(goal)].strings { return known }
    let all = alternatives(goal, .string).map { languages.and($0.languages) }
    let language = all.count == 1 ? all[0] : languages.or(all)
    let answer = languages.isEmpty(language) ? languages.empty : language
    facts[Int(goal)].strings = answer
    return answer
  }

  /// The first states of the objects that satisfy a goal.
  func objects(of goal: Goal) -> [Int32] {
    if let known = facts[Int(goal)].objects { return known }
    var states: [Int32] = []
    for conjunction in objectAlternatives(goal) {
      guard let state = objects.begin(conjunction), !states.contains(state) else { continue }
      states.append(state)
    }
    if !isTentative { facts[Int(goal)].objects = states }
    return states
  }

  /// The first states of the arrays that satisfy a goal.
  func arrays(of goal: Goal) -> [Int32] {
    if let known = facts[Int(goal)].arrays { return known }
    var states: [Int32] = []
    for conjunction in alternatives(goal, .array) {
      guard let state = arrays.begin(conjunction), !states.contains(state) else { continue }
      states.append(state)
    }
    if !isTentative { facts[Int(goal)].arrays = states }
    return states
  }
}

extension Goals {
  /// Whether some value satisfies a goal.
  ///
  /// What satisfies itself only by way of itself is satisfied by nothing: the least fixpoint.
  func isLive(_ goal: Goal) -> Bool {
    if let known = facts[Int(goal)].isLive { return known }
    if isPlainlyLive(goal) {
      facts[Int(goal)].isLive = true
      return true
    }
    if facts[Int(goal)].isOpen {
      liveness.touched = true
      return false
    }
    liveness.depth += 1
    defer { liveness.depth -= 1 }
    if liveness.depth == 1 { liveness.steps = 0 }
    liveness.steps += 1
    guard !isExhausted, liveness.depth < Self.depthLimit, liveness.steps < stepLimit else {
      exhaust()
      return false
    }
    facts[Int(goal)].isOpen = true
    let outer = liveness.touched
    liveness.touched = false
    let found = leaf(of: goal) >= 0 || !arrays(of: goal).isEmpty || !objects(of: goal).isEmpty
    facts[Int(goal)].isOpen = false
    // A "no" that leaned on a goal still open may become a "yes" once that one is known.
    if found || !liveness.touched || liveness.depth == 1 {
      facts[Int(goal)].isLive = found
    }
    liveness.touched = outer || (liveness.touched && !found && liveness.depth > 1)
    return found
  }

  /// Nesting of schemas whose satisfiability hangs on each other.
  private static let depthLimit = 512
  /// Goals tried, some again and again, until one is known.
  private var stepLimit: Int { 5_000 + 16 * nodes.count }

  /// Whether a goal is one node that plainly has a value, so that nothing must be worked out.
  private func isPlainlyLive(_ goal: Goal) -> Bool {
    let demands = literals[Int(goal)]
    if demands.isEmpty { return true }
    guard demands.count == 1, !demands[0].isNegative else { return false }
    return isPlainlyLive(node: demands[0].node, depth: 0)
  }

  func isPlainlyLive(node number: Int, depth: Int = 0) -> Bool {
    if let known = plainNodes[number] { return known }
    guard depth < 32 else { return false }
    plainNodes[number] = false
    let node = nodes[number]
    let isPlain: Bool
    if node.boolean != nil {
      isPlain = node.boolean == true
    } else if let target = node.references.first {
      isPlain =
        node.references.count == 1 && node.hasOnly([], and: .reference)
        && isPlainlyLive(node: target, depth: depth + 1)
    } else {
      isPlain = hasPlainValue(node, depth: depth)
    }
    plainNodes[number] = isPlain
    return isPlain
  }

  /// Whether a value is found at once; keywords that are not named here may forbid it.
  private func hasPlainValue(_ node: SchemaNode, depth: Int) -> Bool {
    let types = node.types ?? .all
    guard node.hasOnly(.ofKinds, and: .plain) else { return false }
    if !types.isDisjoint(with: [.null, .boolean]) { return true }
    if types.contains(.string), !node.has(.strings, besides: .lengths),
      (node.minLength ?? 0) <= (node.maxLength ?? .max)
    {
      return true
    }
    if types.contains(.number), !node.has(.numbers, besides: .limits),
      node.minimum == nil || node.maximum == nil,
      // Beyond, no generated number has enough digits.
      [node.minimum, node.maximum].allSatisfy({ ($0?.double.magnitude ?? 0) < 1e300 })
    {
      return true
    }
    if types.contains(.array), (node.minItems ?? 0) == 0,
      !node.has(.arrays, besides: .allowingNoElement)
    {
      return true
    }
    guard types.contains(.object), (node.minProperties ?? 0) == 0,
      (node.maxProperties ?? .max) >= node.required.count, node.dependentSchemas.isEmpty,
      !node.has(.objects, besides: .allowingRequiredMembers)
    else { return false }
    return node.required.allSatisfy { name in
      node.properties.first { $0.name == name }.map {
        isPlainlyLive(node: $0.node, depth: depth + 1)
      } ?? (node.additionalProperties == nil && node.unevaluatedProperties == nil)
    }
  }
}

extension KeywordSet {
  fileprivate static let reference = KeywordSet([.ref])
  /// Keywords for values of any kind that forbid no kind that a type allows; the last one is for
  /// objects alone.
  fileprivate static let plain = KeywordSet([.type, .dependentSchemas])
  fileprivate static let lengths = KeywordSet([.minLength, .maxLength])
  fileprivate static let limits = KeywordSet([.minimum, .maximum])
  /// Keywords that the array of no elements satisfies, where `minItems` is 0.
  fileprivate static let allowingNoElement = KeywordSet([
    .prefixItems, .items, .minItems, .maxItems, .minContains, .maxContains, .uniqueItems,
    .unevaluatedItems,
  ])
  /// Keywords that an object of the required members satisfies, as long as their values and number do.
  fileprivate static let allowingRequiredMembers = KeywordSet([
    .properties, .required, .minProperties, .maxProperties, .additionalProperties,
    .unevaluatedProperties, .order,
  ])
}

/// The state of a search for satisfiable goals.
struct LivenessSearch {
  var depth = 0
  /// Goals tried since the search began.
  var steps = 0
  /// Whether a goal that is still open was asked for.
  var touched = false
}
