import TernJSON

/// Turns a rule into a machine.
struct GrammarCompiler {
  private let goals: Goals
  private let rule: GrammarRule
  private var program = Program()
  private var roots: [Int]
  private var nextRoot = 0

  /// How often a rule may be repeated by count; more is too complex.
  private static let repetitionLimit = 1_000

  /// A fresh machine for `rule`.
  ///
  /// Documents are those of the rule's schemas, in order.
  static func machine(
    _ rule: GrammarRule, documents: [SchemaDocument], options: MachineOptions
  ) throws(GrammarError) -> Machine {
    var nodes: [SchemaNode] = []
    var roots: [Int] = []
    for document in documents {
      roots.append(document.root + nodes.count)
      if nodes.isEmpty {
        nodes = document.nodes
      } else {
        nodes += document.nodes.map { $0.moved(by: nodes.count) }
      }
    }
    let goals = Goals(nodes: nodes, lexer: Lexer(languages: Languages()), options: options)
    var compiler = GrammarCompiler(goals: goals, rule: rule, roots: roots)
    return try compiler.compile()
  }

  private init(goals: Goals, rule: GrammarRule, roots: [Int]) {
    self.goals = goals
    self.rule = rule
    self.roots = roots
  }

  private mutating func compile() throws(GrammarError) -> Machine {
    let end = program.add(.end)
    program.start = try add(rule, then: end)
    return Machine(program, goals: goals)
  }

  /// Adds the instructions of a rule that goes on at `next`; where they begin.
  private mutating func add(_ rule: GrammarRule, then next: Int32) throws(GrammarError) -> Int32 {
    let languages = goals.languages
    switch rule {
    case .schema:
      // Rules are added from their ends, so the documents are taken from theirs.
      let root = roots.removeLast()
      return program.add(.value(goals.goal([Literal(root)]), next: next))
    case .json: return program.add(.value(goals.goal([]), next: next))
    case .pattern(let text, let syntax):
      do {
        let language = try languages.pattern(text, syntax, wholeMatch: syntax == .swift)
        return add(language, then: next)
      } catch {
        throw .pattern(text: text, offset: error.offset, reason: error.message)
      }
    case .choices(let texts):
      if texts.isEmpty { throw .noChoices }
      return add(languages.words(texts), then: next)
    case .text(let text): return add(languages.words([text]), then: next)
    case .freeText(let markers):
      let any = languages.anyString
      let found = markers.map { languages.concat([any, languages.literal($0), any]) }
      return add(found.isEmpty ? any : languages.not(languages.or(found)), then: next)
    case .sequence(let rules):
      var next = next
      for rule in rules.reversed() { next = try add(rule, then: next) }
      return next
    case .anyOf(let rules):
      if rules.isEmpty { throw .noChoices }
      var options: [Int32] = []
      for rule in rules.reversed() { options.append(try add(rule, then: next)) }
      return program.add(.fork(options.reversed()))
    case .repeated(let rule, let minimum, let maximum):
      return try add(rule, minimum, maximum, then: next)
    }
  }

  private mutating func add(_ language: Language, then next: Int32) -> Int32 {
    let text = program.add(.text(goals.lexer.text(language), next: next))
    return goals.languages.isNullable(language) ? program.add(.fork([text, next])) : text
  }

  private mutating func add(
    _ rule: GrammarRule, _ minimum: Int, _ maximum: Int?, then next: Int32
  ) throws(GrammarError) -> Int32 {
    guard minimum <= maximum ?? .max, max(minimum, maximum ?? 0) <= Self.repetitionLimit else {
      throw .tooComplex
    }
    if maximum == 0 {
      roots.removeLast(rule.schemas.count)
      return next
    }
    let mark = roots
    var start = next
    if let maximum {
      for _ in minimum..<maximum {
        roots = mark
        start = program.add(.fork([try add(rule, then: start), next]))
      }
    } else {
      let loop = program.add(.end)
      program.set(loop, .fork([try add(rule, then: loop), next]))
      start = loop
    }
    for _ in 0..<minimum {
      roots = mark
      start = try add(rule, then: start)
    }
    return start
  }
}

extension SchemaNode {
  /// The node in an array of nodes in which its document begins at `offset`.
  func moved(by offset: Int) -> SchemaNode {
    var node = self
    func move(_ number: inout Int?) { number = number.map { $0 + offset } }
    func move(_ numbers: inout [Int]) { numbers = numbers.map { $0 + offset } }
    node.properties = properties.map { ($0.name, $0.node + offset) }
    node.patternProperties = patternProperties.map { ($0.pattern, $0.node + offset) }
    node.dependentSchemas = dependentSchemas.map { ($0.name, $0.node + offset) }
    move(&node.additionalProperties)
    move(&node.propertyNames)
    move(&node.prefixItems)
    move(&node.items)
    move(&node.contains)
    move(&node.allOf)
    move(&node.anyOf)
    move(&node.oneOf)
    move(&node.not)
    move(&node.condition)
    move(&node.then)
    move(&node.otherwise)
    move(&node.references)
    move(&node.unevaluatedProperties)
    move(&node.unevaluatedItems)
    return node
  }
}
