import TernJSON

/// Everything that a schema leads to: what types say of themselves, and the definitions.
struct SchemaDefinitions {
  /// The definitions in the order in which they are mentioned.
  private(set) var keys: [DefinitionKey] = []
  private(set) var nodes: [DefinitionKey: SchemaNode] = [:]
  /// What the definitions call themselves; several may have one name.
  private(set) var names: [DefinitionKey: String] = [:]
  /// The types that were asked.
  private(set) var metatypes: [ObjectIdentifier: any Generable.Type] = [:]
  /// Other definitions of the same key, which must say the same.
  private(set) var repetitions: [(key: DefinitionKey, node: SchemaNode)] = []
  /// What cannot be followed.
  private(set) var failures: [String] = []
  /// Names that are mentioned but not defined.
  private(set) var undefined: [String] = []

  /// The schemas that were put together at run time, by name.
  let named: [String: SchemaNode]
  private var types: [ObjectIdentifier: SchemaNode] = [:]
  /// Types that say what they are in terms of themselves without being objects.
  private var loops: Set<ObjectIdentifier> = []
  private var toVisit: [(node: SchemaNode, level: Int)] = []
  /// The definitions on the way to the one that is being visited.
  private var level = 0

  /// A program can have types without end, made of each other.
  private static let maximumCount = 2_000
  private static let maximumLevel = 100

  init(root: SchemaNode, named: [String: SchemaNode] = [:]) {
    self.named = named
    if let key = root.definitionKey {
      define(key, as: root, name: root.definitionName)
    } else {
      visit(root, within: [])
    }
    while let (node, level) = toVisit.popLast() {
      self.level = level
      visitParts(of: node, within: [])
    }
    failures = failures.uniqued()
    undefined = undefined.uniqued()
  }

  /// What a type says of itself.
  func node(of type: any Generable.Type) -> SchemaNode { types[ObjectIdentifier(type)] ?? .any }

  /// The definition that a mention of a type leads to; `nil` for types that have none.
  func key(of type: any Generable.Type) -> DefinitionKey? {
    let identity = ObjectIdentifier(type)
    return loops.contains(identity) ? .type(identity) : types[identity]?.definitionKey
  }

  private mutating func define(_ key: DefinitionKey, as node: SchemaNode, name: String) {
    guard nodes[key] == nil else {
      if case .dynamic = key { repetitions.append((key, node)) }
      return
    }
    guard keys.count < Self.maximumCount, level < Self.maximumLevel else {
      failures.append("The schema leads to too many types.")
      return
    }
    keys.append(key)
    nodes[key] = node
    names[key] = name
    toVisit.append((node, level + 1))
  }

  /// - Parameter outer: the types that the node is within, without a definition between.
  private mutating func visit(_ node: SchemaNode, within outer: Set<ObjectIdentifier>) {
    if let key = node.definitionKey { return define(key, as: node, name: node.definitionName) }
    switch node {
    case .type(let type): visit(type, within: outer)
    case .named(let name):
      if let node = named[name] { visit(node, within: outer) } else { undefined.append(name) }
    default: visitParts(of: node, within: outer)
    }
  }

  private mutating func visitParts(of node: SchemaNode, within outer: Set<ObjectIdentifier>) {
    switch node {
    case .array(let rules): visit(rules.items, within: outer)
    case .object(let rules):
      for property in rules.properties { visit(property.node, within: []) }
      if Set(rules.properties.map(\.name)).count < rules.properties.count {
        failures.append("\(rules.name) has several properties of one name.")
      }
    case .union(let rules):
      for choice in rules.choices { visit(choice, within: []) }
      if rules.choices.isEmpty { failures.append("\(rules.name) has no choices.") }
    case .string(let rules) where rules.choices?.isEmpty == true:
      failures.append("A text has no choices.")
    case .failing(let node, let reason):
      failures.append(reason)
      visit(node, within: outer)
    case .document(let document):
      failures += document.failures
      for (name, body) in document.definitions {
        define(
          .embedded(document.owner, name),
          as: .document(EmbeddedDocument(part: body, owner: document.owner)), name: name)
      }
    default: break
    }
  }

  private mutating func visit(_ type: any Generable.Type, within outer: Set<ObjectIdentifier>) {
    let identity = ObjectIdentifier(type)
    if outer.contains(identity) {
      if loops.insert(identity).inserted {
        define(.type(identity), as: node(of: type), name: unqualifiedName(of: type))
      }
      return
    }
    let isKnown = types[identity] != nil
    if !isKnown {
      types[identity] = SchemaNode(asking: type)
      metatypes[identity] = type
    }
    let node = node(of: type)
    if node.definitionKey != nil {
      visit(node, within: outer)
    } else if !isKnown {
      visit(node, within: outer.union([identity]))
    }
  }
}

extension SchemaNode {
  /// The key of what is a definition wherever it is mentioned.
  var definitionKey: DefinitionKey? {
    switch self {
    case .object(let rules): rules.key
    case .union(let rules): rules.key
    case .document(let document) where document.isDefinition: .type(document.owner)
    default: nil
    }
  }

  /// What a definition calls itself.
  var definitionName: String {
    switch self {
    case .object(let rules): rules.name
    case .union(let rules): rules.name
    case .document(let document): document.name
    default: ""
    }
  }

  /// Asks a type what it looks like.
  init(asking type: any Generable.Type) {
    let schema = type.generationSchema
    switch schema.source {
    case .node(let node, _): self = node
    case .rendered(let rendering):
      self = .document(
        EmbeddedDocument(rendering, owner: ObjectIdentifier(type), name: schema.name))
    }
  }
}
