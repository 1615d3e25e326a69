import TernGrammar
import TernJSON

/// Writes arguments as the Gemma families do: bare keys, and strings between marks, as they are.
struct BraceWriter {
  private let quote: String
  private let scope: SchemaScope

  /// Levels of arrays and objects.
  private static let depthLimit = 8

  init(quote: String, _ scope: SchemaScope) {
    (self.quote, self.scope) = (quote, scope)
  }

  func members(_ list: ArgumentList) throws(GrammarError) -> GrammarRule {
    try members(list, depth: 0)
  }

  private func members(_ list: ArgumentList, depth: Int) throws(GrammarError) -> GrammarRule {
    var members: [GrammarMember] = []
    for argument in list.arguments {
      guard CallShape.isPlain(argument.name), !argument.name.contains(":") else {
        throw .name(argument.name)
      }
      let value = try value(argument.schema, depth: depth)
      members.append(
        GrammarMember(
          .sequence([.text(argument.name + ":"), value]), isRequired: argument.isRequired))
    }
    return .members(members, separator: ",")
  }

  private func value(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let kinds = try ValueKinds(of: schema, scope)
    var options: [GrammarRule] = []
    var words: [String] = []
    if kinds.contains(.null) { words.append("null") }
    if kinds.contains(.true) { words.append("true") }
    if kinds.contains(.false) { words.append("false") }
    if !words.isEmpty { options.append(.choices(words)) }
    if kinds.contains(.number) {
      options.append(.schema(scope.standing(schema, types: ["number"])))
    }
    if kinds.contains(.string) {
      options.append(
        .sequence([.marker(quote), .rawStrings(of: schema, without: [quote]), .marker(quote)]))
    }
    if kinds.contains(.array), let list = PlainArray(schema, scope), depth < Self.depthLimit {
      options.append(list.rule(of: try value(list.items, depth: depth + 1), separator: ","))
    }
    if kinds.contains(.object), depth < Self.depthLimit {
      let list = try ArgumentList(schema, scope)
      options.append(.sequence([.text("{"), try members(list, depth: depth + 1), .text("}")]))
    }
    if options.isEmpty {
      throw .unsupported("type", "arrays and objects only where their parts are plainly listed")
    }
    return options.count == 1 ? options[0] : .anyOf(options)
  }
}
