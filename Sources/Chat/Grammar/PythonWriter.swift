import TernGrammar
import TernJSON

/// Writes arguments as keywords of a call in Python.
struct PythonWriter {
  private let values: LiteralWriter

  init(_ scope: SchemaScope) { values = LiteralWriter(scope, .python) }

  func arguments(_ list: ArgumentList) throws(GrammarError) -> GrammarRule {
    var members: [GrammarMember] = []
    for argument in list.arguments {
      guard Self.isKeyword(argument.name) else { throw .name(argument.name) }
      let value = try values.value(argument.schema)
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
}
