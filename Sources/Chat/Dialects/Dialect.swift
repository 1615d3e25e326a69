/// How a family of models writes its answers: reasoning, text, and calls of tools.
///
/// A dialect is one value. What a call is made of is stated once, as pieces in order (``call``, and
/// ``section`` around all calls of an answer). The pieces are
/// - *printed* into the rule that a model's answer is held to (``DialectPrinter``), and
/// - *read* by one driver (``ToolCallParser``), which looks for what ``DialectReading`` derives from
///   the same pieces.
///
/// What a reader takes beside that, because models deviate from their own formats, is apart from it,
/// in ``tolerance``; it is never printed.
///
/// A new dialect is one file with the value, and its place in ``all``. Users write theirs as JSON
/// (``init(_:)``).
package struct Dialect: Sendable {
  /// The name by which a user chooses it.
  package let name: String
  /// By what a model of the family is known.
  let detection: Detection
  /// What encloses reasoning: as the family writes it, and in what other ways it is read.
  let reasoning: [ReasoningMarks]
  /// One call.
  let call: CallSyntax
  /// What stands around the calls of an answer.
  let section: Section
  /// What stands around answers.
  let frame: Frame
  /// What is read beside what is written.
  let tolerance: Tolerance
  /// Texts that vocabularies of the family have one token for.
  ///
  /// ``VocabularyTables`` are given them so that these tokens can be constrained.
  package private(set) var specialTexts: [String] = []
  /// A call of the tool `f` with the text `v` for `k` and the number 1 for `n`, as the family writes it.
  package let sample: String
  /// What a reader looks for.
  private(set) var reading = DialectReading()

  /// - Parameter tokens: ``specialTexts``, where they are not the tags and marks of the pieces.
  init(
    name: String, detection: Detection = Detection(), reasoning: [ReasoningMarks] = [.think],
    call: CallSyntax, section: Section = Section(), frame: Frame = .none,
    tolerance: Tolerance = Tolerance(), tokens: [String]? = nil, sample: String
  ) {
    (self.name, self.detection, self.reasoning) = (name, detection, reasoning)
    (self.call, self.section, self.frame) = (call, section, frame)
    (self.tolerance, self.sample) = (tolerance, sample)
    reading = DialectReading(self)
    specialTexts = tags(tokens)
  }
}

extension Dialect {
  /// All dialects; a template or vocabulary that more than one fits is of the first.
  package static let all: [Dialect] = [
    functionaryV32, gemma3ToolCode, llamaPythonic, llama3JSON, llama3JSONPythonTag,
    llama4PythonStart, xLAM, harmony, deepSeekV41DSML, deepSeekV4DSML, deepSeekV32DSML, deepSeekV3,
    deepSeekV31, kimiK2, miniMaxM3, miniMaxM2, gigaChat35, gigaChat31, gigaChat3, apertus, kimiK3,
    glm45, hy3, solarOpen,
    mistralV11CallID, mistralV11Args, mistralV3JSON, functionGemma, gemma4, commandR7B,
    nemotronToolCall, internLM2, miniCPM3, lfm2, miniCPM5XML, qwen3CoderXML, functionaryV31,
    phi4MiniFunctools, firefunctionV2, granite3, phi4MiniToolCall, jamba, smolLM2, hermesJSON,
  ]

  /// The dialect that a user names: its name, in capitals or with hyphens too.
  package init?(named name: String) {
    let name = name.lowercased().replacing("-", with: "_")
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// What encloses reasoning.
  struct ReasoningMarks: Sendable {
    var open: String
    /// What follows `open` where it is written.
    var lead = ""
    var close: String
    /// Whether it is one only where an answer begins.
    var isAtStart = false
    /// Whether an answer without reasoning begins with `close`.
    var mayBeLeftOut = false

    static let think = ReasoningMarks(open: "<think>", close: "</think>")
    /// What Mistral's models reason in.
    static let brackets = ReasoningMarks(open: "[THINK]", close: "[/THINK]")
  }

  /// What stands around the calls of an answer.
  struct Section: Sendable {
    /// Before the first call, between calls, and behind the last one.
    var open: [CallPiece] = []
    var separator: [CallPiece] = []
    var close: [CallPiece] = []
    /// Whether there may be several calls.
    var isParallel = true
    /// Whether text may follow the calls.
    var hasTextAfter = false

    /// Whether nothing but the end of a fence ends the calls.
    var closesWithFence: Bool {
      close.contains { $0.text?.hasSuffix("```") == true } && CallPiece.marks(close).isEmpty
    }

    /// An array of calls between two marks.
    static func array(_ open: [CallPiece] = [], _ close: [CallPiece] = []) -> Section {
      Section(open: open + ["["], separator: [", "], close: ["]"] + close)
    }
  }

  /// What stands around answers.
  enum Frame: Sendable {
    case none
    /// Text to the user may stand between two marks, and calls within them or behind.
    case wrapper(Wrapper)
    /// Each part of an answer is addressed, to the user or to a tool, on a line of its own.
    case addressed(Addressed)
    /// An answer is messages, each with a header that has its channel and recipient.
    case channels(Channels)
  }

  /// What text to the user stands in.
  struct Wrapper: Sendable {
    var open: String
    var close: String
    var holdsCalls = false
    /// Whether it stands before calls too, empty where there is no text; the prompt may have opened it.
    var precedesCalls = false
    /// What follows text and calls where an answer ends.
    var end = ""
  }

  /// How parts are addressed.
  struct Addressed: Sendable {
    /// What begins an address; the prompt may have the first one.
    var mark = ">>>"
    /// The user's address.
    var user = "all"
  }

  /// How messages are written.
  struct Channels: Sendable {
    /// What begins a message, its channel, and its text.
    var start = "<|start|>"
    var channel = "<|channel|>"
    var text = "<|message|>"
    /// What ends a message, a call, and an answer.
    var end = "<|end|>"
    var callEnd = "<|call|>"
    var answerEnd = "<|return|>"
    /// Who writes.
    var role = "assistant"
    /// The channels of reasoning, of text before calls, and of answers.
    var reasoning = "analysis"
    var preamble = "commentary"
    var answer = "final"
    /// What stands before a recipient, and before one that is a tool.
    var recipient = "to="
    var tools = "functions."
  }
}

extension Dialect: Hashable, CustomStringConvertible {
  package static func == (a: Dialect, b: Dialect) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  package var description: String { name }
}
