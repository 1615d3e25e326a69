import Foundation
import TernJSON

/// Makes the entries of a transcript from chat messages.
struct MessageReader {
  typealias Failure = TranscriptMessageError

  private(set) var entries: [Transcript.Entry] = []
  /// Calls without an output so far, in order.
  private var open: [Transcript.ToolCall] = []
  /// Calls that had no id.
  private var unnamed = 0

  /// Reads all messages; the tools stand in the first instructions.
  init(_ messages: JSON, tools: [Transcript.ToolDefinition]) throws(Failure) {
    guard let list = messages.array else { throw Failure(.notAnArray, at: "") }
    for (index, message) in list.enumerated() { try read(message, at: "/\(index)") }
    guard !tools.isEmpty else { return }
    if case .instructions(var instructions)? = entries.first {
      instructions.toolDefinitions = tools
      entries[0] = .instructions(instructions)
    } else {
      entries.insert(.instructions(.init(segments: [], toolDefinitions: tools)), at: 0)
    }
  }

  private mutating func read(_ message: JSON, at place: String) throws(Failure) {
    guard message.object != nil else { throw Failure(.notAnObject, at: place) }
    let role = message["role"]?.string
    switch role {
    case "system", "developer":
      entries.append(
        .instructions(.init(segments: try content(message, place), toolDefinitions: [])))
    case "user": entries.append(.prompt(.init(segments: try content(message, place))))
    case "assistant": try readAnswer(message, at: place)
    case "tool": try readOutput(message, at: place)
    default: throw Failure(.unknownRole(role), at: place + "/role")
    }
  }

  /// What an assistant says: thoughts, an answer, and calls, each an entry where there is any.
  private mutating func readAnswer(_ message: JSON, at place: String) throws(Failure) {
    let thought = (message["reasoning_content"] ?? message["reasoning"])?.string ?? ""
    if !thought.isEmpty {
      entries.append(Transcript.Entry(reasoning: .init(segments: [.plain(thought)])))
    }
    let segments = try content(message, place)
    let calls = try calls(message["tool_calls"] ?? .null, at: place + "/tool_calls")
    if !segments.isEmpty || thought.isEmpty && calls.isEmpty {
      entries.append(
        .response(.init(assetIDs: [], segments: segments.isEmpty ? [.plain("")] : segments)))
    }
    guard !calls.isEmpty else { return }
    entries.append(.toolCalls(.init(calls)))
    open = calls
  }

  private mutating func readOutput(_ message: JSON, at place: String) throws(Failure) {
    let id = message["tool_call_id"]?.string
    let found = id == nil ? open.indices.first : open.firstIndex { $0.id == id }
    let call = found.map { open.remove(at: $0) }
    entries.append(
      .toolOutput(
        .init(
          id: call?.id ?? id ?? "", toolName: call?.toolName ?? message["name"]?.string ?? "",
          segments: try content(message, place))))
  }

  // MARK: calls

  private mutating func calls(
    _ list: JSON, at place: String
  ) throws(Failure) -> [Transcript.ToolCall] {
    if list.isNull { return [] }
    guard let list = list.array else { throw Failure(.notAnArray, at: place) }
    var calls: [Transcript.ToolCall] = []
    for (index, call) in list.enumerated() {
      calls.append(try self.call(call, "\(place)/\(index)"))
    }
    return calls
  }

  private mutating func call(_ json: JSON, _ place: String) throws(Failure) -> Transcript.ToolCall {
    guard json.object != nil else { throw Failure(.notAnObject, at: place) }
    let isWrapped = json["function"]?.object != nil
    let function = isWrapped ? json["function"] ?? json : json
    let place = isWrapped ? place + "/function" : place
    guard let name = function["name"]?.string, !name.isEmpty else {
      throw Failure(.noName, at: place + "/name")
    }
    return Transcript.ToolCall(
      id: json["id"]?.string ?? nextID(), toolName: name,
      arguments: try Self.arguments(function["arguments"] ?? .null, place + "/arguments"))
  }

  /// The arguments of a call: an object, or the text of one; none where nothing is written.
  private static func arguments(
    _ json: JSON, _ place: String
  ) throws(Failure) -> GeneratedContent {
    var value = json
    if let text = json.string {
      value = text.allSatisfy(\.isWhitespace) ? .null : (try? JSON(parsing: text)) ?? .bool(false)
    }
    if value.isNull { value = [:] }
    guard value.object != nil else { throw Failure(.unreadableArguments, at: place) }
    return GeneratedContent(json: value)
  }

  private mutating func nextID() -> String {
    defer { unnamed += 1 }
    return "call-\(unnamed)"
  }

  // MARK: content

  private func content(
    _ message: JSON, _ place: String
  ) throws(Failure) -> [Transcript.Segment] {
    let place = place + "/content"
    switch message["content"] ?? .null {
    case .null: return []
    case .string(let text): return text.isEmpty ? [] : [.plain(text)]
    case .array(let parts):
      var segments: [Transcript.Segment] = []
      for (index, part) in parts.enumerated() {
        segments.append(try segment(part, "\(place)/\(index)"))
      }
      return segments
    default: throw Failure(.unreadableContent, at: place)
    }
  }

  private func segment(_ part: JSON, _ place: String) throws(Failure) -> Transcript.Segment {
    if let text = part.string { return .plain(text) }
    guard part.object != nil else { throw Failure(.unreadableContent, at: place) }
    let type = part["type"]?.string
    switch type {
    case "text", "input_text", "output_text", nil:
      guard let text = part["text"]?.string else {
        throw Failure(type == nil ? .unsupportedPart(nil) : .unreadableContent, at: place)
      }
      return .plain(text)
    case "refusal": return .plain(part["refusal"]?.string ?? "")
    case "image_url", "input_image":
      let address = part["image_url"]?["url"]?.string ?? part["image_url"]?.string
      guard let url = address.flatMap({ URL(string: $0) }) else {
        throw Failure(.unreadableImage, at: place + "/image_url")
      }
      return Transcript.Segment(attachment: .init(content: .image(.init(imageURL: url))))
    default: throw Failure(.unsupportedPart(type), at: place + "/type")
    }
  }
}

extension MessageReader {
  /// Reads tools: objects of `name`, `description` and `parameters`, by themselves or under `function`.
  static func tools(_ json: JSON) throws(Failure) -> [Transcript.ToolDefinition] {
    if json.isNull { return [] }
    guard let list = json.array else { throw Failure(.notAnArray, at: "/tools") }
    var tools: [Transcript.ToolDefinition] = []
    for (index, entry) in list.enumerated() {
      let tool = try tool(entry, at: "/tools/\(index)")
      guard !tools.contains(where: { $0.name == tool.name }) else {
        throw Failure(.repeatedName(tool.name), at: "/tools/\(index)")
      }
      tools.append(tool)
    }
    return tools
  }

  private static func tool(
    _ entry: JSON, at place: String
  ) throws(Failure) -> Transcript.ToolDefinition {
    let function = entry["function"] ?? entry
    guard function.object != nil else { throw Failure(.notAnObject, at: place) }
    guard let name = function["name"]?.string, !name.isEmpty else {
      throw Failure(.noName, at: place)
    }
    var parameters = function["parameters"] ?? .null
    // A tool without parameters takes none.
    if parameters.isNull { parameters = ["type": "object", "properties": [:]] }
    do {
      return Transcript.ToolDefinition(
        name: name, description: function["description"]?.string ?? "",
        parameters: try GenerationSchema(document: parameters))
    } catch {
      throw Failure(.unreadableParameters("\(error)"), at: place + "/parameters")
    }
  }
}

extension Transcript.Segment {
  /// Text.
  fileprivate static func plain(_ text: String) -> Self { .text(.init(content: text)) }
}
