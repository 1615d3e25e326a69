import TernGrammar
import TernJSON

/// Writes arguments as keywords of a call in Python.
///
/// Strings and numbers are as in JSON; lists and dictionaries too, where their schemas are not plain
/// enough to be taken apart.
struct PythonWriter {
  private let scope: SchemaScope

  /// Levels of lists and dictionaries that are taken apart.
  private static let depthLimit = 6

  init(_ scope: SchemaScope) { self.scope = scope }

  func arguments(_ list: ArgumentList) throws(GrammarError) -> GrammarRule {
    var members: [GrammarMember] = []
    for argument in list.arguments {
      guard Self.isKeyword(argument.name) else { throw .name(argument.name) }
      let value = try value(argument.schema, depth: 0)
      members.append(
        GrammarMember(
          .sequence([.text(argument.name + "="), value]), isRequired: argument.isRequired))
    }
    return .members(members, separator: ", ")
  }

  private static func isKeyword(_ name: String) -> Bool {
    CallShape.isPlain(name) && !name.contains { "-.:/$@".contains($0) }
      && !("0"..."9").contains(name.first ?? "0")
  }

  private func value(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let kinds = try ValueKinds(of: schema, scope)
    var options: [GrammarRule] = []
    var words: [String] = []
    if kinds.contains(.null) { words.append("None") }
    if kinds.contains(.true) { words.append("True") }
    if kinds.contains(.false) { words.append("False") }
    if !words.isEmpty { options.append(.choices(words)) }
    let scalars: [(ValueKinds, JSON)] = [(.number, "number"), (.string, "string")]
    let types = scalars.filter { kinds.contains($0.0) }.compactMap(\.1.string)
    if !types.isEmpty { options.append(.schema(scope.standing(schema, types: types))) }
    if kinds.contains(.array) { options.append(try list(schema, depth: depth + 1)) }
    if kinds.contains(.object) { options.append(try dictionary(schema, depth: depth + 1)) }
    if options.isEmpty { throw .unsatisfiable }
    return options.count == 1 ? options[0] : .anyOf(options)
  }

  private func list(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let json = GrammarRule.schema(scope.standing(schema, types: ["array"]))
    guard depth < Self.depthLimit, let list = PlainArray(schema, scope) else { return json }
    return list.rule(of: try value(list.items, depth: depth), separator: ", ")
  }

  private func dictionary(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let json = GrammarRule.schema(scope.standing(schema, types: ["object"]))
    guard depth < Self.depthLimit, scope.plain(schema).object?["properties"] != nil,
      let list = try? ArgumentList(schema, scope)
    else { return json }
    var members: [GrammarMember] = []
    for argument in list.arguments {
      let name = JSON.string(argument.name).text()
      let value = try value(argument.schema, depth: depth)
      members.append(
        GrammarMember(.sequence([.text(name + ": "), value]), isRequired: argument.isRequired))
    }
    return .sequence([.text("{"), .members(members, separator: ", "), .text("}")])
  }
}

/// An array of which nothing is asked but what its elements are, and how many.
struct PlainArray {
  let items: JSON
  private let minimum: Int
  private let maximum: Int?

  /// Arrays that must have, or may have no more than, some elements are written out up to this.
  private static let countLimit = 16

  init?(_ schema: JSON, _ scope: SchemaScope) {
    let known = [
      "type", "items", "minItems", "maxItems", "title", "description", "default", "examples",
    ]
    guard let object = scope.plain(schema).object, object.keys.allSatisfy({ known.contains($0) })
    else {
      return nil
    }
    items = object["items"].map { scope.standing($0) } ?? .bool(true)
    minimum = object["minItems"]?.int ?? 0
    maximum = object["maxItems"]?.int
    guard (object["items"] != nil || minimum > 0), items != .bool(false),
      minimum <= Self.countLimit, maximum ?? 0 <= Self.countLimit, minimum <= maximum ?? .max
    else { return nil }
  }

  /// Elements in brackets.
  func rule(of element: GrammarRule, separator: String) -> GrammarRule {
    if maximum == 0 { return .text("[]") }
    let more = GrammarRule.sequence([.text(separator), element])
    let some =
      minimum <= 1 && maximum == nil
      ? GrammarRule.joined(element, separator: .text(separator))
      : .sequence([
        element,
        .repeated(more, minimum: max(0, minimum - 1), maximum: maximum.map { $0 - 1 }),
      ])
    let rest = GrammarRule.sequence([some, .text("]")])
    return .sequence([.text("["), minimum == 0 ? .anyOf([.text("]"), rest]) : rest])
  }
}
