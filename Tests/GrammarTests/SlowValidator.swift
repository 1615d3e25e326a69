import TernJSON

@testable import TernGrammar

/// Whether a whole value satisfies a schema, straight from the words of the specification: the slow,
/// clear twin of the machine.
struct SlowValidator {
  let document: SchemaDocument
  let languages = Languages()

  func accepts(_ value: JSON) -> Bool { accepts(value, document.root) }

  func accepts(_ value: JSON, _ number: Int) -> Bool {
    let node = document.nodes[number]
    if let boolean = node.boolean { return boolean }
    return hasType(value, node) && isListed(value, node) && applies(value, node)
      && matchesKind(value, node)
  }

  private func hasType(_ value: JSON, _ node: SchemaNode) -> Bool {
    guard let types = node.types else { return true }
    guard let number = value.number else { return types.contains(value.kind.type) }
    return types.contains(.number)
      && (!types.contains(.onlyIntegers) || NumberConstraint.integer.contains(number))
  }

  private func isListed(_ value: JSON, _ node: SchemaNode) -> Bool {
    if let constant = node.constant, !constant.hasSameValue(as: value) { return false }
    return node.enumeration?.contains { $0.hasSameValue(as: value) } ?? true
  }

  private func applies(_ value: JSON, _ node: SchemaNode) -> Bool {
    func holds(_ number: Int) -> Bool { accepts(value, number) }
    guard (node.references + node.allOf).allSatisfy(holds) else { return false }
    if !node.anyOf.isEmpty, !node.anyOf.contains(where: holds) { return false }
    if !node.oneOf.isEmpty, node.oneOf.filter(holds).count != 1 { return false }
    if let not = node.not, holds(not) { return false }
    if let condition = node.condition {
      return (holds(condition) ? node.then : node.otherwise).map(holds) ?? true
    }
    return true
  }

  private func matchesKind(_ value: JSON, _ node: SchemaNode) -> Bool {
    switch value {
    case .string(let text): matches(text, node)
    case .number(let number): matches(number, node)
    case .array(let elements): matches(elements, node)
    case .object(let members): matches(members, node)
    case .null, .bool: true
    }
  }

  private func matches(_ text: String, _ node: SchemaNode) -> Bool {
    let count = text.unicodeScalars.count
    return count >= node.minLength ?? 0 && count <= node.maxLength ?? .max
      && (node.pattern.map { isMatch(text, $0) } ?? true)
      && (node.format.flatMap { languages.format($0) }.map { languages.contains($0, text) } ?? true)
  }

  private func isMatch(_ text: String, _ pattern: String) -> Bool {
    (try? languages.pattern(pattern, .ecma, wholeMatch: false)).map {
      languages.contains($0, text)
    } ?? false
  }

  private func matches(_ number: JSONNumber, _ node: SchemaNode) -> Bool {
    func decimal(_ number: JSONNumber?) -> Decimal? { number.flatMap { try? Decimal($0) } }
    guard let value = decimal(number) else { return false }
    return (decimal(node.minimum).map { value >= $0 } ?? true)
      && (decimal(node.maximum).map { value <= $0 } ?? true)
      && (decimal(node.exclusiveMinimum).map { value > $0 } ?? true)
      && (decimal(node.exclusiveMaximum).map { value < $0 } ?? true)
      && (decimal(node.multipleOf).map { value.isMultiple(of: $0) } ?? true)
  }

  private func matches(_ elements: [JSON], _ node: SchemaNode) -> Bool {
    guard elements.count >= node.minItems ?? 0, elements.count <= node.maxItems ?? .max else {
      return false
    }
    for (place, element) in elements.enumerated() {
      let schema = place < node.prefixItems.count ? node.prefixItems[place] : node.items
      if let schema, !accepts(element, schema) { return false }
    }
    if let contains = node.contains {
      let count = elements.filter { accepts($0, contains) }.count
      if count < node.minContains ?? 1 || count > node.maxContains ?? .max { return false }
    }
    guard node.uniqueItems else { return true }
    return elements.indices.allSatisfy { end in
      !elements[..<end].contains { $0.hasSameValue(as: elements[end]) }
    }
  }

  private func matches(_ members: JSONObject, _ node: SchemaNode) -> Bool {
    guard members.count >= node.minProperties ?? 0, members.count <= node.maxProperties ?? .max,
      node.required.allSatisfy({ members[$0] != nil })
    else { return false }
    for (name, others) in node.dependentRequired where members[name] != nil {
      if !others.allSatisfy({ members[$0] != nil }) { return false }
    }
    for (name, schema) in node.dependentSchemas where members[name] != nil {
      if !accepts(.object(members), schema) { return false }
    }
    return members.allSatisfy { key, value in matches(key, value, node) }
  }

  private func matches(_ key: String, _ value: JSON, _ node: SchemaNode) -> Bool {
    if let names = node.propertyNames, !accepts(.string(key), names) { return false }
    let declared = node.properties.filter { $0.name == key }.map(\.node)
    let patterned = node.patternProperties.filter { isMatch(key, $0.pattern) }.map(\.node)
    var schemas = declared + patterned
    if schemas.isEmpty, let schema = node.additionalProperties { schemas = [schema] }
    return schemas.allSatisfy { accepts(value, $0) }
  }
}
