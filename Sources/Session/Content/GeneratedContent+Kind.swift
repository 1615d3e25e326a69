import TernJSON

extension GeneratedContent {
  /// What a value is, and what it consists of.
  public enum Kind: Equatable, Sendable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, as the nearest `Double`; ``GeneratedContent/value(_:)`` gives others exactly.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([GeneratedContent])
    /// Values by name, and the order of the names.
    case structure(properties: [String: GeneratedContent], orderedKeys: [String])
  }

  /// A value of some kind.
  ///
  /// A number that is infinite or none is null. Properties that `orderedKeys` leaves out come last,
  /// by name; names in it that have no value, or come again, do not count.
  public init(kind: Kind, id: GenerationID? = nil) {
    switch kind {
    case .null: self.init(node: .json(.null), id: id)
    case .bool(let value): self.init(node: .json(.bool(value)), id: id)
    case .number(let value): self.init(node: .json(.shortest(value)), id: id)
    case .string(let value): self.init(node: .json(.string(value)), id: id)
    case .array(let elements): self.init(node: .array(elements), id: id)
    case .structure(let properties, let orderedKeys):
      var built = ContentProperties()
      for key in orderedKeys { if let value = properties[key] { built[key] = value } }
      if built.keys.count < properties.count {
        for key in properties.keys.sorted() where built[key] == nil { built[key] = properties[key] }
      }
      self.init(node: .structure(built), id: id)
    }
  }

  /// What the value is; O(number of its elements or properties).
  public var kind: Kind {
    if let elements { return .array(elements) }
    if let properties {
      return .structure(
        properties: Dictionary(properties.lazy.map { ($0.key, $0.value) }) { $1 },
        orderedKeys: properties.map(\.key))
    }
    switch json {
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number.double)
    case .string(let text): return .string(text)
    default: return .null
    }
  }
}

extension JSON {
  /// The shortest text that reads back as `value`: whole numbers without a fraction; null for
  /// infinities and NaN.
  static func shortest(_ value: Double) -> JSON {
    if let whole = Int(exactly: value), abs(value) < 0x1p53, !(whole == 0 && value.sign == .minus) {
      return JSON(whole)
    }
    return JSON(value) ?? .null
  }
}
