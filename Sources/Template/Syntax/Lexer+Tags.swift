/// What stands within tags: names, literals and operators.
extension Lexer {
  /// Reads a tag to its end, or to the end of the source.
  mutating func readTag(isBlock: Bool) throws(TemplateError) {
    open = []
    while true {
      let start = skipSpace(index)
      if start != index {
        // The end mark is looked for before white space, which starts with none of its characters.
        index = start
      }
      guard index < source.count else { return }
      if open.isEmpty,
        let end = tagEnd(index, isBlock ? "%}" : "}}", takesLineEnd: isBlock)
      {
        add(isBlock ? .blockEnd : .variableEnd, "", at: index)
        return finish(end)
      }
      try readToken()
    }
  }

  private mutating func readToken() throws(TemplateError) {
    let byte = source[index]
    if Self.isDigit(byte) { return readNumber() }
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return try readString(byte) }
    let end = nameEnd(index)
    if end > index {
      let text = string(index..<end)
      guard Self.isIdentifier(text) else {
        throw failure("Invalid character in identifier", at: index)
      }
      add(.name, text, at: index)
      index = end
      return
    }
    try readSymbol()
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a text is an identifier by Unicode's rules, with the underscore.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    guard first == "_" || first.properties.isXIDStart else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
  }

  private func nameEnd(_ start: Int) -> Int {
    var end = start
    while end < source.count {
      let scalar = UTF8Text.scalar(source, end)
      guard scalar == "_" || scalar.properties.isXIDContinue || scalar.properties.isAlphabetic
      else { break }
      end = UTF8Text.next(source, end)
    }
    return end
  }

  private mutating func readSymbol() throws(TemplateError) {
    let start = index
    var symbol: Token.Symbol?
    if start + 1 < source.count, source[start + 1] < 0x80 {
      symbol = Token.Symbol(rawValue: string(start..<(start + 2)))
    }
    if symbol == nil, source[start] < 0x80 {
      symbol = Token.Symbol(rawValue: string(start..<(start + 1)))
    }
    guard let symbol else {
      let character = String(Character(UTF8Text.scalar(source, start)))
      throw failure("unexpected char '\(character)' at \(start)", at: start)
    }
    try balance(symbol)
    add(.symbol(symbol), symbol.rawValue, at: start)
    index += symbol.rawValue.utf8.count
  }

  private mutating func balance(_ symbol: Token.Symbol) throws(TemplateError) {
    switch symbol {
    case .leftBrace: open.append(UInt8(ascii: "}"))
    case .leftParen: open.append(UInt8(ascii: ")"))
    case .leftBracket: open.append(UInt8(ascii: "]"))
    case .rightBrace, .rightParen, .rightBracket:
      guard let expected = open.popLast() else {
        throw failure("unexpected '\(symbol.rawValue)'", at: index)
      }
      guard source[index] == expected else {
        let name = String(Character(UnicodeScalar(expected)))
        throw failure("unexpected '\(symbol.rawValue)', expected '\(name)'", at: index)
      }
    default: break
    }
  }

  /// Reads a number; a digit behind a dot begins no number with a fraction.
  private mutating func readNumber() {
    let isBehindDot = index > 0 && source[index - 1] == UInt8(ascii: ".")
    if !isBehindDot, let end = floatEnd(index) {
      add(.float, string(index..<end).filter { $0 != "_" }, at: index)
      index = end
      return
    }
    let end = integerEnd(index)
    add(.integer, string(index..<end).filter { $0 != "_" }, at: index)
    index = end
  }

  /// The end of digits that single underscores may part.
  private func digitsEnd(_ start: Int, _ isDigit: (UInt8) -> Bool) -> Int {
    var end = start
    while end < source.count {
      if isDigit(source[end]) {
        end += 1
      } else if source[end] == UInt8(ascii: "_"), end > start, end + 1 < source.count,
        isDigit(source[end + 1])
      {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  private func floatEnd(_ start: Int) -> Int? {
    var end = digitsEnd(start, Self.isDigit)
    var isFloat = false
    if has(".", at: end), digitsEnd(end + 1, Self.isDigit) > end + 1 {
      end = digitsEnd(end + 1, Self.isDigit)
      isFloat = true
    }
    if end < source.count, source[end] | 0x20 == UInt8(ascii: "e") {
      let digits = has("+", at: end + 1) || has("-", at: end + 1) ? end + 2 : end + 1
      let exponent = digitsEnd(digits, Self.isDigit)
      if exponent > digits { return exponent }
    }
    return isFloat ? end : nil
  }

  private func integerEnd(_ start: Int) -> Int {
    guard source[start] == UInt8(ascii: "0") else { return digitsEnd(start, Self.isDigit) }
    if start + 1 < source.count {
      let isDigit: ((UInt8) -> Bool)? =
        switch source[start + 1] | 0x20 {
        case UInt8(ascii: "b"): { $0 | 1 == UInt8(ascii: "1") }
        case UInt8(ascii: "o"): { $0 | 7 == UInt8(ascii: "7") }
        case UInt8(ascii: "x"): { UnicodeScalar($0).properties.isASCIIHexDigit }
        default: nil
        }
      if let isDigit {
        let digits = has("_", at: start + 2) ? start + 3 : start + 2
        let end = digitsEnd(digits, isDigit)
        if end > digits { return end }
      }
    }
    return digitsEnd(start) { $0 == UInt8(ascii: "0") }
  }

  private mutating func readString(_ quote: UInt8) throws(TemplateError) {
    var end = index + 1
    while end < source.count, source[end] != quote {
      end += source[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < source.count else {
      let character = String(Character(UnicodeScalar(quote)))
      throw failure("unexpected char \"\(character)\" at \(index)", at: index)
    }
    let start = index
    guard let text = StringEscapes.resolved(source[(start + 1)..<end]) else {
      throw failure("a string has an escape that is none", at: start)
    }
    add(.string, text, at: start)
    index = end + 1
  }
}
