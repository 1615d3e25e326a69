/// Patterns of what a reader of a dialect takes for more than text: a text that none of them matches
/// is told as it is (``ToolCallParser``).
struct MarkupPatterns {
  private let shape: DialectShape
  private let tools: [String]

  init(_ shape: DialectShape, tools: [String]) {
    self.shape = shape
    self.tools = tools.filter { !$0.isEmpty }
  }

  var all: [String] { announced + ends + starts + BareCallPatterns(shape, tools: tools).all }

  // MARK: pieces

  static let space = #"[ \t\r\n]*"#
  private var space: String { Self.space }
  private static let nameByte = #"(?:[\w.$:/-]|[^\u0000-\u007F])"#
  private var name: String { Self.nameByte + "+" }

  /// A pattern of a text.
  static func escaped(_ text: String) -> String {
    text.map { "\\^$.*+?()[]{}|/".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// One of some texts; nothing matches where there are none.
  static func oneOf(_ texts: [String]) -> String {
    texts.isEmpty ? "[]" : "(?:\(texts.map(escaped).joined(separator: "|")))"
  }

  /// One of some names, as models put other names and dots before them.
  static func dotted(_ names: [String]) -> String { "(?:\(nameByte)+\\.)?" + oneOf(names) }

  /// The beginnings of some texts, the empty one among them.
  private func beginnings(of texts: [String]) -> String {
    var all: Set<String> = []
    for text in texts {
      for length in 1..<max(1, text.count) { all.insert(String(text.prefix(length))) }
    }
    return all.isEmpty ? "" : Self.oneOf(all.sorted()) + "?"
  }

  private var marks: [String] {
    guard let elements = shape.elements else { return [] }
    return ([elements.open] + elements.end).flatMap { DialectShape.barred($0) }
  }

  private var openers: [String] { shape.openers.map { opener($0.marker) } }

  /// A marker without the bracket that belongs to what follows.
  private func opener(_ marker: String) -> String {
    guard marker.count > 1, let last = marker.last, "[{".contains(last) else { return marker }
    return String(marker.dropLast())
  }

  // MARK: markers that open calls

  /// Calls behind their markers, also where the text's end cuts them off.
  private var announced: [String] {
    var patterns: [String] = []
    let groups = Dictionary(grouping: shape.openers, by: \.form)
    for form in groups.keys.sorted(by: { "\($0)" < "\($1)" }) {
      let opener = Self.oneOf((groups[form] ?? []).map { self.opener($0.marker) })
      let (whole, cut) = call(form)
      patterns.append(opener + "(?:\(whole))")
      patterns.append(opener + "(?:\(cut))$")
      if form == .pythonTag {
        patterns.append(#"\n"# + opener + #"(?:[^ \t\r\n]|$)"#)
        patterns.append("^" + space + opener)
      }
    }
    return patterns
  }

  /// What begins a call behind its marker, and what is a part of that.
  private func call(_ form: DialectShape.Form) -> (whole: String, cut: String) {
    switch form {
    case .values: return values(calls: name, cut: name)
    case .pythonTag:
      return values(calls: Self.dotted(tools) + "|" + Self.nameByte + #"*\.call"#, cut: "")
    case .mistral:
      let values = values(calls: name, cut: name)
      let named = named(["[ARGS]", "[CALL_ID]"], or: #"\{"#)
      return ("\(values.whole)|\(named.whole)", "\(values.cut)|\(named.cut)")
    case .deepSeek: return named(DialectShape.lookalikes("<｜tool▁sep｜>"), or: "[{`]")
    case .kimi: return named(["<|tool_call_argument_begin|>"], or: #"\{"#)
    case .element: return element
    case .glm:
      let ends = ["<arg_key>", "</tool_call>"]
      let empty = tools.isEmpty ? "" : "|\(space)\(Self.dotted(tools))\(space)</tool_call>"
      return (
        "\(space)\(name)\(space)<arg_key>\(empty)",
        space + Self.nameByte + "*" + space + beginnings(of: ends)
      )
    case .line:
      let known = Self.oneOf(tools + ["all", shape.codeTool])
      return (
        #"\#(known)[\n{]|\#(name)\{|\#(name)\n\#(space)\{"#,
        Self.nameByte + "*"
      )
    case .harmony:
      let header = #"(?:[\w.$<|> =-]|[^\u0000-\u007F])*"#
      return (
        #"\#(header)<\|message\|>|\#(header)to=functions\.\#(header)\{"#, header
      )
    }
  }

  /// A name, and one of some texts or, behind white space, of some bytes.
  private func named(_ texts: [String], or bytes: String) -> (whole: String, cut: String) {
    (
      "\(space)\(name)(?:\(Self.oneOf(texts))|\(space)\(bytes))",
      "\(space)\(Self.nameByte)*(?:\(space)|\(beginnings(of: texts)))"
    )
  }

  /// An object or call in Python, perhaps in a list or fence.
  ///
  /// - Parameters:
  ///   - calls: the names of calls in Python.
  ///   - cut: those that may be cut off.
  private func values(calls: String, cut name: String) -> (whole: String, cut: String) {
    let s = space
    let skipped = Self.oneOf(shape.ignored)
    let before = #"\#(s)(?:\[\#(s)|```[a-z_]*\#(s)|\#(skipped)\#(s))*"#
    let key = #"(?:[a-mo-zA-Z_]|n[^a]|na[^m]|nam[^e]|name[^"']|name["']\#(s):\#(s)["'])"#
    var whole = [#"\{\#(s)["']\#(key)"#]
    var cut = [
      #"\{\#(s)(?:["'](?:n(?:a(?:m(?:e(?:["']\#(s)(?::\#(s))?)?)?)?)?)?)?"#, "`{1,3}[a-z_]*",
    ]
    if shape.items.contains(.colon) {
      whole.append(#"call:\#(self.name)\#(s)\{"#)
      cut.append(beginnings(of: ["call:"]))
      cut.append("call:\(Self.nameByte)*\(s)")
    } else if shape.items.contains(.python) {
      whole.append(#"(?:\#(calls))\("#)
      if !name.isEmpty { cut.append(name) }
    }
    cut.append(beginnings(of: openers + shape.ignored))
    return (
      "\(before)(?:\(whole.joined(separator: "|")))", "\(before)(?:\(cut.joined(separator: "|")))"
    )
  }

  /// The rest of a tag and what its element begins with.
  private var element: (whole: String, cut: String) {
    let s = space
    let tag = #"\#(s)(?:["']\#(s)\#(name)\#(s)["'][^>\n]*|\#(name)\#(s))>"#
    let cut = #"["']\#(s)\#(Self.nameByte)*\#(s)(?:["'][^>\n]*)?|\#(Self.nameByte)*\#(s)"#
    let empty = #"\#(s)(?:["']\#(s)\#(name)\#(s)["'][^>\n]*|\#(name))\/>"#
    let inside = marks + shape.closers
    return (
      #"\#(tag)\#(s)(?:\{|\#(Self.oneOf(inside)))|\#(empty)"#,
      #"\#(s)(?:\#(cut))|\#(tag)\#(s)\#(beginnings(of: inside))"#
    )
  }

  // MARK: other markers

  /// Markers that end something, and those that mean nothing to a reader.
  private var ends: [String] {
    let all = shape.closers + shape.ignored
    let ends = Self.oneOf(all)
    let thoughts = shape.reasoning.filter { !$0.isAtStart }.flatMap { [$0.open, $0.close] }
    let next = Self.oneOf(all + thoughts)
    var patterns = ["\(ends)\(space)(?:\(next)|\(beginnings(of: all + thoughts + openers))$)"]
    let closes = Self.oneOf(shape.reasoning.filter { !$0.isAtStart }.map(\.close))
    patterns += ["(?:^|[^`])\(closes)", "`\(closes)(?:[^`]|$)"]
    return patterns
  }

  /// Markers that count only where a text begins.
  private var starts: [String] {
    let opens = shape.reasoning.map(\.open)
    let others = shape.ignored.filter { !DialectShape.turnEnds.contains($0) }
    var patterns = ["^\(space)\(Self.oneOf(shape.closers + others + opens))"]
    let tags = shape.openers.map(\.marker).filter { "<[".contains($0.first ?? " ") }
    if !shape.closers.isEmpty, !tags.isEmpty {
      patterns.append(#"^\#(space)\#(Self.oneOf(tags))[\s\S]*\#(Self.oneOf(shape.closers))"#)
    }
    return patterns
  }
}
