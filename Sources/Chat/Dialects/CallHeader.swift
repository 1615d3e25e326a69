/// What stands between the mark of a call and its arguments, where the call is no object.
struct CallHeader: Sendable {
  /// What a header looks like.
  enum Kind: Sendable {
    /// A name and perhaps more, in parts between marks.
    case separated
    /// The rest of a tag: a name, perhaps in quotes, up to its end.
    case tag
    /// A recipient, up to the end of the line.
    case line
    /// Channel and recipient of a message.
    case message
    /// A name and a parenthesis, or a brace.
    case python, braces
  }

  /// What a part of a header is.
  enum Role: Sendable {
    case name
    case numberedName(prefix: String)
    case identifier
    /// A text that says nothing.
    case other
  }

  /// A part that begins behind the call's mark, or behind the separator of this number.
  struct Part: Sendable {
    var separator: Int?
    var role: Role
  }

  var kind: Kind
  /// Marks between parts, each with its spellings.
  var separators: [[String]] = []
  /// The parts of each way to write the header, the longest first.
  var layouts: [[Part]] = []
  /// What arguments begin with.
  var beginnings = ["{"]
  /// What may follow the name of a tool without arguments.
  var ends: [String] = []
  /// Whether the name ends with its line.
  var endsAtLine = false
  /// Whether arguments are elements.
  var hasElements = false
  /// Whether objects may stand behind the mark instead.
  var mayBeValues = false
  /// What ends a tag.
  var tagEnd = ">"

  init(_ kind: Kind) { self.kind = kind }

  /// Whether arguments may be elements.
  var holdsElements: Bool { kind == .tag || hasElements }

  /// Whether arguments follow a separator.
  func isLast(_ separator: Int) -> Bool {
    !layouts.contains { $0.contains { $0.separator == separator } }
  }

  /// Name and identifier in the parts that were read, by the first layout whose parts are all there.
  func resolve(_ parts: [Int?: String]) -> (name: String, identifier: String?) {
    for layout in layouts {
      var result: (name: String, identifier: String?) = ("", nil)
      var isWhole = true
      for part in layout {
        let text = parts[part.separator] ?? ""
        switch part.role {
        case .name: result.name = text
        case .numberedName(let prefix): result = (Self.name(in: text, prefix), text)
        case .identifier: result.identifier = text
        case .other: continue
        }
        if text.isEmpty { isWhole = false }
      }
      if isWhole { return result }
    }
    return ("", nil)
  }

  /// The name between a prefix and a number behind a colon, of which each may be missing.
  private static func name(in text: String, _ prefix: String) -> String {
    var name = Substring(text)
    if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
      name = name[..<colon]
    }
    return String(name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name)
  }
}

extension CallHeader {
  /// The header of a syntax, behind its mark `opener`.
  init(_ syntax: CallSyntax, behind opener: String, _ tolerance: Tolerance) {
    let isTag = opener.last == "=" || opener.first == "<" && opener.last != ">"
    self.init(isTag ? .tag : .separated)
    if isTag, let end = syntax.inner.first { tagEnd = end }
    add(syntax, behind: opener, tolerance)
  }

  /// Adds a further way to write what stands behind the mark.
  mutating func add(_ syntax: CallSyntax, behind opener: String, _ tolerance: Tolerance) {
    var parts: [Part] = []
    var separator: Int?
    func add(_ role: Role) { parts.append(Part(separator: separator, role: role)) }
    var isNamed = false
    for piece in syntax.pieces.drop(while: { $0.mark != opener }).dropFirst() {
      switch piece {
      case .mark(let mark):
        let spellings = tolerance.spellings(of: mark)
        separator = separators.firstIndex(of: spellings) ?? separators.count
        if separator == separators.count { separators.append(spellings) }
      case .name: add(.name)
      case .numberedName(let prefix): add(.numberedName(prefix: prefix))
      case .identifier: add(.identifier)
      case .text(let text):
        if isNamed, text.first == "\n" { endsAtLine = true }
        if isNamed, text.contains("```") { beginnings.append("```") }
        if !isNamed, !piece.isBlank { add(.other) }
      case .arguments(let style):
        if case .elements(let elements) = style {
          hasElements = true
          beginnings = [elements.open]
        }
        layouts.append(parts)
        layouts.sort { $0.count > $1.count }
        return
      case .word, .object, .optional: break
      }
      if piece.isName { isNamed = true }
    }
  }
}
