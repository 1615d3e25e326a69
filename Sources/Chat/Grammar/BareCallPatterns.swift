/// Patterns of the calls that a reader takes without a marker, where a text begins.
struct BareCallPatterns {
  private let reading: DialectReading
  private let tools: [String]

  init(_ reading: DialectReading, tools: [String]) {
    (self.reading, self.tools) = (reading, tools)
  }

  var all: [String] {
    let names = MarkupPatterns.oneOf(tools)
    var patterns: [String] = []
    if reading.objects != .nowhere {
      if !tools.isEmpty { patterns += objects(names: names, isKnown: true) }
      if reading.objects == .native { patterns += objects(names: #"[^"'\\]*"#, isKnown: false) }
    }
    if tools.isEmpty { return patterns }
    let dotted = MarkupPatterns.dotted(tools)
    if reading.lists != .nowhere { patterns.append("^\(space)\(list)\(dotted)\\(") }
    for suffix in reading.nameSuffixes {
      patterns.append(
        "^\(space)\(suffix.text == "(" ? dotted : names)\(MarkupPatterns.escaped(suffix.text))")
    }
    if case .addressed(let frame) = reading.frame {
      patterns.append("^\(space)\(MarkupPatterns.escaped(frame.user))\\n")
    }
    if !reading.bracePrefix.isEmpty {
      patterns.append(#"^\#(space)\#(MarkupPatterns.escaped(reading.bracePrefix))\#(names)\{"#)
    }
    return patterns
  }

  private var space: String { MarkupPatterns.space }

  /// The bracket or fence of a list.
  private var list: String {
    #"(?:\[\#(space)|```(?:json|tool_calls?)?\n[ \t\r\n\[]*)"#
  }

  /// Objects of a name and arguments; `isKnown` where the name alone makes a call.
  ///
  /// What is written in unusual ways (escapes in keys and names, objects for identifiers) is left
  /// out as a whole where a call might come of it.
  private func objects(names: String, isKnown: Bool) -> [String] {
    let s = space
    let quote = #"["']{1,3}"#
    func key(_ words: String) -> String { #"\#(quote)(?:\#(words))\#(quote)\#(s):\#(s)"# }
    let text = #""(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[\w.+-]+"#
    let nameKeys = reading.keys.names.map(MarkupPatterns.escaped).joined(separator: "|")
    let others =
      "type|" + reading.keys.identifiers.map(MarkupPatterns.escaped).joined(separator: "|")
    let members = #"(?:\#(key(others))(?:\#(text))\#(s),\#(s))*"#
    let nested = #"(?:\#(key("function"))\{\#(s)\#(members)){0,2}"#
    let start = #"^\#(s)\#(list)?\{\#(s)\#(members)\#(nested)"#
    let name = #"\#(key(nameKeys + "|function"))\#(quote)(?:[^"']*\.)?\#(names)\#(quote)"#
    let argumentKeys = MarkupPatterns.oneOf(reading.keys.arguments)
    let arguments = #"\#(quote)\#(argumentKeys)\#(quote)"#
    var patterns = [
      #"\#(start)\#(name)\#(s),\#(s)\#(members)\#(arguments)"#,
      #"\#(start)\#(arguments)[\s\S]*\#(name)"#,
      #"\#(start)\#(key(others))[\[{][\s\S]*\#(name)"#,
      #"\#(start)\#(quote)[^"'\\]*\\"#,
      #"\#(start)\#(key(nameKeys + "|function"))\#(quote)[^"'\\]*\\"#,
    ]
    if isKnown {
      patterns.append(#"\#(start)\#(name)\#(s),?\#(s)\}"#)
      for cut in cutNames() {
        patterns.append(#"\#(start)\#(key(nameKeys))\#(quote)(?:\#(cut))$"#)
      }
    }
    return patterns
  }

  /// Patterns of the beginnings of names, in groups: a pattern may be only so long.
  private func cutNames() -> [String] {
    var groups: [String] = []
    for tool in tools {
      let cut = Self.beginnings(of: Array(tool)[...])
      if let last = groups.last, last.utf8.count + cut.utf8.count < Self.cutLength {
        groups[groups.count - 1] = "\(last)|\(cut)"
      } else {
        groups.append(cut)
      }
    }
    return groups
  }

  /// Bytes of a group of cut names.
  private static let cutLength = 16_384

  /// The beginnings of a name with one character or more.
  ///
  /// Those of its first half, or that half and what follows of the second: so the pattern hardly grows
  /// faster than the name, and groups are not nested deeply.
  private static func beginnings(of name: ArraySlice<Character>) -> String {
    guard name.count > 1 else { return MarkupPatterns.escaped(String(name)) }
    let middle = name.startIndex + name.count / 2
    let first = name[..<middle]
    return "\(beginnings(of: first))|\(MarkupPatterns.escaped(String(first)))"
      + "(?:\(beginnings(of: name[middle...])))"
  }
}
