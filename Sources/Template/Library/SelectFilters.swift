/// `map`, `select` and the like: they call other filters and tests by name, item by item, once their
/// items are asked for.
enum SelectFilters {
  private static func generator(
    _ value: Value, _ prepare: @escaping (Machine) throws(TemplateError) -> Step
  ) -> Value {
    var step: Step?
    var cursor: Cursor?
    return .object(
      Generator("generator", level: value.level) { machine throws(TemplateError) in
        let current: Cursor
        let body: Step
        if let cursor, let step {
          (current, body) = (cursor, step)
        } else {
          // What is false has no items, whether or not it could be gone over.
          guard try Truth.of(value, machine) else { return nil }
          body = try prepare(machine)
          current = try Cursor(value, machine)
          (cursor, step) = (current, body)
        }
        while let item = try current.next(machine) {
          try machine.charge()
          if let result = try body(item, machine) { return result }
        }
        return nil
      })
  }

  /// What becomes of an item; `nil` where it is left out.
  private typealias Step = (Value, Machine) throws(TemplateError) -> Value?

  static let map: Filter = { machine, value, arguments throws(TemplateError) in
    generator(value) { machine throws(TemplateError) in try mapping(arguments) }
  }

  private static func mapping(_ arguments: Arguments) throws(TemplateError) -> Step {
    if arguments.positional.isEmpty,
      let attribute = arguments.named.first(where: { $0.name == "attribute" })
    {
      let others = arguments.named.filter { $0.name != "attribute" && $0.name != "default" }
      if let other = others.first {
        throw .runtime("Unexpected keyword argument '\(other.name)'")
      }
      let fallback = arguments.named.first { $0.name == "default" }?.value ?? .none
      let path = try AttributePath(attribute.value)
      return { item, machine throws(TemplateError) in
        try path.value(of: item, machine, fallback: fallback)
      }
    }
    guard let name = arguments.positional.first else {
      throw .runtime("map requires a filter argument")
    }
    var rest = arguments
    rest.positional.removeFirst()
    let all = rest
    return { item, machine throws(TemplateError) in
      guard case .string(let text) = name, let filter = Filters.table[text.string] else {
        throw .runtime("No filter named \(try Formatting.repr(name, machine).string).")
      }
      return try filter(machine, item, all)
    }
  }

  static func select(keeps: Bool, hasAttribute: Bool) -> Filter {
    { machine, value, arguments throws(TemplateError) in
      generator(value) { machine throws(TemplateError) in
        let test = try testing(arguments, hasAttribute: hasAttribute)
        return { item, machine throws(TemplateError) in
          try test(item, machine) == keeps ? item : nil
        }
      }
    }
  }

  private static func testing(
    _ arguments: Arguments, hasAttribute: Bool
  ) throws(TemplateError) -> (Value, Machine) throws(TemplateError) -> Bool {
    var path = try AttributePath(.none)
    var rest = arguments
    if hasAttribute {
      guard !rest.positional.isEmpty else {
        throw .runtime("Missing parameter for attribute name")
      }
      path = try AttributePath(rest.positional.removeFirst())
    }
    let attribute = path
    guard !rest.positional.isEmpty else {
      return { item, machine throws(TemplateError) in
        try Truth.of(try attribute.value(of: item, machine), machine)
      }
    }
    let name = rest.positional.removeFirst()
    let all = rest
    return { item, machine throws(TemplateError) in
      let item = try attribute.value(of: item, machine)
      guard case .string(let text) = name, let test = Tests.table[text.string] else {
        throw .runtime("No test named \(try Formatting.repr(name, machine).string).")
      }
      return try test(machine, item, all)
    }
  }
}
