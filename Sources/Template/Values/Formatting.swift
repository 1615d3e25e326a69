/// Values as text: Python's `str` and `repr`.
enum Formatting {
  static func text(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    switch value {
    case .string(let text): return text.marked(false)
    case .undefined, .missing: return .empty
    default: return try repr(value, machine)
    }
  }

  static func repr(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    var builder = machine.builder
    try append(value, &builder, isData: false, machine)
    return try machine.text(builder)
  }

  private static func append(
    _ value: Value, _ builder: inout TextBuilder, isData: Bool, _ machine: Machine
  ) throws(TemplateError) {
    try machine.charge()
    if builder.isOver { throw .limit("a string is too long") }
    switch value {
    case .missing, .undefined: builder.append("Undefined", isData: isData)
    case .none: builder.append("None", isData: isData)
    case .bool(let value): builder.append(value ? "True" : "False", isData: isData)
    case .int(let value): builder.append(String(value), isData: isData)
    case .big(let value):
      try machine.charge(value.words.count * value.words.count)
      builder.append(value.description, isData: isData)
    case .float(let value): builder.append(FloatText.repr(value), isData: isData)
    case .string(let text):
      if text.isMarkup { builder.append("Markup(") }
      Quoting.append(text, to: &builder)
      if text.isMarkup { builder.append(")") }
    case .list(let list):
      try append("[", list.items, "]", &builder, isData: list.isData, machine)
    case .tuple(let tuple):
      let end = tuple.items.count == 1 ? ",)" : ")"
      try append("(", tuple.items, end, &builder, isData: isData, machine)
    case .dict(let dict): try append(dict, &builder, machine)
    case .object(let object): try append(object, &builder, machine)
    }
  }

  private static func append(
    _ begin: String, _ items: [Value], _ end: String, _ builder: inout TextBuilder, isData: Bool,
    _ machine: Machine
  ) throws(TemplateError) {
    builder.append(begin, isData: isData)
    for (index, item) in items.enumerated() {
      if index > 0 { builder.append(", ", isData: isData) }
      try append(item, &builder, isData: isData, machine)
    }
    builder.append(end, isData: isData)
  }

  private static func append(
    _ dict: Dict, _ builder: inout TextBuilder, _ machine: Machine
  ) throws(TemplateError) {
    builder.append("{", isData: dict.isData)
    for index in 0..<dict.count {
      if index > 0 { builder.append(", ", isData: dict.isData) }
      try append(dict.keys[index], &builder, isData: dict.isData, machine)
      builder.append(": ", isData: dict.isData)
      try append(dict.values[index], &builder, isData: dict.isData, machine)
    }
    builder.append("}", isData: dict.isData)
  }

  private static func append(
    _ object: any Object, _ builder: inout TextBuilder, _ machine: Machine
  ) throws(TemplateError) {
    switch object {
    case let range as RangeObject:
      let step = range.step == 1 ? "" : ", \(range.step)"
      builder.append("range(\(range.start), \(range.stop)\(step))")
    case let view as DictView:
      try append(
        "\(view.typeName)([", view.items, "])", &builder, isData: view.dict.isData, machine)
    case let namespace as Namespace:
      builder.append("<Namespace ")
      try machine.nested { () throws(TemplateError) in
        try append(namespace.attributes, &builder, machine)
      }
      builder.append(">")
    case let macro as Macro:
      builder.append("<Macro " + (macro.function.name.map { "'\($0)'" } ?? "anonymous") + ">")
    case let loop as LoopContext:
      builder.append("<LoopContext \(loop.cursor.position)/\(try loop.cursor.count(machine))>")
    case let builtin as Builtin where builtin.typeName == "type":
      builder.append("<class '\(builtin.name)'>")
    case let builtin as Builtin: builder.append("<built-in function \(builtin.name)>")
    default: builder.append("<\(object.typeName) object>")
    }
  }
}

/// Strings in quotes, as `repr` writes them.
enum Quoting {
  static func append(_ text: Text, to builder: inout TextBuilder) {
    let hasSingle = text.bytes.contains(UInt8(ascii: "'"))
    let hasDouble = text.bytes.contains(UInt8(ascii: "\""))
    let quote = UInt8(ascii: hasSingle && !hasDouble ? "\"" : "'")
    let isData = text.runs.isEmpty && text.isData
    builder.append(quote, isData: isData)
    let bytes = text.bytes
    var plain = 0
    var index = 0
    while index < bytes.count {
      let next = UTF8Text.next(bytes, index)
      if let escape = escape(text, index, quote) {
        builder.append(text, plain..<index)
        builder.append(escape, isData: text.isData(at: index))
        plain = next
      }
      index = next
    }
    builder.append(text, plain..<bytes.count)
    builder.append(quote, isData: isData)
  }

  private static func escape(_ text: Text, _ index: Int, _ quote: UInt8) -> String? {
    let byte = text.bytes[index]
    switch byte {
    case quote: return "\\" + String(Character(UnicodeScalar(quote)))
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\r"): return "\\r"
    case UInt8(ascii: "\t"): return "\\t"
    case 0x20..<0x7F: return nil
    default: break
    }
    let scalar = UTF8Text.scalar(text.bytes, index)
    guard !scalar.isPythonPrintable else { return nil }
    let (letter, count) =
      scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    let digits = String(scalar.value, radix: 16)
    return "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// Whether Python's `repr` leaves it as it is.
  var isPythonPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}

/// Floats as text.
enum FloatText {
  /// The shortest digits that read back as the number, as Python writes them.
  static func repr(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    let sign = value.sign == .minus ? "-" : ""
    let (digits, point) = digits(value.magnitude)
    guard point > -4, point <= 16 else {
      let fraction = digits.dropFirst()
      let exponent = point - 1
      let size = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
      return sign + digits.prefix(1) + (fraction.isEmpty ? "" : "." + fraction) + "e"
        + (exponent < 0 ? "-" : "+") + size
    }
    if point <= 0 {
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    if digits.count <= point {
      return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// The shortest digits without zeros at the ends, and the place of the point in them.
  private static func digits(_ value: Double) -> (String, Int) {
    if value == 0 { return ("0", 1) }
    var text = value.description
    var exponent = 0
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = String(text[..<mark])
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
    let all = String(parts[0]) + fraction
    let zeros = all.prefix { $0 == "0" }.count
    var digits = String(all.dropFirst(zeros))
    let point = parts[0].count + exponent - zeros
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    return (digits, point)
  }
}
