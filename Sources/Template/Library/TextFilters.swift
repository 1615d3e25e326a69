/// Filters of strings.
enum TextFilters {
  static let format: Filter = { machine, value, arguments throws(TemplateError) in
    guard arguments.positional.isEmpty || arguments.named.isEmpty else {
      throw .runtime("can't handle positional and keyword arguments at the same time")
    }
    var operand = Value.tuple(Tuple(arguments.positional))
    if !arguments.named.isEmpty {
      let dict = Dict()
      for argument in arguments.named { dict.set(.text(argument.name), argument.value) }
      operand = .dict(dict)
    }
    return .string(try PercentFormat.apply(try Formatting.soft(value, machine), operand, machine))
  }

  static let replace: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("replace", ["old", "new", "count"], required: 2)
    var limit = -1
    if let count = values[2], !count.isNone { limit = try count.integer("replace") }
    let old = try Formatting.text(values[0] ?? .none, machine)
    let new = try Formatting.text(values[1] ?? .none, machine)
    let text = try Formatting.text(value, machine)
    return .string(try Replacing.replace(text, old, new, limit, machine))
  }

  static let indent: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("indent", ["width", "first", "blank"])
    let isFirst = try Arguments.flag(values[1], machine)
    let isBlank = try Arguments.flag(values[2], machine)
    var indentation = Text("    ")
    if case .string(let text)? = values[0] {
      indentation = text
    } else if case .undefined(let undefined)? = values[0] {
      throw undefined.error
    } else if let width = try values[0]?.integer("indent") {
      let empty = Text.empty
      indentation = try Padding.pad(empty, max(0, width), 0, Text(" "), machine)
    }
    if case .undefined(let undefined) = value { throw undefined.error }
    guard case .string(let text) = value else {
      throw .runtime("unsupported operand type(s) for +=: '\(value.typeName)' and 'str'")
    }
    // A line end is added, so that one that ends the text leaves an empty line.
    var source = machine.builder
    source.append(text)
    source.append("\n")
    var builder = machine.builder
    if isFirst { builder.append(indentation) }
    let lines = source.text()
    try machine.charge(lines.byteCount >> 6)
    var isInner = false
    try SplitMethods.eachLine(lines) { line throws(TemplateError) in
      if isInner {
        builder.append("\n")
        if isBlank || !line.isEmpty { builder.append(indentation) }
      }
      isInner = true
      builder.append(lines, line)
    }
    return .string(try machine.text(builder, isMarkup: text.isMarkup))
  }

  static let truncate: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind("truncate", ["length", "killwords", "end", "leeway"])
    let length = try values[0]?.integer("truncate") ?? 255
    let end = try values[2]?.text("truncate") ?? Text("...")
    var leeway = 5
    if let value = values[3], !value.isNone { leeway = try value.integer("truncate") }
    guard length >= end.count else {
      throw .runtime("expected length >= \(end.count), got \(length)")
    }
    guard leeway >= 0 else { throw .runtime("expected leeway >= 0, got \(leeway)") }
    guard case .string(let text) = value else {
      if try Iteration.count(value) <= length &+ leeway { return value }
      throw .runtime("'\(value.typeName)' object has no attribute 'rsplit'")
    }
    if text.count <= length || text.count - length <= leeway { return value }
    var cut = text.slice(0..<text.offset(length - end.count))
    if !(try Arguments.flag(values[1], machine)),
      let space = cut.bytes.lastIndex(of: UInt8(ascii: " "))
    {
      cut = cut.slice(0..<space)
    }
    return try Arithmetic.apply(.add, .string(cut), .string(end), machine)
  }

  static let wordcount: Filter = { machine, value, _ throws(TemplateError) in
    var count = 0
    var isInWord = false
    let text = try Formatting.text(value, machine)
    try machine.charge(text.byteCount >> 6)
    for scalar in text.string.unicodeScalars {
      let isWord = scalar == "_" || scalar.isPythonLetter || scalar.properties.numericType != nil
      if isWord, !isInWord { count += 1 }
      isInWord = isWord
    }
    return .int(count)
  }

  /// `repr` with the keys of dicts sorted; long values are not broken into lines.
  static let pprint: Filter = { machine, value, _ throws(TemplateError) in
    .string(try Formatting.repr(try sorted(value, machine), machine))
  }

  private static func sorted(_ value: Value, _ machine: Machine) throws(TemplateError) -> Value {
    try machine.charge()
    switch value {
    case .list(let list):
      var items: [Value] = []
      for item in list.items { items.append(try sorted(item, machine)) }
      return .list(List(items, isData: list.isData))
    case .dict(let dict):
      let result = Dict(isData: dict.isData)
      let keys =
        dict.keys.allSatisfy { if case .string = $0 { true } else { false } }
        ? try OrderFilters.sorted(dict.keys, dict.keys, reverse: false, machine) : dict.keys
      for key in keys { result.append(key, try sorted(dict[key] ?? .none, machine)) }
      return .dict(result)
    default: return value
    }
  }

  static let urlencode: Filter = { machine, value, _ throws(TemplateError) in
    if case .string(let text) = value { return .string(try quoted(text, "/", machine)) }
    guard Iteration.isIterable(value) else {
      return .string(try quoted(try Formatting.text(value, machine), "/", machine))
    }
    var pairs: [Value]
    if case .dict(let dict) = value {
      pairs = dict.items
    } else {
      pairs = try Iteration.items(value, machine)
    }
    var builder = machine.builder
    for (index, pair) in pairs.enumerated() {
      let parts = try Iteration.items(pair, machine)
      guard parts.count == 2 else { throw .runtime("not enough values to unpack (expected 2)") }
      if index > 0 { builder.append("&") }
      for (index, part) in parts.enumerated() {
        if index > 0 { builder.append("=") }
        let text = try quoted(try Formatting.text(part, machine), " ", machine)
        builder.append(try Replacing.replace(text, Text(" "), Text("+"), -1, machine))
      }
    }
    return .string(try machine.text(builder))
  }

  private static func quoted(
    _ text: Text, _ safe: String, _ machine: Machine
  ) throws(TemplateError) -> Text {
    var builder = machine.builder
    for (index, byte) in text.bytes.enumerated() {
      let scalar = UnicodeScalar(byte)
      let isPlain =
        byte < 0x80
        && (scalar.properties.isAlphabetic || Lexer.isDigit(byte)
          || "_.-~".utf8.contains(byte) || safe.utf8.contains(byte))
      let isData = text.isData(at: index)
      if isPlain {
        builder.append(byte, isData: isData)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        builder.append((byte < 16 ? "%0" : "%") + digits, isData: isData)
      }
    }
    return try machine.text(builder)
  }

  static let xmlattr: Filter = { machine, value, arguments throws(TemplateError) in
    let space = try arguments.bind("xmlattr", ["autospace"])[0] ?? .bool(true)
    guard case .dict(let dict) = value else {
      if case .undefined(let undefined) = value { throw undefined.error }
      throw .runtime("'\(value.typeName)' object has no attribute 'items'")
    }
    var builder = machine.builder
    let hasSpace = try Truth.of(space, machine)
    for (key, value) in zip(dict.keys, dict.values) where !value.isNone && !value.isUndefined {
      let name = try key.text("xmlattr")
      if name.bytes.contains(where: { (9...13).contains($0) || " />=".utf8.contains($0) }) {
        throw .runtime("Invalid character in attribute name: '\(name.string)'")
      }
      if builder.count > 0 || hasSpace { builder.append(" ") }
      builder.append(try Markup.escaped(key, machine))
      builder.append("=\"")
      builder.append(try Markup.escaped(value, machine))
      builder.append("\"")
    }
    return .string(try machine.text(builder))
  }

  static let wordwrap: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind(
      "wordwrap", ["width", "break_long_words", "wrapstring", "break_on_hyphens"])
    let width = try values[0]?.integer("wordwrap") ?? 79
    let breaks = try Truth.of(values[1] ?? .bool(true), machine)
    let hyphens = try Truth.of(values[3] ?? .bool(true), machine)
    var separator = Text("\n")
    if let value = values[2], !value.isNone { separator = try value.text("wordwrap") }
    guard case .string(let text) = value else {
      if case .undefined(let undefined) = value { throw undefined.error }
      throw .runtime("'\(value.typeName)' object has no attribute 'splitlines'")
    }
    guard width > 0 else { throw .runtime("invalid width \(width) (must be > 0)") }
    let wrap = WordWrap(width: width, breaksWords: breaks, breaksHyphens: hyphens)
    var lines: [Value] = []
    try machine.charge(text.byteCount >> 6)
    try SplitMethods.eachLine(text) { line throws(TemplateError) in
      let most = machine.limits.listCount - lines.count
      let wrapped = wrap.lines(text.slice(line), most: most).map { Value.string($0) }
      try machine.charge(1 + wrapped.count)
      guard wrapped.count <= most else { throw .limit("a list is too long") }
      lines.append(.string(try SplitMethods.join(separator, wrapped, machine)))
    }
    return .string(try SplitMethods.join(separator, lines, machine))
  }
}
