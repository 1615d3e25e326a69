/// Macros, call blocks, and what is assigned to.
extension Parser {
  mutating func parseMacro() throws(TemplateError) -> any Statement {
    let position = advance().position
    let (name, target) = try parseName()
    let parameters = try parseSignature()
    let function = try parseFunction(name, parameters, end: "endmacro", position)
    return MacroStatement(target, function)
  }

  mutating func parseCallBlock() throws(TemplateError) -> any Statement {
    let position = advance().position
    let parameters = isSymbol(.leftParen) ? try parseSignature() : []
    guard let call = try parseExpression() as? Call else {
      throw TemplateError(.syntax, "expected call", at: position)
    }
    return CallBlock(call, try parseFunction(nil, parameters, end: "endcall", position))
  }

  mutating func parseGeneration() throws(TemplateError) -> any Statement {
    let position = advance().position
    return CallBlock(nil, try parseFunction(nil, [], end: "endgeneration", position))
  }

  /// Reads a body that is a function: loops around it end at it.
  private mutating func parseFunction(
    _ name: String?, _ parameters: [Function.Parameter], end: String, _ position: Position
  ) throws(TemplateError) -> Function {
    let scope = newScope()
    let loops = loopDepth
    loopDepth = 0
    let body = try parseStatements(end: end)
    loopDepth = loops
    return Function(name: name, parameters: parameters, body: body, scope: scope, position)
  }

  private mutating func parseName() throws(TemplateError) -> (String, Target) {
    let token = try expect(.name, "name")
    guard !Self.constantNames.contains(token.text) else {
      throw TemplateError(.syntax, "can't assign to 'const'", at: token.position)
    }
    return (token.text, .name(token.text, id: newName()))
  }

  private mutating func parseSignature() throws(TemplateError) -> [Function.Parameter] {
    var parameters: [Function.Parameter] = []
    try expect(.leftParen)
    while !isSymbol(.rightParen) {
      if !parameters.isEmpty { try expect(.comma) }
      guard case (let name, .name(_, let id)) = try parseName() else { break }
      guard !parameters.contains(where: { $0.name == name }) else {
        throw failure("duplicate argument '\(name)' in function definition")
      }
      let value = skip(.assign) ? try parseExpression() : nil
      if value == nil, parameters.last?.value != nil {
        throw failure("non-default argument follows default argument")
      }
      parameters.append(Function.Parameter(name: name, id: id, value: value))
    }
    try expect(.rightParen)
    return parameters
  }

  static let constantNames: Set<String> = ["true", "false", "none", "True", "False", "None"]

  /// Reads what is assigned to: a name, names in a tuple, or attributes of namespaces.
  mutating func parseTarget(
    end: String? = nil, hasNamespace: Bool = false
  ) throws(TemplateError) -> Target {
    var targets: [Target] = []
    var isTuple = false
    while true {
      if !targets.isEmpty { try expect(.comma) }
      if isTupleEnd(end) { break }
      targets.append(try parseSingleTarget(hasNamespace: hasNamespace))
      guard isSymbol(.comma) else { break }
      isTuple = true
    }
    if isTuple { return .tuple(targets) }
    guard let target = targets.first else {
      throw failure("Expected an expression, got '\(current.name)'")
    }
    return target
  }

  private mutating func parseSingleTarget(
    hasNamespace: Bool
  ) throws(TemplateError) -> Target {
    if skip(.leftParen) {
      // Within parentheses names stand alone; attributes are none that can be assigned to.
      try enter()
      defer { depth -= 1 }
      if skip(.rightParen) { return .tuple([]) }
      let target = try parseTarget()
      try expect(.rightParen)
      return target
    }
    guard current.kind == .name else { throw failure("can't assign to '\(current.name)'") }
    let token = advance()
    guard !Self.constantNames.contains(token.text) else {
      throw TemplateError(.syntax, "can't assign to 'const'", at: token.position)
    }
    if outerLoops > 0, token.text == "loop", !(hasNamespace && isSymbol(.dot)) {
      throw TemplateError(
        .syntax, "Can't assign to special loop variable in for-loop target", at: token.position)
    }
    if hasNamespace, skip(.dot) {
      let attribute = try expect(.name, "name").text
      return .attribute(attribute, of: token.text, id: newName())
    }
    return .name(token.text, id: newName())
  }
}
