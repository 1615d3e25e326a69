/// Text that stands in the template.
final class TextStatement: Statement {
  let position: Position
  let text: Text

  init(_ text: String, _ position: Position) {
    self.text = Text(text)
    self.position = position
  }
}

/// `{{ value }}`.
final class Print: Statement {
  let position: Position
  let value: any Expression

  init(_ value: any Expression, _ position: Position) {
    self.value = value
    self.position = position
  }
}

final class If: Statement {
  struct Branch: Sendable {
    var test: any Expression
    var body: [any Statement]
  }

  let position: Position
  let branches: [Branch]
  let other: [any Statement]

  init(_ branches: [Branch], other: [any Statement], _ position: Position) {
    self.branches = branches
    self.other = other
    self.position = position
  }
}

final class For: Statement {
  let position: Position
  let target: Target
  /// The target for the test, which is evaluated apart from the body.
  let testTarget: Target
  let items: any Expression
  let test: (any Expression)?
  let isRecursive: Bool
  let body: [any Statement]
  let other: [any Statement]
  /// The numbers of the scopes of body, test and else.
  let bodyScope: Int
  let testScope: Int
  let elseScope: Int

  init(
    target: Target, testTarget: Target, items: any Expression, test: (any Expression)?,
    isRecursive: Bool, body: [any Statement], other: [any Statement], scope: Int,
    _ position: Position
  ) {
    self.target = target
    self.testTarget = testTarget
    self.items = items
    self.test = test
    self.isRecursive = isRecursive
    self.body = body
    self.other = other
    bodyScope = scope
    testScope = scope + 1
    elseScope = scope + 2
    self.position = position
  }
}

/// Names, defaults and body of a macro or of a call block.
final class Function: Sendable {
  struct Parameter: Sendable {
    var name: String
    var id: Int
    var value: (any Expression)?
  }

  /// `nil` for call blocks.
  let name: String?
  let parameters: [Parameter]
  let body: [any Statement]
  let scope: Int
  let position: Position

  init(
    name: String?, parameters: [Parameter], body: [any Statement], scope: Int, _ position: Position
  ) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.scope = scope
    self.position = position
  }
}

final class MacroStatement: Statement {
  let target: Target
  let function: Function
  var position: Position { function.position }

  init(_ target: Target, _ function: Function) {
    self.target = target
    self.function = function
  }
}

/// `{% call(…) f(…) %}`; also `{% generation %}`, which calls nothing.
final class CallBlock: Statement {
  let function: Function
  let call: Call?
  var position: Position { function.position }

  init(_ call: Call?, _ function: Function) {
    self.call = call
    self.function = function
  }
}

final class Assign: Statement {
  let position: Position
  let target: Target
  let value: any Expression

  init(_ target: Target, _ value: any Expression, _ position: Position) {
    self.target = target
    self.value = value
    self.position = position
  }
}

/// A body of its own scope: of `{% set x %}`, `{% filter %}`, `{% with %}`, `{% autoescape %}`.
final class ScopeStatement: Statement {
  enum Kind: Sendable {
    case set(Target, FilterCall?)
    case filter(FilterCall)
    case with([Target], [any Expression])
    case autoescape(any Expression)
  }

  let position: Position
  let kind: Kind
  let body: [any Statement]
  let scope: Int

  init(_ kind: Kind, _ body: [any Statement], scope: Int, _ position: Position) {
    self.kind = kind
    self.body = body
    self.scope = scope
    self.position = position
  }
}

/// `{% block name %}`: printed where it stands.
final class Block: Statement {
  let position: Position
  let name: String
  let body: [any Statement]
  let scope: Int
  let isRequired: Bool

  init(
    _ name: String, _ body: [any Statement], scope: Int, isRequired: Bool, _ position: Position
  ) {
    self.name = name
    self.body = body
    self.scope = scope
    self.isRequired = isRequired
    self.position = position
  }
}

final class Jump: Statement {
  let position: Position
  let flow: Flow

  init(_ flow: Flow, _ position: Position) {
    self.flow = flow
    self.position = position
  }
}

/// A statement that needs other templates, of which there are none.
final class Unavailable: Statement {
  let position: Position
  let tag: String
  let template: any Expression
  /// The names that it would set.
  let targets: [Target]

  init(_ tag: String, _ template: any Expression, _ targets: [Target], _ position: Position) {
    self.tag = tag
    self.template = template
    self.targets = targets
    self.position = position
  }
}
