/// What is fixed of an array while it is read.
final class ArrayShape {
  /// Nodes whose array keywords must hold.
  let rules: [Int]
  /// Nodes whose array keywords must not all hold.
  let violations: [Int]
  let minimum: Int
  let maximum: Int
  /// How many elements must satisfy a node: of every rule with `contains`.
  let contains: [Containment]
  let isUnique: Bool
  /// Whether the values of elements matter later.
  let keepsValues: Bool
  /// Whether arrays and objects among them are kept as numbers of values; once asked for.
  var keepsSeen: Bool?
  /// From this many elements on, more make no difference.
  let countLimit: Int
  /// How many elements some schema speaks of one by one.
  let placeCount: Int
  /// Whether elements before `minimum` alone decide whether the array can be finished: then it can.
  var isSimple: Bool?

  struct Containment {
    var node: Int
    var minimum: Int
    var maximum: Int
  }

  init(_ conjunction: Conjunction, nodes: [SchemaNode]) {
    rules = conjunction.rules
    violations = conjunction.violations
    minimum = rules.reduce(0) { max($0, nodes[$1].minItems ?? 0) }
    maximum = rules.reduce(Int.max) { min($0, nodes[$1].maxItems ?? .max) }
    contains = rules.compactMap { Self.containment(nodes[$0]) }
    isUnique = rules.contains { nodes[$0].uniqueItems }
    keepsValues = isUnique || violations.contains { nodes[$0].uniqueItems }
    placeCount = (rules + violations).reduce(0) { max($0, nodes[$1].prefixItems.count) }
    var limit = max(placeCount, minimum, maximum == .max ? 0 : maximum)
    for node in violations.map({ nodes[$0] }) {
      limit = max(limit, node.minItems ?? 0, node.maxItems.map { $0 == .max ? $0 : $0 + 1 } ?? 0)
    }
    countLimit = limit
  }

  /// What `contains` of a node asks for.
  static func containment(_ node: SchemaNode) -> Containment? {
    node.contains.map {
      Containment(node: $0, minimum: node.minContains ?? 1, maximum: node.maxContains ?? .max)
    }
  }
}

/// How far an array has been read.
struct ArrayState: Hashable {
  var shape: Int32
  /// Elements so far, up to the shape's limit.
  var count = 0
  /// Elements so far that satisfy each `contains`, as far as it matters.
  var contained: [Int] = []
  /// The same of the violations that have not shown yet.
  var unmet: [Unmet] = []
  /// The elements so far, as nodes that only they satisfy, where they matter.
  var values: [Int] = []
  /// The arrays and objects among them, as a set of values, where there is no end of those.
  var seen: Int32 = 0

  struct Unmet: Hashable {
    var node: Int
    var contained = 0
  }
}

/// An element that may come next: what it must be, and the array's state after it.
struct ElementChoice {
  var goal: Goal
  var state: Int32
}

/// One step of a way to finish an array.
enum ArrayPlan: Equatable {
  case close
  case element
  /// There is no way.
  case never
}
