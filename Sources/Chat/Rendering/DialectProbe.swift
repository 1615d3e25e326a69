import TernGrammar
import TernJSON
import TernTemplate

/// Finds out how a template writes calls, where it shows none of the known formats: by rendering a
/// call, taking it apart at what is known of it, and trying the result.
struct DialectProbe {
  /// What a template writes of calls, without the turn around them; `nil` where it refuses them.
  let rendered: ([ToolCall]) -> String?
  let spelling: CallSpelling

  /// What dialects that were found so are called.
  static let name = "rendered"

  private static func call(_ text: String, _ number: Int, _ id: String) -> ToolCall {
    ToolCall(id: id, name: "qTool", arguments: ["qKey": .string(text), "qCount": JSON(number)])
  }

  /// The dialect; `nil` where calls have none of the shapes that dialects have.
  ///
  /// Three renderings, and some milliseconds where there is a call in them.
  var dialect: Dialect? {
    let sample = ToolCall(id: "abc123456", name: "f", arguments: ["k": "v", "n": 1])
    guard let text = rendered([Self.call("qArgument", 77, "abc123456")]),
      let sample = rendered([sample]), let call = RenderedCall(text)
    else { return nil }
    var section = Dialect.Section()
    var pieces = call.before + call.pieces + call.after
    if let two = rendered([
      Self.call("qArgument", 77, "abc123456"), Self.call("qOther", 88, "abc123457"),
    ]), let split = call.split(two) {
      (section, pieces) = split
    } else {
      section.isParallel = false
    }
    let dialect = Dialect(
      name: Self.name, call: CallSyntax(pieces), section: section, sample: sample)
    do { try dialect.checkSample(spelling) } catch { return nil }
    return dialect
  }
}

/// A rendered call, taken apart.
struct RenderedCall {
  /// From the name to the arguments, or the object that has both.
  private(set) var pieces: [CallPiece] = []
  /// What stands around that.
  private(set) var before: [CallPiece] = []
  private(set) var after: [CallPiece] = []
  /// The part of the text that is `pieces`.
  private var core: Range<String.Index>
  private let text: String

  init?(_ text: String) {
    self.text = text
    guard let name = text.firstRange(of: "qTool") else { return nil }
    core = name
    let found = takeObject(name) || takeCall(name) || takeElements(name)
    guard found else { return nil }
    before = Self.pieces(
      String(text[..<core.lowerBound]), endsWithName: !pieces.contains(where: \.hasObject))
    after = Self.pieces(String(text[core.upperBound...]))
  }

  /// What stands around calls, and one call, where this call and another one are rendered as `two`.
  func split(_ two: String) -> (section: Dialect.Section, call: [CallPiece])? {
    let first = String(text[core])
    let second = first.replacing("qArgument", with: "qOther").replacing("77", with: "88")
      .replacing("abc123456", with: "abc123457")
    guard let start = two.firstRange(of: first),
      let next = two[start.upperBound...].firstRange(of: second)
    else { return nil }
    let between = Self.pieces(
      String(two[start.upperBound..<next.lowerBound]),
      endsWithName: !pieces.contains(where: \.hasObject))
    let ends = zip(after, between).prefix { $0 == $1 }.count
    let begins = zip(before.reversed(), between.dropFirst(ends).reversed()).prefix { $0 == $1 }
      .count
    var section = Dialect.Section()
    section.open = Array(before.dropLast(begins))
    section.separator = Array(between.dropFirst(ends).dropLast(begins))
    section.close = Array(after.dropFirst(ends))
    return (section, before.suffix(begins) + pieces + after.prefix(ends))
  }

  // MARK: shapes

  /// Arguments that are a JSON object, with the name in an object around them or before them.
  private mutating func takeObject(_ name: Range<String.Index>) -> Bool {
    guard let key = text.firstRange(of: "\"qKey\""),
      let arguments = object(around: key),
      let value = try? JSON(parsing: String(text[arguments])), value["qKey"] == "qArgument"
    else { return false }
    if let outer = object(around: arguments),
      let members = (try? JSON(parsing: String(text[outer])))?.object
    {
      let found = members.compactMap { Self.member($0.key, $0.value, value) }
      guard found.count == members.count else { return false }
      (core, pieces) = (outer, [.object(found)])
      return true
    }
    guard name.upperBound <= arguments.lowerBound else { return false }
    core = name.lowerBound..<arguments.upperBound
    let between = Self.pieces(String(text[name.upperBound..<arguments.lowerBound]))
    pieces = [.name] + between + [.arguments(.jsonObject)]
    return true
  }

  private static func member(_ key: String, _ value: JSON, _ arguments: JSON) -> ObjectMember? {
    if value == "qTool" { return .name(key) }
    if value == arguments { return key == "qTool" ? .nameAndArguments : .arguments(key) }
    return value == "abc123456"
      ? .identifier(key, pattern: "[a-zA-Z0-9]{9}", isOptional: true) : nil
  }

  /// The innermost object of JSON around a part of the text.
  private func object(around part: Range<String.Index>) -> Range<String.Index>? {
    for start in text[..<part.lowerBound].indices.reversed() where text[start] == "{" {
      var reader = ValueReader()
      let bytes = text.utf8[start...]
      guard let last = bytes.indices.first(where: { reader.read(bytes[$0]) != .reading }) else {
        continue
      }
      let end = bytes.index(after: last)
      if bytes[last] == UInt8(ascii: "}"), end >= part.upperBound { return start..<end }
    }
    return nil
  }

  /// A call in Python, or one with braces.
  private mutating func takeCall(_ name: Range<String.Index>) -> Bool {
    let rest = text[name.upperBound...]
    if let end = rest.prefixMatch(of: #/\(qKey="qArgument", ?qCount=77\)/#)?.range.upperBound {
      core = name.lowerBound..<end
      pieces = CallSyntax.pythonCall.pieces
      return true
    }
    let members = #/\{qKey:(?<open>.*?)qArgument(?<close>.*?),qCount:77\}/#
    guard let match = rest.prefixMatch(of: members), match.open == match.close, !match.open.isEmpty
    else { return false }
    core = name.lowerBound..<match.range.upperBound
    pieces = [.name, "{", .arguments(.braces(quote: String(match.open))), "}"]
    return true
  }

  /// An element for each argument.
  private mutating func takeElements(_ name: Range<String.Index>) -> Bool {
    guard let key = text[name.upperBound...].firstRange(of: "qKey"),
      let value = text[key.upperBound...].firstRange(of: "qArgument"),
      let next = text[value.upperBound...].firstRange(of: "qCount"),
      let number = text[next.upperBound...].firstRange(of: "77"),
      let found = RenderedElement(
        before: text[name.upperBound..<key.lowerBound],
        names: (text[key.upperBound..<value.lowerBound], text[next.upperBound..<number.lowerBound]),
        between: text[value.upperBound..<next.lowerBound], after: text[number.upperBound...])
    else { return false }
    let end = text.index(number.upperBound, offsetBy: found.endLength)
    core = name.lowerBound..<end
    pieces = [.name] + Self.pieces(found.lead) + [.arguments(.elements(found.syntax))]
    return true
  }

  // MARK: pieces

  /// Tags and marks, and the texts between them.
  ///
  /// - Parameter endsWithName: whether a name follows, so that a tag may be open at the end.
  static func pieces(_ text: String, endsWithName: Bool = false) -> [CallPiece] {
    var pieces: [CallPiece] = []
    var rest = Substring(text)
    func add(_ text: Substring) { if !text.isEmpty { pieces.append(.text(String(text))) } }
    while let match = rest.firstMatch(of: #/<[^<>\s]+>|\[\/?[A-Z][A-Z_]+\]/#) {
      add(rest[..<match.range.lowerBound])
      pieces.append(.mark(String(match.0)))
      rest = rest[match.range.upperBound...]
    }
    if endsWithName, let start = rest.lastIndex(of: "<") {
      add(rest[..<start])
      let quote = rest.last == "\"" ? "\"" : ""
      pieces.append(.mark(String(rest[start...].dropLast(quote.count))))
      rest = Substring(quote)
    }
    add(rest)
    return pieces.flatMap { piece -> [CallPiece] in
      guard let text = piece.text else { return [piece] }
      if text == "abc123456" { return [.identifier("[a-zA-Z0-9]{9}")] }
      // A word before an array.
      let isWord = text.last == "[" && text.first?.isLetter == true
      return isWord ? [.word(String(text.dropLast())), "["] : [piece]
    }
  }
}

/// A rendered call of two arguments that are elements, taken apart.
struct RenderedElement {
  let syntax: ElementSyntax
  /// What stands between the name and the first element.
  let lead: String
  /// How many characters behind the last value belong to its element.
  let endLength: Int

  /// - Parameters:
  ///   - names: what stands between name and value, of a text and of a number.
  ///   - between: what stands between the value of one element and the name of the next.
  init?(
    before: Substring, names: (text: Substring, number: Substring), between: Substring,
    after: Substring
  ) {
    guard let start = between.lastIndex(of: "<") else { return nil }
    let (open, end) = (between[start...], between[..<start])
    guard before.hasSuffix(open), after.hasPrefix(end), let close = end.firstIndex(of: "<"),
      let closed = end[close...].firstIndex(of: ">")
    else { return nil }
    let quotesName = open.last == "\""
    var syntax = ElementSyntax(
      open: String(quotesName ? open.dropLast() : open), quotesName: quotesName,
      padding: String(end[..<close]), close: String(end[close...closed]),
      after: String(end[closed...].dropFirst()))
    var rest = String(names.text.dropFirst(quotesName ? 1 : 0))
    if names.text != names.number {
      guard let match = rest.prefixMatch(of: #/ (\w+)="true"/#),
        names.number.contains(" \(match.1)=\"false\"")
      else { return nil }
      syntax.stringAttribute = String(match.1)
      rest.removeSubrange(match.range)
    }
    guard rest.hasSuffix(syntax.padding), let nameEnd = rest.firstIndex(of: ">") else { return nil }
    syntax.nameEnd = String(rest[...nameEnd])
    rest = String(rest[nameEnd...].dropFirst().dropLast(syntax.padding.count))
    syntax.gap = String(rest.prefix { $0.isWhitespace })
    syntax.valueOpen = String(rest.dropFirst(syntax.gap.count))
    (self.syntax, lead, endLength) = (syntax, String(before.dropLast(open.count)), end.count)
  }
}
