import Foundation

/// How a value is formatted: Python's `[[fill]align][sign][z][#][0][width][,][.precision][type]`.
struct FormatSpec {
  var fill = Text(" ")
  var alignment: UInt8 = 0
  /// `+`, `-`, a space, or 0.
  var sign: UInt8 = 0
  var isAlternate = false
  var hasZeros = false
  var width = 0
  var grouping: UInt8 = 0
  var precision: Int?
  var type: UInt8 = 0

  /// Reads a specification.
  init(_ text: Text) throws(TemplateError) {
    let bytes = text.bytes
    var index = 0
    func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
    func isAlignment(_ byte: UInt8) -> Bool { "<>=^".utf8.contains(byte) }
    if !bytes.isEmpty {
      let next = UTF8Text.next(bytes, 0)
      if isAlignment(byte(next)) {
        fill = text.slice(0..<next)
        alignment = byte(next)
        index = next + 1
      } else if isAlignment(byte(0)) {
        alignment = byte(0)
        index = 1
      }
    }
    if "+- ".utf8.contains(byte(index)) {
      sign = byte(index)
      index += 1
    }
    if byte(index) == UInt8(ascii: "z") { index += 1 }
    if byte(index) == UInt8(ascii: "#") {
      isAlternate = true
      index += 1
    }
    if byte(index) == UInt8(ascii: "0") {
      hasZeros = true
      index += 1
    }
    width = try Self.number(bytes, &index) ?? 0
    if byte(index) == UInt8(ascii: ",") || byte(index) == UInt8(ascii: "_") {
      grouping = byte(index)
      index += 1
    }
    if byte(index) == UInt8(ascii: ".") {
      index += 1
      guard let number = try Self.number(bytes, &index) else {
        throw .runtime("Format specifier missing precision")
      }
      precision = number
    }
    if index < bytes.count {
      type = bytes[index]
      index += 1
    }
    guard index == bytes.count else { throw .runtime("Invalid format specifier '\(text.string)'") }
  }

  private static func number(
    _ bytes: [UInt8], _ index: inout Int
  ) throws(TemplateError) -> Int? {
    let start = index
    while index < bytes.count, Lexer.isDigit(bytes[index]) { index += 1 }
    guard index > start else { return nil }
    guard let value = Int(String(decoding: bytes[start..<index], as: UTF8.self)), value <= 1 << 24
    else { throw .runtime("Too many decimal digits in format string") }
    return value
  }

  func format(_ value: Value, _ machine: Machine) throws(TemplateError) -> Text {
    switch value {
    case .string(let text): return try format(text, machine)
    case .int, .bool, .big:
      if "eEfFgG%".utf8.contains(type) { return try format(value.double ?? 0, machine) }
      return try format(value.big ?? BigInt(0), machine)
    case .float(let value): return try format(value, machine)
    case .undefined(let undefined): throw undefined.error
    default:
      throw .runtime("unsupported format string passed to \(value.typeName).__format__")
    }
  }

  private func format(_ text: Text, _ machine: Machine) throws(TemplateError) -> Text {
    guard type == 0 || type == UInt8(ascii: "s") else { throw unknown("str") }
    guard alignment != UInt8(ascii: "="), sign == 0, grouping == 0, !isAlternate else {
      throw .runtime("sign, '=', '#' and ',' are not allowed in string format specifier")
    }
    var text = text
    if let precision {
      text = text.slice(0..<text.offset(precision))
    }
    let filled = hasZeros && alignment == 0 ? Text("0") : fill
    return try padded(text, text.count, UInt8(ascii: "<"), filled, machine)
  }

  private func unknown(_ name: String) -> TemplateError {
    let character = String(Character(UnicodeScalar(type)))
    return .runtime("Unknown format code '\(character)' for object of type '\(name)'")
  }

  private func padded(
    _ text: Text, _ count: Int, _ none: UInt8, _ fill: Text, _ machine: Machine
  ) throws(TemplateError) -> Text {
    let missing = max(0, width - count)
    switch alignment == 0 ? none : alignment {
    case UInt8(ascii: "<"): return try Padding.pad(text, 0, missing, fill, machine)
    case UInt8(ascii: "^"):
      return try Padding.pad(text, missing / 2, missing - missing / 2, fill, machine)
    default: return try Padding.pad(text, missing, 0, fill, machine)
    }
  }

  private func format(_ value: BigInt, _ machine: Machine) throws(TemplateError) -> Text {
    guard precision == nil else {
      throw .runtime("Precision not allowed in integer format specifier")
    }
    var prefix = ""
    let magnitude = value.isNegative ? -value : value
    var digits: String
    switch type {
    case 0, UInt8(ascii: "d"), UInt8(ascii: "n"): digits = magnitude.description
    case UInt8(ascii: "b"): (digits, prefix) = (magnitude.text(base: 2), "0b")
    case UInt8(ascii: "o"): (digits, prefix) = (magnitude.text(base: 8), "0o")
    case UInt8(ascii: "x"): (digits, prefix) = (magnitude.text(base: 16), "0x")
    case UInt8(ascii: "X"): (digits, prefix) = (magnitude.text(base: 16).uppercased(), "0X")
    case UInt8(ascii: "c"):
      guard let code = value.int, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
      else { throw .runtime("%c arg not in range(0x110000)") }
      return try padded(Text(String(Character(scalar))), 1, UInt8(ascii: "<"), fill, machine)
    default: throw unknown("int")
    }
    if !isAlternate { prefix = "" }
    let size = "bxoX".utf8.contains(type) ? 4 : 3
    return try number(signText(value.isNegative) + prefix, digits, "", group: size, machine)
  }

  private func signText(_ isNegative: Bool) -> String {
    if isNegative { return "-" }
    return sign == UInt8(ascii: "+") ? "+" : sign == UInt8(ascii: " ") ? " " : ""
  }

  private func format(_ value: Double, _ machine: Machine) throws(TemplateError) -> Text {
    var text: String
    let magnitude = value.magnitude
    switch type {
    case 0: text = precision == nil ? FloatText.repr(magnitude) : general(magnitude)
    case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      text = FloatText.format(magnitude, type | 0x20, precision ?? 6, isAlternate: isAlternate)
    case UInt8(ascii: "g"), UInt8(ascii: "G"), UInt8(ascii: "n"):
      text = FloatText.format(
        magnitude, UInt8(ascii: "g"), precision ?? 6, isAlternate: isAlternate)
    case UInt8(ascii: "%"):
      text =
        FloatText.format(
          magnitude * 100, UInt8(ascii: "f"), precision ?? 6, isAlternate: isAlternate) + "%"
    default: throw unknown("float")
    }
    if type < 0x60, type > 0x40 { text = text.uppercased() }
    let isNegative = value.sign == .minus && !value.isNaN
    let end = text.firstIndex { !$0.isASCII || !$0.isNumber } ?? text.endIndex
    return try number(
      signText(isNegative), String(text[..<end]), String(text[end...]), group: 3, machine)
  }

  /// A float without a type but with a precision: like `g`, with a fraction.
  private func general(_ value: Double) -> String {
    let text = FloatText.format(value, UInt8(ascii: "g"), precision ?? 6, isAlternate: false)
    guard value.isFinite, !text.contains("e") else { return text }
    let digits = max(1, precision ?? 6)
    let whole = text.prefix { $0 != "." }
    guard whole.count >= digits, whole != "0" || digits == 1 else {
      return text.contains(".") ? text : text + ".0"
    }
    // No digit is left for a fraction.
    var power = FloatText.format(value, UInt8(ascii: "e"), digits - 1, isAlternate: false)
    guard let mark = power.firstIndex(of: "e"), power.contains(".") else { return power }
    let exponent = power[mark...]
    power = String(power[..<mark])
    while power.hasSuffix("0") { power.removeLast() }
    if power.hasSuffix(".") { power.removeLast() }
    return power + exponent
  }

  /// Puts sign, digits and the rest together, with groups and zeros.
  private func number(
    _ sign: String, _ digits: String, _ rest: String, group: Int, _ machine: Machine
  ) throws(TemplateError) -> Text {
    var digits = digits
    let isInside = alignment == UInt8(ascii: "=") || (alignment == 0 && hasZeros)
    let zeros = isInside && (hasZeros && alignment == 0 || fill.bytes == [UInt8(ascii: "0")])
    if zeros {
      let missing = width - sign.count - rest.count
      if grouping == 0 {
        let count = max(0, missing - digits.count)
        try machine.charge(bytes: count)
        digits = String(repeating: "0", count: count) + digits
      } else {
        guard missing <= 4096 else { throw .limit("a string is too long") }
        // Every so many characters from the end one is a separator, which is not the first.
        let size = group + 1
        let count = missing - missing / size + (missing % size == 0 ? 1 : 0)
        digits = String(repeating: "0", count: max(0, count - digits.count)) + digits
      }
    }
    let text = Text(sign + grouped(digits, group) + rest)
    if isInside, !zeros {
      let body = grouped(digits, group) + rest
      let padding = try Padding.pad(
        .empty, max(0, width - sign.count - body.count), 0, fill, machine)
      var builder = machine.builder
      builder.append(sign)
      builder.append(padding)
      builder.append(body)
      return try machine.text(builder)
    }
    return try padded(text, text.count, UInt8(ascii: ">"), fill, machine)
  }

  private func grouped(_ digits: String, _ size: Int) -> String {
    guard grouping != 0 else { return digits }
    var result = ""
    let count = digits.count
    for (index, digit) in digits.enumerated() {
      if index > 0, (count - index) % size == 0 {
        result.append(Character(UnicodeScalar(grouping)))
      }
      result.append(digit)
    }
    return result
  }
}

extension FloatText {
  /// A number that is not negative as C's `%e`, `%f` and `%g` write it.
  static func format(
    _ value: Double, _ type: UInt8, _ precision: Int, isAlternate: Bool
  ) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return "inf" }
    let letter = String(Character(UnicodeScalar(type)))
    return String(format: "%\(isAlternate ? "#" : "").\(min(precision, 5000))\(letter)", value)
  }
}
