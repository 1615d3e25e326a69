import Foundation
import TernJSON
import TernSession

/// Makes chat completion requests of what sessions ask.
struct RequestWriter {
  private let configuration: RemoteLanguageModel.Executor.Configuration

  init(_ configuration: RemoteLanguageModel.Executor.Configuration) {
    self.configuration = configuration
  }

  func message(for request: LanguageModelExecutorGenerationRequest) throws -> HTTPMessage {
    var headers = HTTPMessage.standardHeaders
    headers["accept"] = "text/event-stream"
    if let key = configuration.key { headers["authorization"] = "Bearer \(key)" }
    if configuration.options.namesConversation, let first = request.transcript.first?.id {
      headers["x-session-id"] = first
    }
    for (name, value) in configuration.options.headers { headers[name.lowercased()] = value }
    return HTTPMessage(
      url: configuration.url.appendingPathComponent("chat/completions"), headers: headers,
      body: Data(JSON.object(try body(for: request)).bytes()))
  }

  private func body(
    for request: LanguageModelExecutorGenerationRequest
  ) throws -> JSONObject {
    var body: JSONObject = [
      "model": .string(configuration.model), "stream": true,
      "stream_options": ["include_usage": true],
      "messages": .array(try messages(of: request)),
    ]
    addTools(of: request, to: &body)
    if let schema = request.schema {
      body["response_format"] = [
        "type": "json_schema",
        "json_schema": [
          "name": .string(Self.schemaName(schema.name)), "schema": Self.plain(schema.json),
          "strict": .bool(StrictSchema.holds(schema.json)),
        ],
      ]
    }
    addOptions(request.generationOptions, to: &body)
    if let level = request.contextOptions.reasoningLevel {
      body["reasoning_effort"] = .string(level.effort)
    }
    return body
  }

  /// The conversation, images as bytes, and the last prompt with its schema in words.
  private func messages(of request: LanguageModelExecutorGenerationRequest) throws -> [JSON] {
    let entries = try request.transcript.map { entry in
      guard case .prompt(var prompt) = entry else { return entry }
      prompt.segments = try prompt.segments.map { try Self.embedded($0, in: entry) }
      // Every prompt, so that a conversation that goes on begins as before.
      if case .schema(let schema)? = prompt.responseFormat?.kind,
        prompt.contextOptions.includeSchemaInPrompt != false
      {
        prompt.segments.append(.text(.init(content: SchemaListing(schema.json).request)))
      }
      return .prompt(prompt)
    }
    return (Transcript(entries: entries).messageList.array ?? []).map(Self.joined)
  }

  /// Parts that are texts become one text, which every server takes.
  private static func joined(_ message: JSON) -> JSON {
    guard var members = message.object, let parts = members["content"]?.array else {
      return message
    }
    let texts = parts.compactMap { $0["text"]?.string }
    guard texts.count == parts.count else { return message }
    members["content"] = .string(texts.joined(separator: "\n\n"))
    return .object(members)
  }

  /// An image in a file as its bytes: the server has no such file.
  private static func embedded(
    _ segment: Transcript.Segment, in entry: Transcript.Entry
  ) throws -> Transcript.Segment {
    guard case .attachment(let attachment) = segment else { return segment }
    guard case .image(let image) = attachment.content else { throw unsupported(entry) }
    guard image.url?.isFileURL ?? true else { return segment }
    let data = image.data
    guard !data.isEmpty else { throw unsupported(entry) }
    return Transcript.Segment(
      attachment: .init(
        id: attachment.id, content: .image(.init(data: data, orientation: image.orientation)),
        label: attachment.label))
  }

  private static func unsupported(_ entry: Transcript.Entry) -> LanguageModelError {
    .unsupportedTranscriptContent(
      .init(
        unsupportedContent: [entry],
        debugDescription: "An attachment is no image, or its file cannot be read."))
  }

  /// All tools that the conversation tells of: those that may not be called now stay, so that the
  /// conversation begins as before.
  private func addTools(
    of request: LanguageModelExecutorGenerationRequest, to body: inout JSONObject
  ) {
    var tools = request.enabledToolDefinitions
    for case .instructions(let instructions) in request.transcript {
      tools += instructions.toolDefinitions.filter { tool in
        !tools.contains { $0.name == tool.name }
      }
    }
    guard !tools.isEmpty else { return }
    body["tools"] = .array(tools.map(\.plainMessage))
    switch request.generationOptions.toolCallingMode?.kind {
    case .disallowed: body["tool_choice"] = "none"
    case .required where !request.enabledToolDefinitions.isEmpty: body["tool_choice"] = "required"
    default: if request.enabledToolDefinitions.isEmpty { body["tool_choice"] = "none" }
    }
  }

  private func addOptions(_ options: GenerationOptions, to body: inout JSONObject) {
    if let temperature = options.temperature { body["temperature"] = JSON(temperature) }
    if let most = options.maximumResponseTokens { body[lengthField] = JSON(most) }
    switch options.samplingMode?.kind {
    case .greedy: body["temperature"] = 0
    case .randomTopK(let count, let seed):
      body["top_k"] = JSON(count)
      if let seed { body["seed"] = JSON(seed) }
    case .randomProbabilityThreshold(let share, let seed):
      body["top_p"] = JSON(share)
      if let seed { body["seed"] = JSON(seed) }
    case nil: break
    }
  }

  private var lengthField: String {
    switch configuration.options.lengthField {
    case .maxTokens: return "max_tokens"
    case .maxCompletionTokens: return "max_completion_tokens"
    case .automatic:
      let host = configuration.url.host?.lowercased() ?? ""
      let isOpenAI = [".openai.com", ".azure.com"].contains {
        "." + host == $0 || host.hasSuffix($0)
      }
      return isOpenAI ? "max_completion_tokens" : "max_tokens"
    }
  }

  /// A schema without the keywords that only Tern knows.
  static func plain(_ schema: JSON) -> JSON {
    SchemaKeywords.map(schema) { members in
      _ = members.sortProperties()
      members["x-order"] = nil
      members["x-swift-pattern"] = nil
    }
  }

  /// What servers take for the name of a schema: letters, digits, `_` and `-`, at most 64.
  private static func schemaName(_ name: String) -> String {
    let allowed = name.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "_" || scalar == "-" ? Character(scalar) : "_"
    }
    return allowed.isEmpty ? "answer" : String(allowed.prefix(64))
  }
}

extension Transcript.ToolDefinition {
  /// The tool as chat completion requests have it, in keywords that all servers know.
  fileprivate var plainMessage: JSON {
    [
      "type": "function",
      "function": [
        "name": .string(name), "description": .string(description),
        "parameters": RequestWriter.plain(parameters.json),
      ],
    ]
  }
}

extension ContextOptions.ReasoningLevel {
  /// The level as `reasoning_effort` names it.
  fileprivate var effort: String {
    switch self {
    case .light: "low"
    case .moderate: "medium"
    case .deep: "high"
    case .custom(let name): name
    }
  }
}
