/// A dict: keys in the order they were first set, with Python's equality.
final class Dict {
  private(set) var keys: [Value] = []
  private(set) var values: [Value] = []
  /// Where each key is; empty for small dicts.
  private var table: [Key: Int] = [:]
  let isData: Bool
  /// One more than the deepest of the keys and values.
  private(set) var level = 1

  private static let tableThreshold = 8

  init(isData: Bool = false) { self.isData = isData }

  var count: Int { keys.count }

  func reserve(_ count: Int) {
    keys.reserveCapacity(count)
    values.reserveCapacity(count)
  }

  /// Adds a key that is new.
  func append(_ key: Value, _ value: Value) {
    keys.append(key)
    values.append(value)
    level = max(level, key.level + 1, value.level + 1)
    if !table.isEmpty {
      table[Key(key)] = keys.count - 1
    } else if keys.count > Self.tableThreshold {
      for (index, key) in keys.enumerated() { table[Key(key)] = index }
    }
  }

  /// Sets a key; only while the dict is being made.
  func set(_ key: Value, _ value: Value) {
    if let index = index(of: key) {
      values[index] = value
      level = max(level, value.level + 1)
    } else {
      append(key, value)
    }
  }

  func index(of key: Value) -> Int? {
    if case .string(let text) = key { return index(of: text) }
    if !table.isEmpty { return table[Key(key)] }
    return keys.firstIndex { Key($0) == Key(key) }
  }

  @inline(__always)
  func index(of text: Text) -> Int? {
    if !table.isEmpty { return table[Key(.string(text))] }
    let keys = keys
    for index in keys.indices {
      if case .string(let key) = keys[index], key.equals(text) { return index }
    }
    return nil
  }

  subscript(key: Value) -> Value? { index(of: key).map { values[$0] } }

  @inline(__always)
  subscript(text text: Text) -> Value? {
    guard let index = index(of: text) else { return nil }
    return values[index]
  }

  /// The items as tuples.
  var items: [Value] { zip(keys, values).map { .tuple(Tuple([$0, $1])) } }
}

/// A value as a key: 1, 1.0 and True are one.
struct Key: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (a: Key, b: Key) -> Bool { Comparison.equal(a.value, b.value) }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .missing, .undefined: hasher.combine(1)
    case .none: hasher.combine(2)
    case .bool(let value): hasher.combine(Double(value ? 1 : 0))
    case .int(let value):
      // Large numbers of which few are a Double: all that round to one would have one hash.
      let double = Double(value)
      if Int(exactly: double) == value { hasher.combine(double) } else { hasher.combine(value) }
    case .big(let value):
      if let double = value.exactDouble {
        hasher.combine(double)
      } else {
        hasher.combine(value.words)
      }
    case .float(let value): hasher.combine(value)
    case .string(let text): hasher.combine(text.bytes)
    case .tuple(let tuple): for item in tuple.items { Key(item).hash(into: &hasher) }
    case .list: hasher.combine(3)
    case .dict: hasher.combine(4)
    case .object(let object): hasher.combine(ObjectIdentifier(object))
    }
  }

  /// The key that `value` is; an error where values of its type cannot be keys.
  ///
  /// Takes steps for looking the key up.
  static func checked(_ value: Value, _ machine: Machine) throws(TemplateError) -> Value {
    switch value {
    case .list, .dict: throw .runtime("unhashable type: '\(value.typeName)'")
    case .tuple(let tuple):
      for item in tuple.items {
        try machine.charge()
        _ = try checked(item, machine)
      }
    default: try machine.charge(value.keySize)
    }
    return value
  }

  /// Takes steps for looking `value` up, which need not be a key.
  static func charge(_ value: Value, _ machine: Machine) throws(TemplateError) {
    guard case .tuple(let tuple) = value else { return try machine.charge(value.keySize) }
    for item in tuple.items {
      try machine.charge()
      try charge(item, machine)
    }
  }
}

extension Value {
  /// The steps that it takes to look the value up as a key, without those of a tuple's items.
  var keySize: Int {
    switch self {
    case .string(let text): text.byteCount >> 6
    case .big(let value): value.words.count >> 3
    default: 0
    }
  }
}
