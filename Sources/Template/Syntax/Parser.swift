/// Makes the tree of a template from its tokens.
///
/// Depth is limited on the way down (nested brackets and statements) and in what comes up (long
/// chains of operators make deep trees).
struct Parser {
  let tokens: [Token]
  var index = 0
  /// Names that have been numbered.
  var nameCount = 0
  /// Scopes that have been numbered.
  var scopeCount = 1
  var depth = 0
  /// Loops around the place in the same function.
  var loopDepth = 0
  /// Loops around the place, in functions around it too.
  var outerLoops = 0
  /// The texts of string literals.
  var constants: Set<String> = []
  var blocks: Set<String> = []
  /// What the bodies around the place may end with, for messages.
  var endTags: [[String]] = []

  /// Nested expressions and statements that are accepted, together.
  static let maximumDepth = 90
  /// Levels of expressions that are accepted.
  static let maximumHeight = 200

  init(_ tokens: [Token]) { self.tokens = tokens }

  var current: Token { tokens[min(index, tokens.count - 1)] }

  var next: Token { tokens[min(index + 1, tokens.count - 1)] }

  mutating func advance() -> Token {
    let token = current
    index += 1
    return token
  }

  func isSymbol(_ symbol: Token.Symbol) -> Bool { current.kind == .symbol(symbol) }

  func isName(_ name: String) -> Bool { current.kind == .name && current.text == name }

  mutating func skip(_ symbol: Token.Symbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  mutating func skip(name: String) -> Bool {
    guard isName(name) else { return false }
    index += 1
    return true
  }

  func failure(_ message: String) -> TemplateError {
    TemplateError(.syntax, message, at: current.position)
  }

  @discardableResult
  mutating func expect(_ kind: Token.Kind, _ name: String) throws(TemplateError) -> Token {
    guard current.kind == kind else {
      if current.kind == .end {
        throw failure("unexpected end of template, expected '\(name)'.")
      }
      throw failure("expected token '\(name)', got '\(current.name)'")
    }
    return advance()
  }

  mutating func expect(_ symbol: Token.Symbol) throws(TemplateError) {
    try expect(.symbol(symbol), symbol.rawValue)
  }

  mutating func expect(name: String) throws(TemplateError) {
    guard isName(name) else { throw failure("expected token '\(name)', got '\(current.name)'") }
    index += 1
  }

  /// Goes one level down.
  mutating func enter() throws(TemplateError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw TemplateError(.limit, "the template is nested too deeply", at: current.position)
    }
  }

  /// An expression, unless it is too high.
  func checked<Node: Expression>(_ node: Node) throws(TemplateError) -> Node {
    guard node.height <= Self.maximumHeight else {
      throw TemplateError(.limit, "an expression is nested too deeply", at: node.position)
    }
    return node
  }

  mutating func newName() -> Int {
    nameCount += 1
    return nameCount - 1
  }

  mutating func newScope(_ count: Int = 1) -> Int {
    scopeCount += count
    return scopeCount - count
  }

  /// Reads statements to the end of the template.
  mutating func parseTemplate() throws(TemplateError) -> [any Statement] {
    try parseBody(until: [])
  }

  /// Reads statements up to a tag that begins with one of `ends`, whose name is then current.
  mutating func parseBody(until ends: [String]) throws(TemplateError) -> [any Statement] {
    try enter()
    defer { depth -= 1 }
    var body: [any Statement] = []
    while true {
      let token = current
      switch token.kind {
      case .data:
        index += 1
        body.append(TextStatement(token.text, token.position))
      case .variableBegin:
        index += 1
        let value = try parseTuple()
        try expect(.variableEnd, "end of print statement")
        body.append(Print(value, token.position))
      case .blockBegin:
        index += 1
        if current.kind == .name, ends.contains(current.text) { return body }
        endTags.append(ends)
        body.append(contentsOf: try parseStatement())
        endTags.removeLast()
        try expect(.blockEnd, "end of statement block")
      default:
        guard ends.isEmpty else {
          let names = ends.map { "'\($0)'" }.joined(separator: " or ")
          throw failure(
            "Unexpected end of template. Jinja was looking for the following tags: \(names).")
        }
        return body
      }
    }
  }

  /// Reads the body of a statement whose tag is still open.
  mutating func parseStatements(until ends: [String]) throws(TemplateError) -> [any Statement] {
    _ = skip(.colon)
    try expect(.blockEnd, "end of statement block")
    return try parseBody(until: ends)
  }

  /// Reads a body and the name of the tag that ends it.
  mutating func parseStatements(end: String) throws(TemplateError) -> [any Statement] {
    let body = try parseStatements(until: [end])
    index += 1
    return body
  }
}
