import TernGrammar
import TernJSON

/// What values satisfy a schema, as far as dialects write them differently.
struct ValueKinds: OptionSet {
  let rawValue: Int

  static let null = ValueKinds(rawValue: 1)
  static let `true` = ValueKinds(rawValue: 2)
  static let `false` = ValueKinds(rawValue: 4)
  static let number = ValueKinds(rawValue: 8)
  static let string = ValueKinds(rawValue: 16)
  static let array = ValueKinds(rawValue: 32)
  static let object = ValueKinds(rawValue: 64)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Compiles the schema some times: a millisecond or two.
  init(of schema: JSON, _ scope: SchemaScope) throws(GrammarError) {
    self = []
    let acceptor = try Acceptor(Constraint(.schema(schema), options: .acceptance))
    let words: [(String, ValueKinds)] = [("null", .null), ("true", .true), ("false", .false)]
    for (word, kind) in words where try acceptor.accepts(Array(word.utf8)) { insert(kind) }
    let types: [(String, ValueKinds)] = [
      ("number", .number), ("string", .string), ("array", .array), ("object", .object),
    ]
    for (type, kind) in types where Self.mayBe(schema, type) {
      let narrowed = GrammarRule.schema(scope.standing(schema, types: [type]))
      if try Constraint(narrowed, options: .acceptance).isSatisfiable { insert(kind) }
    }
  }

  /// Whether the type that is plainly written in a schema lets `type` through.
  private static func mayBe(_ schema: JSON, _ type: String) -> Bool {
    guard let written = schema.object?["type"] else { return true }
    let types = (written.array ?? [written]).compactMap(\.string)
    return types.contains(type) || (type == "number" && types.contains("integer"))
  }
}
