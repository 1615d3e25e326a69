import TernJSON

/// A keyword where it stands: what the readers of keywords work on.
struct SchemaMember {
  let keyword: SchemaKeyword
  let value: JSON
  /// The place among the members of the schema.
  let index: Int
  /// The location of the schema.
  let location: Int
  let scope: Int
  let resource: Int
}

extension SchemaLoader {
  /// Reads the keywords of a node.
  mutating func read(_ number: Int, scope: Int) throws(SchemaError) {
    let location = Int(nodes[number].location)
    let resource = Int(locations[location].resource)
    if let uri = resources[resource].unknownDialect, toldDialects.insert(resource).inserted {
      try refuse("$schema", at: resources[resource].root, .unknownDialect(uri))
    }
    switch locations[location].value {
    case .bool(let value): nodes[number].boolean = value
    case .object(let object):
      try charge(object.count, location)
      let isOnlyReference =
        !resources[resource].dialect.readsBesideReferences && object["$ref"] != nil
      for (index, member) in object.enumerated() {
        guard let keyword = SchemaKeyword.byName[member.key],
          keyword.exists(in: resources[resource].dialect), !isOnlyReference || keyword == .ref
        else { continue }
        let member = SchemaMember(
          keyword: keyword, value: member.value, index: index, location: location, scope: scope,
          resource: resource)
        try read(member, into: number, of: object)
      }
      combineBounds(of: number, object)
    default: try refuse("", at: location, .mustBe("an object, true or false"))
    }
  }

  private mutating func read(
    _ member: SchemaMember, into node: Int, of object: JSONObject
  ) throws(SchemaError) {
    switch member.keyword {
    case .ref, .dynamicRef, .recursiveRef: try readReference(member, into: node)
    case .defs, .definitions, .contentSchema: break
    case .type: nodes[node].types = try types(member)
    case .enumeration: nodes[node].enumeration = try values(member)
    case .const: nodes[node].constant = try constant(member)
    case .properties: nodes[node].properties = try map(member).map { ($0.name, $0.node) }
    case .patternProperties:
      nodes[node].patternProperties = try map(member).map { ($0.name.text, $0.node) }
    case .additionalProperties: nodes[node].additionalProperties = try subschema(member)
    case .propertyNames: nodes[node].propertyNames = try subschema(member)
    case .required: nodes[node].required = try names(member)
    case .minProperties: nodes[node].minProperties = try least(member)
    case .maxProperties: nodes[node].maxProperties = try count(member)
    case .dependentRequired: try readDependencies(member, into: node)
    case .dependentSchemas: nodes[node].dependentSchemas += try map(member)
    case .dependencies: try readDependencies(member, into: node)
    case .unevaluatedProperties: nodes[node].unevaluatedProperties = try subschema(member)
    case .order: nodes[node].order = try order(member)
    case .prefixItems: nodes[node].prefixItems = try list(member)
    case .items:
      if case .array = member.value, object["prefixItems"] == nil {
        nodes[node].prefixItems = try list(member)
      } else {
        nodes[node].items = try subschema(member)
      }
    case .additionalItems:
      if case .array? = object["items"] { nodes[node].items = try subschema(member) }
    case .contains:
      if resources[member.resource].dialect == .draft2019 { contains2019 = member.location }
      nodes[node].contains = try subschema(member)
    case .minContains: nodes[node].minContains = try least(member)
    case .maxContains: nodes[node].maxContains = try count(member)
    case .minItems: nodes[node].minItems = try count(member)
    case .maxItems: nodes[node].maxItems = try count(member)
    case .uniqueItems: nodes[node].uniqueItems = try flag(member)
    case .unevaluatedItems:
      if resources[member.resource].dialect == .draft2019 { unevaluatedItems2019 = member.location }
      nodes[node].unevaluatedItems = try subschema(member)
    case .minLength: nodes[node].minLength = try least(member)
    case .maxLength: nodes[node].maxLength = try count(member)
    case .pattern: nodes[node].pattern = try text(member)
    case .swiftPattern: nodes[node].swiftPattern = try text(member)
    case .format: nodes[node].format = try text(member)
    case .minimum: nodes[node].minimum = try number(member)
    case .maximum: nodes[node].maximum = try number(member)
    case .exclusiveMinimum, .exclusiveMaximum: try readExclusiveBound(member, into: node)
    case .multipleOf: nodes[node].multipleOf = try divisor(member)
    case .allOf: nodes[node].allOf = try list(member)
    case .anyOf: nodes[node].anyOf = try alternatives(member)
    case .oneOf: nodes[node].oneOf = try alternatives(member)
    case .not: nodes[node].not = try subschema(member)
    case .condition: nodes[node].condition = try subschema(member)
    case .then: if object["if"] != nil { nodes[node].then = try subschema(member) }
    case .otherwise: if object["if"] != nil { nodes[node].otherwise = try subschema(member) }
    }
  }

  private mutating func readReference(
    _ member: SchemaMember, into node: Int
  ) throws(SchemaError) {
    guard let reference = try text(member) else { return }
    guard let found = try target(of: reference, from: member.resource) else {
      let uri = SchemaURI.split(reference).resource
      return try refuse(
        member.keyword.rawValue, at: member.location,
        uri.isEmpty
          ? .unresolved(reference: reference)
          : .remote(uri: SchemaURI.resolve(uri, base: resources[member.resource].address)))
    }
    var location = found.location
    if member.keyword != .ref {
      needsScopes = true
      let resource = resources[Int(locations[location].resource)]
      let name = (member.keyword == .recursiveRef ? "" : found.anchor).map { ExactString($0) }
      if let name, resource.dynamicAnchors[name] == location {
        location = scopes[member.scope].targets[name] ?? location
      }
    }
    let target = try self.node(at: location, in: member.scope)
    nodes[node].references.append(target)
  }

  private mutating func readDependencies(
    _ member: SchemaMember, into node: Int
  ) throws(SchemaError) {
    guard case .object(let object) = member.value else {
      return try refuse(member.keyword.rawValue, at: member.location, .mustBe("an object"))
    }
    for (index, dependency) in object.enumerated() {
      switch dependency.value {
      case .array(let elements):
        try charge(elements.count, member.location)
        let names = elements.compactMap { $0.string.map { ExactString($0) } }
        if names.count == elements.count {
          nodes[node].dependentRequired.append((ExactString(dependency.key), names))
          continue
        }
      case .string(let name) where member.keyword == .dependencies:
        nodes[node].dependentRequired.append((ExactString(dependency.key), [ExactString(name)]))
        continue
      case .object, .bool:
        if member.keyword == .dependencies {
          let map = try child(of: member.location, at: member.index)
          let target = try self.node(at: child(of: map, at: index), in: member.scope)
          nodes[node].dependentSchemas.append((ExactString(dependency.key), target))
          continue
        }
      default: break
      }
      try refuse(
        member.keyword.rawValue, at: member.location,
        .mustBe(
          member.keyword == .dependencies
            ? "an object of schemas and arrays of strings" : "an object of arrays of strings"))
    }
  }

  private mutating func readExclusiveBound(
    _ member: SchemaMember, into node: Int
  ) throws(SchemaError) {
    // Draft 4: true says that `minimum` or `maximum` is exclusive; `combineBounds` reads it.
    if case .bool = member.value { return }
    let bound = try number(member)
    if member.keyword == .exclusiveMinimum {
      nodes[node].exclusiveMinimum = bound
    } else {
      nodes[node].exclusiveMaximum = bound
    }
  }

  private mutating func combineBounds(of node: Int, _ object: JSONObject) {
    if nodes[node].minimum != nil, object["exclusiveMinimum"]?.bool == true {
      nodes[node].exclusiveMinimum = nodes[node].minimum
      nodes[node].minimum = nil
    }
    if nodes[node].maximum != nil, object["exclusiveMaximum"]?.bool == true {
      nodes[node].exclusiveMaximum = nodes[node].maximum
      nodes[node].maximum = nil
    }
  }
}
