import Foundation
import Tern

/// Transcripts that tests share.
enum TranscriptSamples {
  /// A document as version 26 writes it.
  static let document26 = """
    {
      "type": "FoundationModels.Transcript", "version": 1,
      "transcript": {"entries": [
        {"id": "i", "role": "instructions",
         "contents": [{"id": "i1", "type": "text", "text": "You know tea."}],
         "tools": [{"type": "function", "function": {
           "name": "brew", "description": "Brews.", "parameters": {
             "type": "object", "title": "Arguments", "required": ["leaf"], "x-order": ["leaf"],
             "properties": {"leaf": {"type": "string", "description": "Which leaf"}},
             "additionalProperties": false}}}]},
        {"id": "p", "role": "user", "options": {"temperature": 0.5, "topK": 40},
         "contents": [{"id": "p1", "type": "text", "text": "Brew some"}],
         "responseFormat": {"type": "jsonSchema", "jsonSchema": {"name": "Cup", "schema": {
           "type": "object", "title": "Cup", "required": ["size"], "x-order": ["size"],
           "properties": {"size": {"type": "integer"}}, "additionalProperties": false}}}},
        {"id": "c", "role": "response", "toolCalls": [
          {"id": "call", "name": "brew", "arguments": "{\\"leaf\\": \\"oolong\\"}"}]},
        {"id": "call", "role": "tool", "toolName": "brew", "toolCallID": "call",
         "contents": [{"id": "o1", "type": "text", "text": "[]"}]},
        {"id": "r", "role": "response", "assets": ["model-a", "model-b"],
         "contents": [{"id": "0", "type": "structure",
                       "structure": {"source": "Cup", "content": {"size": 3}}}]}
      ]}
    }
    """

  /// A document as version 27 writes it.
  static let document27 = """
    {
      "type": "FoundationModels.Transcript", "version": "1.1",
      "transcript": {"entries": [
        {"id": "p", "role": "user",
         "options": {"randomSeed": 7, "topK": 3, "toolCallingMode": "disallowed"},
         "contextOptions": {"includeSchemaInPrompt": true, "reasoningLevel": "light"},
         "metadata": {"run": 3},
         "contents": [{"id": "p1", "type": "text", "text": "Hello"}]},
        {"id": "r", "role": "response", "assets": [],
         "contents": [{"id": "r1", "type": "text", "text": "Hi"}]}
      ]}
    }
    """

  /// A transcript with everything that there is.
  static func everything() throws -> Transcript {
    let text = Transcript.Segment.text(.init(id: "t", content: "Text with \"quotes\" and 🫖"))
    let value = Transcript.Segment.structure(
      .init(
        id: "s", schemaName: "Any",
        content: try GeneratedContent(
          json: #"{"z": [1, 2.5, -3e2, 9007199254740993], "a": {"b": null, "c": true}, "": ""}"#)))
    let image = Transcript.Segment(
      attachment: .init(
        id: "m", content: .image(.init(imageURL: URL(filePath: "/tmp/cup.png"))), label: "cup"))
    let bytes = Transcript.Attachment.data(.init(contentType: .wav, content: Data([7])))
    let turned = Transcript.Segment.attachment(
      .init(id: "c", content: .image(.init(data: Data([8, 9]), orientation: .left))))
    let schema = Brew.generationSchema
    let definition = Transcript.ToolDefinition(
      name: "brew", description: "Brews.", parameters: schema)
    let options = GenerationOptions(
      samplingMode: .random(probabilityThreshold: 0.9, seed: .max), temperature: 1.25,
      maximumResponseTokens: 100, toolCallingMode: .required)
    return Transcript(entries: [
      .instructions(.init(id: "1", segments: [text, value], toolDefinitions: [definition])),
      .prompt(
        .init(
          id: "2", metadata: ["name": "x", "count": 2, "share": 0.5, "on": true, "tags": ["a"]],
          segments: [text, image], options: options, responseFormat: .init(type: Brew.self),
          contextOptions: .init(includeSchemaInPrompt: false, reasoningLevel: .custom("long")))),
      .reasoning(
        .init(id: "3", metadata: ["k": "v"], segments: [text], signature: Data([0, 255]))),
      .toolCalls(
        .init(
          id: "4",
          [
            .init(
              id: "5", toolName: "brew", arguments: try GeneratedContent(json: #"{"b":1,"a":2}"#)),
            .init(
              id: "6", metadata: ["m": 1], toolName: "brew",
              arguments: try GeneratedContent(json: "{}")),
          ])),
      .toolOutput(.init(id: "5", toolName: "brew", segments: [text])),
      .toolOutput(.init(id: "6", toolName: "brew", segments: [value])),
      .response(.init(id: "7", assetIDs: ["a"], segments: [value, text])),
      .response(.init(id: "8", metadata: ["x": 1], segments: [])),
      .prompt(.init(id: "9", segments: [.attachment(.init(id: "b", content: bytes)), turned])),
      .data(
        .init(
          id: "10", contentType: .init(exportedAs: "org.example.trace"),
          content: Data([1, 0, 255]),
          metadata: GeneratedContent(properties: ["seconds": 12.5]))),
    ])
  }
}
