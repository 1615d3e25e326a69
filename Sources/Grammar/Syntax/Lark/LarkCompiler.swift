import TernJSON

/// Makes rules of the statements of a Lark grammar.
struct LarkCompiler {
  let grammar: LarkGrammar
  let cursor: SyntaxCursor
  /// The rules made so far.
  private var rules: [String: GrammarRule] = [:]
  /// The rules to make: names, and the values of their parameters.
  private var open: [Call] = []
  private var isCalled: Set<Call> = []
  /// What may stand behind a lexeme.
  private var ignored: GrammarRule?
  private var terminals: LarkTerminals
  private var repetitions = LongRepetitions()

  /// A rule and the value of its parameter.
  struct Call: Hashable {
    var name: String
    var value: UInt64?

    /// The name of the rule that is made of it.
    var rule: String { value.map { "\(name)::\($0)" } ?? name }
  }

  /// More values of parameters are a grammar that counts too far.
  private static let callLimit = 50_000

  init(_ grammar: LarkGrammar, _ cursor: SyntaxCursor) {
    (self.grammar, self.cursor) = (grammar, cursor)
    terminals = LarkTerminals(grammar, cursor)
  }

  mutating func compile() throws(GrammarSyntaxError) -> Grammar {
    guard let start = grammar.definitions["start"] else {
      throw cursor.error("no rule 'start', with which a text begins")
    }
    try compileIgnored()
    let first = try call("start", nil, at: start.position, within: nil)
    while let call = open.popLast() {
      guard let definition = grammar.definitions[call.name] else { continue }
      rules[call.rule] = try body(of: definition, call.value)
    }
    var whole = first
    if grammar.options.allowsInitialIgnored, let ignored { whole = .sequence([ignored, first]) }
    let made = Grammar(start: whole, rules: rules)
    try repetitions.check(made, cursor)
    return made
  }

  private mutating func compileIgnored() throws(GrammarSyntaxError) {
    guard !grammar.ignored.isEmpty else { return }
    var texts: [RegularText] = []
    for node in grammar.ignored { texts.append(try terminals.text(node)) }
    let lexeme = GrammarRule.lexeme(texts.count == 1 ? texts[0] : .anyOf(texts), .ignored)
    ignored = .repeated(lexeme, minimum: 0, maximum: grammar.options.ignoresOnce ? 1 : nil)
  }

  func error(_ message: String, at position: Int) -> GrammarSyntaxError {
    cursor.error(message, at: position)
  }
}

// MARK: - Rules

extension LarkCompiler {
  private mutating func body(
    of definition: LarkDefinition, _ value: UInt64?
  ) throws(GrammarSyntaxError) -> GrammarRule {
    guard definition.isLazy else { return try rule(definition.body, value) }
    var text = try terminals.text(definition.body)
    if let suffix = definition.suffix {
      text = .sequence([text, try terminals.text(suffix)])
    }
    return lexeme(.shortest(text), .lazy)
  }

  /// A lexeme and what is ignored behind it.
  private func lexeme(_ text: RegularText, _ kind: LexemeKind = .longest) -> GrammarRule {
    followed(.lexeme(text, kind))
  }

  private func followed(_ rule: GrammarRule) -> GrammarRule {
    ignored.map { .sequence([rule, $0]) } ?? rule
  }

  /// A call of a rule; `within` is the value of the parameter of the rule that calls it.
  private mutating func call(
    _ name: String, _ argument: LarkValue?, at position: Int, within value: UInt64?
  ) throws(GrammarSyntaxError) -> GrammarRule {
    guard let definition = grammar.definitions[name], !definition.isTerminal else {
      throw error("the rule '\(name)' is not defined", at: position)
    }
    guard definition.hasParameter == (argument != nil) else {
      throw error(
        definition.hasParameter
          ? "the rule '\(name)' needs a parameter" : "the rule '\(name)' has no parameter",
        at: position)
    }
    var given: UInt64?
    switch argument {
    case nil: break
    case .constant(let constant): given = constant
    case .some(let argument):
      guard let value else { throw error("a parameter outside of a rule with one", at: position) }
      given = argument.callee(of: value)
    }
    let call = Call(name: name, value: given)
    if isCalled.insert(call).inserted {
      guard isCalled.count <= Self.callLimit else {
        throw error("more than \(Self.callLimit) values of parameters", at: position)
      }
      open.append(call)
    }
    return .rule(call.rule)
  }

  private mutating func rule(
    _ node: LarkNode, _ value: UInt64?
  ) throws(GrammarSyntaxError) -> GrammarRule {
    switch node.form {
    case .name(let name, let argument):
      if argument == nil, grammar.definitions[name]?.isTerminal ?? false { break }
      return try call(name, argument, at: node.position, within: value)
    case .text(let text, _) where text.isEmpty: return .sequence([])
    case .special(let token): return followed(.marker(token))
    case .json(let schema): return followed(.schema(schema))
    case .grammar(let inner):
      var compiler = LarkCompiler(inner, cursor)
      return followed(.grammar(try compiler.compile()))
    case .sequence(let nodes):
      var rules: [GrammarRule] = []
      for node in nodes { rules.append(try rule(node, value)) }
      return .sequence(rules)
    case .anyOf(let alternatives): return try choice(alternatives, value, at: node.position)
    case .allOf: throw error("'&' in a rule; only terminals can have it", at: node.position)
    case .repeated(let inner, let minimum, let maximum):
      let whole = GrammarRule.repeated(
        try rule(inner, value), minimum: minimum, maximum: maximum)
      repetitions.note(whole, at: node.position)
      return whole
    case .range, .regex, .run, .not, .text: break
    }
    return lexeme(try terminals.text(node))
  }

  private mutating func choice(
    _ alternatives: [LarkAlternative], _ value: UInt64?, at position: Int
  ) throws(GrammarSyntaxError) -> GrammarRule {
    var rules: [GrammarRule] = []
    for alternative in alternatives {
      if let condition = alternative.condition {
        guard let value else {
          throw error("a condition outside of a rule with a parameter", at: position)
        }
        guard condition.holds(value) else { continue }
      }
      rules.append(try rule(alternative.node, value))
    }
    if rules.isEmpty { return .unsatisfiable }
    return rules.count == 1 ? rules[0] : .anyOf(rules)
  }
}

extension GrammarRule {
  /// What no text satisfies.
  static let unsatisfiable = GrammarRule.regular(.anyOf([]))
}
