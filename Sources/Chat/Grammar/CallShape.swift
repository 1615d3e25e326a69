import TernGrammar

/// A part of the text around names and arguments.
enum CallPiece: ExpressibleByStringLiteral {
  /// This text, in which special tokens may stand.
  case fixed(String)
  /// What a pattern matches as a whole.
  case pattern(String)
  /// This or nothing.
  case maybe([CallPiece])

  init(stringLiteral text: String) { self = .fixed(text) }
}

/// How the arguments of a call are written.
enum ArgumentStyle {
  /// A JSON object.
  case json
  /// `a=1, b="x"`.
  case python
  /// An element for each argument.
  case elements(ElementStyle)
  /// `a:1,b:<quote>x<quote>`.
  case braces(quote: String)
}

/// How an argument is written as an element.
struct ElementStyle {
  /// Around the argument's name, before its value.
  var before: String
  var afterName: String
  /// Before the value: where values are strings and where they are not.
  var beforeText = ""
  var beforeJSON = ""
  /// Where strings with markup are put into a section of their own.
  var hasSections = false
  var after: String
}

/// How a dialect puts an answer with calls together.
struct CallShape {
  /// Texts that vocabularies may have tokens for.
  var specials: [String] = []
  /// Texts at which the thinking of a message ends, where answers are made of messages.
  var messageEnds: [String] = []
  /// Patterns of what is no text to a reader of the dialect.
  var markup: [String] = []
  /// Before the first call, between calls, behind the last one.
  var opening: [CallPiece] = []
  var separator: [CallPiece] = []
  var closing: [CallPiece] = []
  /// A call: `before`, the name, `between`, arguments, `after`.
  var before: [CallPiece] = []
  var between: [CallPiece] = []
  var arguments = ArgumentStyle.json
  var after: [CallPiece] = []
  /// Texts at which a reader may take an argument that is an element for ended.
  var valueEnds: [String] = []
  /// Whether the name stands in a JSON string.
  var quotesName = false
  /// Whether there may be several calls.
  var isParallel = true
  /// Whether calls come without any text before them.
  var isBare = false
  /// Whether text may follow the calls.
  var hasTextAfter = false
  /// What begins reasoning, and what ends it.
  var thought: Thought?
  /// What answers to the user may stand in.
  var answer: Thought?
  /// Whether calls stand in the opened answer.
  var answerHoldsCalls = false

  struct Thought {
    var open: String
    /// What follows `open` always.
    var lead = ""
    var close: String

    static let think = Thought(open: "<think>", close: "</think>")
  }
}

extension CallShape {
  /// A rule for a piece of fixed text, cut at special tokens.
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
    specials.compactMap { special in text.firstRange(of: special).map { ($0, special) } }
      .min { a, b in
        (a.0.lowerBound, b.1.utf8.count) < (b.0.lowerBound, a.1.utf8.count)
      }
  }

  func rule(_ pieces: [CallPiece]) -> GrammarRule {
    .sequence(
      pieces.map { piece in
        switch piece {
        case .fixed(let text): rule(text)
        case .pattern(let pattern): .pattern("^(?:\(pattern))$", .ecma)
        case .maybe(let pieces): .repeated(rule(pieces), minimum: 0, maximum: 1)
        }
      })
  }

  /// Free text: nothing in it is read as a call, reasoning or a frame of the dialect.
  func freeText(without more: [String] = []) -> GrammarRule { .unmatched(markup + more) }
}
