/// A call as pieces in order.
struct CallSyntax: Sendable, ExpressibleByArrayLiteral {
  var pieces: [CallPiece]

  init(_ pieces: [CallPiece]) { self.pieces = pieces }
  init(arrayLiteral pieces: CallPiece...) { self.pieces = pieces }
}

/// A piece of a call, or of what stands around calls.
enum CallPiece: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A text that says nothing to a reader.
  case text(String)
  /// A text by which a reader knows where it is; a tag without its end, like `<function=`, ends with
  /// the name that follows.
  case mark(String)
  /// A word that is a mark only right before an array or an object.
  case word(String)
  /// The name of the tool.
  case name
  /// The name behind a prefix, a colon and a number; all of it is the call's identifier.
  case numberedName(prefix: String)
  /// An identifier, whole matches of a pattern.
  case identifier(String)
  /// A JSON object with the name and the arguments.
  case object([ObjectMember])
  case arguments(ArgumentStyle)
  /// These pieces or nothing.
  case optional([CallPiece])

  init(stringLiteral text: String) { self = .text(text) }

  /// An object with a name and arguments.
  static func object(name: String = "name", arguments: String = "arguments") -> CallPiece {
    .object([.name(name), .arguments(arguments)])
  }
}

/// A member of a call that is an object.
enum ObjectMember: Sendable, Equatable {
  case name(String)
  case arguments(String)
  case identifier(String, pattern: String, isOptional: Bool)
  /// The tool's name is the key, its arguments are the value.
  case nameAndArguments
}

/// How arguments are written.
enum ArgumentStyle: Sendable, Equatable {
  /// A JSON object.
  case jsonObject
  /// Keywords of a call in Python: `a=1, b="x"`.
  case pythonCall
  /// An element for each argument.
  case elements(ElementSyntax)
  /// Members of an object with bare keys, and strings between marks: `a:1,b:<quote>x<quote>`.
  case braces(quote: String)
}

/// How an argument is written as an element.
struct ElementSyntax: Sendable, Equatable {
  /// What begins an argument; its name follows.
  var open: String
  var quotesName = false
  /// What ends the name.
  var nameEnd = ">"
  /// An attribute behind the name that says whether the value is a string: `true`, or else JSON.
  var stringAttribute: String?
  /// An attribute behind the name that says which type of JSON the value has.
  var typeAttribute: String?
  /// What stands between name and value.
  var gap = ""
  var valueOpen = ""
  /// White space around values that is no part of them: a line break, or nothing.
  var padding = ""
  var close: String
  /// What follows an argument.
  var after = "\n"
  /// Whether values have the entities of XML and sections of character data.
  var isXML = false
  /// Whether tags are names, also where they end, and arrays and objects have elements of their own.
  var isTree = false
  /// What stands around an object that takes the place of all elements; nothing where none does.
  var objectOpen = ""
  var objectClose = ""
}

extension ElementSyntax {
  /// Whether an attribute tells strings from other values.
  var isTyped: Bool { stringAttribute != nil || typeAttribute != nil }

  /// Elements of which each tag stands on a line of its own: `<parameter=k>`.
  static let parameters = ElementSyntax(open: "<parameter=", padding: "\n", close: "</parameter>")
}

extension CallSyntax {
  /// Elements in an element that has the name of the tool.
  static let functionElements: CallSyntax = [
    .mark("<function="), .name, ">\n", .arguments(.elements(.parameters)), .mark("</function>"),
  ]

  /// A call in Python.
  static let pythonCall: CallSyntax = [.name, "(", .arguments(.pythonCall), ")"]

  /// How the arguments are written.
  var style: ArgumentStyle {
    for piece in pieces { if case .arguments(let style) = piece { return style } }
    return .jsonObject
  }

  /// The members of the object that the call is; `nil` where it is none.
  var members: [ObjectMember]? {
    for piece in pieces { if case .object(let members) = piece { return members } }
    return nil
  }

  /// The marks before the name, or before the part that has it.
  var opening: [String] {
    var marks: [String] = []
    for piece in pieces {
      if let mark = piece.mark { marks.append(mark) } else if !piece.isBlank { break }
    }
    return marks
  }

  /// The marks behind the arguments, and those between them and the opening ones.
  var closing: [String] { CallPiece.marks(pieces.drop { !$0.hasArguments }) }
  var inner: [String] {
    Array(CallPiece.marks(pieces.prefix { !$0.hasArguments }).dropFirst(opening.count))
  }

  /// Whether a name stands before the arguments, in no object and in no way of its own.
  var hasHeader: Bool {
    switch style {
    case .jsonObject, .elements: members == nil
    case .pythonCall, .braces: false
    }
  }

  /// The text right before the name.
  var prefixOfName: String {
    pieces.firstIndex(where: \.isName).flatMap { $0 > 0 ? pieces[$0 - 1].text : nil } ?? ""
  }

  var elements: ElementSyntax? { if case .elements(let style) = style { style } else { nil } }
  var isPython: Bool { if case .pythonCall = style { true } else { false } }
}

extension CallPiece {
  var mark: String? { if case .mark(let text) = self { text } else { nil } }
  var word: String? { if case .word(let text) = self { text } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var hasObject: Bool { if case .object = self { true } else { false } }

  /// Whether the arguments are in the piece.
  var hasArguments: Bool {
    switch self {
    case .arguments, .object: true
    default: false
    }
  }

  /// The marks in some pieces.
  static func marks(_ pieces: some Sequence<CallPiece>) -> [String] {
    pieces.flatMap { piece -> [String] in
      switch piece {
      case .mark(let text): return [text]
      case .optional(let pieces): return marks(pieces)
      default: return []
      }
    }
  }
}
