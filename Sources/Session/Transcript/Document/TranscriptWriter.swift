import TernJSON

/// Writes the document of FoundationModels 26 where it can hold the transcript, and that of 27
/// otherwise.
enum TranscriptWriter {
  static let documentType = "FoundationModels.Transcript"

  static func document(_ transcript: Transcript) throws -> JSON {
    let entries = try transcript.map(json)
    return [
      "type": .string(documentType),
      "version": transcript.contains(where: needsVersion27) ? "1.1" : 1,
      "transcript": ["entries": .array(entries)],
    ]
  }

  /// Whether an entry says something that version 26 has no words for.
  private static func needsVersion27(_ entry: Transcript.Entry) -> Bool {
    switch entry {
    case .reasoning, .data: true
    case .prompt(let prompt):
      !prompt.metadata.isEmpty || prompt.contextOptions != ContextOptions()
        || prompt.options.toolCallingMode != nil || prompt.segments.contains(where: needsVersion27)
    case .toolCalls(let calls): calls.contains { !$0.metadata.isEmpty }
    case .response(let response):
      !response.metadata.isEmpty || response.segments.contains(where: needsVersion27)
    case .instructions(let instructions): instructions.segments.contains(where: needsVersion27)
    case .toolOutput(let output): output.segments.contains(where: needsVersion27)
    case .toolCall: false
    }
  }

  private static func needsVersion27(_ segment: Transcript.Segment) -> Bool {
    switch segment {
    case .text, .structure: false
    case .attachment, .custom: true
    }
  }

  private static func json(_ entry: Transcript.Entry) throws -> JSON {
    switch entry {
    case .instructions(let instructions): try json(instructions)
    case .prompt(let prompt): try json(prompt)
    case .toolCalls(let calls): json(calls)
    case .toolOutput(let output):
      [
        "id": .string(output.id), "role": "tool", "toolName": .string(output.toolName),
        "toolCallID": .string(output.id), "contents": try json(output.segments),
      ]
    case .response(let response):
      try object(
        response.id, "response",
        [
          ("assets", JSON(response.assetIDs)), ("contents", try json(response.segments)),
          ("metadata", metadata(response.metadata)),
        ])
    case .reasoning(let reasoning):
      try object(
        reasoning.id, "reasoning",
        [
          ("contents", try json(reasoning.segments)),
          ("signature", reasoning.signature.map { .string($0.base64EncodedString()) }),
          ("metadata", metadata(reasoning.metadata)),
        ])
    case .toolCall(let call): json(Transcript.ToolCalls(id: call.id, [call]))
    case .data(let data): AttachmentCoding.json(data)
    }
  }

  private static func json(_ instructions: Transcript.Instructions) throws -> JSON {
    let tools = instructions.toolDefinitions.map { tool -> JSON in
      [
        "type": "function",
        "function": [
          "name": .string(tool.name), "description": .string(tool.description),
          "parameters": tool.parameters.json,
        ],
      ]
    }
    return try object(
      instructions.id, "instructions",
      [
        ("contents", try json(instructions.segments)),
        ("tools", tools.isEmpty ? Optional.none : JSON.array(tools)),
      ])
  }

  private static func json(_ prompt: Transcript.Prompt) throws -> JSON {
    let format = prompt.responseFormat.map { format -> JSON in
      [
        "type": "jsonSchema",
        "jsonSchema": ["name": .string(format.name), "schema": format.schema.json],
      ]
    }
    return try object(
      prompt.id, "user",
      [
        ("contents", try json(prompt.segments)), ("options", OptionsCoding.json(prompt.options)),
        ("responseFormat", format), ("contextOptions", OptionsCoding.json(prompt.contextOptions)),
        ("metadata", metadata(prompt.metadata)),
      ])
  }

  private static func json(_ calls: Transcript.ToolCalls) -> JSON {
    let items = calls.map { call in
      var item: JSONObject = [
        "id": .string(call.id), "name": .string(call.toolName),
        "arguments": .string(call.arguments.jsonString),
      ]
      item["metadata"] = metadata(call.metadata)
      return JSON.object(item)
    }
    return ["id": .string(calls.id), "role": "response", "toolCalls": .array(items)]
  }

  private static func json(_ segments: [Transcript.Segment]) throws -> JSON {
    .array(try segments.map(SegmentCoding.json))
  }

  private static func metadata(
    _ values: [String: GeneratedContent]
  ) -> JSON? {
    // A plain nil would be the JSON value null.
    guard !values.isEmpty else { return Optional.none }
    let members = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    return .object(JSONObject(members))
  }

  /// An entry with those of some members that have a value.
  private static func object(
    _ id: String, _ role: String, _ members: [(String, JSON?)]
  ) throws -> JSON {
    var object: JSONObject = ["id": .string(id), "role": .string(role)]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}
