import Foundation

/// Python's arithmetic.
enum Arithmetic {
  static func apply(
    _ operation: Binary.Operator, _ a: Value, _ b: Value, _ machine: Machine
  ) throws(TemplateError) -> Value {
    if case .string(let text) = a, operation == .modulo {
      return .string(try PercentFormat.apply(text, b, machine))
    }
    if case .undefined(let undefined) = a { throw undefined.error }
    if case .undefined(let undefined) = b { throw undefined.error }
    if let x = a.int, let y = b.int, let result = try whole(operation, x, y) { return result }
    if a.isFloat || b.isFloat, let x = a.double, let y = b.double {
      guard x.isFinite || a.isFloat, y.isFinite || b.isFloat else {
        throw .runtime("int too large to convert to float")
      }
      return try floating(operation, x, y)
    }
    if let x = a.big, let y = b.big {
      try machine.charge(cost(operation, x, y))
      return try big(operation, x, y)
    }
    switch operation {
    case .add: if let sum = try joined(a, b, machine) { return sum }
    case .multiply:
      if let count = b.int, let result = try repeated(a, count, machine) { return result }
      if let count = a.int, let result = try repeated(b, count, machine) { return result }
    default: break
    }
    throw failure(operation, a, b)
  }

  private static func failure(_ operation: Binary.Operator, _ a: Value, _ b: Value) -> TemplateError
  {
    let sign = operation == .power ? "** or pow()" : operation.rawValue
    if operation == .add {
      switch a {
      case .string: return .runtime("can only concatenate str (not \"\(b.typeName)\") to str")
      case .list: return .runtime("can only concatenate list (not \"\(b.typeName)\") to list")
      case .tuple: return .runtime("can only concatenate tuple (not \"\(b.typeName)\") to tuple")
      default: break
      }
    }
    return .runtime(
      "unsupported operand type(s) for \(sign): '\(a.typeName)' and '\(b.typeName)'")
  }

  /// The result of two integers; `nil` where it does not fit.
  private static func whole(
    _ operation: Binary.Operator, _ a: Int, _ b: Int
  ) throws(TemplateError) -> Value? {
    switch operation {
    case .add: return fitting(a.addingReportingOverflow(b))
    case .subtract: return fitting(a.subtractingReportingOverflow(b))
    case .multiply: return fitting(a.multipliedReportingOverflow(by: b))
    case .divide:
      guard b != 0 else { throw .runtime("division by zero") }
      return abs(Double(a)) < 0x1p53 && abs(Double(b)) < 0x1p53
        ? .float(Double(a) / Double(b)) : nil
    case .floorDivide, .modulo:
      guard b != 0 else { throw .runtime("integer division or modulo by zero") }
      let (quotient, overflows) = a.dividedReportingOverflow(by: b)
      guard !overflows else { return nil }
      let rest = a - quotient * b
      let isDown = rest != 0 && (rest < 0) != (b < 0)
      return .int(
        operation == .modulo ? (isDown ? rest + b : rest) : (isDown ? quotient - 1 : quotient))
    default: return nil
    }
  }

  private static func fitting(_ result: (partialValue: Int, overflow: Bool)) -> Value? {
    result.overflow ? nil : .int(result.partialValue)
  }

  private static func big(
    _ operation: Binary.Operator, _ a: BigInt, _ b: BigInt
  ) throws(TemplateError) -> Value {
    switch operation {
    case .add: return try (a + b).value()
    case .subtract: return try (a - b).value()
    case .multiply: return try (a * b).value()
    case .divide:
      let (x, y) = (a.double, b.double)
      guard x.isFinite, y.isFinite else { throw .runtime("int too large to convert to float") }
      return .float(x / y)
    case .floorDivide, .modulo:
      guard !b.words.isEmpty else { throw .runtime("integer division or modulo by zero") }
      let result = BigInt.divide(a, b)
      return try (operation == .modulo ? result.remainder : result.quotient).value()
    case .power: return try power(a, b)
    default: throw .runtime("unsupported operand")
    }
  }

  /// The steps of an operation of large integers: one for about 64 of their words.
  private static func cost(_ operation: Binary.Operator, _ a: BigInt, _ b: BigInt) -> Int {
    let words = a.words.count * b.words.count
    return switch operation {
    case .add, .subtract, .divide: (a.words.count + b.words.count) >> 6
    case .multiply: words >> 6
    // Bit by bit.
    case .floorDivide, .modulo: b.words.count < 2 ? a.words.count >> 6 : words << 2
    case .power: power(a.words.count, b.int ?? .max)
    default: 0
    }
  }

  /// The steps of a power, whose size is limited.
  private static func power(_ words: Int, _ exponent: Int) -> Int {
    let limit = BigInt.maximumBits / 32
    let size = exponent < limit ? min(limit, words * max(0, exponent)) : limit
    return size * size >> 5
  }

  private static func power(_ base: BigInt, _ exponent: BigInt) throws(TemplateError) -> Value {
    guard !exponent.isNegative else {
      guard !base.words.isEmpty else {
        throw .runtime("0.0 cannot be raised to a negative power")
      }
      return .float(pow(base.double, exponent.double))
    }
    if base.words.isEmpty { return .int(exponent.words.isEmpty ? 1 : 0) }
    if base.words == [1] {
      let isOdd = (exponent.words.first ?? 0) & 1 == 1
      return .int(base.isNegative && isOdd ? -1 : 1)
    }
    guard var rest = exponent.int, rest <= BigInt.maximumBits else {
      throw .limit("the integer is too large")
    }
    var result = BigInt(1)
    var factor = base
    while rest > 0 {
      if rest & 1 == 1 { result = result * factor }
      rest >>= 1
      if rest > 0 { factor = factor * factor }
      _ = try result.value()
      _ = try factor.value()
    }
    return try result.value()
  }

  private static func floating(
    _ operation: Binary.Operator, _ a: Double, _ b: Double
  ) throws(TemplateError) -> Value {
    switch operation {
    case .add: return .float(a + b)
    case .subtract: return .float(a - b)
    case .multiply: return .float(a * b)
    case .divide:
      guard b != 0 else { throw .runtime("float division by zero") }
      return .float(a / b)
    case .floorDivide, .modulo:
      guard b != 0 else { throw .runtime("float floor division by zero") }
      let (quotient, rest) = divided(a, b)
      return .float(operation == .modulo ? rest : quotient)
    case .power:
      if a == 0, b < 0 { throw .runtime("0.0 cannot be raised to a negative power") }
      if a < 0, a.isFinite, b.isFinite, b != b.rounded() {
        throw .runtime("complex numbers are not supported")
      }
      let result = pow(a, b)
      if result.isInfinite, a.isFinite, b.isFinite {
        throw .runtime("Numerical result out of range")
      }
      return .float(result)
    default: throw .runtime("unsupported operand")
    }
  }

  /// Floor and remainder, as Python rounds them.
  private static func divided(_ a: Double, _ b: Double) -> (Double, Double) {
    var rest = fmod(a, b)
    var quotient = (a - rest) / b
    if rest != 0 {
      if (b < 0) != (rest < 0) {
        rest += b
        quotient -= 1
      }
    } else {
      rest = copysign(0, b)
    }
    if quotient != 0 {
      let floor = quotient.rounded(.down)
      quotient = quotient - floor > 0.5 ? floor + 1 : floor
    } else {
      quotient = copysign(0, a / b)
    }
    return (quotient, rest)
  }

  /// Strings, lists or tuples one behind the other; `nil` for others.
  private static func joined(
    _ a: Value, _ b: Value, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    switch (a, b) {
    case (.string(let x), .string(let y)):
      let isMarkup = x.isMarkup || y.isMarkup
      let first = isMarkup ? try Markup.escaped(a, machine) : x
      let second = isMarkup ? try Markup.escaped(b, machine) : y
      return .string(try TextGrowth.joined(first, [second], isMarkup: isMarkup, machine))
    case (.list(let x), .list(let y)): return .list(try ListGrowth.joined(x, y, machine))
    case (.tuple(let x), .tuple(let y)):
      try machine.charge(items: x.items.count + y.items.count)
      return .tuple(Tuple(x.items + y.items))
    default: return nil
    }
  }

  private static func repeated(
    _ value: Value, _ count: Int, _ machine: Machine
  ) throws(TemplateError) -> Value? {
    let count = max(0, count)
    switch value {
    case .string(let text):
      try check(text.bytes.count, count, machine.limits.stringBytes, "a string is too long")
      if text.isEmpty { return value }
      var builder = machine.builder
      for _ in 0..<count { builder.append(text) }
      return .string(try machine.text(builder, isMarkup: text.isMarkup))
    case .list(let list):
      return .items(try repeated(list.items, count, machine))
    case .tuple(let tuple):
      return .tuple(Tuple(try repeated(tuple.items, count, machine)))
    default: return nil
    }
  }

  private static func repeated(
    _ items: [Value], _ count: Int, _ machine: Machine
  ) throws(TemplateError) -> [Value] {
    guard !items.isEmpty else { return [] }
    try check(items.count, count, machine.limits.listCount, "a list is too long")
    try machine.charge(items: items.count * count)
    return Array(repeatElement(items, count: count).joined())
  }

  private static func check(
    _ size: Int, _ count: Int, _ limit: Int, _ message: String
  ) throws(TemplateError) {
    let (product, overflows) = size.multipliedReportingOverflow(by: count)
    guard !overflows, product <= limit else { throw .limit(message) }
  }

  static func negative(_ value: Value) throws(TemplateError) -> Value {
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .float(let value): return .float(-value)
    default:
      guard let value = value.big else {
        throw .runtime("bad operand type for unary -: '\(value.typeName)'")
      }
      return try (-value).value()
    }
  }

  static func positive(_ value: Value) throws(TemplateError) -> Value {
    switch value {
    case .undefined(let undefined): throw undefined.error
    case .float, .big: return value
    default:
      guard let value = value.int else {
        throw .runtime("bad operand type for unary +: '\(value.typeName)'")
      }
      return .int(value)
    }
  }
}

extension Value {
  var isFloat: Bool { if case .float = self { true } else { false } }

  var isMarkup: Bool { if case .string(let text) = self { text.isMarkup } else { false } }
}
