/// An expression of a template: a node of the tree that the machine walks.
protocol Expression: AnyObject, Sendable {
  /// Where it stands, for errors.
  var position: Position { get }
  /// The expressions in it, in the order of the source.
  var children: [any Expression] { get }
  /// How many levels of expressions it has.
  var height: Int { get }
  func evaluate(_ machine: Machine) throws(TemplateError) -> Value
}

/// A statement of a template.
protocol Statement: AnyObject, Sendable {
  var position: Position { get }
  func execute(_ machine: Machine) throws(TemplateError) -> Flow
}

/// How a statement ended.
enum Flow { case normal, breaks, continues }

/// What an assignment assigns to; names are numbered as those that are read are.
indirect enum Target: Sendable {
  case name(String, id: Int)
  /// An attribute of a namespace, whose variable is read.
  case attribute(String, of: String, id: Int)
  case tuple([Target])
}

/// Expressions in the parentheses of a call.
struct CallArguments: Sendable {
  struct Named: Sendable {
    var name: String
    var value: any Expression
  }

  var positional: [any Expression] = []
  var named: [Named] = []
  /// What stands behind `*`.
  var list: (any Expression)?
  /// What stands behind `**`.
  var dict: (any Expression)?

  var all: [any Expression] {
    positional + named.map(\.value) + [list, dict].compactMap { $0 }
  }
}

extension Expression {
  /// Whether it is made of constants and operators only.
  var isConstant: Bool {
    switch self {
    case is Literal: true
    case is Name, is Attribute, is Subscript, is Call, is FilterCall, is TestCall: false
    default: children.allSatisfy(\.isConstant)
    }
  }
}

extension [any Expression] {
  /// One more than the height of the highest.
  var height: Int { reduce(0) { Swift.max($0, $1.height) } + 1 }
}

/// A constant.
final class Literal: Expression {
  enum Constant: Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case big(BigInt)
    case float(Double)
    case text(Text)
  }

  let position: Position
  let constant: Constant
  var children: [any Expression] { [] }
  var height: Int { 1 }

  init(_ constant: Constant, _ position: Position) {
    self.constant = constant
    self.position = position
  }
}

/// A variable that is read; `id` is its number among all names of the template.
final class Name: Expression {
  let position: Position
  let name: String
  let id: Int
  var children: [any Expression] { [] }
  var height: Int { 1 }

  init(_ name: String, id: Int, _ position: Position) {
    self.name = name
    self.id = id
    self.position = position
  }
}

/// A tuple, a list, or texts that `~` joins.
final class SequenceLiteral: Expression {
  enum Kind: Sendable { case tuple, list, concatenation }

  let position: Position
  let kind: Kind
  let children: [any Expression]
  let height: Int

  init(_ kind: Kind, _ children: [any Expression], _ position: Position) {
    self.kind = kind
    self.children = children
    self.position = position
    height = children.height
  }
}

/// A dict: keys and values in turn.
final class DictLiteral: Expression {
  let position: Position
  let children: [any Expression]
  let height: Int

  init(_ children: [any Expression], _ position: Position) {
    self.children = children
    self.position = position
    height = children.height
  }
}

final class Unary: Expression {
  enum Operator: Sendable { case not, negative, positive }

  let position: Position
  let operation: Operator
  let operand: any Expression
  let height: Int
  var children: [any Expression] { [operand] }

  init(_ operation: Operator, _ operand: any Expression, _ position: Position) {
    self.operation = operation
    self.operand = operand
    self.position = position
    height = operand.height + 1
  }
}

final class Binary: Expression {
  enum Operator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case floorDivide = "//"
    case modulo = "%"
    case power = "**"
    case and, or
  }

  let position: Position
  let operation: Operator
  let left: any Expression
  let right: any Expression
  let height: Int
  var children: [any Expression] { [left, right] }

  init(
    _ operation: Operator, _ left: any Expression, _ right: any Expression, _ position: Position
  ) {
    self.operation = operation
    self.left = left
    self.right = right
    self.position = position
    height = max(left.height, right.height) + 1
  }
}

/// Comparisons in a chain: `a < b < c`.
final class Compare: Expression {
  enum Operator: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case isNotIn = "not in"
  }

  struct Operand: Sendable {
    var operation: Operator
    var value: any Expression
  }

  let position: Position
  let first: any Expression
  let operands: [Operand]
  let height: Int
  var children: [any Expression] { [first] + operands.map(\.value) }

  init(_ first: any Expression, _ operands: [Operand], _ position: Position) {
    self.first = first
    self.operands = operands
    self.position = position
    height = max(first.height, operands.map(\.value).height)
  }
}

/// `value if test else other`.
final class Conditional: Expression {
  let position: Position
  let test: any Expression
  let value: any Expression
  let other: (any Expression)?
  let height: Int
  var children: [any Expression] { [test, value] + (other.map { [$0] } ?? []) }

  init(
    test: any Expression, value: any Expression, other: (any Expression)?, _ position: Position
  ) {
    self.test = test
    self.value = value
    self.other = other
    self.position = position
    height = max(test.height, value.height, other?.height ?? 0) + 1
  }
}
