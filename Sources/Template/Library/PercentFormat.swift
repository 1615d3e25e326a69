/// The operator `%` of strings, and the filter `format`.
enum PercentFormat {
  static func apply(
    _ text: Text, _ value: Value, _ machine: Machine
  ) throws(TemplateError) -> Text {
    try machine.charge(text.byteCount >> 6)
    var arguments: [Value] = [value]
    if case .tuple(let tuple) = value { arguments = tuple.items }
    var used = 0
    var builder = machine.builder
    let bytes = text.bytes
    var index = 0
    while index < bytes.count {
      guard let mark = bytes[index...].firstIndex(of: UInt8(ascii: "%")) else { break }
      builder.append(text, index..<mark)
      if mark + 1 < bytes.count, bytes[mark + 1] == UInt8(ascii: "%") {
        builder.append(text, mark..<(mark + 1))
        index = mark + 2
        continue
      }
      var place = Place(bytes, mark + 1)
      index = try place.read(value, &arguments, &used, machine)
      let argument: Value
      if let key = place.key {
        argument = try item(key, value, machine)
      } else {
        guard used < arguments.count else {
          throw .runtime("not enough arguments for format string")
        }
        argument = arguments[used]
        used += 1
      }
      let result = try place.format(argument, machine)
      builder.append(text.isMarkup ? try Markup.escaped(.string(result), machine) : result)
      if builder.isOver { break }
    }
    builder.append(text, min(index, bytes.count)..<bytes.count)
    let isMapping: Bool
    switch value {
    case .dict, .list, .object: isMapping = true
    case .undefined: isMapping = true
    default: isMapping = false
    }
    if used < arguments.count, !isMapping {
      throw .runtime("not all arguments converted during string formatting")
    }
    return try machine.text(builder, isMarkup: text.isMarkup)
  }

  private static func item(
    _ key: Text, _ value: Value, _ machine: Machine
  ) throws(TemplateError) -> Value {
    guard case .dict(let dict) = value else { throw .runtime("format requires a mapping") }
    guard let item = dict[text: key] else { throw .runtime("KeyError: '\(key.string)'") }
    return item
  }

  /// `repr` with escapes for what is not ASCII.
  static func ascii(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    try Casing.map(try Formatting.repr(value, machine), machine) { scalar, _ in
      guard !scalar.isASCII else { return String(Character(scalar)) }
      let (letter, count) =
        scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
      let digits = String(scalar.value, radix: 16)
      return "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
    }
  }

  /// One conversion: `%[(key)][flags][width][.precision]type`.
  private struct Place {
    private let bytes: [UInt8]
    private var index: Int
    var key: Text?
    private var flags: Set<UInt8> = []
    private var width = 0
    private var precision: Int?
    var type: UInt8 = 0

    init(_ bytes: [UInt8], _ index: Int) {
      self.bytes = bytes
      self.index = index
    }

    /// Reads the conversion and returns the offset behind it.
    mutating func read(
      _ value: Value, _ arguments: inout [Value], _ used: inout Int, _ machine: Machine
    ) throws(TemplateError) -> Int {
      if byte == UInt8(ascii: "(") {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ")")) else {
          throw .runtime("incomplete format key")
        }
        key = Text(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
        index = end + 1
      }
      while "#0- +".utf8.contains(byte) {
        flags.insert(byte)
        index += 1
      }
      width = try number(arguments, &used) ?? 0
      if width < 0 {
        flags.insert(UInt8(ascii: "-"))
        width = -width
      }
      if byte == UInt8(ascii: ".") {
        index += 1
        precision = max(0, try number(arguments, &used) ?? 0)
      }
      while "hlL".utf8.contains(byte) { index += 1 }
      guard index < bytes.count else { throw .runtime("incomplete format") }
      type = bytes[index]
      return index + 1
    }

    private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func number(
      _ arguments: [Value], _ used: inout Int
    ) throws(TemplateError) -> Int? {
      if byte == UInt8(ascii: "*") {
        index += 1
        guard used < arguments.count, let value = arguments[used].int, value.magnitude <= 1 << 24
        else { throw .runtime("* wants int") }
        used += 1
        return value
      }
      let start = index
      while Lexer.isDigit(byte) { index += 1 }
      guard index > start else { return nil }
      guard let value = Int(String(decoding: bytes[start..<index], as: UTF8.self)), value <= 1 << 24
      else { throw .runtime("width too big") }
      return value
    }

    func format(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
      switch type {
      case UInt8(ascii: "s"): return try padded(try Formatting.text(value, machine), machine)
      case UInt8(ascii: "r"): return try padded(try Formatting.repr(value, machine), machine)
      case UInt8(ascii: "a"): return try padded(try PercentFormat.ascii(value, machine), machine)
      case UInt8(ascii: "c"):
        if case .string(let text) = value, text.count == 1 { return try padded(text, machine) }
        guard let code = value.int, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
        else { throw .runtime("%c requires int or char") }
        return try padded(Text(String(Character(scalar))), machine)
      case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"):
        return try number(try whole(value, fromFloat: true), "d", machine)
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"):
        return try number(
          try whole(value, fromFloat: false), String(Character(UnicodeScalar(type))), machine)
      case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "f"), UInt8(ascii: "F"),
        UInt8(ascii: "g"), UInt8(ascii: "G"):
        if case .undefined(let undefined) = value { throw undefined.error }
        guard let number = try Conversion.float(value) else {
          throw .runtime("must be real number, not \(value.typeName)")
        }
        let spec = try FormatSpec(
          Text(prefix + (precision.map { ".\($0)" } ?? "") + String(Character(UnicodeScalar(type))))
        )
        return try spec.format(.float(number), machine)
      default:
        throw .runtime(
          "unsupported format character '\(String(Character(UnicodeScalar(type))))'")
      }
    }

    private func whole(_ value: Value, fromFloat: Bool) throws(TemplateError) -> Value {
      switch value {
      case .int, .big: return value
      case .bool(let value): return .int(value ? 1 : 0)
      case .float(let value) where fromFloat:
        guard value.isFinite else { throw .runtime("cannot convert float to integer") }
        return try BigInt(value).value()
      case .undefined(let undefined): throw undefined.error
      default:
        throw .runtime(
          "%\(String(Character(UnicodeScalar(type)))) format: a number is required, not"
            + " \(value.typeName)")
      }
    }

    /// The flags and the width as `str.format` writes them.
    private var prefix: String {
      var text = ""
      if flags.contains(UInt8(ascii: "-")) {
        text += "<"
      } else if !flags.contains(48) {
        text += ">"
      }
      if flags.contains(UInt8(ascii: "+")) {
        text += "+"
      } else if flags.contains(32) {
        text += " "
      }
      if flags.contains(UInt8(ascii: "#")) { text += "#" }
      if flags.contains(48), !flags.contains(UInt8(ascii: "-")) { text += "0" }
      return text + (width > 0 ? "\(width)" : "")
    }

    private func number(
      _ value: Value, _ type: String, _ machine: Machine
    ) throws(TemplateError) -> Text {
      guard let precision else {
        return try FormatSpec(Text(prefix + type)).format(value, machine)
      }
      // A precision is a least number of digits.
      let digits = try FormatSpec(Text(type)).format(value, machine)
      let isNegative = digits.bytes.first == UInt8(ascii: "-")
      let count = digits.bytes.count - (isNegative ? 1 : 0)
      try machine.charge(bytes: precision)
      let sign =
        isNegative ? "-" : flags.contains(UInt8(ascii: "+")) ? "+" : flags.contains(32) ? " " : ""
      let zeros = String(repeating: "0", count: max(0, precision - count))
      var number = sign + zeros + digits.string.drop { $0 == "-" }
      if flags.contains(48), !flags.contains(UInt8(ascii: "-")) {
        let missing = max(0, width - number.utf8.count)
        try machine.charge(bytes: missing)
        number = sign + String(repeating: "0", count: missing) + number.dropFirst(sign.count)
      }
      return try pad(Text(number), machine)
    }

    private func padded(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
      guard let precision else { return try pad(text, machine) }
      return try pad(text.slice(0..<text.offset(precision)), machine)
    }

    private func pad(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
      let missing = max(0, width - text.count)
      let isLeft = flags.contains(UInt8(ascii: "-"))
      return try Padding.pad(text, isLeft ? 0 : missing, isLeft ? missing : 0, Text(" "), machine)
    }
  }
}
