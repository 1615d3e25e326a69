import TernGrammar
import TernJSON

/// Writes arguments as elements, in which strings stand as they are and all else as JSON.
///
/// Where elements are trees, arrays and objects are elements in them, as far as their schemas plainly
/// list their parts.
struct ElementWriter {
  private let printer: DialectPrinter
  private let style: ElementSyntax
  private let scope: SchemaScope

  /// Strings that could be read as something else than a string, where both are possible.
  private static let lookingLikeJSON = #"^\s*([-+.0-9\[{"']|[tTfFnNiI]|$)|^\s|\s$"#

  /// Levels of arrays and objects that are elements.
  private static let depthLimit = 8

  init(_ printer: DialectPrinter, _ style: ElementSyntax, _ scope: SchemaScope) {
    (self.printer, self.style, self.scope) = (printer, style, scope)
  }

  func arguments(_ list: ArgumentList, depth: Int = 0) throws(GrammarError) -> GrammarRule {
    var elements: [GrammarRule] = []
    for argument in list.arguments {
      guard DialectPrinter.isPlain(argument.name) else { throw .name(argument.name) }
      let element = element(argument.name, try value(argument.schema, depth: depth + 1))
      elements.append(.repeated(element, minimum: argument.isRequired ? 1 : 0, maximum: 1))
    }
    return .sequence(elements)
  }

  private func element(_ name: String, _ value: GrammarRule) -> GrammarRule {
    if style.isTree {
      return .sequence([
        printer.rule(style.open), .text(name), printer.rule(style.nameEnd), value,
        printer.rule(style.close), .text(name), printer.rule(style.nameEnd + style.after),
      ])
    }
    let quote = style.quotesName ? "\"" : ""
    return .sequence([
      printer.rule(style.open + quote), .text(name + quote), value,
      printer.rule(style.padding + style.close + printer.spelling.after(style)),
    ])
  }

  /// The rule of the values that satisfy a schema.
  private func value(_ schema: JSON, depth: Int) throws(GrammarError) -> GrammarRule {
    let kinds = try ValueKinds(of: schema, scope)
    var whole = kinds
    var options: [GrammarRule] = []
    if style.isTree, depth < Self.depthLimit {
      if let list = try array(schema, kinds, depth) {
        whole.remove(.array)
        options.append(list)
      }
      if let members = try object(schema, kinds, depth) {
        whole.remove(.object)
        options.append(members)
      }
    }
    if !whole.isEmpty || !style.isTree { options.append(try text(schema, whole)) }
    return try .oneOf(options)
  }

  /// The rule of the values of some kinds that have no elements in them.
  private func text(_ schema: JSON, _ kinds: ValueKinds) throws(GrammarError) -> GrammarRule {
    let others = kinds.subtracting(.string)
    var options: [GrammarRule] = []
    for (type, kinds) in groups(others) {
      let json = try LiteralWriter(scope, .elementJSON).value(schema, kinds)
      options.append(.sequence([printer.rule(before(type)), json]))
    }
    if kinds.contains(.string) {
      let isCertain =
        style.isTyped || (others.isEmpty && isPlainlyText(schema))
      let strings =
        isCertain
        ? schema
        : scope.standing(allOf: [schema, ["not": ["pattern": .string(Self.lookingLikeJSON)]]])
      let rule = GrammarRule.sequence([
        printer.rule(before("string")), self.strings(strings),
      ])
      if try Constraint(rule, options: .acceptance).isSatisfiable { options.append(rule) }
    }
    return try .oneOf(options)
  }

  private static let types: [(String, ValueKinds)] = [
    ("number", .number), ("boolean", [.true, .false]), ("null", .null), ("array", .array),
    ("object", .object),
  ]

  /// The kinds that are written in the same way, with the type that stands before them.
  private func groups(_ kinds: ValueKinds) -> [(type: String, kinds: ValueKinds)] {
    if kinds.isEmpty { return [] }
    guard style.typeAttribute != nil else { return [("", kinds)] }
    return Self.types.map { ($0.0, kinds.intersection($0.1)) }.filter { !$0.1.isEmpty }
  }

  /// What stands between the name and a value of a type.
  private func before(_ type: String) -> String {
    let isString = style.stringAttribute.map { " \($0)=\"\(type == "string")\"" }
    let attribute = isString ?? style.typeAttribute.map { " \($0)=\"\(type)\"" } ?? ""
    if style.isTree { return "" }
    return attribute + style.nameEnd + printer.spelling.gap(style) + style.valueOpen + style.padding
  }

  /// Whether a reader sees at once that nothing but strings are meant.
  private func isPlainlyText(_ schema: JSON) -> Bool {
    guard let object = scope.plain(schema).object, object["nullable"]?.bool != true else {
      return false
    }
    if object["type"]?.string == "string" { return true }
    let values = object["enum"]?.array ?? object["const"].map { [$0] } ?? []
    return !values.isEmpty && values.allSatisfy { $0.string != nil }
  }

  private func strings(_ schema: JSON) -> GrammarRule {
    guard style.isXML else {
      return .rawStrings(of: schema, without: printer.dialect.reading.valueEnds)
    }
    return .anyOf([
      .rawStrings(of: schema, without: ["<", "&", "\n"]),
      .sequence([
        .text("<![CDATA["), .rawStrings(of: schema, without: ["]]>"]), .text("]]>"),
      ]),
    ])
  }

  /// The elements of an array; `nil` where it is none, or is written as JSON.
  ///
  /// Nothing between the tags is an empty array only where no text may stand there.
  private func array(
    _ schema: JSON, _ kinds: ValueKinds, _ depth: Int
  ) throws(GrammarError) -> GrammarRule? {
    guard kinds.contains(.array), kinds.isDisjoint(with: [.string, .object]),
      let list = PlainArray(schema, scope)
    else { return nil }
    return list.repeated(element("item", try value(list.items, depth: depth + 1)))
  }

  /// The members of an object; `nil` where it is none, or is written as JSON.
  private func object(
    _ schema: JSON, _ kinds: ValueKinds, _ depth: Int
  ) throws(GrammarError) -> GrammarRule? {
    guard kinds.contains(.object), kinds.isDisjoint(with: [.string, .array]),
      scope.plain(schema).object?["properties"]?.object?.isEmpty == false,
      let list = try? ArgumentList(schema, scope)
    else { return nil }
    return try arguments(list, depth: depth)
  }
}
