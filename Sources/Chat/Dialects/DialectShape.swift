/// How the answers of a dialect are built, as data for the parser.
struct DialectShape: Sendable {
  /// What is read behind a marker by which calls begin.
  enum Form: Sendable {
    /// Objects, arrays of them and Python calls, as ``items`` says, up to a closing marker.
    case values
    /// A name, `[CALL_ID]` and an identifier, `[ARGS]` and an object; or values.
    case mistral
    /// A type, a separator, a name and an object, or only a name before the separator.
    case deepSeek
    /// `functions.name:0`, a marker, and an object.
    case kimi
    /// The name up to `>`, then elements or an object.
    case element
    /// The name up to the line's end, then pairs of elements.
    case glm
    /// A recipient on its line, then an object, code or text.
    case line
    /// The header of a message.
    case harmony
    /// An object, a call of a built-in tool, or code.
    case pythonTag
  }

  /// Where calls are found that no marker announces.
  enum Scope: Sendable {
    case nowhere
    /// Where an answer begins, if the tool is known.
    case atStart
    /// Where an answer begins, because the family writes calls so; anywhere for a lenient reader.
    case native
  }

  /// How elements write an argument.
  struct Elements: Sendable {
    /// What begins an argument; its name follows.
    var open: String
    /// What ends the name.
    var nameEnd = ">"
    /// What stands between name and value, or nothing.
    var valueOpen = ""
    var close: String
    /// What ends the call.
    var end: [String]
    /// Whether a line break at either end of a value belongs to the markup.
    var trimsLines = false
    /// Whether a value has the five entities of XML.
    var hasEntities = false
  }

  /// Kinds of items in ``Form/values``.
  struct Items: OptionSet, Sendable {
    let rawValue: Int
    static let objects = Items(rawValue: 1)
    static let python = Items(rawValue: 2)
    /// Names behind `call:`.
    static let colon = Items(rawValue: 4)
  }

  /// What encloses reasoning.
  struct Reasoning: Sendable {
    var open: String
    var close: String
    /// Whether it is one only where an answer begins.
    var isAtStart = false

    static let think = Reasoning(open: "<think>", close: "</think>")
  }

  var reasoning: [Reasoning] = [.think]
  /// Markers by which calls begin.
  var openers: [(marker: String, form: Form)] = []
  /// Markers by which they end.
  var closers: [String] = []
  /// Markers that mean nothing to a reader of the answer.
  var ignored: [String] = []
  var items: Items = .objects
  /// Where bare objects may be calls.
  var objects = Scope.atStart
  /// Where bare lists of Python calls may be.
  var lists = Scope.nowhere
  /// What follows the name of a known tool in a call without its opening marker.
  var nameSuffixes: [(text: String, form: Form)] = []
  /// The marker around strings.
  var quote = ""
  var elements: Elements?
  /// The tool that raw code is for, and its argument.
  var codeTool = "python"
  /// Whether a fence ends a section.
  var fenceCloses = false
  /// Whether markers of calls count within reasoning; otherwise they do where it is never closed.
  var reasoningEndsAtCalls = false

  /// Ends of turns, which decoders may leave in.
  static let turnEnds = [
    "<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|endoftext|>", "<|end_of_text|>",
    "<｜end▁of▁sentence｜>", "<end_of_turn>",
  ]
}

extension DialectShape {
  /// The markers, and each with the bars of ASCII.
  static func barred(_ markers: String...) -> [String] {
    markers + markers.map { $0.replacing("｜", with: "|") }
  }

  /// The words before an array or an object, as markers that have its bracket.
  static func words(_ words: String...) -> [(marker: String, form: Form)] {
    words.flatMap { word in
      ["[", "{"].flatMap { [word + $0, word + " " + $0, word + "\n" + $0] }
    }.map { ($0, .values) }
  }

  /// The marker with the bars and spaces that models put in place of DeepSeek's.
  static func lookalikes(_ marker: String) -> [String] {
    ["｜", "|"].flatMap { bar in
      ["▁", "_", " ", "\\_"].map { space in
        marker.map { $0 == "｜" ? bar : $0 == "▁" ? space : String($0) }.joined()
      }
    }
  }
}

extension DialectShape.Reasoning {
  /// What Mistral's models reason in.
  static let brackets = Self(open: "[THINK]", close: "[/THINK]")
}

extension DialectShape.Elements {
  /// What Qwen3-Coder writes, each tag on a line of its own.
  static let parameters = Self(
    open: "<parameter=", close: "</parameter>", end: ["</function>"], trimsLines: true)
}
