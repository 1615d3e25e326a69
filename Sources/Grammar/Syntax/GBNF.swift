/// Reads GBNF, the grammars of llama.cpp, into rules.
///
/// ```
/// root  ::= item (", " item){0,4}      # rules, groups, counts, comments
/// item  ::= [a-z]+ | "\"" [^"]* "\""   # classes, literals with escapes, alternatives
/// ```
/// All of the format is read: literals, classes and their escapes, `.`, groups, `* + ?` and counts,
/// comments, alternatives over several lines, and `<token>` as a marker of the vocabulary. Any
/// token but one, `!<token>`, is read where it is repeated by `*` or `+`: as text without the
/// token. Rules may call themselves in any place, also first. Not read, and an error, are tokens by
/// number, as a grammar is not tied to one vocabulary.
///
/// Cost: linear in the text. Source: `grammars/README.md` of llama.cpp.
package struct GBNF {
  var cursor: SyntaxCursor
  /// The bodies of the rules, and where they are defined.
  private var rules: [String: GrammarRule] = [:]
  /// Where each rule is first called.
  private var calls: [(name: String, position: Int)] = []
  private var called: Set<String> = []
  private var repetitions = LongRepetitions()

  /// The grammar of a text; its start is the rule `root`.
  package static func grammar(_ text: String) throws(GrammarSyntaxError) -> Grammar {
    var reader = GBNF(cursor: try SyntaxCursor(text))
    reader.skipSpace(newlines: true)
    while !reader.cursor.isAtEnd { try reader.readRule() }
    for call in reader.calls where reader.rules[call.name] == nil {
      throw reader.cursor.error("the rule '\(call.name)' is not defined", at: call.position)
    }
    guard reader.rules["root"] != nil else {
      throw reader.cursor.error("no rule 'root', with which a text begins")
    }
    let grammar = Grammar(start: .rule("root"), rules: reader.rules)
    try reader.repetitions.check(grammar, reader.cursor)
    return grammar
  }

  private init(cursor: SyntaxCursor) { self.cursor = cursor }

  /// What an item of a sequence is.
  struct Item {
    var rule: GrammarRule
    /// The token that is ruled out, for `!<token>` that is not repeated yet, and where it stands.
    var excluded: (token: String, position: Int)?
  }
}

// MARK: - Structure

extension GBNF {
  /// `name ::= alternatives`, up to the end of its line.
  private mutating func readRule() throws(GrammarSyntaxError) {
    let start = cursor.position
    let name = try readName()
    skipSpace(newlines: false)
    guard cursor.take("::=") else {
      throw cursor.error("expected '::=' after the name of a rule, found \(cursor.found)")
    }
    guard rules[name] == nil else {
      throw cursor.error("the rule '\(name)' is defined twice", at: start)
    }
    skipSpace(newlines: true)
    rules[name] = try bare(try readAlternatives(isNested: false))
    guard cursor.isAtEnd || cursor.take("\r\n") || cursor.take("\n") || cursor.take("\r") else {
      throw cursor.error("expected an item, '|' or the end of the line, found \(cursor.found)")
    }
    skipSpace(newlines: true)
  }

  private mutating func readName() throws(GrammarSyntaxError) -> String {
    let name = cursor.takeWhile(Self.isNamed)
    guard !name.isEmpty else {
      throw cursor.error("expected the name of a rule, found \(cursor.found)")
    }
    return cursor.text(name)
  }

  private static func isNamed(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Sequences between `|`.
  private mutating func readAlternatives(isNested: Bool) throws(GrammarSyntaxError) -> Item {
    var alternatives = [try readSequence(isNested: isNested)]
    while cursor.take("|") {
      skipSpace(newlines: true)
      alternatives.append(try readSequence(isNested: isNested))
    }
    if alternatives.count == 1, let only = alternatives.first { return only }
    var rules: [GrammarRule] = []
    for alternative in alternatives { rules.append(try bare(alternative)) }
    return Item(rule: .anyOf(rules))
  }

  private mutating func readSequence(isNested: Bool) throws(GrammarSyntaxError) -> Item {
    var items: [Item] = []
    while let item = try readItem(isNested: isNested) { items.append(item) }
    if items.count == 1, let only = items.first { return only }
    var rules: [GrammarRule] = []
    for item in items { rules.append(try bare(item)) }
    return Item(rule: .sequence(rules))
  }

  /// An item and its counts; `nil` where none comes.
  private mutating func readItem(isNested: Bool) throws(GrammarSyntaxError) -> Item? {
    let start = cursor.position
    guard var item = try readAtom() else { return nil }
    skipSpace(newlines: isNested)
    while let (minimum, maximum) = try readCounts(isNested: isNested) {
      item = Item(rule: try repeated(item, minimum, maximum, at: start))
      repetitions.note(item.rule, at: start)
      skipSpace(newlines: isNested)
    }
    return item
  }

  private mutating func readAtom() throws(GrammarSyntaxError) -> Item? {
    guard let byte = cursor.current else { return nil }
    switch byte {
    case UInt8(ascii: "\""): return Item(rule: .text(try readLiteral()))
    case UInt8(ascii: "["): return Item(rule: .scalars(try readClass()))
    case UInt8(ascii: "."):
      cursor.position += 1
      return Item(rule: .scalars([0...0x10FFFF]))
    case UInt8(ascii: "("): return try readGroup()
    case UInt8(ascii: "<"): return Item(rule: .marker(try readToken()))
    case UInt8(ascii: "!"):
      let start = cursor.position
      cursor.position += 1
      return Item(rule: .sequence([]), excluded: (try readToken(), start))
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      throw cursor.error("expected an item before \(cursor.found)")
    default:
      guard Self.isNamed(byte) else { return nil }
      let start = cursor.position
      let name = try readName()
      if called.insert(name).inserted { calls.append((name, start)) }
      return Item(rule: .rule(name))
    }
  }

  private mutating func readGroup() throws(GrammarSyntaxError) -> Item {
    let start = cursor.position
    cursor.position += 1
    skipSpace(newlines: true)
    cursor.depth += 1
    guard cursor.depth <= SyntaxLimits.depth else {
      throw cursor.error("groups nested deeper than \(SyntaxLimits.depth)", at: start)
    }
    let item = try readAlternatives(isNested: true)
    cursor.depth -= 1
    guard cursor.take(")") else {
      throw cursor.error("expected ')' of the group begun before, found \(cursor.found)")
    }
    return item
  }

  /// The counts after an item; `nil` where none come.
  private mutating func readCounts(
    isNested: Bool
  ) throws(GrammarSyntaxError) -> (minimum: Int, maximum: Int?)? {
    if cursor.take("*") { return (0, nil) }
    if cursor.take("+") { return (1, nil) }
    if cursor.take("?") { return (0, 1) }
    let start = cursor.position
    guard cursor.take("{") else { return nil }
    skipSpace(newlines: isNested)
    guard let minimum = try cursor.takeCount() else {
      throw cursor.error("expected a number after '{', found \(cursor.found)")
    }
    skipSpace(newlines: isNested)
    var maximum: Int? = minimum
    if cursor.take(",") {
      skipSpace(newlines: isNested)
      maximum = try cursor.takeCount()
      skipSpace(newlines: isNested)
    }
    guard cursor.take("}") else {
      throw cursor.error("expected '}' after a count, found \(cursor.found)")
    }
    if let maximum, maximum < minimum { throw cursor.error("counts out of order", at: start) }
    return (minimum, maximum)
  }

  private func repeated(
    _ item: Item, _ minimum: Int, _ maximum: Int?, at position: Int
  ) throws(GrammarSyntaxError) -> GrammarRule {
    guard let excluded = item.excluded else {
      return .repeated(item.rule, minimum: minimum, maximum: maximum)
    }
    guard maximum == nil, minimum < 2 else {
      throw cursor.error(
        "a count of tokens other than one; only '*' and '+' can follow", at: position)
    }
    if minimum == 0 { return .freeText(until: [excluded.token]) }
    let text = RegularText.not(.sequence([.anyText, .text(excluded.token), .anyText]))
    return .regular(.allOf([text, .sequence([.anyScalar, .anyText])]))
  }

  /// The rule of an item that is not repeated any more.
  private func bare(_ item: Item) throws(GrammarSyntaxError) -> GrammarRule {
    guard let excluded = item.excluded else { return item.rule }
    throw cursor.error(
      "one token other than '\(excluded.token)'; only a repetition of it by '*' or '+' can be used",
      at: excluded.position)
  }

  /// Takes blanks and comments, and line ends where `newlines`.
  private mutating func skipSpace(newlines: Bool) {
    while let byte = cursor.current {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): cursor.position += 1
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        guard newlines else { return }
        cursor.position += 1
      case UInt8(ascii: "#"):
        _ = cursor.takeWhile { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
      default: return
      }
    }
  }
}
