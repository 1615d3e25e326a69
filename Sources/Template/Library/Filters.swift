/// A filter: what `value|name(arguments)` calls.
typealias Filter = @Sendable (Machine, Value, Arguments) throws(TemplateError) -> Value

/// The filters of Jinja, with `tojson` as chat templates know it.
enum Filters {
  static let table: [String: Filter] = [
    "abs": { _, value, arguments throws(TemplateError) in
      _ = try arguments.positional("abs", 0...0)
      return try NumberFilters.abs(value)
    },
    "attr": SequenceFilters.attribute,
    "batch": SequenceFilters.batch,
    "capitalize": text(.capitalize),
    "center": { machine, value, arguments throws(TemplateError) in
      let width = try arguments.bind("center", ["width"])[0] ?? .int(80)
      let text = try Formatting.soft(value, machine)
      return try StringMethod.center.call(text, Arguments(positional: [width]), machine)
    },
    "count": count, "length": count,
    "d": fallback, "default": fallback,
    "dictsort": OrderFilters.dictsort,
    "e": escape, "escape": escape,
    "forceescape": { machine, value, _ throws(TemplateError) in
      .string(try Markup.escaped(try Formatting.text(value, machine), machine))
    },
    "filesizeformat": NumberFilters.fileSize,
    "first": SequenceFilters.first,
    "float": NumberFilters.float,
    "format": TextFilters.format,
    "groupby": OrderFilters.groupby,
    "indent": TextFilters.indent,
    "int": NumberFilters.int,
    "items": SequenceFilters.items,
    "join": SequenceFilters.join,
    "last": SequenceFilters.last,
    "list": { machine, value, _ throws(TemplateError) in
      .items(try Iteration.items(value, machine))
    },
    "lower": text(.lower),
    "map": SelectFilters.map,
    "max": OrderFilters.extreme(isMaximum: true),
    "min": OrderFilters.extreme(isMaximum: false),
    "pprint": TextFilters.pprint,
    "random": SequenceFilters.random,
    "reject": SelectFilters.select(keeps: false, hasAttribute: false),
    "rejectattr": SelectFilters.select(keeps: false, hasAttribute: true),
    "replace": TextFilters.replace,
    "reverse": SequenceFilters.reverse,
    "round": NumberFilters.round,
    "safe": { machine, value, _ throws(TemplateError) in
      .string(try Formatting.soft(value, machine).marked(true))
    },
    "select": SelectFilters.select(keeps: true, hasAttribute: false),
    "selectattr": SelectFilters.select(keeps: true, hasAttribute: true),
    "slice": SequenceFilters.slice,
    "sort": OrderFilters.sort,
    "string": { machine, value, _ throws(TemplateError) in
      .string(try Formatting.soft(value, machine))
    },
    "striptags": { machine, value, _ throws(TemplateError) in
      .string(try Markup.stripped(try Formatting.text(value, machine), machine))
    },
    "sum": SequenceFilters.sum,
    "title": { machine, value, _ throws(TemplateError) in
      .string(try Casing.title(try Formatting.soft(value, machine).marked(false), machine))
    },
    "tojson": JSONText.filter,
    "trim": { machine, value, arguments throws(TemplateError) in
      let characters = try arguments.bind("trim", ["chars"])[0] ?? .none
      let text = try Formatting.soft(value, machine)
      return try StringMethod.strip.call(text, Arguments(positional: [characters]), machine)
    },
    "truncate": TextFilters.truncate,
    "unique": OrderFilters.unique,
    "upper": text(.upper),
    "urlencode": TextFilters.urlencode,
    "urlize": { _, _, _ throws(TemplateError) in
      throw .runtime("the filter 'urlize' is not supported")
    },
    "wordcount": TextFilters.wordcount,
    "wordwrap": TextFilters.wordwrap,
    "xmlattr": TextFilters.xmlattr,
  ]

  /// A filter that is a method of strings without arguments.
  private static func text(_ method: StringMethod) -> Filter {
    { machine, value, arguments throws(TemplateError) in
      _ = try arguments.positional(method.rawValue, 0...0)
      return try method.call(try Formatting.soft(value, machine), arguments, machine)
    }
  }

  private static let count: Filter = { _, value, arguments throws(TemplateError) in
    _ = try arguments.positional("len", 0...0)
    return .int(try Iteration.count(value))
  }

  private static let escape: Filter = { machine, value, _ throws(TemplateError) in
    .string(try Markup.escaped(value, machine))
  }

  private static let fallback: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("default", ["default_value", "boolean"])
    let other = values[0] ?? .string(.empty)
    if value.isUndefined { return other }
    guard let boolean = values[1], try Truth.of(boolean, machine) else { return value }
    return try Truth.of(value, machine) ? value : other
  }
}

extension Formatting {
  /// A string as it is, markup too; of other values their text.
  static func soft(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    if case .string(let text) = value { return text }
    return try text(value, machine)
  }
}

extension Arguments {
  /// An argument as a truth value.
  static func flag(_ value: Value?, _ machine: Machine) throws(TemplateError) -> Bool {
    guard let value else { return false }
    return try Truth.of(value, machine)
  }
}
