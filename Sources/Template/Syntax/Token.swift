/// One token of a template's source.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    /// Text between tags.
    case data
    case variableBegin, variableEnd, blockBegin, blockEnd
    case name, string, integer, float
    case symbol(Symbol)
    case end
  }

  enum Symbol: String, Sendable {
    case add = "+"
    case subtract = "-"
    case divide = "/"
    case floorDivide = "//"
    case multiply = "*"
    case modulo = "%"
    case power = "**"
    case tilde = "~"
    case leftBracket = "["
    case rightBracket = "]"
    case leftParen = "("
    case rightParen = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case equal = "=="
    case notEqual = "!="
    case greater = ">"
    case greaterOrEqual = ">="
    case less = "<"
    case lessOrEqual = "<="
    case assign = "="
    case dot = "."
    case colon = ":"
    case pipe = "|"
    case comma = ","
    case semicolon = ";"
  }

  var kind: Kind
  /// Data, a name, the value of a string, or the text of a number.
  var text: String
  var position: Position

  /// The token as messages name it.
  var name: String {
    switch kind {
    case .data: "template data / text"
    case .variableBegin: "begin of print statement"
    case .variableEnd: "end of print statement"
    case .blockBegin: "begin of statement block"
    case .blockEnd: "end of statement block"
    case .name, .string: text
    case .integer: "integer"
    case .float: "float"
    case .symbol(let symbol): symbol.rawValue
    case .end: "end of template"
    }
  }
}
