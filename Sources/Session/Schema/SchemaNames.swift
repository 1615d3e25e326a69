import TernJSON

/// What the definitions of a schema are called in its document.
///
/// Definitions of one name that say the same are one. Of others the first keeps the name.
struct SchemaNames {
  /// The references to the definitions; that to the root is `#`.
  private(set) var references: [DefinitionKey: String] = [:]
  /// The definitions that the document has, besides the root.
  private(set) var written: [(name: String, key: DefinitionKey)] = []
  /// Names that definitions have which do not say the same.
  private(set) var conflicts: [String] = []

  /// - Parameter root: the definition that the document itself is, if it is one.
  init(_ definitions: SchemaDefinitions, root: DefinitionKey?) {
    let classes = Self.classes(of: definitions)
    var names: [Int: String] = [:]
    var owners: [String: Int] = [:]
    if let root, let number = classes[root] { names[number] = "" }
    var first: [String: Int] = [:]
    for key in definitions.keys {
      guard let number = classes[key], let name = definitions.names[key] else { continue }
      if let other = first[name], other != number, !conflicts.contains(name) {
        conflicts.append(name)
      }
      if first[name] == nil { first[name] = number }
      guard names[number] == nil else { continue }
      let free = Self.candidates(key, name, definitions).first { owners[$0] == nil } ?? name
      names[number] = free
      owners[free] = number
      written.append((free, key))
    }
    for key in definitions.keys {
      guard let name = classes[key].flatMap({ names[$0] }) else { continue }
      references[key] = name.isEmpty ? "#" : LocalReference.definition(name)
    }
  }

  /// The name itself, then with the types around it, then with numbers.
  private static func candidates(
    _ key: DefinitionKey, _ name: String, _ definitions: SchemaDefinitions
  ) -> some Sequence<String> {
    var names = [name.isEmpty ? "Schema" : name]
    if case .type(let identity) = key, let type = definitions.metatypes[identity] {
      let outer = String(reflecting: type).split(separator: ".").dropFirst()
      names.append(outer.joined(separator: "."))
    }
    return [names[0]] + names.dropFirst()
      + (2...definitions.keys.count + 2).lazy.map { "\(name)\($0)" }
  }

  /// Numbers for the definitions, the same for those that have one name and say the same.
  ///
  /// Starts with what has one name, and tells apart what says something else, until nothing changes:
  /// definitions that refer to each other are the same where nothing tells them apart.
  private static func classes(of definitions: SchemaDefinitions) -> [DefinitionKey: Int] {
    let keys = definitions.keys
    var classes = numbered(keys) { definitions.names[$0] ?? "" }
    while true {
      let count = Set(classes.values).count
      if count == keys.count { return classes }
      let writer = SchemaWriter(definitions: definitions, form: .exact) { key in
        classes[key].map(String.init)
      }
      let refined = numbered(keys) { key in
        "\(classes[key] ?? 0) " + (definitions.nodes[key].map { writer.body($0).text() } ?? "")
      }
      if Set(refined.values).count == count { return classes }
      classes = refined
    }
  }

  private static func numbered(
    _ keys: [DefinitionKey], _ feature: (DefinitionKey) -> String
  ) -> [DefinitionKey: Int] {
    var numbers: [String: Int] = [:]
    var result: [DefinitionKey: Int] = [:]
    for key in keys {
      let text = feature(key)
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      result[key] = number
    }
    return result
  }
}
