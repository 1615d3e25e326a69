/// A value of a template, with Python's types.
///
/// Strings, lists, tuples and dicts never change once they are made: the sandbox forbids what would
/// change them, so they are shared freely.
enum Value {
  /// A variable that has no value yet; never seen by a template.
  case missing
  case undefined(Undefined)
  case none
  case bool(Bool)
  case int(Int)
  case big(BigInt)
  case float(Double)
  case string(Text)
  case list(List)
  case tuple(Tuple)
  case dict(Dict)
  case object(any Object)
}

/// Something else than data: functions, iterators, namespaces.
protocol Object: AnyObject {
  /// The name of its Python type.
  var typeName: String { get }
  /// How deep containers lie in it.
  var level: Int { get }
}

extension Object { var level: Int { 1 } }

final class List {
  let count: Int
  /// Whether the list came from a variable that is not trusted.
  let isData: Bool
  /// One more than the deepest of the items.
  let level: Int
  /// What the list shares with others that grew out of it; `nil` where it has items of its own.
  let growth: ListGrowth?
  /// The items where the list has its own.
  private var own: [Value]?

  init(_ items: [Value], isData: Bool = false) {
    count = items.count
    own = items
    self.isData = isData
    level = items.level + 1
    growth = nil
  }

  /// The first `count` items of a growing list.
  init(_ growth: ListGrowth, count: Int, isData: Bool, level: Int) {
    self.count = count
    self.isData = isData
    self.level = level
    self.growth = growth
  }

  var items: [Value] {
    if let own { return own }
    let items = Array(growth?.items.prefix(count) ?? [])
    own = items
    return items
  }

  subscript(index: Int) -> Value {
    if own == nil, let growth { return growth.items[index] }
    return items[index]
  }
}

final class Tuple {
  let items: [Value]
  /// The attributes by which the items are known, for `groupby`.
  let names: [String]
  /// One more than the deepest of the items.
  let level: Int

  init(_ items: [Value], names: [String] = []) {
    self.items = items
    self.names = names
    level = items.level + 1
  }
}

/// What stands for a value that is not there: prints as nothing, and fails when it is used.
final class Undefined {
  enum Reason {
    case name(String)
    case attribute(of: String, String)
    case element(of: String, String)
    case hint(String)
    case unsafe(String)
  }

  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  var message: String {
    switch reason {
    case .name(let name): "'\(name)' is undefined"
    case .attribute(let type, let name): "'\(type)' has no attribute '\(name)'"
    case .element(let type, let name): "\(type) has no element \(name)"
    case .hint(let text), .unsafe(let text): text
    }
  }

  /// The error of using it.
  var error: TemplateError {
    if case .unsafe(let text) = reason { return TemplateError(.security, text) }
    return TemplateError(.undefined, message)
  }
}

extension Value {
  static func text(_ string: String) -> Value { .string(Text(string)) }

  static func items(_ items: [Value]) -> Value { .list(List(items)) }

  static func undefined(_ reason: Undefined.Reason) -> Value { .undefined(Undefined(reason)) }

  var isUndefined: Bool { if case .undefined = self { true } else { false } }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The name of the Python type.
  var typeName: String {
    switch self {
    case .missing, .undefined: "Undefined"
    case .none: "NoneType"
    case .bool: "bool"
    case .int, .big: "int"
    case .float: "float"
    case .string(let text): text.isMarkup ? "Markup" : "str"
    case .list: "list"
    case .tuple: "tuple"
    case .dict: "dict"
    case .object(let object): object.typeName
    }
  }

  /// The type as Jinja names it in messages about attributes.
  var ownerName: String {
    switch self {
    case .none: "None"
    case .object(let object): "\(object.typeName) object"
    default: "\(typeName) object"
    }
  }

  /// A number without a fraction as Int; truth values count as 0 and 1.
  var int: Int? {
    switch self {
    case .int(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
}

extension Value {
  /// How deep containers lie in each other here; 0 for what is no container.
  var level: Int {
    switch self {
    case .list(let list): list.level
    case .tuple(let tuple): tuple.level
    case .dict(let dict): dict.level
    case .object(let object): object.level
    default: 0
    }
  }
}

extension [Value] {
  /// The level of the deepest.
  var level: Int { reduce(0) { Swift.max($0, $1.level) } }
}
