/// Values as JSON, as Python's `json.dumps` writes it.
struct JSONText {
  private var builder: TextBuilder
  private let machine: Machine
  private var ensuresASCII = false
  private var indent: Text?
  private var itemSeparator = Text(", ")
  private var keySeparator = Text(": ")
  private var sortsKeys = false

  /// `tojson(ensure_ascii=False, indent=None, separators=None, sort_keys=False)`.
  static let filter: Filter = { machine, value, arguments throws(TemplateError) in
    let values = try arguments.bind(
      "tojson", ["ensure_ascii", "indent", "separators", "sort_keys"])
    var text = JSONText(machine)
    try text.read(values)
    try text.append(value, level: 0, isData: false)
    return .string(try machine.text(text.builder))
  }

  private init(_ machine: Machine) {
    self.machine = machine
    builder = machine.builder
  }

  private mutating func read(_ values: [Value?]) throws(TemplateError) {
    ensuresASCII = try Arguments.flag(values[0], machine)
    sortsKeys = try Arguments.flag(values[3], machine)
    if case .string(let text)? = values[1] {
      indent = text
    } else if let value = values[1], !value.isNone {
      let width = try value.integer("tojson")
      indent = try Padding.pad(.empty, max(0, width), 0, Text(" "), machine)
    }
    if indent != nil { itemSeparator = Text(",") }
    guard let separators = values[2], !separators.isNone else { return }
    let parts = try Iteration.items(separators, machine)
    guard parts.count == 2 else { throw .runtime("separators must be a pair") }
    itemSeparator = try parts[0].text("tojson")
    keySeparator = try parts[1].text("tojson")
  }

  private mutating func append(
    _ value: Value, level: Int, isData: Bool
  ) throws(TemplateError) {
    try machine.charge()
    if builder.isOver { throw .limit("a string is too long") }
    switch value {
    case .none: builder.append("null", isData: isData)
    case .bool(let flag): builder.append(flag ? "true" : "false", isData: isData)
    case .int(let number): builder.append(String(number), isData: isData)
    case .big(let number):
      try machine.charge(number.words.count * number.words.count >> 3)
      builder.append(number.description, isData: isData)
    case .float(let number): builder.append(Self.number(number), isData: isData)
    case .string(let text): append(text)
    case .list(let list): try append(list.items, level, isData: list.isData)
    case .tuple(let tuple): try append(tuple.items, level, isData: isData)
    case .dict(let dict): try append(dict, level)
    default: throw .runtime("Object of type \(value.typeName) is not JSON serializable")
    }
  }

  private static func number(_ value: Double) -> String {
    value.isNaN
      ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : FloatText.repr(value)
  }

  private mutating func breakLine(_ level: Int, isData: Bool) {
    guard let indent else { return }
    builder.append(UInt8(ascii: "\n"), isData: isData)
    for _ in 0..<level { builder.append(indent) }
  }

  private mutating func append(
    _ items: [Value], _ level: Int, isData: Bool
  ) throws(TemplateError) {
    builder.append(UInt8(ascii: "["), isData: isData)
    for (index, item) in items.enumerated() {
      if index > 0 { append(separator: itemSeparator, isData: isData) }
      breakLine(level + 1, isData: isData)
      try append(item, level: level + 1, isData: isData)
    }
    if !items.isEmpty { breakLine(level, isData: isData) }
    builder.append(UInt8(ascii: "]"), isData: isData)
  }

  private mutating func append(separator: Text, isData: Bool) {
    if isData, !separator.hasData {
      builder.append(separator.string, isData: true)
    } else {
      builder.append(separator)
    }
  }

  private mutating func append(_ dict: Dict, _ level: Int) throws(TemplateError) {
    var order = Array(0..<dict.count)
    if sortsKeys {
      order = try OrderFilters.sorted(
        order.map { .int($0) }, dict.keys, reverse: false, machine
      ).compactMap(\.int)
    }
    builder.append(UInt8(ascii: "{"), isData: dict.isData)
    for (place, index) in order.enumerated() {
      if place > 0 { append(separator: itemSeparator, isData: dict.isData) }
      breakLine(level + 1, isData: dict.isData)
      try append(key: dict.keys[index], isData: dict.isData)
      append(separator: keySeparator, isData: dict.isData)
      try append(dict.values[index], level: level + 1, isData: dict.isData)
    }
    if dict.count > 0 { breakLine(level, isData: dict.isData) }
    builder.append(UInt8(ascii: "}"), isData: dict.isData)
  }

  /// Keys that are numbers, truth values or None become strings.
  private mutating func append(key: Value, isData: Bool) throws(TemplateError) {
    switch key {
    case .string(let text): append(text)
    case .none: append(Text("null", isData: isData))
    case .bool(let flag): append(Text(flag ? "true" : "false", isData: isData))
    case .int(let number): append(Text(String(number), isData: isData))
    case .big(let number): append(Text(number.description, isData: isData))
    case .float(let number): append(Text(Self.number(number), isData: isData))
    default:
      throw .runtime("keys must be str, int, float, bool or None, not \(key.typeName)")
    }
  }

  private mutating func append(_ text: Text) {
    let isData = text.runs.isEmpty && text.isData
    builder.append(UInt8(ascii: "\""), isData: isData)
    let bytes = text.bytes
    var plain = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = byte < 0x80 ? index + 1 : UTF8Text.next(bytes, index)
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || (byte >= 0x7F && ensuresASCII) {
        builder.append(text, plain..<index)
        append(escape: UTF8Text.scalar(bytes, index), isData: text.isData(at: index))
        plain = next
      }
      index = next
    }
    builder.append(text, plain..<bytes.count)
    builder.append(UInt8(ascii: "\""), isData: isData)
  }

  private mutating func append(escape scalar: Unicode.Scalar, isData: Bool) {
    switch scalar {
    case "\"": builder.append("\\\"", isData: isData)
    case "\\": builder.append("\\\\", isData: isData)
    case "\n": builder.append("\\n", isData: isData)
    case "\r": builder.append("\\r", isData: isData)
    case "\t": builder.append("\\t", isData: isData)
    case "\u{8}": builder.append("\\b", isData: isData)
    case "\u{C}": builder.append("\\f", isData: isData)
    case "\u{7F}": builder.append(0x7F, isData: isData)
    default:
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        builder.append("\\u" + zeros + digits, isData: isData)
      }
    }
  }
}
