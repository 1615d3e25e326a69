import TernJSON
import TernLocal

/// What a request in Anthropic's interface says.
struct MessageParameters: Sendable {
  var conversation: ConversationParameters
  var streams: Bool
  /// Whether the request marks what is to be cached: only then are tokens from a cache told apart.
  var marksCache: Bool

  /// - Parameter needsLimit: Whether the answer's length must be limited; not where tokens are counted.
  init(
    _ parameters: Parameters, _ model: any ServedModel, needsLimit: Bool
  ) throws(ServerError) {
    streams = try parameters.bool("stream") ?? false
    var sampling = try SamplingParameters(
      parameters, limits: ["max_tokens"], recommended: model.recommendedOptions)
    if needsLimit, sampling.options.maximumTokens == nil {
      throw .invalid("'max_tokens' is missing.", parameter: "max_tokens")
    }
    sampling.stop(at: try parameters.strings("stop_sequences") ?? [])
    var messages: [JSON] = []
    if let system = parameters["system"] { messages.append(["role": "system", "content": system]) }
    let list = try parameters.required("messages", try parameters.array("messages"))
    guard !list.isEmpty else { throw .invalid("'messages' is empty.", parameter: "messages") }
    for (index, message) in list.enumerated() {
      messages += try MessageBlocks(message, at: "messages.\(index)").messages()
    }
    // An answer that has begun is gone on with; one with calls is whole, and an empty one is none.
    var continuesLast = false
    if let last = messages.last, last["role"]?.string == "assistant", last["tool_calls"] == nil {
      continuesLast = last["content"]?.string != ""
      if !continuesLast, messages.count > 1 { messages.removeLast() }
    }
    marksCache = ["tools", "system", "messages"].contains { Self.marksCache(parameters[$0]) }
    conversation = try ConversationParameters(
      messages: .array(messages), source: "messages", tools: try Self.tools(parameters),
      sampling: sampling)
    conversation.continuesLast = continuesLast
    try readThinking(parameters)
  }

  /// Whether a block, or one within it, has a mark of Anthropic's for caches.
  private static func marksCache(_ json: JSON?) -> Bool {
    guard let json else { return false }
    if let list = json.array { return list.contains { marksCache($0) } }
    return json["cache_control"]?.object != nil || json["content"].map { marksCache($0) } == true
  }

  private static func tools(_ parameters: Parameters) throws(ServerError) -> ToolParameters {
    var tools = ToolParameters()
    var list: [JSON] = []
    for (index, tool) in (try parameters.array("tools") ?? []).enumerated() {
      let place = "tools.\(index)"
      guard let name = tool["name"]?.string else {
        throw .invalid("'\(place).name' is missing.", parameter: place)
      }
      // Tools that Anthropic runs have a type of their own, and no schema.
      guard let schema = tool["input_schema"] else {
        throw .invalid("'\(place).input_schema' is missing.", parameter: place)
      }
      list.append([
        "type": "function",
        "function": [
          "name": .string(name), "description": tool["description"] ?? .null, "parameters": schema,
        ],
      ])
    }
    tools.definitions = try ToolParameters.definitions(.array(list))
    guard let choice = try parameters.object("tool_choice") else { return tools }
    if try choice.bool("disable_parallel_tool_use") == true { tools.maximumCalls = 1 }
    switch try choice.string("type") {
    case "auto": tools.choice = .automatic
    case "any": tools.choice = .required
    case "none": tools.choice = .none
    case "tool": tools.choice = .named(try choice.required("name", try choice.string("name")))
    default: throw choice.wrong("type", "one of auto, any, tool and none")
    }
    try tools.check()
    return tools
  }

  private mutating func readThinking(_ parameters: Parameters) throws(ServerError) {
    guard let thinking = try parameters.object("thinking") else { return }
    switch try thinking.string("type") {
    case "disabled": conversation.reasoning = .disabled
    case "enabled", "adaptive":
      var reasoning = ReasoningOptions()
      reasoning.isEnabled = true
      reasoning.maximumTokens = try thinking.int("budget_tokens", in: 1...Int(Int32.max))
      conversation.reasoning = reasoning
    default: throw thinking.wrong("type", "one of enabled, adaptive and disabled")
    }
  }
}

/// A message of Anthropic's interface as messages of chat completions.
struct MessageBlocks {
  private let message: JSON
  private let place: String

  init(_ message: JSON, at place: String) { (self.message, self.place) = (message, place) }

  func messages() throws(ServerError) -> [JSON] {
    let role = message["role"]?.string
    guard role == "user" || role == "assistant" else {
      throw .invalid("'\(place).role' is neither user nor assistant.", parameter: place)
    }
    guard let content = message["content"], !content.isNull else {
      throw .invalid("'\(place).content' is missing.", parameter: place)
    }
    guard let blocks = content.array else {
      return [["role": .string(role ?? ""), "content": content]]
    }
    return role == "user" ? try userMessages(blocks) : [try assistantMessage(blocks)]
  }

  /// Results of tools, and then what the user says.
  private func userMessages(_ blocks: [JSON]) throws(ServerError) -> [JSON] {
    var messages: [JSON] = []
    var parts: [JSON] = []
    for (index, block) in blocks.enumerated() {
      switch block["type"]?.string {
      case "text": parts.append(block)
      case "tool_result":
        guard let id = block["tool_use_id"]?.string else {
          throw .invalid(
            "'\(place).content.\(index).tool_use_id' is missing.", parameter: place)
        }
        messages.append([
          "role": "tool", "tool_call_id": .string(id), "content": Self.result(block),
        ])
      default: throw unknown(block, index)
      }
    }
    if !parts.isEmpty || messages.isEmpty {
      messages.append(["role": "user", "content": .array(parts)])
    }
    return messages
  }

  /// What a tool gave; a failure says that it is one.
  private static func result(_ block: JSON) -> JSON {
    let content = block["content"] ?? ""
    guard block["is_error"]?.bool == true else { return content }
    return .array([["type": "text", "text": "Error:"]] + (content.array ?? [content]))
  }

  private func assistantMessage(_ blocks: [JSON]) throws(ServerError) -> JSON {
    var message: JSONObject = ["role": "assistant", "content": .null]
    var parts: [JSON] = []
    var calls: [JSON] = []
    var thoughts = ""
    for (index, block) in blocks.enumerated() {
      switch block["type"]?.string {
      case "text": parts.append(block)
      case "thinking": thoughts += block["thinking"]?.string ?? ""
      case "redacted_thinking": break
      case "tool_use":
        calls.append([
          "id": block["id"] ?? .null, "type": "function",
          "function": [
            "name": block["name"] ?? .null, "arguments": block["input"] ?? [:],
          ],
        ])
      default: throw unknown(block, index)
      }
    }
    if !parts.isEmpty { message["content"] = .array(parts) }
    if !calls.isEmpty { message["tool_calls"] = .array(calls) }
    if !thoughts.isEmpty { message["reasoning_content"] = .string(thoughts) }
    return .object(message)
  }

  private func unknown(_ block: JSON, _ index: Int) -> ServerError {
    .invalid(
      "Blocks of the type '\(block["type"]?.string?.prefix(100) ?? "")' are not read here.",
      parameter: "\(place).content.\(index)")
  }
}
