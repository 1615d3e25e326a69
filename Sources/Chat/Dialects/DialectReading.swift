/// What a reader of a dialect looks for, derived from the pieces of its calls.
struct DialectReading: Sendable {
  /// What is read behind a mark by which calls begin.
  enum Form: Hashable, Sendable {
    /// Objects, arrays of them, calls in Python and in braces, up to a closing mark.
    case values
    /// The same, or code for an interpreter.
    case code
    /// The header of this number.
    case header(Int)
  }

  private(set) var reasoning: [Dialect.ReasoningMarks] = []
  private(set) var frame = Dialect.Frame.none
  /// Marks by which calls begin.
  private(set) var openers: [(marker: String, form: Form)] = []
  /// Marks by which they end.
  private(set) var closers: [String] = []
  /// Marks that mean nothing to a reader of the answer.
  private(set) var ignored: [String] = []
  private(set) var headers: [CallHeader] = []
  /// What follows the name of a known tool in a call without its opening mark.
  private(set) var nameSuffixes: [(text: String, form: Form)] = []
  /// The keys of calls that are objects.
  private(set) var keys = ObjectKeys()
  /// Whether calls in Python are read.
  private(set) var readsPython = false
  /// What stands before the name in calls with braces; "" where none are read.
  private(set) var bracePrefix = ""
  /// The mark around strings in them.
  private(set) var quote = ""
  /// Where bare objects and bare lists of Python calls may be calls.
  private(set) var objects = Tolerance.Scope.nowhere
  private(set) var lists = Tolerance.Scope.nowhere
  /// How elements write arguments, and all spellings of their marks.
  private(set) var elements: ElementSyntax?
  private(set) var elementOpens: [String] = []
  private(set) var elementCloses: [String] = []
  private(set) var elementEnds: [String] = []
  /// Texts at which a reader may take an argument that is an element for ended.
  var valueEnds: [String] { elementOpens + elementCloses + elementEnds + closers }
  /// Whether no mark announces the family's calls.
  private(set) var isBare = false
  /// The tool that raw code is for.
  private(set) var codeTool = ""
  /// Whether a fence ends a section.
  private(set) var fenceCloses = false

  init() {}

  init(_ dialect: Dialect) {
    let tolerance = dialect.tolerance
    (reasoning, frame) = (dialect.reasoning, dialect.frame)
    (elements, quote, codeTool) = (dialect.elements, dialect.quote, tolerance.codeTool)
    elementOpens = elements.map { tolerance.spellings(of: $0.open) } ?? []
    elementCloses = elements.map { tolerance.spellings(of: $0.close) } ?? []
    keys = ObjectKeys(dialect.syntaxes)
    let isPython = dialect.syntaxes.contains(where: \.isPython)
    readsPython = isPython || !tolerance.codeMarks.isEmpty
    bracePrefix = quote.isEmpty ? "" : dialect.call.prefixOfName
    objects = tolerance.bareObjects ?? dialect.scopeOfObjects
    lists = tolerance.bareLists ?? (isPython ? dialect.scopeOfLists : .nowhere)
    isBare = dialect.isBare
    fenceCloses = dialect.section.closesWithFence
    addOpeners(dialect)
    addClosers(dialect)
    addIgnored(dialect)
    addSuffixes(dialect)
  }

  var channels: Dialect.Channels? {
    if case .channels(let channels) = frame { channels } else { nil }
  }

  /// What the header behind the mark of a form looks like; `nil` where none follows.
  func header(_ form: Form) -> CallHeader? {
    if case .header(let index) = form { headers[index] } else { nil }
  }
}

extension DialectReading {
  private mutating func addOpeners(_ dialect: Dialect) {
    open(dialect.tolerance.codeMarks, .code)
    let pieces = dialect.section.open + dialect.syntaxes.flatMap(\.pieces)
    for word in pieces.compactMap(\.word) + dialect.tolerance.words {
      open(Self.openers(word: word), .values)
    }
    let tolerance = dialect.tolerance
    var marks = CallPiece.marks(dialect.section.open) + tolerance.opens
    for syntax in dialect.syntaxes where channels == nil {
      var opening = syntax.opening
      if syntax.hasHeader, let opener = opening.popLast() {
        add(syntax, behind: opener, tolerance)
      }
      marks += opening
    }
    for mark in marks { open(tolerance.spellings(of: mark), .values) }
    switch frame {
    case .addressed(let frame): add(CallHeader(.line), behind: [frame.mark])
    case .channels(let frame): add(CallHeader(.message), behind: [frame.channel, frame.start])
    case .none, .wrapper: break
    }
  }

  /// Adds marks; one before a header may have values behind it too.
  private mutating func open(_ marks: [String], _ form: Form) {
    for mark in marks {
      guard let place = openers.firstIndex(where: { $0.marker == mark }) else {
        openers.append((mark, form))
        continue
      }
      if case .header(let index) = openers[place].form, form == .values {
        headers[index].mayBeValues = true
      }
    }
  }

  /// Adds a header behind marks of its own.
  private mutating func add(_ header: CallHeader, behind marks: [String]) {
    headers.append(header)
    open(marks, .header(headers.count - 1))
  }

  /// Adds the header of a syntax behind its mark, which several syntaxes may share.
  private mutating func add(_ syntax: CallSyntax, behind mark: String, _ tolerance: Tolerance) {
    if case .header(let index)? = openers.first(where: { $0.marker == mark })?.form {
      headers[index].add(syntax, behind: mark, tolerance)
    } else {
      add(CallHeader(syntax, behind: mark, tolerance), behind: tolerance.spellings(of: mark))
    }
  }

  /// A word before an array or an object, as marks that have its bracket.
  private static func openers(word: String) -> [String] {
    let trimmed = String(word.drop { $0 == " " })
    let words = trimmed == word ? [word] : [word, trimmed]
    let gaps = ["[", "{", " [", " {", "\n[", "\n{"]
    return words.flatMap { word in gaps.map { word + $0 } }
  }

  private mutating func addClosers(_ dialect: Dialect) {
    var marks: [String] = []
    for syntax in dialect.syntaxes {
      var closing = syntax.closing
      if syntax.elements != nil, let end = closing.first {
        elementEnds += dialect.tolerance.spellings(of: end)
        // The end of an element closes no section.
        if syntax.opening.last?.last != ">" { closing.removeFirst() }
      }
      marks += closing
    }
    marks += CallPiece.marks(dialect.section.close) + dialect.tolerance.closes
    if let channels { marks += [channels.callEnd, channels.end, channels.answerEnd] }
    closers = marks.flatMap(dialect.tolerance.spellings).uniqued()
    for index in headers.indices where headers[index].hasElements {
      headers[index].ends = elementEnds
    }
  }

  private mutating func addIgnored(_ dialect: Dialect) {
    var marks = dialect.syntaxes.flatMap(\.inner) + dialect.frameMarks
    if let elements {
      let tags = [elements.open, elements.nameEnd, elements.valueOpen, elements.close]
      marks += tags.filter { $0.first == "<" && $0.last == ">" }
      marks += [elements.objectOpen, elements.objectClose]
    }
    marks += elementEnds + [quote]
    let known = Set(closers + openers.map(\.marker) + [""])
    let own = marks.flatMap(dialect.tolerance.spellings) + dialect.tolerance.ignores
    ignored = (Dialect.turnEnds + own.filter { !known.contains($0) }).uniqued()
  }

  private mutating func addSuffixes(_ dialect: Dialect) {
    if lists != .nowhere { nameSuffixes.append(("(", .values)) }
    for (index, header) in headers.enumerated() {
      if header.kind == .line { nameSuffixes.append(("\n", .header(index))) }
      guard dialect.tolerance.mayLackMark else { continue }
      nameSuffixes += header.separators.joined().map { ($0, .header(index)) }
    }
  }
}
