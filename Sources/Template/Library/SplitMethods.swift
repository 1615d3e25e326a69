/// `split` and the like, and `join`.
enum SplitMethods {
  static func apply(
    _ method: StringMethod, _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Value {
    let name = method.rawValue
    switch method {
    case .split, .rsplit:
      let values = try arguments.bind(name, ["sep", "maxsplit"])
      let limit = try values[1]?.integer(name) ?? -1
      let isLast = method == .rsplit
      guard let value = values[0], !value.isNone else {
        return try list(
          try isLast ? lastWords(text, limit, machine) : words(text, limit, machine), machine)
      }
      let separator = try value.text(name)
      guard !separator.isEmpty else { throw .runtime("empty separator") }
      return try list(try split(text, separator, limit, isLast: isLast, machine), machine)
    case .splitlines:
      let keeps = try arguments.bind(name, ["keepends"])[0]
      return try list(
        try lines(text, keepsEnds: try Arguments.flag(keeps, machine), machine), machine)
    case .partition, .rpartition:
      return try partition(text, arguments, isLast: method == .rpartition)
    default:
      let value = try arguments.positional(name, 1...1)[0]
      guard Iteration.isIterable(value) else { throw .runtime("can only join an iterable") }
      return .string(try join(text, try Iteration.items(value, machine), machine, isMethod: true))
    }
  }

  private static func list(_ texts: [Text], _ machine: Machine) throws(TemplateError) -> Value {
    try machine.charge(items: texts.count)
    return .items(texts.map { .string($0) })
  }

  /// The stretches between white space, the first `limit` of them and the rest.
  static func words(
    _ text: Text, _ limit: Int, _ machine: Machine
  ) throws(TemplateError) -> [Text] {
    let bytes = text.bytes
    var result: [Text] = []
    var index = 0
    while true {
      while index < bytes.count, UTF8Text.scalar(bytes, index).isPythonSpace {
        index = UTF8Text.next(bytes, index)
      }
      guard index < bytes.count else { return result }
      if limit >= 0, result.count == limit {
        result.append(text.slice(index..<bytes.count))
        return result
      }
      let start = index
      while index < bytes.count, !UTF8Text.scalar(bytes, index).isPythonSpace {
        index = UTF8Text.next(bytes, index)
      }
      try append(text.slice(start..<index), to: &result, machine)
    }
  }

  /// The same from the end.
  private static func lastWords(
    _ text: Text, _ limit: Int, _ machine: Machine
  ) throws(TemplateError) -> [Text] {
    let bytes = text.bytes
    var result: [Text] = []
    var end = bytes.count
    func isSpace(before end: Int) -> Bool {
      UTF8Text.scalar(bytes, UTF8Text.previous(bytes, end)).isPythonSpace
    }
    while true {
      while end > 0, isSpace(before: end) { end = UTF8Text.previous(bytes, end) }
      guard end > 0 else { return result.reversed() }
      if limit >= 0, result.count == limit {
        result.append(text.slice(0..<end))
        return result.reversed()
      }
      let stop = end
      while end > 0, !isSpace(before: end) { end = UTF8Text.previous(bytes, end) }
      try append(text.slice(end..<stop), to: &result, machine)
    }
  }

  private static func split(
    _ text: Text, _ separator: Text, _ limit: Int, isLast: Bool, _ machine: Machine
  ) throws(TemplateError) -> [Text] {
    var left = limit < 0 ? Int.max : limit
    var result: [Text] = []
    var start = 0
    var end = text.bytes.count
    if isLast {
      while left > 0,
        let place = UTF8Text.findLast(separator.bytes, in: text.bytes, 0..<end)
      {
        try append(text.slice((place + separator.bytes.count)..<end), to: &result, machine)
        end = place
        left -= 1
      }
      result.append(text.slice(0..<end))
      return result.reversed()
    }
    while left > 0, let place = UTF8Text.find(separator.bytes, in: text.bytes, start..<end) {
      try append(text.slice(start..<place), to: &result, machine)
      start = place + separator.bytes.count
      left -= 1
    }
    result.append(text.slice(start..<end))
    return result
  }

  private static func lines(
    _ text: Text, keepsEnds: Bool, _ machine: Machine
  ) throws(TemplateError) -> [Text] {
    var result: [Text] = []
    try eachLine(text, keepsEnds: keepsEnds) { line throws(TemplateError) in
      try append(text.slice(line), to: &result, machine)
    }
    return result
  }

  /// Calls `body` with the bytes of each line.
  static func eachLine(
    _ text: Text, keepsEnds: Bool = false, _ body: (Range<Int>) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    let bytes = text.bytes
    var start = 0
    var index = 0
    while index < bytes.count {
      var next = UTF8Text.next(bytes, index)
      if UTF8Text.scalar(bytes, index).isLineEnd {
        if bytes[index] == 13, next < bytes.count, bytes[next] == 10 { next += 1 }
        try body(start..<(keepsEnds ? next : index))
        start = next
      }
      index = next
    }
    if start < bytes.count { try body(start..<bytes.count) }
  }

  /// Adds a part, unless there are too many.
  private static func append(
    _ part: Text, to parts: inout [Text], _ machine: Machine
  ) throws(TemplateError) {
    guard parts.count < machine.limits.listCount else { throw .limit("a list is too long") }
    parts.append(part)
  }

  private static func partition(
    _ text: Text, _ arguments: Arguments, isLast: Bool
  ) throws(TemplateError) -> Value {
    let separator = try arguments.positional("partition", 1...1)[0].text("partition")
    guard !separator.isEmpty else { throw .runtime("empty separator") }
    let all = 0..<text.bytes.count
    let place =
      isLast
      ? UTF8Text.findLast(separator.bytes, in: text.bytes, all)
      : UTF8Text.find(separator.bytes, in: text.bytes, all)
    let empty = Text.empty.marked(text.isMarkup)
    let parts: [Text]
    if let place {
      let end = place + separator.bytes.count
      parts = [text.slice(0..<place), text.slice(place..<end), text.slice(end..<all.upperBound)]
    } else {
      parts = isLast ? [empty, empty, text] : [text, empty, empty]
    }
    return .tuple(Tuple(parts.map { .string($0) }))
  }

  /// Joins the texts of values; `isMethod` where they must be strings.
  static func join(
    _ separator: Text, _ items: [Value], _ machine: Machine, isMethod: Bool = false
  ) throws(TemplateError) -> Text {
    var builder = machine.builder
    for (index, item) in items.enumerated() {
      if index > 0 { builder.append(separator) }
      if isMethod, separator.isMarkup {
        builder.append(try Markup.escaped(item, machine))
      } else if case .string(let text) = item {
        builder.append(text)
      } else if isMethod {
        throw .runtime("sequence item \(index): expected str instance, \(item.typeName) found")
      } else {
        builder.append(try Formatting.text(item, machine))
      }
      if builder.isOver { break }
    }
    return try machine.text(builder, isMarkup: isMethod && separator.isMarkup)
  }
}
