import TernJSON
import TernTemplate

/// What a chat template does with the parts of a conversation, found out by trying.
///
/// Templates drop what they do not know, or refuse it, and want messages in different forms
/// (``MessageStyle``): a conversation with words that occur nowhere else shows which.
package struct TemplateFeatures: Sendable, Equatable {
  /// Whether a user's and an assistant's turns are written: otherwise a template is of no use.
  package var hasTurns = false
  /// Whether a system turn is written.
  package var hasSystemTurns = false
  package var hasDeveloperTurns = false
  /// Whether the tools of a request are written.
  package var hasTools = false
  /// Whether an assistant's calls, and their results, are written.
  package var hasToolCalls = false
  package var hasToolResults = false
  /// Whether an assistant may call several tools in one turn.
  package var hasParallelCalls = false
  /// Whether what an assistant thought before it called a tool is written.
  package var hasReasoning = false
  /// How calls that are JSON objects are spelled.
  package var spelling = CallSpelling()
  /// The form of messages that the template takes.
  package var style = MessageStyle()
  /// How the template is told whether to reason.
  package var reasoning = ReasoningControl()
  /// Variables of requests that the template reads, such as `enable_thinking`.
  package var variables: [String] = []

  /// Variables that every template is given.
  private static let given: Set<String> = [
    "messages", "tools", "documents", "add_generation_prompt", "bos_token", "eos_token",
    "unk_token", "pad_token",
  ]

  /// Some twenty renderings of short conversations.
  init(_ probe: TemplateProbe, source: String, _ template: Template) {
    let set = Self.namesThatAreSet(source)
    variables = template.freeVariables.subtracting(Self.given).subtracting(set).sorted()
    if !probe.shows([.user], ["qUser"], style), !probe.shows([.system, .user], ["qUser"], style) {
      style.hasContentParts = true
      style.hasContentParts = probe.shows([.user], ["qUser"], style)
    }
    hasTurns =
      probe.shows([.user, .answer, .user], ["qUser", "qAnswer"], style)
      || probe.shows([.system, .user, .answer, .user], ["qUser", "qAnswer"], style)
    hasSystemTurns = probe.shows([.system, .user], ["qSystem", "qUser"], style)
    // Many templates take any role that they do not know for the user's.
    hasDeveloperTurns =
      template.mentions("developer")
      && probe.shows([.developer, .user], ["qDeveloper", "qUser"], style)
    hasTools = probe.shows([.user], ["qUser", "qTool"], style, withTools: true)
    findToolCalls(probe)
    hasReasoning = probe.shows(
      [.user, .thoughtfulCall, .result], ["qThought"], style, withTools: true)
    if !hasReasoning { hasReasoning = probe.shows([.user, .thoughtful], ["qThought"], style) }
    reasoning = ReasoningControl(probe, source: source, style)
  }

  /// Names that the template gives values to somewhere, though it may read them before that.
  private static func namesThatAreSet(_ source: String) -> Set<String> {
    let words = source.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    var names: Set<String> = []
    for (place, word) in words.enumerated() where word == "set" || word == "for" {
      names.formUnion(words[(place + 1)...].prefix(word == "set" ? 1 : 2).map(String.init))
    }
    return names
  }

  /// Tries the forms of messages that call tools.
  private mutating func findToolCalls(_ probe: TemplateProbe) {
    for hasText in [false, true] {
      for silence in MessageStyle.Silence.allCases {
        var candidate = style
        candidate.hasTextArguments = hasText
        candidate.silence = silence
        guard probe.writesCalls([.user, .call], candidate) else { continue }
        let hasResults = probe.shows(
          [.user, .call, .result], ["qResult"], candidate, withTools: true)
        if hasToolCalls, !hasResults || hasToolResults { continue }
        (style, hasToolCalls, hasToolResults) = (candidate, true, hasResults)
      }
    }
    if hasToolCalls { spelling = probe.spelling(style) }
    hasParallelCalls =
      hasToolCalls
      && probe.shows([.user, .twoCalls], ["qArgument", "qOther"], style, withTools: true)
  }
}

/// Renders short conversations whose words show what a template did with them.
struct TemplateProbe {
  let render: (ChatRequest, MessageStyle) -> String?

  enum Turn {
    case system, developer, user, answer, call, twoCalls, result, thoughtful, thoughtfulCall
  }

  /// Whether the template takes these turns and writes all of `words`.
  func shows(
    _ turns: [Turn], _ words: [String], _ style: MessageStyle, withTools: Bool = false
  ) -> Bool {
    guard let text = text(turns, style, withTools: withTools) else { return false }
    return words.allSatisfy { text.contains($0) }
  }

  /// Whether a call is written as the model would write it: arguments as JSON is, or otherwise, but
  /// neither quoted a second time nor as Python prints dictionaries; and silence as nothing.
  func writesCalls(_ turns: [Turn], _ style: MessageStyle) -> Bool {
    guard let text = text(turns, style, withTools: true),
      text.contains("qTool"), text.contains("qArgument")
    else { return false }
    let wrong = [#"\"qKey"#, "'qKey'", #"\"qArgument"#]
    return !wrong.contains { text.contains($0) } && !hasStrayNone(text, style)
  }

  private func hasStrayNone(_ text: String, _ style: MessageStyle) -> Bool {
    style.silence != .empty && (text.contains("None") || text.contains("null"))
  }

  /// How a call is spelled.
  func spelling(_ style: MessageStyle) -> CallSpelling {
    guard let text = text([.user, .call], style, withTools: true) else { return CallSpelling() }
    return CallSpelling(of: text, key: "qKey", value: "qArgument")
  }

  /// What the template writes of these turns; `nil` where it refuses them.
  func text(
    _ turns: [Turn], _ style: MessageStyle, withTools: Bool, variables: JSONObject = [:]
  ) -> String? {
    var request = ChatRequest(
      turns.map(Self.message), tools: withTools ? [Self.tool] : [],
      now: TemplateClock(year: 2025, month: 1, day: 1))
    request.addsGenerationPrompt = true
    request.variables = variables
    return render(request, style)
  }

  /// What the template writes of calls: without what it writes around a text in their place.
  func written(_ calls: [ToolCall], _ style: MessageStyle) -> String? {
    var tool = Self.tool
    tool.name = calls.first?.name ?? ""
    func text(_ answer: ChatMessage) -> String? {
      var request = ChatRequest(
        [Self.message(.user), answer], tools: [tool],
        now: TemplateClock(year: 2025, month: 1, day: 1))
      request.addsGenerationPrompt = false
      return render(request, style)
    }
    guard let plain = text(ChatMessage(.assistant, "~")),
      let called = text(ChatMessage(.assistant, [], toolCalls: calls))
    else { return nil }
    let start = zip(plain, called).prefix { $0 == $1 }.count
    let rest = called.dropFirst(start)
    let end = zip(plain.dropFirst(start).reversed(), rest.reversed()).prefix { $0 == $1 }.count
    return String(rest.dropLast(end)).trimmingCharacters { $0.isWhitespace }
  }

  private static let tool = ToolDefinition(
    name: "qTool", description: "qDescription",
    parameters: [
      "type": "object",
      "properties": ["qKey": ["type": "string", "description": "qWhat"]],
      "required": ["qKey"],
    ])

  private static func call(_ argument: String, _ id: String) -> ToolCall {
    ToolCall(id: id, name: "qTool", arguments: ["qKey": .string(argument)])
  }

  private static func message(_ turn: Turn) -> ChatMessage {
    switch turn {
    case .system: ChatMessage(.system, "qSystem")
    case .developer: ChatMessage(.developer, "qDeveloper")
    case .user: ChatMessage(.user, "qUser")
    case .answer: ChatMessage(.assistant, "qAnswer")
    case .call: ChatMessage(.assistant, [], toolCalls: [call("qArgument", "abc123456")])
    case .twoCalls:
      ChatMessage(
        .assistant, [], toolCalls: [call("qArgument", "abc123456"), call("qOther", "abc123457")])
    case .result: .result([.text("qResult")], of: call("qArgument", "abc123456"))
    case .thoughtful: ChatMessage(.assistant, [.text("qAnswer")], reasoning: "qThought")
    case .thoughtfulCall:
      ChatMessage(
        .assistant, [], reasoning: "qThought", toolCalls: [call("qArgument", "abc123456")])
    }
  }
}
