/// Filters of what can be gone over.
enum SequenceFilters {
  static let first: Filter = { machine, value, _ throws(TemplateError) in
    if case .object(let object as Generator) = value {
      return try object.next(machine)
        ?? .undefined(.hint("No first item, sequence was empty."))
    }
    return try item(value, 0, machine)
      ?? .undefined(.hint("No first item, sequence was empty."))
  }

  /// The first item (0) or the last (-1).
  private static func item(
    _ value: Value, _ place: Int, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    switch value {
    case .string, .list, .tuple: return try Slicing.item(value, place, machine)
    default:
      return try place == 0
        ? Iteration.items(value, machine).first : Iteration.reversed(value, machine).first
    }
  }

  static let last: Filter = { machine, value, _ throws(TemplateError) in
    // Python goes over what has a length and places backwards, the undefined too.
    if value.isUndefined { return .undefined(.hint("No last item, sequence was empty.")) }
    return try item(value, -1, machine)
      ?? .undefined(.hint("No last item, sequence was empty."))
  }

  /// Always the first item, so that a rendering can be repeated.
  static let random: Filter = { machine, value, _ throws(TemplateError) in
    if case .object(let object as Generator) = value {
      throw .runtime("object of type '\(object.typeName)' has no len()")
    }
    return try item(value, 0, machine)
      ?? .undefined(.hint("No random item, sequence was empty."))
  }

  static let items: Filter = { machine, value, _ throws(TemplateError) in
    .object(
      Generator(
        "generator", level: value.level + 1,
        deferred { machine throws(TemplateError) in
          switch value {
          case .undefined: return []
          case .dict(let dict):
            try machine.charge(dict.count)
            return dict.items
          default: throw .runtime("Can only get item pairs from a mapping.")
          }
        }))
  }

  /// Items that are made once the first is asked for.
  static func deferred(
    _ make: @escaping (Machine) throws(TemplateError) -> [Value]
  ) -> Generator.Body {
    var items: [Value]?
    var index = 0
    return { machine throws(TemplateError) in
      let all: [Value]
      if let items { all = items } else { all = try make(machine) }
      items = all
      guard index < all.count else { return nil }
      index += 1
      return all[index - 1]
    }
  }

  static let join: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("join", ["d", "attribute"])
    var items = try Iteration.items(value, machine)
    if let attribute = values[1], !attribute.isNone {
      let path = try AttributePath(attribute)
      var parts: [Value] = []
      for item in items { parts.append(try path.value(of: item, machine)) }
      items = parts
    }
    let separator =
      try values[0].map { value throws(TemplateError) in
        try Formatting.text(value, machine)
      } ?? .empty
    return .string(try SplitMethods.join(separator, items.map(\.unmarked), machine))
  }

  static let reverse: Filter = { machine, value, _ throws(TemplateError) in
    switch value {
    case .string(let text):
      let bounds = Slicing.Bounds(start: .none, stop: .none, step: .int(-1))
      return try Slicing.slice(.string(text), bounds, machine)
    case .undefined: return .object(Generator("reversed", []))
    case .object(let object as Generator):
      return .items(try Iteration.items(.object(object), machine).reversed())
    case .list:
      return .object(
        Generator("list_reverseiterator", try Iteration.items(value, machine).reversed()))
    default:
      guard Iteration.isIterable(value) else { throw .runtime("argument must be iterable") }
      return .object(Generator("reversed", try Iteration.items(value, machine).reversed()))
    }
  }

  static let attribute: Filter = { machine, value, arguments throws(TemplateError) in
    let name = try arguments.bind("attr", ["name"], required: 1)[0] ?? .none
    let label = try name.text("attr")
    if case .undefined(let undefined) = value {
      throw undefined.error
    }
    // Items are no attributes; only what `value.name` finds before them counts.
    if case .dict(let dict) = value, dict[text: label] != nil,
      DictMethod(rawValue: label.string) == nil
    {
      return .undefined(.attribute(of: value.ownerName, label.string))
    }
    return try Attributes.attribute(label, of: value, MethodNames(label.string), machine)
  }

  static let sum: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("sum", ["attribute", "start"])
    let path = try AttributePath(values[0] ?? .none)
    var result = values[1] ?? .int(0)
    if case .string = result {
      throw .runtime("sum() can't sum strings [use ''.join(seq) instead]")
    }
    for item in try Iteration.items(value, machine) {
      try machine.charge()
      result = try Arithmetic.apply(.add, result, try path.value(of: item, machine), machine)
    }
    return result
  }

  static let slice: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("slice", ["slices", "fill_with"], required: 1)
    let fill = values[1] ?? .none
    return .object(
      Generator(
        "generator", level: value.level + 1,
        deferred { machine throws(TemplateError) in
          let items = try Iteration.items(value, machine)
          let count = try (values[0] ?? .none).integer("slice")
          guard count != 0 else { throw .runtime("integer division or modulo by zero") }
          guard count > 0 else { return [] }
          try machine.charge(items: count)
          let (size, extra) = (items.count / count, items.count % count)
          var start = 0
          return (0..<count).map { index in
            let end = start + size + (index < extra ? 1 : 0)
            var part = Array(items[start..<end])
            if !fill.isNone, index >= extra { part.append(fill) }
            start = end
            return .items(part)
          }
        }))
  }

  static let batch: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("batch", ["linecount", "fill_with"], required: 1)
    let fill = values[1] ?? .none
    return .object(
      Generator(
        "generator", level: value.level + 1,
        deferred { machine throws(TemplateError) in
          var rows: [[Value]] = []
          let count = (values[0] ?? .none).int
          for item in try Iteration.items(value, machine) {
            if let last = rows.indices.last, rows[last].count != count {
              rows[last].append(item)
            } else {
              // A row of no items is the beginning where rows are to have none.
              if rows.isEmpty, count == 0 { rows.append([]) }
              rows.append([item])
            }
          }
          if !fill.isNone, let last = rows.indices.last, let count, rows[last].count < count {
            try machine.charge(items: count)
            rows[last] += Array(repeating: fill, count: count - rows[last].count)
          }
          return rows.map { .items($0) }
        }))
  }
}

extension Value {
  /// A string without the mark of markup.
  var unmarked: Value {
    if case .string(let text) = self { return .string(text.marked(false)) }
    return self
  }
}

/// An attribute with dots, as filters take it.
struct AttributePath {
  private let parts: [Value]

  init(_ value: Value) throws(TemplateError) {
    switch value {
    case .none: parts = []
    case .string(let text):
      parts = text.string.split(separator: ".", omittingEmptySubsequences: false).map { part in
        let isNumber = !part.isEmpty && part.utf8.allSatisfy(Lexer.isDigit)
        return isNumber ? Int(part).map { .int($0) } ?? .text(String(part)) : .text(String(part))
      }
    default: parts = [value]
    }
  }

  /// The value that the path leads to; `fallback` instead of what is undefined on the way.
  func value(
    of item: Value, _ machine: Machine, fallback: Value = .none
  ) throws(TemplateError) -> Value {
    var value = item
    for part in parts {
      value = try Attributes.item(part, of: value, machine)
      if value.isUndefined, !fallback.isNone { value = fallback }
    }
    return value
  }
}
