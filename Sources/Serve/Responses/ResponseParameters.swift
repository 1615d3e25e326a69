import TernJSON
import TernLocal

/// What a request for a response says.
struct ResponseParameters: Sendable {
  var conversation: ConversationParameters
  /// The conversation without instructions, which the next request does not inherit.
  var messages: [JSON]
  var streams: Bool
  /// Whether other requests may go on with the response.
  var isStored: Bool
  /// What the response repeats of the request.
  var repeated: JSONObject

  init(
    _ parameters: Parameters, _ model: any ServedModel, _ store: ResponseStore
  ) throws(ServerError) {
    streams = try parameters.bool("stream") ?? false
    isStored = try parameters.bool("store") ?? true
    for name in ["conversation", "prompt"] where parameters[name] != nil {
      throw .invalid("'\(name)' is not kept here: send it in 'input'.", parameter: name)
    }
    if try parameters.bool("background") == true {
      throw .invalid("Responses are not made in the background here.", parameter: "background")
    }
    var sampling = try SamplingParameters(
      parameters, limits: ["max_output_tokens"], recommended: model.recommendedOptions)
    if let text = try parameters.object("text"), let format = try text.object("format") {
      sampling.hold(to: try AnswerForm.constraint(format: format, schema: format))
    }
    messages = try Self.earlier(parameters, store)
    messages += try ResponseItems(parameters).messages()
    var whole = messages
    if let instructions = try parameters.string("instructions") {
      whole.insert(["role": "system", "content": .string(instructions)], at: 0)
    }
    conversation = try ConversationParameters(
      messages: .array(whole), source: "input", tools: try Self.tools(parameters),
      sampling: sampling)
    if let effort = try parameters.object("reasoning")?.string("effort") {
      conversation.setEffort(effort)
    }
    repeated = Self.repeated(parameters, isStored: isStored)
  }

  private static func earlier(
    _ parameters: Parameters, _ store: ResponseStore
  ) throws(ServerError) -> [JSON] {
    guard let id = try parameters.string("previous_response_id") else { return [] }
    guard let messages = store.response(id)?.messages else {
      throw .invalid(
        "The response '\(id.prefix(100))' is not kept: send the conversation in 'input'.",
        parameter: "previous_response_id", code: "previous_response_not_found")
    }
    return messages
  }

  private static func tools(_ parameters: Parameters) throws(ServerError) -> ToolParameters {
    for (index, tool) in (try parameters.array("tools") ?? []).enumerated() {
      let type = tool["type"]?.string ?? ""
      guard type == "function" else {
        throw .invalid(
          "Tools of the type '\(type.prefix(100))' are not run here, only functions are called.",
          parameter: "tools.\(index)")
      }
    }
    return try ToolParameters(chat: parameters)
  }

  private static func repeated(_ parameters: Parameters, isStored: Bool) -> JSONObject {
    var members: JSONObject = [:]
    for (name, value) in [
      ("instructions", JSON.null), ("max_output_tokens", .null), ("metadata", [:]),
      ("parallel_tool_calls", true), ("previous_response_id", .null),
      ("reasoning", ["effort": .null, "summary": .null]), ("temperature", 1),
      ("text", ["format": ["type": "text"]]), ("tool_choice", "auto"), ("tools", []),
      ("top_p", 1), ("truncation", "disabled"), ("user", .null),
    ] as [(String, JSON)] {
      members[name] = parameters[name] ?? value
    }
    members["store"] = .bool(isStored)
    return members
  }
}

/// The items of `input` as messages of chat completions.
struct ResponseItems {
  private let parameters: Parameters
  private var list: [JSONObject] = []
  /// Thoughts that belong to the next message of the assistant.
  private var thought = ""

  init(_ parameters: Parameters) { self.parameters = parameters }

  func messages() throws(ServerError) -> [JSON] {
    let input = try parameters.required("input", parameters["input"])
    if let text = input.string { return [["role": "user", "content": .string(text)]] }
    guard let items = input.array else {
      throw parameters.wrong("input", "a string or an array of items")
    }
    var reader = self
    for (index, item) in items.enumerated() { try reader.read(item, at: "input.\(index)") }
    return reader.list.map { .object($0) }
  }

  private mutating func read(_ item: JSON, at place: String) throws(ServerError) {
    switch item["type"]?.string {
    case nil, "message":
      guard let role = item["role"]?.string else {
        throw .invalid("'\(place).role' is missing.", parameter: place)
      }
      var message: JSONObject = ["role": .string(role), "content": item["content"] ?? .null]
      if role == "assistant" { addThought(to: &message) }
      list.append(message)
    case "function_call": addCall(item)
    case "function_call_output":
      list.append([
        "role": "tool", "tool_call_id": item["call_id"] ?? .null,
        "content": item["output"] ?? "",
      ])
    case "reasoning":
      let parts = (item["content"]?.array ?? []) + (item["summary"]?.array ?? [])
      thought += parts.compactMap { $0["text"]?.string }.joined(separator: "\n")
    case .some(let type):
      throw .invalid(
        "Items of the type '\(type.prefix(100))' are not read here.", parameter: place)
    }
  }

  /// Calls that follow each other belong together.
  private mutating func addCall(_ item: JSON) {
    let call: JSON = [
      "id": item["call_id"] ?? .null, "type": "function",
      "function": ["name": item["name"] ?? .null, "arguments": item["arguments"] ?? .null],
    ]
    if let last = list.indices.last, list[last]["role"]?.string == "assistant" {
      list[last]["tool_calls"] = .array((list[last]["tool_calls"]?.array ?? []) + [call])
    } else {
      var message: JSONObject = ["role": "assistant", "content": .null, "tool_calls": [call]]
      addThought(to: &message)
      list.append(message)
    }
  }

  private mutating func addThought(to message: inout JSONObject) {
    if !thought.isEmpty { message["reasoning_content"] = .string(thought) }
    thought = ""
  }
}
