/// The methods that a name means for each type.
struct MethodNames: Sendable {
  let string: StringMethod?
  let dict: DictMethod?
  let list: ListMethod?
  /// Whether the name begins with an underscore.
  let isPrivate: Bool

  init(_ name: String) {
    string = StringMethod(rawValue: name)
    dict = DictMethod(rawValue: name)
    list = ListMethod(rawValue: name)
    isPrivate = name.hasPrefix("_")
  }
}

/// `value.name` and `value[key]`, in the sandbox.
enum Attributes {
  /// Attributes that all Python objects have, and that the sandbox hides.
  private static let hidden: Set<String> = [
    "__class__", "__delattr__", "__dir__", "__doc__", "__eq__", "__format__", "__ge__",
    "__getattribute__", "__getstate__", "__gt__", "__hash__", "__init__", "__init_subclass__",
    "__le__", "__lt__", "__ne__", "__new__", "__reduce__", "__reduce_ex__", "__repr__",
    "__setattr__", "__sizeof__", "__str__", "__subclasshook__",
  ]
  private static let hiddenOfContainers: Set<String> = [
    "__len__", "__getitem__", "__contains__", "__iter__", "__add__", "__mul__", "__rmul__",
  ]

  /// `value.name`: an attribute, or else an item.
  static func attribute(
    _ name: Text, of owner: Value, _ names: MethodNames, _ machine: Machine
  ) throws(TemplateError) -> Value {
    if case .undefined(let undefined) = owner { throw undefined.error }
    let label = name.string
    if let value = try own(label, names, of: owner, machine) { return value }
    if case .dict(let dict) = owner, let value = dict[text: name] { return value }
    if let value = try entry(.string(name), of: owner) { return value }
    return .undefined(.attribute(of: owner.ownerName, label))
  }

  /// `value[key]`: an item, or else an attribute.
  static func item(
    _ key: Value, of owner: Value, _ machine: Machine
  ) throws(TemplateError) -> Value {
    switch owner {
    case .undefined(let undefined): throw undefined.error
    case .dict(let dict):
      switch key {
      case .list, .dict: break
      default:
        try Key.charge(key, machine)
        if let value = dict[key] { return value }
      }
    default:
      if let place = key.place, let value = try Slicing.item(owner, place, machine) {
        return value
      }
      if let value = try entry(key, of: owner) { return value }
    }
    guard case .string(let text) = key else {
      return .undefined(.element(of: owner.ownerName, try Formatting.repr(key, machine).string))
    }
    let label = text.string
    if let value = try own(label, MethodNames(label), of: owner, machine) { return value }
    return .undefined(.attribute(of: owner.ownerName, label))
  }

  /// What objects give for a key.
  private static func entry(_ key: Value, of owner: Value) throws(TemplateError) -> Value? {
    guard case .object(let object) = owner, object is BlockTable, case .string(let name) = key
    else { return nil }
    let label = name.string
    return .builtin("block") { machine, _ throws(TemplateError) in
      guard let block = machine.program.blocks[label] else {
        throw .runtime("there is no block called '\(label)'")
      }
      return .string(
        try machine.capture { () throws(TemplateError) in try block.run(machine) }.0)
    }
  }

  private static func unsafe(_ name: String, _ owner: Value) -> Value {
    .undefined(
      .unsafe("access to attribute '\(name)' of '\(owner.typeName)' object is unsafe."))
  }

  /// An attribute that the Python object would have; `nil` where it has none of the name.
  private static func own(
    _ name: String, _ names: MethodNames, of owner: Value, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    if names.isPrivate {
      if case .object(let object as Namespace) = owner,
        let value = try object.attribute(name, machine)
      {
        _ = value
        return unsafe(name, owner)
      }
      if hidden.contains(name) { return unsafe(name, owner) }
      switch owner {
      case .string, .list, .tuple, .dict:
        return hiddenOfContainers.contains(name) ? unsafe(name, owner) : nil
      default: return nil
      }
    }
    switch owner {
    case .string(let text):
      return names.string.map { method in
        .builtin(name) { machine, arguments throws(TemplateError) in
          try method.call(text, arguments, machine)
        }
      }
    case .dict(let dict):
      guard let method = names.dict else { return nil }
      if method.isMutating { return unsafe(name, owner) }
      return .builtin(name) { machine, arguments throws(TemplateError) in
        try method.call(dict, arguments, machine)
      }
    case .list(let list):
      guard let method = names.list else { return nil }
      if method.isMutating { return unsafe(name, owner) }
      return .builtin(name) { machine, arguments throws(TemplateError) in
        try method.call(list.items, "list", arguments, machine)
      }
    case .tuple(let tuple):
      if let index = tuple.names.firstIndex(of: name) { return tuple.items[index] }
      guard let method = names.list, method == .index || method == .count else { return nil }
      return .builtin(name) { machine, arguments throws(TemplateError) in
        try method.call(tuple.items, "tuple", arguments, machine)
      }
    case .int, .bool, .float, .big: return Numbers.attribute(name, of: owner)
    case .object(let object as RangeObject):
      switch name {
      case "start": return .int(object.start)
      case "stop": return .int(object.stop)
      case "step": return .int(object.step)
      default: return nil
      }
    case .object(let object as any HasAttributes): return try object.attribute(name, machine)
    default: return nil
    }
  }
}

extension Value {
  /// The value as a place in a list.
  fileprivate var place: Int? {
    if case .big(let value) = self { return value.isNegative ? Int.min : Int.max }
    return int
  }
}

/// Attributes of numbers.
enum Numbers {
  static func attribute(_ name: String, of value: Value) -> Value? {
    func method(_ result: Value) -> Value {
      .builtin(name) { _, _ throws(TemplateError) in result }
    }
    switch name {
    case "real": return value.int.map { .int($0) } ?? value
    case "imag": return value.isFloat ? .float(0) : .int(0)
    case "conjugate": return method(value.int.map { .int($0) } ?? value)
    default: break
    }
    if case .float(let number) = value {
      return name == "is_integer"
        ? method(.bool(number.isFinite && number == number.rounded())) : nil
    }
    guard let number = value.int else { return nil }
    switch name {
    case "numerator": return .int(number)
    case "denominator": return .int(1)
    case "bit_length": return method(.int(Int.bitWidth - number.magnitude.leadingZeroBitCount))
    case "bit_count": return method(.int(number.magnitude.nonzeroBitCount))
    default: return nil
    }
  }
}

/// Methods of dicts.
enum DictMethod: String, Sendable {
  case get, items, keys, values, copy, fromkeys
  case clear, pop, popitem, setdefault, update

  var isMutating: Bool {
    switch self {
    case .clear, .pop, .popitem, .setdefault, .update: true
    default: false
    }
  }

  func call(
    _ dict: Dict, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Value {
    switch self {
    case .get:
      let values = try arguments.positional("get", 1...2)
      return dict[try Key.checked(values[0], machine)] ?? (values.count > 1 ? values[1] : .none)
    case .items, .keys, .values:
      _ = try arguments.positional(rawValue, 0...0)
      return .object(DictView(dict, DictView.Kind(rawValue: rawValue) ?? .items))
    case .copy:
      _ = try arguments.positional(rawValue, 0...0)
      return .dict(dict)
    case .fromkeys:
      let values = try arguments.positional(rawValue, 1...2)
      let result = Dict()
      for key in try Iteration.items(values[0], machine) {
        result.set(try Key.checked(key, machine), values.count > 1 ? values[1] : .none)
      }
      return .dict(result)
    default: throw TemplateError(.security, "access to attribute '\(rawValue)' is unsafe.")
    }
  }
}

/// Methods of lists and tuples.
enum ListMethod: String, Sendable {
  case index, count, copy
  case append, clear, pop, reverse, insert, sort, extend, remove

  var isMutating: Bool {
    switch self {
    case .index, .count, .copy: false
    default: true
    }
  }

  func call(
    _ items: [Value], _ type: String, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Value {
    try machine.charge(items: items.count)
    switch self {
    case .count:
      let item = try arguments.positional("count", 1...1)[0]
      var count = 0
      for other in items where try Comparison.equal(other, item, machine) { count += 1 }
      return .int(count)
    case .index:
      let values = try arguments.positional("index", 1...3)
      func place(_ index: Int, _ none: Int) -> Int {
        guard values.count > index, let place = values[index].int else { return none }
        return min(items.count, place < 0 ? max(0, place &+ items.count) : place)
      }
      let (start, stop) = (place(1, 0), place(2, items.count))
      for place in start..<max(start, stop)
      where try Comparison.equal(items[place], values[0], machine) {
        return .int(place)
      }
      throw .runtime("\(type).index(x): x not in \(type)")
    case .copy:
      _ = try arguments.positional("copy", 0...0)
      return .items(items)
    default: throw TemplateError(.security, "access to attribute '\(rawValue)' is unsafe.")
    }
  }
}
