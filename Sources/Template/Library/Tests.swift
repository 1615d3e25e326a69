/// A test: what `value is name(arguments)` calls.
typealias Test = @Sendable (Machine, Value, Arguments) throws(TemplateError) -> Bool

/// The tests of Jinja.
enum Tests {
  static let table: [String: Test] = [
    "odd": { machine, value, arguments throws(TemplateError) in
      try remainder(value, .int(2), arguments, 0, machine) == 1
    },
    "even": { machine, value, arguments throws(TemplateError) in
      try remainder(value, .int(2), arguments, 0, machine) == 0
    },
    "divisibleby": { machine, value, arguments throws(TemplateError) in
      let number = try arguments.bind("divisibleby", ["num"], required: 1)[0] ?? .none
      return try remainder(value, number, arguments, 1, machine) == 0
    },
    "defined": plain { !$0.isUndefined },
    "undefined": plain { $0.isUndefined },
    "filter": named { Filters.table[$0] != nil },
    "test": named { Tests.names.contains($0) },
    "none": plain { $0.isNone },
    "boolean": plain { if case .bool = $0 { true } else { false } },
    "false": plain { if case .bool(false) = $0 { true } else { false } },
    "true": plain { if case .bool(true) = $0 { true } else { false } },
    "integer": plain {
      switch $0 {
      case .int, .big: true
      default: false
      }
    },
    "float": plain { $0.isFloat },
    "number": plain { $0.isFloat || $0.big != nil },
    "lower": { machine, value, _ throws(TemplateError) in
      Classes.holds(.islower, try Formatting.text(value, machine))
    },
    "upper": { machine, value, _ throws(TemplateError) in
      Classes.holds(.isupper, try Formatting.text(value, machine))
    },
    "string": plain { if case .string = $0 { true } else { false } },
    "mapping": plain { if case .dict = $0 { true } else { false } },
    "sequence": plain {
      switch $0 {
      // What is undefined has a length and a method for items.
      case .string, .list, .tuple, .dict, .undefined: true
      case .object(let object): object is RangeObject
      default: false
      }
    },
    "iterable": plain { Iteration.isIterable($0) },
    "callable": plain {
      switch $0 {
      // The undefined has a `__call__`, which fails.
      case .undefined: true
      case .object(let object): object is any Callable
      default: false
      }
    },
    "sameas": { _, value, arguments throws(TemplateError) in
      let other = try arguments.bind("sameas", ["other"], required: 1)[0] ?? .none
      return isSame(value, other)
    },
    "escaped": plain { $0.isMarkup },
    "in": { machine, value, arguments throws(TemplateError) in
      let container = try arguments.bind("in", ["seq"], required: 1)[0] ?? .none
      return try Comparison.contains(container, value, machine)
    },
    "eq": compare(.equal), "equalto": compare(.equal), "==": compare(.equal),
    "ne": compare(.notEqual), "!=": compare(.notEqual),
    "gt": compare(.greater), "greaterthan": compare(.greater), ">": compare(.greater),
    "ge": compare(.greaterOrEqual), ">=": compare(.greaterOrEqual),
    "lt": compare(.less), "lessthan": compare(.less), "<": compare(.less),
    "le": compare(.lessOrEqual), "<=": compare(.lessOrEqual),
  ]

  /// The names, apart from the table so that a test may ask for them.
  private static let names: Set<String> = [
    "odd", "even", "divisibleby", "defined", "undefined", "filter", "test", "none", "boolean",
    "false", "true", "integer", "float", "lower", "upper", "string", "mapping", "number",
    "sequence", "iterable", "callable", "sameas", "escaped", "in", "==", "eq", "equalto", "!=",
    "ne", ">", "gt", "greaterthan", "ge", ">=", "<", "lt", "lessthan", "<=", "le",
  ]

  private static func plain(_ holds: @escaping @Sendable (Value) -> Bool) -> Test {
    { _, value, arguments throws(TemplateError) in
      _ = try arguments.positional("test", 0...0)
      return holds(value)
    }
  }

  private static func named(_ holds: @escaping @Sendable (String) -> Bool) -> Test {
    { machine, value, _ throws(TemplateError) in
      guard case .string(let name) = value else {
        _ = try Key.checked(value, machine)
        return false
      }
      return holds(name.string)
    }
  }

  private static func compare(_ operation: Compare.Operator) -> Test {
    { machine, value, arguments throws(TemplateError) in
      let other = try arguments.positional(operation.rawValue, 1...1)[0]
      return try Comparison.holds(operation, value, other, machine)
    }
  }

  private static func remainder(
    _ value: Value, _ number: Value, _ arguments: Arguments, _ count: Int, _ machine: Machine
  ) throws(TemplateError) -> Double? {
    guard arguments.count == count else { throw .runtime("the test takes other arguments") }
    let rest = try Arithmetic.apply(.modulo, value, number, machine)
    return rest.double
  }

  /// Whether two are one object; equal constants are.
  private static func isSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.string(let a), .string(let b)): a.equals(b)
    case (.list(let a), .list(let b)): a === b
    case (.tuple(let a), .tuple(let b)): a === b || a.items.isEmpty && b.items.isEmpty
    case (.dict(let a), .dict(let b)): a === b
    case (.undefined(let a), .undefined(let b)): a === b
    case (.object(let a), .object(let b)): a === b
    default: false
    }
  }
}
