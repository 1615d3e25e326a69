/// What is derived from the parts of a dialect.
extension Dialect {
  /// Ends of turns, which decoders may leave in.
  static let turnEnds = [
    "<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|endoftext|>", "<|end_of_text|>",
    "<｜end▁of▁sentence｜>", "<end_of_turn>",
  ]

  /// All ways in which calls are read, the family's own first.
  var syntaxes: [CallSyntax] { [call] + tolerance.others }

  /// The first of the elements that arguments are written or read as.
  var elements: ElementSyntax? { syntaxes.lazy.compactMap(\.elements).first }

  /// The marks of strings in braces; "" where there are none.
  var quote: String { if case .braces(let quote) = call.style { quote } else { "" } }

  /// Whether no mark announces the family's calls.
  var isBare: Bool {
    guard case .addressed = frame else {
      return (section.open + call.pieces.prefix { !$0.isName }).allSatisfy { $0.text != nil }
    }
    return false
  }

  /// Where objects and lists are read without a mark: where the family writes them so, or begins with
  /// them by mistake.
  var scopeOfObjects: Tolerance.Scope {
    if case .channels = frame { return .nowhere }
    if !quote.isEmpty || ObjectKeys(syntaxes).areNames { return .nowhere }
    return isBare && call.members != nil ? .native : .atStart
  }
  var scopeOfLists: Tolerance.Scope { isBare && call.isPython ? .native : .atStart }

  /// The marks around answers.
  var frameMarks: [String] {
    switch frame {
    case .none, .addressed: []
    case .wrapper(let wrapper): [wrapper.open, wrapper.close, wrapper.end]
    case .channels(let channels):
      [
        channels.channel, channels.text, channels.start, channels.end, channels.callEnd,
        channels.answerEnd,
      ]
    }
  }

  /// Texts for which vocabularies may have tokens: tags and marks of what is written.
  ///
  /// - Parameter tokens: these texts, but for those of reasoning, where they are not the tags.
  func tags(_ tokens: [String]?) -> [String] {
    let own = reasoning.first { !$0.isAtStart }
    let thought = own.map { [$0.open, $0.close] } ?? []
    if let tokens { return (tokens + thought.compactMap(Self.tag)).uniqued() }
    var texts = thought + frameMarks + [quote]
    texts += CallPiece.marks(section.open + call.pieces + section.separator + section.close)
    if let style = call.elements { texts += [style.open, style.nameEnd, style.valueOpen] }
    if let style = call.elements, style.open.last == ">" { texts.append(style.close) }
    return texts.compactMap(Self.tag).uniqued()
  }

  /// The whole tag or bracket that a mark begins with.
  private static func tag(_ mark: String) -> String? {
    guard let first = mark.first, first == "<" || first == "[" else {
      return mark.isEmpty || mark.first?.isASCII == true ? nil : mark
    }
    guard let end = mark.firstIndex(of: first == "<" ? ">" : "]") else { return nil }
    return String(mark[...end])
  }
}

extension CallPiece {
  /// Whether the piece has the tool's name.
  var isName: Bool {
    switch self {
    case .name, .numberedName, .object: true
    default: false
    }
  }

  /// Whether the piece is nothing but white space, or a quotation mark around a name.
  var isBlank: Bool { text?.allSatisfy { $0.isWhitespace || $0 == "\"" } ?? false }
}
