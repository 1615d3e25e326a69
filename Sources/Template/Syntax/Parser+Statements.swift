/// Tags.
extension Parser {
  mutating func parseStatement() throws(TemplateError) -> [any Statement] {
    let token = current
    guard token.kind == .name else { throw failure("tag name expected") }
    switch token.text {
    case "for": return [try parseFor()]
    case "if": return [try parseIf()]
    case "set": return [try parseSet()]
    case "macro": return [try parseMacro()]
    case "call": return [try parseCallBlock()]
    case "filter": return [try parseFilterBlock()]
    case "with": return [try parseWith()]
    case "print": return try parsePrint()
    case "autoescape": return [try parseAutoescape()]
    case "block": return [try parseBlock()]
    case "generation": return [try parseGeneration()]
    case "break", "continue":
      index += 1
      guard loopDepth > 0 else {
        throw TemplateError(.syntax, "'\(token.text)' outside loop", at: token.position)
      }
      return [Jump(token.text == "break" ? .breaks : .continues, token.position)]
    case "extends", "include", "import", "from": return [try parseUnavailable()]
    default:
      var message = "Encountered unknown tag '\(token.text)'."
      if let ends = endTags.last, !ends.isEmpty {
        let names = ends.map { "'\($0)'" }.joined(separator: " or ")
        message += " Jinja was looking for the following tags: \(names)."
      }
      throw failure(message)
    }
  }

  private mutating func parseFor() throws(TemplateError) -> For {
    let position = advance().position
    let target = try parseTarget(end: "in")
    try expect(name: "in")
    let items = try parseTuple(hasConditional: false, end: "recursive")
    let test = skip(name: "if") ? try parseExpression() : nil
    let isRecursive = skip(name: "recursive")
    let scope = newScope(3)
    loopDepth += 1
    outerLoops += 1
    defer { outerLoops -= 1 }
    let body = try parseStatements(until: ["endfor", "else"])
    loopDepth -= 1
    var other: [any Statement] = []
    if advance().text == "else" { other = try parseStatements(end: "endfor") }
    if Self.stores("loop", target) {
      throw TemplateError(
        .syntax, "Can't assign to special loop variable in for-loop target", at: position)
    }
    return For(
      target: target, testTarget: renumbered(target), items: items, test: test,
      isRecursive: isRecursive, body: body, other: other, scope: scope, position)
  }

  /// The same target with names of its own.
  private mutating func renumbered(_ target: Target) -> Target {
    switch target {
    case .name(let name, _): return .name(name, id: newName())
    case .attribute(let name, let owner, _): return .attribute(name, of: owner, id: newName())
    case .tuple(let targets):
      var all: [Target] = []
      for target in targets { all.append(renumbered(target)) }
      return .tuple(all)
    }
  }

  private static func stores(_ name: String, _ target: Target) -> Bool {
    switch target {
    case .name(let other, _): other == name
    case .attribute: false
    case .tuple(let targets): targets.contains { stores(name, $0) }
    }
  }

  private mutating func parseIf() throws(TemplateError) -> If {
    let position = advance().position
    var branches: [If.Branch] = []
    while true {
      let test = try parseTuple(hasConditional: false)
      let body = try parseStatements(until: ["elif", "else", "endif"])
      branches.append(If.Branch(test: test, body: body))
      switch advance().text {
      case "elif": continue
      case "else":
        return If(branches, other: try parseStatements(end: "endif"), position)
      default: return If(branches, other: [], position)
      }
    }
  }

  private mutating func parseSet() throws(TemplateError) -> any Statement {
    let position = advance().position
    let target = try parseTarget(hasNamespace: true)
    if skip(.assign) { return Assign(target, try parseTuple(), position) }
    var filter: FilterCall?
    while skip(.pipe) { filter = try parseFilter(filter) }
    let scope = newScope()
    let body = try parseStatements(end: "endset")
    return ScopeStatement(.set(target, filter), body, scope: scope, position)
  }

  private mutating func parsePrint() throws(TemplateError) -> [any Statement] {
    index += 1
    var result: [any Statement] = []
    while current.kind != .blockEnd {
      if !result.isEmpty { try expect(.comma) }
      let position = current.position
      result.append(Print(try parseExpression(), position))
    }
    return result
  }

  private mutating func parseFilterBlock() throws(TemplateError) -> any Statement {
    let position = advance().position
    var filter = try parseFilter(nil)
    while skip(.pipe) { filter = try parseFilter(filter) }
    let scope = newScope()
    let body = try parseStatements(end: "endfilter")
    return ScopeStatement(.filter(filter), body, scope: scope, position)
  }

  private mutating func parseWith() throws(TemplateError) -> any Statement {
    let position = advance().position
    var targets: [Target] = []
    var values: [any Expression] = []
    while current.kind != .blockEnd {
      if !targets.isEmpty { try expect(.comma) }
      let loops = outerLoops
      outerLoops = 0
      targets.append(try parseTarget())
      outerLoops = loops
      try expect(.assign)
      values.append(try parseExpression())
    }
    let scope = newScope()
    let body = try parseStatements(end: "endwith")
    return ScopeStatement(.with(targets, values), body, scope: scope, position)
  }

  private mutating func parseAutoescape() throws(TemplateError) -> any Statement {
    let position = advance().position
    let value = try parseExpression()
    let scope = newScope()
    let body = try parseStatements(end: "endautoescape")
    return ScopeStatement(.autoescape(value), body, scope: scope, position)
  }

  private mutating func parseBlock() throws(TemplateError) -> any Statement {
    let position = advance().position
    let name = try expect(.name, "name").text
    _ = skip(name: "scoped")
    let isRequired = skip(name: "required")
    let scope = newScope()
    let loops = loopDepth
    loopDepth = 0
    let body = try parseStatements(end: "endblock")
    loopDepth = loops
    _ = skip(name: name)
    guard blocks.insert(name).inserted else {
      throw TemplateError(.syntax, "block '\(name)' defined twice", at: position)
    }
    if isRequired, body.contains(where: { !Self.isBlank($0) }) {
      throw failure("Required blocks can only contain comments or whitespace")
    }
    return Block(name, body, scope: scope, isRequired: isRequired, position)
  }

  private static func isBlank(_ statement: any Statement) -> Bool {
    guard let text = statement as? TextStatement else { return false }
    return text.text.string.unicodeScalars.allSatisfy(\.isPythonSpace)
  }

  private mutating func parseUnavailable() throws(TemplateError) -> any Statement {
    let tag = advance()
    let template = try parseExpression()
    var targets: [Target] = []
    switch tag.text {
    case "include":
      if isName("ignore"), next.kind == .name, next.text == "missing" { index += 2 }
    case "import":
      try expect(name: "as")
      targets.append(.name(try expect(.name, "name").text, id: newName()))
    case "from":
      try expect(name: "import")
      repeat {
        if isContext { break }
        var name = try expect(.name, "name").text
        if skip(name: "as") { name = try expect(.name, "name").text }
        targets.append(.name(name, id: newName()))
      } while skip(.comma)
    default: break
    }
    if tag.text != "extends", isContext { index += 2 }
    return Unavailable(tag.text, template, targets, tag.position)
  }

  private var isContext: Bool {
    (isName("with") || isName("without")) && next.kind == .name && next.text == "context"
  }
}
