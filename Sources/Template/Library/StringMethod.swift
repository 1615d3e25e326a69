/// Methods of strings.
enum StringMethod: String, Sendable {
  case upper, lower, title, capitalize, swapcase, casefold
  case strip, lstrip, rstrip, removeprefix, removesuffix
  case split, rsplit, splitlines, partition, rpartition, join, replace
  case startswith, endswith, find, rfind, index, rindex, count
  case isalnum, isalpha, isascii, isdecimal, isdigit, isidentifier, islower, isnumeric
  case isprintable, isspace, istitle, isupper
  case center, ljust, rjust, zfill, expandtabs
  case format
  case formatMap = "format_map"
  case encode, translate, maketrans
  case striptags, unescape

  func call(
    _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Value {
    switch self {
    case .startswith, .endswith, .find, .rfind, .index, .rindex, .count, .isascii: break
    default: try machine.charge(bytes: text.byteCount)
    }
    switch self {
    case .upper, .lower, .title, .capitalize, .swapcase, .casefold:
      _ = try arguments.positional(rawValue, 0...0)
      return .string(try Casing.apply(self, text, machine))
    case .strip, .lstrip, .rstrip, .removeprefix, .removesuffix:
      return .string(try Stripping.apply(self, text, arguments))
    case .split, .rsplit, .splitlines, .partition, .rpartition, .join:
      return try SplitMethods.apply(self, text, arguments, machine)
    case .replace: return .string(try Replacing.apply(text, arguments, machine))
    case .startswith, .endswith, .find, .rfind, .index, .rindex, .count:
      return try Searching.apply(self, text, arguments, machine)
    case .center, .ljust, .rjust, .zfill, .expandtabs:
      return .string(try Padding.apply(self, text, arguments, machine))
    case .format:
      return .string(
        try BraceFormat.apply(text, arguments.positional, named: arguments.named, machine))
    case .formatMap:
      guard case .dict(let dict) = try arguments.positional(rawValue, 1...1)[0] else {
        throw .runtime("format_map() takes a mapping")
      }
      let named = zip(dict.keys, dict.values).compactMap { key, value -> Arguments.Named? in
        guard case .string(let name) = key else { return nil }
        return Arguments.Named(name: name.string, value: value)
      }
      return .string(try BraceFormat.apply(text, [], named: named, machine))
    case .encode, .translate, .maketrans:
      throw .runtime("the method '\(rawValue)' is not supported")
    case .striptags, .unescape:
      guard text.isMarkup else {
        return try machine.call(.undefined(.attribute(of: "str object", rawValue)), arguments)
      }
      let result =
        self == .striptags
        ? try Markup.stripped(text, machine) : try Markup.unescaped(text, machine)
      return .string(result)
    default:
      _ = try arguments.positional(rawValue, 0...0)
      return .bool(Classes.holds(self, text))
    }
  }
}

extension Value {
  /// The value as a string, or an error that names the function.
  func text(_ function: String) throws(TemplateError) -> Text {
    switch self {
    case .string(let text): return text
    default: throw .runtime("\(function) argument must be str, not \(typeName)")
    }
  }

  /// The value as an integer, or an error that names the function.
  func integer(_ function: String) throws(TemplateError) -> Int {
    switch self {
    case .big: throw .runtime("Python int too large to convert to C ssize_t")
    default:
      guard let value = int else {
        throw .runtime("'\(typeName)' object cannot be interpreted as an integer")
      }
      return value
    }
  }
}

/// `strip` and the like.
enum Stripping {
  static func apply(
    _ method: StringMethod, _ text: Text, _ arguments: Arguments
  ) throws(TemplateError) -> Text {
    if method == .removeprefix || method == .removesuffix {
      let part = try arguments.positional(method.rawValue, 1...1)[0].text(method.rawValue).bytes
      let count = text.bytes.count
      if method == .removeprefix {
        return text.bytes.starts(with: part) ? text.slice(part.count..<count) : text
      }
      let ends = text.bytes.suffix(part.count).elementsEqual(part)
      return ends ? text.slice(0..<(count - part.count)) : text
    }
    let values = try arguments.positional(method.rawValue, 0...1)
    var characters: Text?
    if let value = values.first, !value.isNone { characters = try value.text(method.rawValue) }
    return strip(text, characters, left: method != .rstrip, right: method != .lstrip)
  }

  /// The text without the characters at its ends; white space where none are given.
  static func strip(_ text: Text, _ characters: Text?, left: Bool, right: Bool) -> Text {
    let set = characters.map { Set($0.string.unicodeScalars) }
    func goes(_ scalar: Unicode.Scalar) -> Bool { set?.contains(scalar) ?? scalar.isPythonSpace }
    let bytes = text.bytes
    var start = 0
    var end = bytes.count
    if left {
      while start < end, goes(UTF8Text.scalar(bytes, start)) { start = UTF8Text.next(bytes, start) }
    }
    if right {
      while end > start {
        let previous = UTF8Text.previous(bytes, end)
        guard goes(UTF8Text.scalar(bytes, previous)) else { break }
        end = previous
      }
    }
    return text.slice(start..<end)
  }
}

/// `replace`.
enum Replacing {
  static func apply(
    _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let values = try arguments.positional("replace", 2...3)
    let limit = values.count > 2 ? try values[2].integer("replace") : -1
    let new = text.isMarkup ? try Markup.escaped(values[1], machine) : try values[1].text("replace")
    return try replace(text, try values[0].text("replace"), new, limit, machine)
  }

  /// Replaces the first `limit` places of `old`, all where it is negative.
  static func replace(
    _ text: Text, _ old: Text, _ new: Text, _ limit: Int, _ machine: Machine
  ) throws(TemplateError) -> Text {
    var left = limit < 0 ? Int.max : limit
    var builder = machine.builder
    var start = 0
    let all = text.bytes.count
    if old.isEmpty {
      while left > 0, start <= all, !builder.isOver {
        builder.append(new)
        left -= 1
        guard start < all else { break }
        let next = UTF8Text.next(text.bytes, start)
        builder.append(text, start..<next)
        start = next
      }
    } else {
      while left > 0, !builder.isOver,
        let place = UTF8Text.find(old.bytes, in: text.bytes, start..<all)
      {
        builder.append(text, start..<place)
        builder.append(new)
        start = place + old.bytes.count
        left -= 1
      }
      if start == 0 { return text }
    }
    builder.append(text, min(start, all)..<all)
    return try machine.text(builder, isMarkup: text.isMarkup)
  }
}

/// `find` and the like.
enum Searching {
  static func apply(
    _ method: StringMethod, _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Value {
    let name = method.rawValue
    let values = try arguments.positional(name, 1...3)
    let range = try range(text, values.dropFirst(), name)
    if method == .startswith || method == .endswith {
      var candidates = [values[0]]
      if case .tuple(let tuple) = values[0] { candidates = tuple.items }
      for candidate in candidates {
        let part = try candidate.text(name).bytes
        try machine.charge(1 + part.count >> 6)
        guard let range, part.count <= range.count else { continue }
        let place =
          method == .startswith
          ? range.lowerBound..<(range.lowerBound + part.count)
          : (range.upperBound - part.count)..<range.upperBound
        if text.bytes[place].elementsEqual(part) { return .bool(true) }
      }
      return .bool(false)
    }
    let part = try values[0].text(name).bytes
    try machine.charge(part.count >> 6)
    if method == .count {
      try machine.charge((range?.count ?? 0) >> 6)
      return .int(range.map { count(part, text, $0) } ?? 0)
    }
    let isLast = method == .rfind || method == .rindex
    let found = range.flatMap {
      isLast
        ? UTF8Text.findLast(part, in: text.bytes, $0) : UTF8Text.find(part, in: text.bytes, $0)
    }
    if let range {
      // What was gone through on the way.
      let first = isLast ? found ?? range.lowerBound : range.lowerBound
      let last = isLast ? range.upperBound : found ?? range.upperBound
      try machine.charge((last - first) >> 6)
    }
    guard let found else {
      if method == .index || method == .rindex { throw .runtime("substring not found") }
      return .int(-1)
    }
    return .int(text.index(found))
  }

  private static func count(_ part: [UInt8], _ text: Text, _ range: Range<Int>) -> Int {
    if part.isEmpty { return text.index(range.upperBound) - text.index(range.lowerBound) + 1 }
    var result = 0
    var start = range.lowerBound
    while let place = UTF8Text.find(part, in: text.bytes, start..<range.upperBound) {
      result += 1
      start = place + part.count
    }
    return result
  }

  /// The bytes between two places; `nil` where the first is behind the end.
  private static func range(
    _ text: Text, _ bounds: ArraySlice<Value>, _ name: String
  ) throws(TemplateError) -> Range<Int>? {
    guard !bounds.isEmpty else { return 0..<text.byteCount }
    let count = text.count
    var places = [0, count]
    for (index, value) in bounds.enumerated() where !value.isNone {
      let place = try value.integer(name)
      places[index] = place < 0 ? max(0, place < -count ? 0 : place + count) : place
    }
    let stop = min(places[1], count)
    guard places[0] <= stop else { return nil }
    return text.offset(places[0])..<text.offset(stop)
  }
}

/// `center` and the like.
enum Padding {
  static func apply(
    _ method: StringMethod, _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Text {
    if method == .expandtabs { return try expand(text, arguments, machine) }
    let values = try arguments.positional(method.rawValue, method == .zfill ? 1...1 : 1...2)
    let width = max(0, try values[0].integer(method.rawValue))
    if method == .zfill {
      let missing = max(0, width - text.count)
      var builder = machine.builder
      let hasSign = text.bytes.first == 0x2B || text.bytes.first == 0x2D
      builder.append(text, 0..<(hasSign ? 1 : 0))
      builder.append(repeating: UInt8(ascii: "0"), count: missing)
      builder.append(text, (hasSign ? 1 : 0)..<text.bytes.count)
      return try machine.text(builder, isMarkup: text.isMarkup)
    }
    var fill = Text(" ")
    if values.count > 1 {
      fill = try values[1].text(method.rawValue)
      guard fill.count == 1 else {
        throw .runtime("The fill character must be exactly one character long")
      }
    }
    let missing = max(0, width - text.count)
    let left: Int
    switch method {
    case .ljust: left = 0
    case .rjust: left = missing
    default: left = missing / 2 + (missing & width & 1)
    }
    return try pad(text, left, missing - left, fill, machine)
  }

  static func pad(
    _ text: Text, _ left: Int, _ right: Int, _ fill: Text, _ machine: Machine
  ) throws(TemplateError) -> Text {
    if left == 0, right == 0 { return text }
    try machine.charge(bytes: left)
    try machine.charge(bytes: right)
    var builder = machine.builder
    for _ in 0..<left { builder.append(fill) }
    builder.append(text)
    for _ in 0..<right { builder.append(fill) }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }

  private static func expand(
    _ text: Text, _ arguments: Arguments, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let size = try arguments.bind("expandtabs", ["tabsize"])[0]?.integer("expandtabs") ?? 8
    var builder = machine.builder
    var column = 0
    var index = 0
    while index < text.bytes.count, !builder.isOver {
      let next = UTF8Text.next(text.bytes, index)
      if text.bytes[index] == 9 {
        let count = size > 0 ? size - column % size : 0
        builder.append(repeating: 32, count: count, isData: text.isData(at: index))
        column += count
      } else {
        builder.append(text, index..<next)
        column = text.bytes[index] == 10 || text.bytes[index] == 13 ? 0 : column + 1
      }
      index = next
    }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }
}
