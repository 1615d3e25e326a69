/// Python's comparisons.
enum Comparison {
  static func holds(
    _ operation: Compare.Operator, _ a: Value, _ b: Value, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    switch operation {
    case .equal: equal(a, b)
    case .notEqual: !equal(a, b)
    case .less: try isLess(a, b, "<")
    case .greater: try isLess(b, a, ">", isSwapped: true)
    case .lessOrEqual: try isLessOrEqual(a, b, "<=")
    case .greaterOrEqual: try isLessOrEqual(b, a, ">=", isSwapped: true)
    case .isIn: try contains(b, a, machine)
    case .isNotIn: !(try contains(b, a, machine))
    }
  }

  static func equal(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)): return a.equals(b)
    case (.none, .none), (.undefined, .undefined), (.missing, .missing): return true
    case (.list(let a), .list(let b)): return a === b || equal(a.items, b.items)
    case (.tuple(let a), .tuple(let b)): return a === b || equal(a.items, b.items)
    case (.dict(let a), .dict(let b)):
      guard a !== b else { return true }
      guard a.count == b.count else { return false }
      return zip(a.keys, a.values).allSatisfy { key, value in
        b[key].map { equal(value, $0) } ?? false
      }
    case (.object(let a), .object(let b)):
      if let a = a as? RangeObject, let b = b as? RangeObject {
        return a.count == b.count
          && (a.count == 0 || a.start == b.start && (a.count == 1 || a.step == b.step))
      }
      return a === b
    default: return order(a, b) == 0
    }
  }

  private static func equal(_ a: [Value], _ b: [Value]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { equal($0, $1) }
  }

  /// The order of two numbers: -1, 0 or 1, 2 where one of them is none (NaN); `nil` for what are no
  /// numbers.
  private static func order(_ a: Value, _ b: Value) -> Int? {
    if let a = a.int, let b = b.int { return a < b ? -1 : a == b ? 0 : 1 }
    switch (a, b) {
    case (.float(let a), .float(let b)): return a < b ? -1 : a == b ? 0 : a > b ? 1 : 2
    case (.float(let x), _): return b.big.map { order($0, x) }.map { $0 == 2 ? 2 : -$0 }
    case (_, .float(let y)): return a.big.map { order($0, y) }
    default:
      guard let a = a.big, let b = b.big else { return nil }
      return a < b ? -1 : a == b ? 0 : 1
    }
  }

  private static func order(_ a: BigInt, _ b: Double) -> Int {
    if b.isNaN { return 2 }
    if b.isInfinite { return b > 0 ? -1 : 1 }
    let whole = BigInt(b)
    if a == whole {
      let part = b - b.rounded(.towardZero)
      return part > 0 ? -1 : part < 0 ? 1 : 0
    }
    return a < whole ? -1 : 1
  }

  private static func failure(
    _ a: Value, _ b: Value, _ sign: String, _ isSwapped: Bool
  ) -> TemplateError {
    if case .undefined(let undefined) = isSwapped ? b : a { return undefined.error }
    if case .undefined(let undefined) = isSwapped ? a : b { return undefined.error }
    let (left, right) = isSwapped ? (b, a) : (a, b)
    return .runtime(
      "'\(sign)' not supported between instances of '\(left.typeName)' and '\(right.typeName)'")
  }

  /// Whether `a < b`; `isSwapped` where the template has them the other way round.
  static func isLess(
    _ a: Value, _ b: Value, _ sign: String = "<", isSwapped: Bool = false
  ) throws(TemplateError) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)): return a.isBefore(b)
    case (.list(let x), .list(let y)): return try isLess(x.items, y.items, sign, isSwapped)
    case (.tuple(let x), .tuple(let y)): return try isLess(x.items, y.items, sign, isSwapped)
    default:
      guard let order = order(a, b) else { throw failure(a, b, sign, isSwapped) }
      return order == -1
    }
  }

  private static func isLessOrEqual(
    _ a: Value, _ b: Value, _ sign: String, isSwapped: Bool = false
  ) throws(TemplateError) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)): return !b.isBefore(a)
    case (.list, .list), (.tuple, .tuple):
      if equal(a, b) { return true }
      return try isLess(a, b, sign, isSwapped: isSwapped)
    default:
      guard let order = order(a, b) else { throw failure(a, b, sign, isSwapped) }
      return order == -1 || order == 0
    }
  }

  private static func isLess(
    _ a: [Value], _ b: [Value], _ sign: String, _ isSwapped: Bool
  ) throws(TemplateError) -> Bool {
    for (x, y) in zip(a, b) where !equal(x, y) {
      return try isLess(x, y, sign, isSwapped: isSwapped)
    }
    return a.count < b.count
  }

  /// Whether `item in container`.
  static func contains(
    _ container: Value, _ item: Value, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    switch container {
    case .string(let text):
      guard case .string(let part) = item else {
        throw .runtime(
          "'in <string>' requires string as left operand, not \(item.typeName)")
      }
      return UTF8Text.find(part.bytes, in: text.bytes, 0..<text.bytes.count) != nil
    case .dict(let dict): return dict.index(of: try Key.checked(item)) != nil
    case .list(let list): return list.items.contains { equal($0, item) }
    case .tuple(let tuple): return tuple.items.contains { equal($0, item) }
    case .undefined: return false
    case .object(let object):
      if let namespace = object as? Namespace {
        _ = namespace
        throw .runtime("argument of type 'Namespace' is not iterable")
      }
      if let view = object as? DictView, view.kind == .keys {
        return view.dict.index(of: try Key.checked(item)) != nil
      }
      if let generator = object as? Generator {
        while let next = try generator.next(machine) { if equal(next, item) { return true } }
        return false
      }
      if let collection = object as? any Collecting {
        return collection.items.contains { equal($0, item) }
      }
    default: break
    }
    throw .runtime("argument of type '\(container.typeName)' is not iterable")
  }
}

extension Value {
  /// An integer, of any size.
  var big: BigInt? {
    if case .big(let value) = self { return value }
    return int.map { BigInt($0) }
  }

  /// A number as a Double.
  var double: Double? {
    switch self {
    case .float(let value): value
    case .big(let value): value.double
    default: int.map { Double($0) }
    }
  }
}
