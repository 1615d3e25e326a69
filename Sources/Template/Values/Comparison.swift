/// Python's comparisons.
enum Comparison {
  static func holds(
    _ operation: Compare.Operator, _ a: Value, _ b: Value, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    switch operation {
    case .equal: try equal(a, b, machine)
    case .notEqual: !(try equal(a, b, machine))
    case .less: try isLess(a, b, "<", machine)
    case .greater: try isLess(b, a, ">", isSwapped: true, machine)
    case .lessOrEqual: try isLessOrEqual(a, b, "<=", machine)
    case .greaterOrEqual: try isLessOrEqual(b, a, ">=", isSwapped: true, machine)
    case .isIn: try contains(b, a, machine)
    case .isNotIn: !(try contains(b, a, machine))
    }
  }

  /// Whether both are equal, for keys: what may be compared was counted when they became keys.
  static func equal(_ a: Value, _ b: Value) -> Bool { equal(a, b) { _ in } }

  /// Whether both are equal; takes steps for what is compared, which may hold a value many times.
  static func equal(
    _ a: Value, _ b: Value, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    try equal(a, b) { (steps) throws(TemplateError) in try machine.charge(steps) }
  }

  private static func equal<Failure: Error>(
    _ a: Value, _ b: Value, _ charge: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)):
      if a.byteCount >= 64, a.byteCount == b.byteCount { try charge(a.byteCount >> 6) }
      return a.equals(b)
    case (.none, .none), (.undefined, .undefined), (.missing, .missing): return true
    case (.list(let a), .list(let b)):
      if a === b { return true }
      return try equal(a.items, b.items, charge)
    case (.tuple(let a), .tuple(let b)):
      if a === b { return true }
      return try equal(a.items, b.items, charge)
    case (.dict(let a), .dict(let b)):
      guard a !== b else { return true }
      guard a.count == b.count else { return false }
      for (key, value) in zip(a.keys, a.values) {
        try charge(1 + key.keySize)
        guard let other = b[key], try equal(value, other, charge) else { return false }
      }
      return true
    case (.object(let a), .object(let b)):
      if let a = a as? RangeObject, let b = b as? RangeObject {
        return a.count == b.count
          && (a.count == 0 || a.start == b.start && (a.count == 1 || a.step == b.step))
      }
      return a === b
    default: return order(a, b) == 0
    }
  }

  private static func equal<Failure: Error>(
    _ a: [Value], _ b: [Value], _ charge: (Int) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard a.count == b.count else { return false }
    for (a, b) in zip(a, b) {
      try charge(1)
      guard try equal(a, b, charge) else { return false }
    }
    return true
  }

  /// Whether one of `items` equals `item`.
  private static func contains(
    _ items: [Value], _ item: Value, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    try machine.charge(items.count >> 4)
    for other in items where try equal(other, item, machine) { return true }
    return false
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
    _ a: Value, _ b: Value, _ sign: String, isSwapped: Bool = false, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)):
      try machine.charge(min(a.byteCount, b.byteCount) >> 6)
      return a.isBefore(b)
    case (.list(let x), .list(let y)):
      return try isLess(x.items, y.items, sign, isSwapped, machine)
    case (.tuple(let x), .tuple(let y)):
      return try isLess(x.items, y.items, sign, isSwapped, machine)
    default:
      guard let order = order(a, b) else { throw failure(a, b, sign, isSwapped) }
      return order == -1
    }
  }

  private static func isLessOrEqual(
    _ a: Value, _ b: Value, _ sign: String, isSwapped: Bool = false, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)):
      try machine.charge(min(a.byteCount, b.byteCount) >> 6)
      return !b.isBefore(a)
    case (.list, .list), (.tuple, .tuple):
      if try equal(a, b, machine) { return true }
      return try isLess(a, b, sign, isSwapped: isSwapped, machine)
    default:
      guard let order = order(a, b) else { throw failure(a, b, sign, isSwapped) }
      return order == -1 || order == 0
    }
  }

  private static func isLess(
    _ a: [Value], _ b: [Value], _ sign: String, _ isSwapped: Bool, _ machine: Machine
  ) throws(TemplateError) -> Bool {
    for (x, y) in zip(a, b) {
      try machine.charge(1)
      if try equal(x, y, machine) { continue }
      return try isLess(x, y, sign, isSwapped: isSwapped, machine)
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
      let place = UTF8Text.find(part.bytes, in: text.bytes, 0..<text.byteCount)
      try machine.charge((place ?? text.byteCount) >> 6 + part.byteCount >> 6)
      return place != nil
    case .dict(let dict): return dict.index(of: try Key.checked(item, machine)) != nil
    case .list(let list): return try contains(list.items, item, machine)
    case .tuple(let tuple): return try contains(tuple.items, item, machine)
    case .undefined: return false
    case .object(let object):
      if let namespace = object as? Namespace {
        _ = namespace
        throw .runtime("argument of type 'Namespace' is not iterable")
      }
      if let view = object as? DictView, view.kind == .keys {
        return view.dict.index(of: try Key.checked(item, machine)) != nil
      }
      if let generator = object as? Generator {
        while let next = try generator.next(machine) {
          if try equal(next, item, machine) { return true }
        }
        return false
      }
      if let collection = object as? any Collecting {
        return try contains(collection.items, item, machine)
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
