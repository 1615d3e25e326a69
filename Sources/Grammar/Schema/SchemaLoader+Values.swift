import TernJSON

/// Readers of the values of keywords: each gives `nil` or nothing where relaxed reading drops the
/// keyword.
extension SchemaLoader {
  mutating func subschema(_ member: SchemaMember) throws(SchemaError) -> Int? {
    guard isSchema(member.value) else {
      try refuse(member, "a schema (an object, true or false)")
      return nil
    }
    return try node(at: child(of: member.location, at: member.index), in: member.scope)
  }

  /// The schemas of an array.
  mutating func list(_ member: SchemaMember) throws(SchemaError) -> [Int] {
    guard case .array(let elements) = member.value, elements.allSatisfy(isSchema) else {
      try refuse(member, "an array of schemas")
      return []
    }
    let list = try child(of: member.location, at: member.index)
    var result: [Int] = []
    result.reserveCapacity(elements.count)
    for index in elements.indices {
      result.append(try node(at: child(of: list, at: index), in: member.scope))
    }
    return result
  }

  /// The schemas of an array that must have one: of none, no alternative could hold.
  mutating func alternatives(_ member: SchemaMember) throws(SchemaError) -> [Int] {
    if case .array(let elements) = member.value, elements.isEmpty {
      try refuse(member, "an array of at least one schema")
    }
    return try list(member)
  }

  /// The schemas of an object, by name.
  mutating func map(_ member: SchemaMember) throws(SchemaError) -> [(name: ExactString, node: Int)]
  {
    guard case .object(let object) = member.value else {
      try refuse(member, "an object of schemas")
      return []
    }
    let map = try child(of: member.location, at: member.index)
    var result: [(name: ExactString, node: Int)] = []
    result.reserveCapacity(object.count)
    for (index, entry) in object.enumerated() {
      let location = try child(of: map, at: index)
      guard isSchema(entry.value) else {
        try refuse("", at: location, .mustBe("a schema (an object, true or false)"))
        continue
      }
      result.append((ExactString(entry.key), try node(at: location, in: member.scope)))
    }
    return result
  }

  mutating func array(_ member: SchemaMember) throws(SchemaError) -> [JSON]? {
    if case .array(let elements) = member.value { return elements }
    try refuse(member, "an array")
    return nil
  }

  mutating func names(_ member: SchemaMember) throws(SchemaError) -> [ExactString] {
    if case .array(let elements) = member.value {
      try charge(elements.count, member.location)
      let names = elements.compactMap { $0.string.map { ExactString($0) } }
      if names.count == elements.count { return names }
    }
    try refuse(member, "an array of strings")
    return []
  }

  /// The names of `x-order`; `nil` where the word is used for something else.
  mutating func order(_ member: SchemaMember) throws(SchemaError) -> [ExactString]? {
    guard case .array(let elements) = member.value else { return nil }
    try charge(elements.count, member.location)
    let names = elements.compactMap { $0.string.map { ExactString($0) } }
    return names.count == elements.count ? names : nil
  }

  mutating func text(_ member: SchemaMember) throws(SchemaError) -> String? {
    if case .string(let text) = member.value { return text }
    try refuse(member, "a string")
    return nil
  }

  mutating func flag(_ member: SchemaMember) throws(SchemaError) -> Bool {
    if case .bool(let flag) = member.value { return flag }
    try refuse(member, "true or false")
    return false
  }

  /// A whole number ≥ 0, however it is written; more than an Int holds is the largest Int.
  mutating func count(_ member: SchemaMember) throws(SchemaError) -> Int? {
    if let number = member.value.number {
      let parts = NumberParts(number.text.utf8)
      if !parts.isNegative, parts.exponent >= 0 { return number.int ?? .max }
    }
    try refuse(member, "a whole number ≥ 0")
    return nil
  }

  /// The same for a count that values must reach, which no generated value could where it is large.
  mutating func least(_ member: SchemaMember) throws(SchemaError) -> Int? {
    let count = try count(member)
    guard let count, count > Self.largestLeast else { return count }
    try refuse(
      member.keyword.rawValue, at: member.location,
      .unsupported("a count of more than \(Self.largestLeast) is not supported"))
    return nil
  }

  /// Counts are kept in 32 bits, the largest of which means that there is no limit.
  private static let largestLeast = Int(Int32.max) - 1

  mutating func number(_ member: SchemaMember) throws(SchemaError) -> JSONNumber? {
    if case .number(let number) = member.value {
      return try isWithinLimits(member) ? number : nil
    }
    try refuse(member, "a number")
    return nil
  }

  mutating func divisor(_ member: SchemaMember) throws(SchemaError) -> JSONNumber? {
    if case .number(let number) = member.value, !number.text.hasPrefix("-"),
      !number.hasSameValue(as: 0)
    {
      return try isWithinLimits(member) ? number : nil
    }
    try refuse(member, "a number > 0")
    return nil
  }

  /// The values of an `enum`.
  mutating func values(_ member: SchemaMember) throws(SchemaError) -> [JSON]? {
    guard let values = try array(member) else { return nil }
    return try isWithinLimits(member) ? values : nil
  }

  /// The value of a `const`.
  mutating func constant(_ member: SchemaMember) throws(SchemaError) -> JSON? {
    try isWithinLimits(member) ? member.value : nil
  }

  /// Whether all numbers of a keyword's value can be calculated with exactly.
  private mutating func isWithinLimits(_ member: SchemaMember) throws(SchemaError) -> Bool {
    do throws(DecimalError) {
      try Self.checkNumbers(member.value)
      return true
    } catch {
      try refuse(
        member.keyword.rawValue, at: member.location, .unsupported(error.description))
      return false
    }
  }

  private static func checkNumbers(_ value: JSON) throws(DecimalError) {
    switch value {
    case .number(let number):
      // Shorter ones are always within: 1e99999.
      if number.text.utf8.count > 7 { _ = try Decimal(number) }
    case .array(let elements): for element in elements { try checkNumbers(element) }
    case .object(let members): for member in members { try checkNumbers(member.value) }
    case .null, .bool, .string: break
    }
  }

  mutating func types(_ member: SchemaMember) throws(SchemaError) -> TypeSet? {
    let names: [JSON]
    switch member.value {
    case .string: names = [member.value]
    case .array(let elements): names = elements
    default:
      try refuse(member, "the name of a type or an array of names")
      return nil
    }
    var result: TypeSet = []
    for name in names {
      guard let name = name.string else {
        try refuse(member, "the name of a type or an array of names")
        return nil
      }
      guard let type = TypeSet.byName[name] else {
        try refuse("type", at: member.location, .unknownType(name))
        return nil
      }
      // All numbers, where both are named.
      if type == .number { result.remove(.onlyIntegers) }
      result.formUnion(type.contains(.onlyIntegers) && result.contains(.number) ? [] : type)
    }
    return result
  }

  private func isSchema(_ value: JSON) -> Bool {
    switch value {
    case .object, .bool: true
    default: false
    }
  }

  private mutating func refuse(
    _ member: SchemaMember, _ expected: String
  ) throws(SchemaError) {
    try refuse(member.keyword.rawValue, at: member.location, .mustBe(expected))
  }
}
