/// An object that can be called.
protocol Callable: Object {
  func call(_ arguments: Arguments, _ machine: Machine) throws(TemplateError) -> Value
}

/// An object with attributes; `nil` for those it has not.
protocol HasAttributes: Object {
  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value?
}

/// An object of known length that can be gone over again and again.
protocol Collecting: Object {
  var count: Int { get }
  var items: [Value] { get }
}

/// A function of the library.
final class Builtin: Object, Callable {
  typealias Body = (Machine, Arguments) throws(TemplateError) -> Value

  let name: String
  let typeName: String
  private let body: Body

  init(_ name: String, typeName: String = "builtin_function_or_method", _ body: @escaping Body) {
    self.name = name
    self.typeName = typeName
    self.body = body
  }

  func call(_ arguments: Arguments, _ machine: Machine) throws(TemplateError) -> Value {
    try body(machine, arguments)
  }
}

extension Value {
  static func builtin(_ name: String, _ body: @escaping Builtin.Body) -> Value {
    .object(Builtin(name, body))
  }
}

/// An iterator: gives each of its items once, and makes them as they are asked for.
final class Generator: Object {
  typealias Body = (Machine) throws(TemplateError) -> Value?

  let typeName: String
  let level: Int
  private var body: Body?

  /// `level` is that of what it goes over.
  init(_ typeName: String, level: Int, _ body: @escaping Body) {
    self.typeName = typeName
    self.level = level + 1
    self.body = body
  }

  /// Goes over items that are known.
  convenience init(_ typeName: String, _ items: [Value]) {
    var index = 0
    self.init(typeName, level: items.level) { _ throws(TemplateError) in
      guard index < items.count else { return nil }
      index += 1
      return items[index - 1]
    }
  }

  func next(_ machine: Machine) throws(TemplateError) -> Value? {
    guard let body else { return nil }
    do throws(TemplateError) {
      let item = try machine.nested { () throws(TemplateError) in try body(machine) }
      if item == nil { self.body = nil }
      return item
    } catch {
      self.body = nil
      throw error
    }
  }
}

/// `namespace()`: attributes that templates may set.
final class Namespace: Object, HasAttributes {
  private(set) var attributes = Dict()
  private(set) var level = 1
  var typeName: String { "Namespace" }

  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value? {
    attributes[text: Text(name)]
  }

  func set(_ name: String, _ value: Value) { set(.text(name), value) }

  func set(_ key: Value, _ value: Value) {
    attributes.set(key, value)
    // A namespace may lie in itself; the levels of namespaces do not add up.
    if case .object(let object) = value, object is Namespace { return }
    level = max(level, value.level)
  }

  func removeAll() { attributes = Dict() }
}

/// `range()`.
final class RangeObject: Object, Collecting {
  let start: Int
  let stop: Int
  let step: Int
  let count: Int
  var typeName: String { "range" }

  /// Jinja's sandbox allows no more.
  static let maximumCount = 100_000

  init(_ start: Int, _ stop: Int, _ step: Int) throws(TemplateError) {
    guard step != 0 else { throw .runtime("range() arg 3 must not be zero") }
    self.start = start
    self.stop = stop
    self.step = step
    let (span, overflows) =
      step > 0
      ? stop.subtractingReportingOverflow(start) : start.subtractingReportingOverflow(stop)
    let size = step.magnitude
    let isEmpty = step > 0 ? stop <= start : stop >= start
    let count = isEmpty ? 0 : overflows ? UInt.max : (UInt(span) - 1) / size + 1
    guard count <= UInt(Self.maximumCount) else {
      throw .limit(
        "Range too big. The sandbox blocks ranges larger than MAX_RANGE (\(Self.maximumCount)).")
    }
    self.count = Int(count)
  }

  func item(_ index: Int) -> Value { .int(start &+ index &* step) }

  var items: [Value] { (0..<count).map(item) }
}

/// `dict.keys()`, `dict.values()` and `dict.items()`.
final class DictView: Object, Collecting {
  enum Kind: String { case keys, values, items }

  let dict: Dict
  let kind: Kind
  var typeName: String { "dict_\(kind.rawValue)" }
  var level: Int { dict.level + 1 }
  var count: Int { dict.count }

  init(_ dict: Dict, _ kind: Kind) {
    self.dict = dict
    self.kind = kind
  }

  var items: [Value] {
    switch kind {
    case .keys: dict.keys
    case .values: dict.values
    case .items: dict.items
    }
  }
}

/// A slice within a tuple of keys, which nothing takes.
final class SliceObject: Object {
  var typeName: String { "slice" }
}

/// `cycler()`.
final class Cycler: Object, HasAttributes {
  private let items: [Value]
  private var position = 0
  var typeName: String { "Cycler" }
  var level: Int { items.level + 1 }

  init(_ items: [Value]) { self.items = items }

  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value? {
    switch name {
    case "current": return items[position]
    case "pos": return .int(position)
    case "items": return .tuple(Tuple(items))
    case "next":
      return .builtin("next") { [self] _, _ throws(TemplateError) in
        defer { position = (position + 1) % items.count }
        return items[position]
      }
    case "reset":
      return .builtin("reset") { [self] _, _ throws(TemplateError) in
        position = 0
        return .none
      }
    default: return nil
    }
  }
}

/// `joiner()`: nothing at first, the separator from then on.
final class Joiner: Object, Callable, HasAttributes {
  private let separator: Value
  private var isUsed = false
  var typeName: String { "Joiner" }
  var level: Int { separator.level + 1 }

  init(_ separator: Value) { self.separator = separator }

  func attribute(_ name: String, _ machine: Machine) throws(TemplateError) -> Value? {
    switch name {
    case "sep": separator
    case "used": .bool(isUsed)
    default: nil
    }
  }

  func call(_ arguments: Arguments, _ machine: Machine) throws(TemplateError) -> Value {
    defer { isUsed = true }
    return isUsed ? separator : .string(.empty)
  }
}

/// `self`: the blocks of the template.
final class BlockTable: Object {
  var typeName: String { "TemplateReference" }
}
