import Foundation
import TernJSON

/// Reads the documents of FoundationModels 26 (`"version": 1`) and 27 (`"version": "1.1"`).
///
/// What a version may hold is not told apart: a document of version 1 with entries of 27 is read.
/// Keys that nobody knows are left out.
enum TranscriptReader {
  private static let versions: Set<String> = ["1", "1.0", "1.1"]

  static func transcript(_ document: DocumentCursor) throws(DecodingError) -> Transcript {
    let type = try document.required("type")
    guard try type.string() == TranscriptWriter.documentType else {
      throw type.corrupted("not a transcript, but a document of type \"\(try type.string())\"")
    }
    let version = try document.required("version")
    guard let text = version.json.string ?? version.json.number?.text, versions.contains(text)
    else { throw version.corrupted("version \(version.json) is not known") }
    let entries = try document.required("transcript").required("entries")
    return Transcript(entries: try entries.map(entry))
  }

  private static func entry(_ entry: DocumentCursor) throws(DecodingError) -> Transcript.Entry {
    let role = try entry.required("role")
    switch try role.string() {
    case "instructions": return .instructions(try instructions(entry))
    case "user": return .prompt(try prompt(entry))
    case "response":
      if let calls = entry.member("toolCalls") {
        guard entry.member("contents") == nil else {
          throw entry.corrupted("a response with both tool calls and contents")
        }
        return .toolCalls(try toolCalls(entry, calls))
      }
      return .response(try response(entry))
    case "tool": return .toolOutput(try toolOutput(entry))
    case "reasoning": return .reasoning(try reasoning(entry))
    case "data": return .data(try AttachmentCoding.entry(entry))
    case let name: throw role.corrupted("role \"\(name)\" is not known")
    }
  }

  private static func instructions(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> Transcript.Instructions {
    Transcript.Instructions(
      id: try entry.required("id").string(), segments: try segments(entry),
      toolDefinitions: try entry.member("tools")?.map(toolDefinition) ?? [])
  }

  private static func toolDefinition(
    _ tool: DocumentCursor
  ) throws(DecodingError) -> Transcript.ToolDefinition {
    let type = try tool.required("type")
    guard try type.string() == "function" else {
      throw type.corrupted("tools of type \"\(try type.string())\" are not known")
    }
    let function = try tool.required("function")
    return Transcript.ToolDefinition(
      name: try function.required("name").string(),
      description: try function.member("description")?.string() ?? "",
      parameters: try schema(function.required("parameters")))
  }

  private static func prompt(_ entry: DocumentCursor) throws(DecodingError) -> Transcript.Prompt {
    Transcript.Prompt(
      id: try entry.required("id").string(), metadata: try metadata(entry),
      segments: try segments(entry), options: try OptionsCoding.options(entry.member("options")),
      responseFormat: try responseFormat(entry.member("responseFormat")),
      contextOptions: try OptionsCoding.contextOptions(entry.member("contextOptions")))
  }

  private static func responseFormat(
    _ format: DocumentCursor?
  ) throws(DecodingError) -> Transcript.ResponseFormat? {
    guard let format else { return nil }
    let type = try format.required("type")
    guard try type.string() == "jsonSchema" else {
      throw type.corrupted("response formats of type \"\(try type.string())\" are not known")
    }
    let body = try format.required("jsonSchema")
    return Transcript.ResponseFormat(
      schema: try schema(body.required("schema")), name: try body.member("name")?.string())
  }

  private static func schema(_ schema: DocumentCursor) throws(DecodingError) -> GenerationSchema {
    do { return try GenerationSchema(document: schema.json) } catch {
      throw schema.corrupted("the schema cannot be used: \(error)", error)
    }
  }

  private static func toolCalls(
    _ entry: DocumentCursor, _ calls: DocumentCursor
  ) throws(DecodingError) -> Transcript.ToolCalls {
    Transcript.ToolCalls(id: try entry.required("id").string(), try calls.map(toolCall))
  }

  private static func toolCall(
    _ call: DocumentCursor
  ) throws(DecodingError) -> Transcript.ToolCall {
    let arguments = try call.required("arguments")
    let text = try arguments.string()
    let json: JSON
    do { json = try JSON(parsing: text) } catch {
      throw arguments.corrupted("the arguments are not JSON: \(error)", error)
    }
    return Transcript.ToolCall(
      id: try call.required("id").string(), metadata: try metadata(call),
      toolName: try call.required("name").string(), arguments: GeneratedContent(json: json))
  }

  private static func toolOutput(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> Transcript.ToolOutput {
    let own = try entry.required("id")
    return Transcript.ToolOutput(
      id: try (entry.member("toolCallID") ?? own).string(),
      toolName: try entry.required("toolName").string(),
      segments: try segments(entry))
  }

  private static func response(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> Transcript.Response {
    let assets = try entry.member("assets")?.map { asset throws(DecodingError) in
      try asset.string()
    }
    return Transcript.Response(
      id: try entry.required("id").string(), assetIDs: assets ?? [],
      metadata: try metadata(entry), segments: try segments(entry))
  }

  private static func reasoning(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> Transcript.Reasoning {
    var signature: Data?
    if let text = entry.member("signature") {
      signature = Data(base64Encoded: try text.string())
      if signature == nil { throw text.corrupted("not Base64") }
    }
    return Transcript.Reasoning(
      id: try entry.required("id").string(), metadata: try metadata(entry),
      segments: try segments(entry), signature: signature)
  }

  private static func metadata(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> [String: GeneratedContent] {
    guard let metadata = entry.member("metadata") else { return [:] }
    guard let object = metadata.json.object else { throw metadata.corrupted("not an object") }
    return Dictionary(object.lazy.map { ($0.key, GeneratedContent(json: $0.value)) }) { $1 }
  }

  private static func segments(
    _ entry: DocumentCursor
  ) throws(DecodingError) -> [Transcript.Segment] {
    try entry.required("contents").map(SegmentCoding.segment)
  }
}
