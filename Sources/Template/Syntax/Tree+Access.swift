/// `value.name`.
final class Attribute: Expression {
  let position: Position
  let owner: any Expression
  let name: Text
  /// The name as messages write it.
  let label: String
  /// The methods of this name; a dict without one of it has only its keys.
  let methods: MethodNames
  let height: Int
  var children: [any Expression] { [owner] }

  init(_ owner: any Expression, _ name: String, _ position: Position) {
    self.owner = owner
    self.name = Text(name)
    label = name
    methods = MethodNames(name)
    self.position = position
    height = owner.height + 1
  }
}

/// `value[key]`.
final class Subscript: Expression {
  let position: Position
  let owner: any Expression
  let key: any Expression
  /// Whether Jinja's compiler would evaluate it: what cannot be sliced is then undefined, not an
  /// error.
  let isConstant: Bool
  let height: Int
  var children: [any Expression] { [owner, key] }

  init(_ owner: any Expression, _ key: any Expression, _ position: Position) {
    self.owner = owner
    self.key = key
    isConstant = owner.isConstant && key.isConstant
    self.position = position
    height = max(owner.height, key.height) + 1
  }
}

/// `start:stop:step` in brackets.
final class Slice: Expression {
  let position: Position
  let start: (any Expression)?
  let stop: (any Expression)?
  let step: (any Expression)?
  let height: Int
  var children: [any Expression] { [start, stop, step].compactMap { $0 } }

  init(
    _ start: (any Expression)?, _ stop: (any Expression)?, _ step: (any Expression)?,
    _ position: Position
  ) {
    self.start = start
    self.stop = stop
    self.step = step
    self.position = position
    height = [start, stop, step].compactMap { $0 }.height
  }
}

/// `function(arguments)`.
final class Call: Expression {
  let position: Position
  let function: any Expression
  let arguments: CallArguments
  let height: Int
  var children: [any Expression] { [function] + arguments.all }

  init(_ function: any Expression, _ arguments: CallArguments, _ position: Position) {
    self.function = function
    self.arguments = arguments
    self.position = position
    height = max(function.height + 1, arguments.all.height)
  }
}

/// `value|name(arguments)`; the value is missing where a block is filtered.
final class FilterCall: Expression {
  let position: Position
  let value: (any Expression)?
  let name: String
  let arguments: CallArguments
  let filter: Filter?
  let height: Int
  var children: [any Expression] { (value.map { [$0] } ?? []) + arguments.all }

  init(
    _ value: (any Expression)?, _ name: String, _ arguments: CallArguments, _ position: Position
  ) {
    self.value = value
    self.name = name
    self.arguments = arguments
    self.position = position
    filter = Filters.table[name]
    height = max((value?.height ?? 0) + 1, arguments.all.height)
  }
}

/// `value is name(arguments)`.
final class TestCall: Expression {
  let position: Position
  let value: any Expression
  let name: String
  let arguments: CallArguments
  let test: Test?
  let height: Int
  var children: [any Expression] { [value] + arguments.all }

  init(_ value: any Expression, _ name: String, _ arguments: CallArguments, _ position: Position) {
    self.value = value
    self.name = name
    self.arguments = arguments
    self.position = position
    test = Tests.table[name]
    height = max(value.height + 1, arguments.all.height)
  }
}
