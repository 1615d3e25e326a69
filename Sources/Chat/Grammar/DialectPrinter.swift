import TernGrammar
import TernJSON

/// Prints the pieces of a dialect into rules.
struct DialectPrinter {
  let dialect: Dialect
  let spelling: CallSpelling
  /// Patterns of what is no text to a reader of the dialect.
  let markup: [String]

  /// A rule for a piece of fixed text, cut at texts that vocabularies may have tokens for.
  func rule(_ text: String) -> GrammarRule {
    var parts: [GrammarRule] = []
    var rest = Substring(text)
    while let (range, special) = firstSpecial(in: rest) {
      if range.lowerBound > rest.startIndex {
        parts.append(.text(String(rest[..<range.lowerBound])))
      }
      parts.append(.marker(special))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// The first special text; of those that begin in the same place, the longest.
  private func firstSpecial(in text: Substring) -> (Range<Substring.Index>, String)? {
    dialect.specialTexts.compactMap { special in text.firstRange(of: special).map { ($0, special) }
    }
    .min { a, b in
      (a.0.lowerBound, b.1.utf8.count) < (b.0.lowerBound, a.1.utf8.count)
    }
  }

  /// Free text: nothing in it is read as a call, reasoning or a frame of the dialect.
  func freeText(without more: [String] = []) -> GrammarRule { .unmatched(markup + more) }

  /// Pieces without names or arguments.
  func rule(_ pieces: [CallPiece]) -> GrammarRule {
    .sequence(pieces.compactMap { try? rule($0, of: nil) })
  }

  var separator: GrammarRule {
    rule(spelling.separator(dialect.section.separator, of: dialect.call.pieces))
  }

  /// The rule of a call of a tool.
  /// - Throws: ``GrammarError`` where name or schema cannot be written in the dialect, or where no
  ///   arguments satisfy the schema.
  func call(of tool: ToolDefinition) throws(GrammarError) -> GrammarRule {
    let arguments = try arguments(of: tool)
    var parts: [GrammarRule] = []
    for piece in spelling.pieces(dialect.call.pieces) {
      parts.append(try rule(piece, of: (tool.name, arguments)))
    }
    let rule = GrammarRule.sequence(parts)
    if try !Constraint(rule, options: .acceptance).isSatisfiable { throw .unsatisfiable }
    return rule
  }

  private func rule(
    _ piece: CallPiece, of call: (name: String, arguments: GrammarRule)?
  ) throws(GrammarError) -> GrammarRule {
    switch piece {
    case .text(let text), .mark(let text), .word(let text): return rule(text)
    case .identifier(let pattern): return Self.whole(pattern)
    case .optional(let pieces): return rule(pieces).orNothing
    case .name: return .text(try Self.plain(call?.name ?? ""))
    case .numberedName(let prefix):
      return .sequence([
        .text(prefix + (try Self.plain(call?.name ?? "")) + ":"), Self.whole("0|[1-9][0-9]{0,2}"),
      ])
    case .arguments: return call?.arguments ?? .text("")
    case .object(let members):
      guard let call else { return .text("") }
      return object(members, call.name, call.arguments)
    }
  }

  private static func whole(_ pattern: String) -> GrammarRule {
    .pattern("^(?:\(pattern))$", .ecma)
  }

  private static func plain(_ name: String) throws(GrammarError) -> String {
    guard isPlain(name) else { throw .name(name) }
    return name
  }

  /// Whether a name needs no quotes and has no markup in it.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "_-.:/$@".unicodeScalars.contains($0)
      }
  }

  /// A call that is a JSON object.
  private func object(
    _ members: [ObjectMember], _ name: String, _ arguments: GrammarRule
  ) -> GrammarRule {
    var parts: [GrammarRule] = []
    for (place, member) in members.enumerated() {
      let before = place == 0 ? "{" : spelling.comma
      func key(_ key: String) -> String { before + JSON.string(key).text() + spelling.colon }
      switch member {
      case .name(let name_): parts.append(.text(key(name_) + JSON.string(name).text()))
      case .arguments(let name): parts += [.text(key(name)), arguments]
      case .nameAndArguments: parts += [.text(key(name)), arguments]
      case .identifier(let name, let pattern, let isOptional):
        let rule = GrammarRule.sequence([
          .text(key(name) + "\""), Self.whole(pattern), .text("\""),
        ])
        parts.append(isOptional ? rule.orNothing : rule)
      }
    }
    return .sequence(parts + [.text("}")])
  }
}

extension DialectPrinter {
  private func arguments(of tool: ToolDefinition) throws(GrammarError) -> GrammarRule {
    let schema = Self.objects(tool.parameters)
    let style = dialect.call.style
    if case .jsonObject = style { return .schema(schema) }
    let scope = try SchemaScope(schema)
    let list = try ArgumentList(schema, scope)
    switch style {
    case .jsonObject: return .schema(schema)
    case .pythonCall: return try LiteralWriter(scope, .python(spelling)).members(list)
    case .elements(let style): return try ElementWriter(self, style, scope).arguments(list)
    case .braces(let quote): return try LiteralWriter(scope, .braces(quote)).members(list)
    }
  }

  /// The objects that satisfy a schema of arguments; a tool without a schema has no arguments.
  private static func objects(_ schema: JSON) -> JSON {
    guard var object = schema.object else {
      return schema.isNull
        ? ["type": "object", "additionalProperties": false] : ["allOf": [schema], "type": "object"]
    }
    if let types = object["type"]?.array, !types.contains("object") { return schema }
    if object["type"]?.string == nil { object["type"] = "object" }
    return .object(object)
  }
}

extension GrammarRule {
  /// The rule once, or not at all.
  var orNothing: GrammarRule { .repeated(self, minimum: 0, maximum: 1) }

  /// One of some rules, of which there must be one.
  static func oneOf(_ options: [GrammarRule]) throws(GrammarError) -> GrammarRule {
    guard let first = options.first else { throw .unsatisfiable }
    return options.count == 1 ? first : .anyOf(options)
  }
}
