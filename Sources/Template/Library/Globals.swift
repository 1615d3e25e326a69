/// What templates find without setting it.
enum Globals {
  private typealias Function =
    @Sendable (Machine, Arguments) throws(TemplateError) -> Value

  static func value(_ name: String) -> Value? {
    switch name {
    case "range": .object(Builtin("range", typeName: "type", range))
    case "dict": .object(Builtin("dict", typeName: "type", dict))
    case "namespace":
      .object(Builtin("jinja2.utils.Namespace", typeName: "type", namespace))
    case "cycler": .object(Builtin("jinja2.utils.Cycler", typeName: "type", cycler))
    case "joiner": .object(Builtin("jinja2.utils.Joiner", typeName: "type", joiner))
    case "lipsum": .builtin("lipsum", lipsum)
    case "raise_exception": .builtin("raise_exception", raise)
    case "strftime_now": .builtin("strftime_now", now)
    case "self": .object(BlockTable())
    default: nil
    }
  }

  private static let range: Function = { _, arguments throws(TemplateError) in
    let values = try arguments.positional("range", 1...3)
    var bounds: [Int] = []
    for value in values {
      if case .big(let number) = value {
        bounds.append(number.isNegative ? .min : .max)
      } else {
        bounds.append(try value.integer("range"))
      }
    }
    let range =
      bounds.count == 1
      ? try RangeObject(0, bounds[0], 1)
      : try RangeObject(bounds[0], bounds[1], bounds.count > 2 ? bounds[2] : 1)
    return .object(range)
  }

  /// What `dict` and `namespace` make of their arguments.
  private static func members(
    _ name: String, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Dict {
    guard arguments.positional.count <= 1 else {
      throw .runtime("\(name) expected at most 1 argument, got \(arguments.positional.count)")
    }
    let dict = Dict()
    switch arguments.positional.first {
    case .dict(let other)?:
      for (key, value) in zip(other.keys, other.values) { dict.append(key, value) }
    case let value?:
      for (index, item) in try Iteration.items(value, machine).enumerated() {
        let pair = try Iteration.items(item, machine)
        guard pair.count == 2 else {
          throw .runtime(
            "dictionary update sequence element #\(index) has length \(pair.count); 2 is required")
        }
        dict.set(try Key.checked(pair[0], machine), pair[1])
      }
    case nil: break
    }
    for argument in arguments.named { dict.set(.text(argument.name), argument.value) }
    return dict
  }

  private static let dict: Function = { machine, arguments throws(TemplateError) in
    .dict(try members("dict", arguments, machine))
  }

  private static let namespace: Function = { machine, arguments throws(TemplateError) in
    let namespace = Namespace()
    let all = try members("namespace", arguments, machine)
    for (key, value) in zip(all.keys, all.values) { namespace.set(key, value) }
    machine.keep(namespace)
    return .object(namespace)
  }

  private static let cycler: Function = { _, arguments throws(TemplateError) in
    guard arguments.named.isEmpty, !arguments.positional.isEmpty else {
      throw .runtime("at least one item has to be provided")
    }
    return .object(Cycler(arguments.positional))
  }

  private static let joiner: Function = { _, arguments throws(TemplateError) in
    .object(Joiner(try arguments.bind("joiner", ["sep"])[0] ?? .text(", ")))
  }

  /// Filler text, always the same.
  private static let lipsum: Function = { machine, arguments throws(TemplateError) in
    let values = try arguments.bind("lipsum", ["n", "html", "min", "max"])
    let count = try values[0]?.integer("lipsum") ?? 5
    let isHTML = try Truth.of(values[1] ?? .bool(true), machine)
    let line = "Lorem ipsum dolor sit amet, consectetuer adipiscing elit."
    try machine.charge(items: max(0, count))
    var builder = machine.builder
    for index in 0..<max(0, count) {
      if index > 0 { builder.append(isHTML ? "\n" : "\n\n") }
      builder.append(isHTML ? "<p>\(line)</p>" : line)
    }
    return .string(try machine.text(builder, isMarkup: isHTML))
  }

  private static let raise: Function = { machine, arguments throws(TemplateError) in
    let message = try arguments.bind("raise_exception", ["message"], required: 1)[0] ?? .none
    throw TemplateError(.raised, try Formatting.text(message, machine).string)
  }

  private static let now: Function = { machine, arguments throws(TemplateError) in
    let format = try arguments.bind("strftime_now", ["format"], required: 1)[0] ?? .none
    let text = try format.text("strftime_now")
    return .string(Text(machine.clock.text(text.string), isData: text.hasData))
  }
}
