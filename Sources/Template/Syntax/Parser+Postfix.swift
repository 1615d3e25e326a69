/// What may stand behind a value: attributes, subscripts, calls, filters and tests.
extension Parser {
  mutating func parsePostfix(_ value: any Expression) throws(TemplateError) -> any Expression {
    var value = value
    while true {
      switch current.kind {
      case .symbol(.dot): value = try parseAttribute(value)
      case .symbol(.leftBracket): value = try parseSubscript(value)
      case .symbol(.leftParen): value = try parseCall(value)
      default: return value
      }
    }
  }

  mutating func parseFilters(_ value: any Expression) throws(TemplateError) -> any Expression {
    var value = value
    while true {
      if skip(.pipe) {
        value = try parseFilter(value)
      } else if isName("is") {
        value = try parseTest(value)
      } else if isSymbol(.leftParen) {
        value = try parseCall(value)
      } else {
        return value
      }
    }
  }

  private mutating func parseAttribute(
    _ owner: any Expression
  ) throws(TemplateError) -> any Expression {
    let position = advance().position
    let token = current
    switch token.kind {
    case .name:
      index += 1
      return try checked(Attribute(owner, token.text, position))
    case .integer:
      index += 1
      return try checked(Subscript(owner, Literal(try number(token), token.position), position))
    default: throw failure("expected name or number")
    }
  }

  private mutating func parseSubscript(
    _ owner: any Expression
  ) throws(TemplateError) -> any Expression {
    let position = advance().position
    var keys: [any Expression] = []
    while !isSymbol(.rightBracket) {
      if !keys.isEmpty { try expect(.comma) }
      keys.append(try parseSlice())
    }
    try expect(.rightBracket)
    let key = keys.count == 1 ? keys[0] : SequenceLiteral(.tuple, keys, position)
    return try checked(Subscript(owner, key, position))
  }

  private mutating func parseSlice() throws(TemplateError) -> any Expression {
    let position = current.position
    var start: (any Expression)?
    if !isSymbol(.colon) {
      let value = try parseExpression()
      guard isSymbol(.colon) else { return value }
      start = value
    }
    index += 1
    let stop = try parseBound()
    let step = skip(.colon) ? try parseBound() : nil
    return Slice(start, stop, step, position)
  }

  private mutating func parseBound() throws(TemplateError) -> (any Expression)? {
    switch current.kind {
    case .symbol(.colon), .symbol(.rightBracket), .symbol(.comma): nil
    default: try parseExpression()
    }
  }

  private mutating func parseCall(_ function: any Expression) throws(TemplateError) -> Call {
    let position = current.position
    return try checked(Call(function, try parseArguments(), position))
  }

  private mutating func parseArguments() throws(TemplateError) -> CallArguments {
    let position = current.position
    try expect(.leftParen)
    var result = CallArguments()
    var isFirst = true
    while !isSymbol(.rightParen) {
      if !isFirst {
        try expect(.comma)
        if isSymbol(.rightParen) { break }
      }
      isFirst = false
      guard try parseArgument(&result) else {
        throw TemplateError(
          .syntax, "invalid syntax for function call expression", at: position)
      }
    }
    try expect(.rightParen)
    return result
  }

  /// Reads one argument; false where one of its kind may not stand.
  private mutating func parseArgument(_ result: inout CallArguments) throws(TemplateError) -> Bool {
    if skip(.multiply) {
      guard result.list == nil, result.dict == nil else { return false }
      result.list = try parseExpression()
    } else if skip(.power) {
      guard result.dict == nil else { return false }
      result.dict = try parseExpression()
    } else if current.kind == .name, next.kind == .symbol(.assign) {
      guard result.dict == nil else { return false }
      let name = advance().text
      index += 1
      if result.named.contains(where: { $0.name == name }) {
        throw failure("keyword argument repeated: \(name)")
      }
      result.named.append(CallArguments.Named(name: name, value: try parseExpression()))
    } else {
      guard result.list == nil, result.dict == nil, result.named.isEmpty else { return false }
      result.positional.append(try parseExpression())
    }
    return true
  }

  /// Reads the name of a filter or test, which dots may part.
  private mutating func parseDottedName() throws(TemplateError) -> String {
    var name = try expect(.name, "name").text
    while skip(.dot) { name += "." + (try expect(.name, "name").text) }
    return name
  }

  /// Reads a filter behind its `|`.
  mutating func parseFilter(_ value: (any Expression)?) throws(TemplateError) -> FilterCall {
    let position = current.position
    let name = try parseDottedName()
    let arguments = isSymbol(.leftParen) ? try parseArguments() : CallArguments()
    return try checked(FilterCall(value, name, arguments, position))
  }

  private mutating func parseTest(_ value: any Expression) throws(TemplateError) -> any Expression {
    let position = advance().position
    let isNegated = skip(name: "not")
    let name = try parseDottedName()
    var arguments = CallArguments()
    if isSymbol(.leftParen) {
      arguments = try parseArguments()
    } else if beginsTestArgument {
      if isName("is") { throw failure("You cannot chain multiple tests with is") }
      try enter()
      defer { depth -= 1 }
      arguments.positional = [try parsePostfix(try parsePrimary())]
    }
    let test = try checked(TestCall(value, name, arguments, position))
    return isNegated ? try checked(Unary(.not, test, position)) : test
  }

  private var beginsTestArgument: Bool {
    switch current.kind {
    case .name: !["else", "or", "and"].contains(current.text)
    case .string, .integer, .float, .symbol(.leftBracket), .symbol(.leftBrace): true
    default: false
    }
  }
}
