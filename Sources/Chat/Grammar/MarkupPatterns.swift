/// Patterns of what a reader of a dialect takes for more than text: a text that none of them matches
/// is told as it is (``ToolCallParser``).
struct MarkupPatterns {
  private let reading: DialectReading
  private let tools: [String]

  init(_ reading: DialectReading, tools: [String]) {
    self.reading = reading
    self.tools = tools.filter { !$0.isEmpty }
  }

  var all: [String] { announced + ends + starts + BareCallPatterns(reading, tools: tools).all }

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

  private var marks: [String] { reading.elementOpens + reading.elementEnds }

  private var openers: [String] { reading.openers.map { opener($0.marker) } }

  /// A marker without the bracket that belongs to what follows.
  private func opener(_ marker: String) -> String {
    guard marker.count > 1, let last = marker.last, "[{".contains(last) else { return marker }
    return String(marker.dropLast())
  }

  // MARK: markers that open calls

  /// Calls behind their markers, also where the text's end cuts them off.
  private var announced: [String] {
    var patterns: [String] = []
    var forms: [DialectReading.Form] = []
    for opener in reading.openers where !forms.contains(opener.form) { forms.append(opener.form) }
    for form in forms {
      let group = reading.openers.filter { $0.form == form }
      let opener = Self.oneOf(group.map { self.opener($0.marker) })
      let (whole, cut) = call(form)
      patterns.append(opener + "(?:\(whole))")
      patterns.append(opener + "(?:\(cut))$")
      if form == .code {
        patterns.append(#"\n"# + opener + #"(?:[^ \t\r\n]|$)"#)
        patterns.append("^" + space + opener)
      }
    }
    return patterns
  }

  /// What begins a call behind its marker, and what is a part of that.
  private func call(_ form: DialectReading.Form) -> (whole: String, cut: String) {
    switch form {
    case .values: return values(calls: name, cut: name)
    case .code:
      return values(calls: Self.dotted(tools) + "|" + Self.nameByte + #"*\.call"#, cut: "")
    case .header(let index):
      let header = reading.headers[index]
      switch header.kind {
      case .separated:
        let named = named(header)
        guard header.mayBeValues else { return named }
        let values = values(calls: name, cut: name)
        return ("\(values.whole)|\(named.whole)", "\(values.cut)|\(named.cut)")
      case .tag: return element(endingWith: header.tagEnd)
      case .line: return line
      case .message: return message
      case .python, .braces: return ("[]", "[]")
      }
    }
  }

  /// A recipient that is known, or one with an object behind it.
  private var line: (whole: String, cut: String) {
    guard case .addressed(let frame) = reading.frame else { return ("[]", "[]") }
    let known = Self.oneOf(tools + [frame.user, reading.codeTool])
    return (#"\#(known)[\n{]|\#(name)\{|\#(name)\n\#(space)\{"#, Self.nameByte + "*")
  }

  /// The header of a message, up to its text.
  private var message: (whole: String, cut: String) {
    guard let frame = reading.channels else { return ("[]", "[]") }
    let header = #"(?:[\w.$<|> =-]|[^\u0000-\u007F])*"#
    let (text, tool) = (Self.escaped(frame.text), Self.escaped(frame.recipient + frame.tools))
    return (#"\#(header)\#(text)|\#(header)\#(tool)\#(header)\{"#, header)
  }

  /// A name, and what separates it from arguments, or what these begin with behind white space.
  private func named(_ header: CallHeader) -> (whole: String, cut: String) {
    let separators = Array(header.separators.joined())
    let ends = header.ends.isEmpty || tools.isEmpty ? [] : header.ends
    let next = "(?:\(Self.oneOf(separators))|\(space)\(Self.oneOf(header.beginnings)))"
    let empty = ends.isEmpty ? "" : "|\(space)\(Self.dotted(tools))\(space)\(Self.oneOf(ends))"
    let rest = beginnings(of: header.beginnings + header.ends)
    return (
      "\(space)\(name)\(next)\(empty)",
      "\(space)\(Self.nameByte)*(?:\(space)\(rest)|\(beginnings(of: separators)))"
    )
  }

  /// An object or call in Python, perhaps in a list or fence.
  ///
  /// - Parameters:
  ///   - calls: the names of calls in Python.
  ///   - cut: those that may be cut off.
  private func values(calls: String, cut name: String) -> (whole: String, cut: String) {
    let s = space
    let skipped = Self.oneOf(reading.ignored)
    let before = #"\#(s)(?:\[\#(s)|```[a-z_]*\#(s)|\#(skipped)\#(s))*"#
    let otherThanName = #"[a-mo-zA-Z_]|n[^a]|na[^m]|nam[^e]|name[^"']|name["']\#(s):\#(s)["']"#
    let key = reading.keys.areNames ? "[a-zA-Z_]" : "(?:\(otherThanName))"
    var whole = [#"\{\#(s)["']\#(key)"#]
    var cut = [
      #"\{\#(s)(?:["'](?:n(?:a(?:m(?:e(?:["']\#(s)(?::\#(s))?)?)?)?)?)?)?"#, "`{1,3}[a-z_]*",
    ]
    if !reading.bracePrefix.isEmpty {
      let prefix = Self.escaped(reading.bracePrefix)
      whole.append(#"\#(prefix)\#(self.name)\#(s)\{"#)
      cut.append(beginnings(of: [reading.bracePrefix]))
      cut.append("\(prefix)\(Self.nameByte)*\(s)")
    } else if reading.readsPython {
      whole.append(#"(?:\#(calls))\("#)
      if !name.isEmpty { cut.append(name) }
    }
    cut.append(beginnings(of: openers + reading.ignored))
    return (
      "\(before)(?:\(whole.joined(separator: "|")))", "\(before)(?:\(cut.joined(separator: "|")))"
    )
  }

  /// The rest of a tag and what its element begins with.
  private func element(endingWith mark: String) -> (whole: String, cut: String) {
    let s = space
    let (end, first) = (Self.escaped(mark), Self.escaped(String(mark.prefix(1))))
    let rest = #"["'][^\#(first)\n]*"#
    let tag = #"\#(s)(?:["']\#(s)\#(name)\#(s)\#(rest)|\#(name)\#(s))\#(end)"#
    let cut = #"["']\#(s)\#(Self.nameByte)*\#(s)(?:\#(rest))?|\#(Self.nameByte)*\#(s)"#
    let empty = #"\#(s)(?:["']\#(s)\#(name)\#(s)\#(rest)|\#(name))\/\#(end)"#
    let object = [reading.elements?.objectOpen ?? ""].filter { !$0.isEmpty }
    let inside = marks + reading.closers + object
    return (
      #"\#(tag)\#(s)(?:\{|\#(Self.oneOf(inside)))|\#(empty)"#,
      #"\#(s)(?:\#(cut))\#(beginnings(of: [mark]))|\#(tag)\#(s)\#(beginnings(of: inside))"#
    )
  }

  // MARK: other markers

  /// Markers that end something, and those that mean nothing to a reader.
  private var ends: [String] {
    let all = reading.closers + reading.ignored
    let ends = Self.oneOf(all)
    let thoughts = reading.reasoning.filter { !$0.isAtStart }.flatMap { [$0.open, $0.close] }
    let next = Self.oneOf(all + thoughts)
    var patterns = ["\(ends)\(space)(?:\(next)|\(beginnings(of: all + thoughts + openers))$)"]
    let closes = Self.oneOf(reading.reasoning.filter { !$0.isAtStart }.map(\.close))
    patterns += ["(?:^|[^`])\(closes)", "`\(closes)(?:[^`]|$)"]
    return patterns
  }

  /// Markers that count only where a text begins.
  private var starts: [String] {
    let opens = reading.reasoning.map(\.open)
    let others = reading.ignored.filter { !Dialect.turnEnds.contains($0) }
    var patterns = ["^\(space)\(Self.oneOf(reading.closers + others + opens))"]
    let tags = reading.openers.map(\.marker).filter { "<[".contains($0.first ?? " ") }
    if !reading.closers.isEmpty, !tags.isEmpty {
      patterns.append(#"^\#(space)\#(Self.oneOf(tags))[\s\S]*\#(Self.oneOf(reading.closers))"#)
    }
    return patterns
  }
}
