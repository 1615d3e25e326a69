/// Expressions, from the loosest operator to the tightest.
extension Parser {
  mutating func parseExpression(
    hasConditional: Bool = true
  ) throws(TemplateError) -> any Expression {
    try enter()
    defer { depth -= 1 }
    return hasConditional ? try parseConditional() : try parseOr()
  }

  /// Reads an expression, or several that commas make a tuple of.
  mutating func parseTuple(
    hasConditional: Bool = true, end: String? = nil, hasParens: Bool = false
  ) throws(TemplateError) -> any Expression {
    var position = current.position
    var items: [any Expression] = []
    var isTuple = false
    while true {
      if !items.isEmpty { try expect(.comma) }
      if isTupleEnd(end) { break }
      items.append(try parseExpression(hasConditional: hasConditional))
      guard isSymbol(.comma) else { break }
      isTuple = true
      position = current.position
    }
    if !isTuple {
      if let item = items.first { return item }
      guard hasParens else { throw failure("Expected an expression, got '\(current.name)'") }
    }
    return try checked(SequenceLiteral(.tuple, items, position))
  }

  func isTupleEnd(_ name: String?) -> Bool {
    switch current.kind {
    case .variableEnd, .blockEnd, .symbol(.rightParen): true
    case .name: current.text == name
    default: false
    }
  }

  private mutating func parseConditional() throws(TemplateError) -> any Expression {
    var position = current.position
    var value = try parseOr()
    while skip(name: "if") {
      let test = try parseOr()
      var other: (any Expression)?
      if skip(name: "else") { other = try parseExpression() }
      value = try checked(Conditional(test: test, value: value, other: other, position))
      position = current.position
    }
    return value
  }

  private mutating func parseOr() throws(TemplateError) -> any Expression {
    let position = current.position
    var left = try parseAnd()
    while skip(name: "or") { left = try checked(Binary(.or, left, try parseAnd(), position)) }
    return left
  }

  private mutating func parseAnd() throws(TemplateError) -> any Expression {
    let position = current.position
    var left = try parseNot()
    while skip(name: "and") { left = try checked(Binary(.and, left, try parseNot(), position)) }
    return left
  }

  private mutating func parseNot() throws(TemplateError) -> any Expression {
    guard isName("not") else { return try parseCompare() }
    let position = advance().position
    try enter()
    defer { depth -= 1 }
    return try checked(Unary(.not, try parseNot(), position))
  }

  private mutating func parseCompare() throws(TemplateError) -> any Expression {
    let position = current.position
    let first = try parseSum()
    var operands: [Compare.Operand] = []
    while let operation = compareOperator {
      index += operation == .isNotIn ? 2 : 1
      operands.append(Compare.Operand(operation: operation, value: try parseSum()))
    }
    return operands.isEmpty ? first : try checked(Compare(first, operands, position))
  }

  private var compareOperator: Compare.Operator? {
    switch current.kind {
    case .symbol(let symbol): return Compare.Operator(rawValue: symbol.rawValue)
    case .name where current.text == "in": return .isIn
    case .name where current.text == "not":
      return next.kind == .name && next.text == "in" ? .isNotIn : nil
    default: return nil
    }
  }

  private mutating func parseSum() throws(TemplateError) -> any Expression {
    var position = current.position
    var left = try parseConcatenation()
    while isSymbol(.add) || isSymbol(.subtract) {
      let operation: Binary.Operator = advance().kind == .symbol(.add) ? .add : .subtract
      left = try checked(Binary(operation, left, try parseConcatenation(), position))
      position = current.position
    }
    return left
  }

  private mutating func parseConcatenation() throws(TemplateError) -> any Expression {
    let position = current.position
    let first = try parseProduct()
    guard isSymbol(.tilde) else { return first }
    var items = [first]
    while skip(.tilde) { items.append(try parseProduct()) }
    return try checked(SequenceLiteral(.concatenation, items, position))
  }

  private mutating func parseProduct() throws(TemplateError) -> any Expression {
    var position = current.position
    var left = try parsePower()
    while case .symbol(let symbol) = current.kind,
      symbol == .multiply || symbol == .divide || symbol == .floorDivide || symbol == .modulo,
      let operation = Binary.Operator(rawValue: symbol.rawValue)
    {
      index += 1
      left = try checked(Binary(operation, left, try parsePower(), position))
      position = current.position
    }
    return left
  }

  private mutating func parsePower() throws(TemplateError) -> any Expression {
    var position = current.position
    var left = try parseUnary()
    while skip(.power) {
      left = try checked(Binary(.power, left, try parseUnary(), position))
      position = current.position
    }
    return left
  }

  private mutating func parseUnary(hasFilters: Bool = true) throws(TemplateError) -> any Expression
  {
    var value: any Expression
    if isSymbol(.subtract) || isSymbol(.add) {
      let token = advance()
      try enter()
      defer { depth -= 1 }
      let operand = try parseUnary(hasFilters: false)
      let operation: Unary.Operator = token.kind == .symbol(.add) ? .positive : .negative
      value = try checked(Unary(operation, operand, token.position))
    } else {
      value = try parsePrimary()
    }
    value = try parsePostfix(value)
    return hasFilters ? try parseFilters(value) : value
  }

  mutating func parsePrimary() throws(TemplateError) -> any Expression {
    let token = current
    switch token.kind {
    case .name:
      index += 1
      switch token.text {
      case "true", "True": return Literal(.bool(true), token.position)
      case "false", "False": return Literal(.bool(false), token.position)
      case "none", "None": return Literal(.none, token.position)
      default: return Name(token.text, id: newName(), token.position)
      }
    case .string:
      var text = ""
      while current.kind == .string { text += advance().text }
      constants.insert(text)
      return Literal(.text(Text(text)), token.position)
    case .integer, .float:
      index += 1
      return Literal(try number(token), token.position)
    case .symbol(.leftParen):
      index += 1
      let value = try parseTuple(hasParens: true)
      try expect(.rightParen)
      return value
    case .symbol(.leftBracket): return try parseList()
    case .symbol(.leftBrace): return try parseDict()
    default: throw failure("unexpected '\(token.name)'")
    }
  }

  /// The value of a number token.
  func number(_ token: Token) throws(TemplateError) -> Literal.Constant {
    if token.kind == .float { return .float(Double(token.text) ?? 0) }
    let digits = token.text.lowercased()
    let base =
      digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0o") ? 8 : digits.hasPrefix("0b") ? 2 : 10
    let text = base == 10 ? Substring(digits) : digits.dropFirst(2)
    if let value = Int(text, radix: base) { return .int(value) }
    guard let value = BigInt(digits: text.utf8, base: base) else {
      throw TemplateError(.limit, "the integer is too large", at: token.position)
    }
    return .big(value)
  }

  private mutating func parseList() throws(TemplateError) -> any Expression {
    let position = advance().position
    var items: [any Expression] = []
    while !isSymbol(.rightBracket) {
      if !items.isEmpty { try expect(.comma) }
      if isSymbol(.rightBracket) { break }
      items.append(try parseExpression())
    }
    try expect(.rightBracket)
    return try checked(SequenceLiteral(.list, items, position))
  }

  private mutating func parseDict() throws(TemplateError) -> any Expression {
    let position = advance().position
    var items: [any Expression] = []
    while !isSymbol(.rightBrace) {
      if !items.isEmpty { try expect(.comma) }
      if isSymbol(.rightBrace) { break }
      items.append(try parseExpression())
      try expect(.colon)
      items.append(try parseExpression())
    }
    try expect(.rightBrace)
    return try checked(DictLiteral(items, position))
  }
}
