import TernJSON

@testable import TernGrammar

/// Whether a whole value satisfies a schema, straight from the words of the specification: the slow,
/// clear twin of the machine.
struct SlowValidator {
  let nodes: [SchemaNode]
  let root: Int
  let leaves: any LeafChecks

  init(_ document: SchemaDocument, _ leaves: any LeafChecks = ExactLeaves()) {
    nodes = document.nodes
    root = document.root
    self.leaves = leaves
  }

  func accepts(_ value: JSON) -> Bool { check(value, root) != nil }

  /// The properties and elements that a schema has evaluated.
  struct Evaluated {
    var properties: Set<ExactString> = []
    var items: Set<Int> = []

    mutating func add(_ other: Evaluated?) {
      properties.formUnion(other?.properties ?? [])
      items.formUnion(other?.items ?? [])
    }
  }

  /// What is evaluated where the value is valid; `nil` where it is not.
  private func check(_ value: JSON, _ number: Int) -> Evaluated? {
    let node = nodes[number]
    if let boolean = node.boolean { return boolean ? Evaluated() : nil }
    var seen = Evaluated()
    guard hasType(value, node), isAmong(value, node) else { return nil }
    switch value {
    case .number(let number): guard leaves.isInRange(number, node) else { return nil }
    case .string(let text): guard isText(text, node) else { return nil }
    default: break
    }
    guard checkInPlace(value, node, &seen) else { return nil }
    switch value {
    case .object(let object): guard checkObject(object, node, &seen) else { return nil }
    case .array(let elements): guard checkArray(elements, node, &seen) else { return nil }
    default: break
    }
    return seen
  }

  private func checkInPlace(_ value: JSON, _ node: SchemaNode, _ seen: inout Evaluated) -> Bool {
    for part in node.references + node.allOf {
      guard let inner = check(value, part) else { return false }
      seen.add(inner)
    }
    if !node.anyOf.isEmpty {
      let found = node.anyOf.compactMap { check(value, $0) }
      if found.isEmpty { return false }
      found.forEach { seen.add($0) }
    }
    if !node.oneOf.isEmpty {
      let found = node.oneOf.compactMap { check(value, $0) }
      if found.count != 1 { return false }
      seen.add(found[0])
    }
    if let not = node.not, check(value, not) != nil { return false }
    if let condition = node.condition {
      let holds = check(value, condition)
      seen.add(holds)
      if let branch = holds == nil ? node.otherwise : node.then {
        guard let inner = check(value, branch) else { return false }
        seen.add(inner)
      }
    }
    for (name, schema) in node.dependentSchemas where value[name.text] != nil {
      guard let inner = check(value, schema) else { return false }
      seen.add(inner)
    }
    return true
  }

  private func checkObject(
    _ object: JSONObject, _ node: SchemaNode, _ seen: inout Evaluated
  ) -> Bool {
    guard object.count >= node.minProperties ?? 0, object.count <= node.maxProperties ?? .max,
      node.required.allSatisfy({ object[$0.text] != nil })
    else { return false }
    for (name, required) in node.dependentRequired where object[name.text] != nil {
      guard required.allSatisfy({ object[$0.text] != nil }) else { return false }
    }
    for (name, value) in object {
      if let names = node.propertyNames, check(.string(name), names) == nil { return false }
      var schemas = node.properties.filter { $0.name == ExactString(name) }.map(\.node)
      schemas += node.patternProperties.filter { leaves.matches(name, $0.pattern) }.map(\.node)
      if schemas.isEmpty, let other = node.additionalProperties { schemas = [other] }
      if schemas.isEmpty, let other = node.unevaluatedProperties,
        !seen.properties.contains(ExactString(name))
      {
        schemas = [other]
      }
      guard schemas.allSatisfy({ check(value, $0) != nil }) else { return false }
      if !schemas.isEmpty { seen.properties.insert(ExactString(name)) }
    }
    return true
  }

  private func checkArray(
    _ elements: [JSON], _ node: SchemaNode, _ seen: inout Evaluated
  ) -> Bool {
    guard elements.count >= node.minItems ?? 0, elements.count <= node.maxItems ?? .max else {
      return false
    }
    if node.uniqueItems {
      for index in elements.indices {
        guard !elements[..<index].contains(where: { $0.hasSameValue(as: elements[index]) }) else {
          return false
        }
      }
    }
    for (index, element) in elements.enumerated() {
      let schema = index < node.prefixItems.count ? node.prefixItems[index] : node.items
      guard let schema else { continue }
      if check(element, schema) == nil { return false }
      seen.items.insert(index)
    }
    if let contains = node.contains {
      let found = elements.indices.filter { check(elements[$0], contains) != nil }
      guard found.count >= node.minContains ?? 1, found.count <= node.maxContains ?? .max else {
        return false
      }
      seen.items.formUnion(found)
    }
    if let other = node.unevaluatedItems {
      for index in elements.indices where !seen.items.contains(index) {
        if check(elements[index], other) == nil { return false }
        seen.items.insert(index)
      }
    }
    return true
  }

  private func hasType(_ value: JSON, _ node: SchemaNode) -> Bool {
    guard let types = node.types else { return true }
    switch value {
    case .null: return types.contains(.null)
    case .bool: return types.contains(.boolean)
    case .string: return types.contains(.string)
    case .array: return types.contains(.array)
    case .object: return types.contains(.object)
    case .number(let number):
      if !types.contains(.number) { return false }
      return !types.contains(.onlyIntegers) || leaves.isInteger(number)
    }
  }

  private func isAmong(_ value: JSON, _ node: SchemaNode) -> Bool {
    if let constant = node.constant, !value.hasSameValue(as: constant) { return false }
    return node.enumeration?.contains { value.hasSameValue(as: $0) } ?? true
  }

  private func isText(_ text: String, _ node: SchemaNode) -> Bool {
    let count = text.unicodeScalars.count
    guard count >= node.minLength ?? 0, count <= node.maxLength ?? .max else { return false }
    return node.pattern.map { leaves.matches(text, $0) } ?? true
      && node.format.map { leaves.hasFormat(text, $0) } ?? true
  }
}
