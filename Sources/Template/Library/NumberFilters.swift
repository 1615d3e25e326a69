import Foundation

/// Text and numbers as numbers, as Python's `int` and `float` read them.
enum Conversion {
  /// A number of a value; `nil` for what is none.
  static func float(_ value: Value) throws(TemplateError) -> Double? {
    guard case .string(let text) = value else {
      if case .big(let number) = value, number.double.isInfinite {
        throw .runtime("int too large to convert to float")
      }
      return value.double
    }
    guard let digits = plain(text) else { return nil }
    switch digits.lowercased().drop(while: { $0 == "+" || $0 == "-" }) {
    case "inf", "infinity": return digits.hasPrefix("-") ? -.infinity : .infinity
    case "nan": return .nan
    default:
      guard digits.utf8.allSatisfy({ Lexer.isDigit($0) || "+-.eE".utf8.contains($0) }) else {
        return nil
      }
      // Python takes a point without digits on one side, which Swift does not.
      var number = digits.hasPrefix("+") ? String(digits.dropFirst()) : digits
      if number.hasPrefix(".") { number = "0" + number }
      if number.hasPrefix("-.") { number = "-0" + number.dropFirst() }
      number = number.replacingOccurrences(of: ".e", with: ".0e")
        .replacingOccurrences(of: ".E", with: ".0e")
      if number.hasSuffix(".") { number += "0" }
      let rest = number.drop { $0 == "-" }
      guard let first = rest.utf8.first, Lexer.isDigit(first), number.utf8.first != 0x2B,
        !digits.hasSuffix("e"), digits != ".", digits != "-.", digits != "+."
      else { return nil }
      return Double(number)
    }
  }

  /// The text without white space around it and underscores between digits; `nil` where underscores
  /// stand elsewhere.
  private static func plain(_ text: Text) -> String? {
    let stripped = Stripping.strip(text, nil, left: true, right: true).string
    guard stripped.utf8.contains(UInt8(ascii: "_")) else { return stripped }
    let bytes = Array(stripped.utf8)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "_") {
      guard index > 0, index + 1 < bytes.count, isDigit(bytes[index - 1]),
        isDigit(bytes[index + 1])
      else { return nil }
    }
    return stripped.filter { $0 != "_" }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UnicodeScalar(byte).properties.isASCIIHexDigit
  }

  /// An integer that a text writes in a base; `nil` for other texts.
  static func int(_ text: Text, base: Int) throws(TemplateError) -> Value? {
    guard var digits = plain(text)?.lowercased()[...] else { return nil }
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits = digits.dropFirst() }
    var base = base
    for (prefix, size) in [("0x", 16), ("0o", 8), ("0b", 2)]
    where digits.hasPrefix(prefix) && (base == size || base == 0) {
      digits = digits.dropFirst(2)
      base = size
    }
    if base == 0 { base = 10 }
    guard !digits.isEmpty, digits.utf8.count <= 4300 else { return nil }
    guard let value = BigInt(digits: digits.utf8, base: base) else { return nil }
    return try (isNegative ? -value : value).value()
  }
}

/// Filters of numbers.
enum NumberFilters {
  static func abs(_ value: Value) throws(TemplateError) -> Value {
    switch value {
    case .float(let number): return .float(number.magnitude)
    case .undefined: throw .runtime("bad operand type for abs(): 'Undefined'")
    default:
      guard let number = value.big else {
        throw .runtime("bad operand type for abs(): '\(value.typeName)'")
      }
      return try (number.isNegative ? -number : number).value()
    }
  }

  static let int: Filter = { machine, value, arguments throws(TemplateError) in
    if case .string(let text) = value { try machine.charge(text.byteCount >> 6) }
    let values = try arguments.bind("int", ["default", "base"])
    let fallback = values[0] ?? .int(0)
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .int, .big: return value
    case .bool(let flag): return .int(flag ? 1 : 0)
    case .string(let text):
      // A base that is no integer is an error that the filter answers.
      let base = values[1].map { $0.int ?? 1 } ?? 10
      if base == 0 || (2...36).contains(base), let number = try Conversion.int(text, base: base) {
        return number
      }
    default: break
    }
    guard let number = try Conversion.float(value) else { return fallback }
    if number.isInfinite, case .float = value {
      // Python's own conversion fails here, and not as one that the filter answers.
      throw .runtime("cannot convert float infinity to integer")
    }
    guard number.isFinite else { return fallback }
    return try BigInt(number).value()
  }

  static let float: Filter = { machine, value, arguments throws(TemplateError) in
    if case .string(let text) = value { try machine.charge(text.byteCount >> 6) }
    let fallback = try arguments.bind("float", ["default"])[0] ?? .float(0)
    if case .undefined(let undefined) = value { throw undefined.error }
    return try Conversion.float(value).map { .float($0) } ?? fallback
  }

  static let round: Filter = { _, value, arguments throws(TemplateError) in
    let values = try arguments.bind("round", ["precision", "method"])
    let precision = try values[0]?.integer("round") ?? 0
    var method = "common"
    if let value = values[1] {
      guard case .string(let text) = value, ["common", "ceil", "floor"].contains(text.string) else {
        throw .runtime("method must be common, ceil or floor")
      }
      method = text.string
    }
    switch value {
    case .float, .int, .bool, .big: break
    case .undefined(let undefined) where method != "common": throw undefined.error
    default: throw .runtime("type \(value.typeName) doesn't define __round__ method")
    }
    if method == "common" {
      if let number = value.int { return .int(rounded(number, precision)) }
      guard case .float(let number) = value else { return value }
      return .float(rounded(number, precision))
    }
    let number = value.double ?? 0
    let scale = pow(10, Double(precision))
    guard scale.isFinite, scale != 0, (number * scale).isFinite else {
      throw .runtime("cannot convert float to integer")
    }
    let scaled = (number * scale).rounded(method == "ceil" ? .up : .down)
    // Python's result is an integer on the way, which has no negative zero.
    return .float(scaled == 0 ? 0 : scaled / scale)
  }

  /// A whole number to tens, hundreds and so on; halves go to the even one.
  private static func rounded(_ value: Int, _ precision: Int) -> Int {
    guard precision < 0 else { return value }
    guard precision > -19 else { return 0 }
    let size = (0..<(-precision)).reduce(1) { size, _ in size * 10 }
    let rest = ((value % size) + size) % size
    let (low, overflows) = value.subtractingReportingOverflow(rest)
    if overflows { return value }
    let isUp = rest > size / 2 || (rest == size / 2 && (low / size) % 2 != 0)
    let (high, isOver) = low.addingReportingOverflow(isUp ? size : 0)
    return isOver ? value : high
  }

  private static func rounded(_ value: Double, _ precision: Int) -> Double {
    guard value.isFinite else { return value }
    if precision > 322 { return value }
    if precision < -308 { return copysign(0, value) }
    if precision >= 0 { return Double(String(format: "%.\(precision)f", value)) ?? value }
    let scale = pow(10, Double(-precision))
    return (value / scale).rounded(.toNearestOrEven) * scale
  }

  static let fileSize: Filter = { machine, value, arguments throws(TemplateError) in
    let isBinary = try Arguments.flag(
      try arguments.bind("filesizeformat", ["binary"])[0], machine)
    if case .undefined(let undefined) = value { throw undefined.error }
    guard let bytes = try Conversion.float(value) else {
      throw .runtime("could not convert to float")
    }
    let base: Double = isBinary ? 1024 : 1000
    if bytes == 1 { return .text("1 Byte") }
    if bytes < base {
      guard bytes.isFinite else { throw .runtime("cannot convert float to integer") }
      return .text("\(BigInt(bytes)) Bytes")
    }
    let letters = isBinary ? "KMGTPEZY" : "kMGTPEZY"
    var unit = base
    for (index, letter) in letters.enumerated() {
      unit *= base
      if bytes < unit || index == 7 {
        let text = String(format: "%.1f", base * bytes / unit)
        return .text("\(text) \(letter)\(isBinary ? "i" : "")B")
      }
    }
    return .none
  }
}
