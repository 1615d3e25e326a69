import TernJSON
import TernLocal
import TernSession

/// The tools of a request, and whether they are to be called.
struct ToolParameters: Sendable {
  /// Whether tools are called.
  enum Choice: Sendable, Equatable {
    case automatic, none, required
    case named(String)
  }

  var definitions: [Transcript.ToolDefinition] = []
  var choice = Choice.automatic
  /// Calls in one answer; `nil` any number.
  var maximumCalls: Int?
  /// What the tools' list and the choice are called in the request.
  var names = (tools: "tools", choice: "tool_choice")

  /// Bytes that a tool's name may have; OpenAI allows 64, Anthropic 128.
  ///
  /// Patterns of what a call looks like are made of the names, and long patterns take long to compile.
  private static let longestName = 256

  /// No tools.
  init() {}

  /// The tools that may be called.
  var enabled: [Transcript.ToolDefinition] { choice == .none ? [] : definitions }

  /// Reads `tools`, `tool_choice` and `parallel_tool_calls` of chat completions.
  init(chat parameters: Parameters) throws(ServerError) {
    definitions = try Self.definitions(parameters["tools"] ?? .null)
    if try parameters.bool("parallel_tool_calls") == false { maximumCalls = 1 }
    if let choice = parameters["tool_choice"] { try read(choice, parameters) }
    try check()
  }

  /// Reads a list of tools in the form of chat completions.
  static func definitions(_ list: JSON) throws(ServerError) -> [Transcript.ToolDefinition] {
    let transcript: Transcript
    do { transcript = try Transcript(messages: [], tools: list) } catch {
      let path = error.place.split(separator: "/").joined(separator: ".")
      throw .invalid(
        ServerError.sentence(error.description), parameter: path.isEmpty ? "tools" : path)
    }
    guard case .instructions(let instructions)? = transcript.first else { return [] }
    let tools = instructions.toolDefinitions
    if let index = tools.firstIndex(where: { $0.name.utf8.count > longestName }) {
      throw .invalid(
        "The name of a tool has more than \(longestName) bytes.", parameter: "tools.\(index)")
    }
    return tools
  }

  private mutating func read(_ json: JSON, _ parameters: Parameters) throws(ServerError) {
    switch json.string {
    case "auto": choice = .automatic
    case "none": choice = .none
    case "required", "any": choice = .required
    default:
      // OpenAI's responses have the name by itself.
      guard let name = (json["function"]?["name"] ?? json["name"])?.string else {
        throw parameters.wrong("tool_choice", "auto, none, required or a tool's name")
      }
      choice = .named(name)
    }
  }

  /// Throws where the choice asks for a tool that there is not.
  func check() throws(ServerError) {
    switch choice {
    case .required where definitions.isEmpty:
      throw .invalid("A call is required, but there are no tools.", parameter: names.choice)
    case .named(let name) where !definitions.contains { $0.name == name }:
      throw .invalid(
        "The tool '\(name.prefix(100))' is to be called, but there is none of that name.",
        parameter: names.choice)
    default: break
    }
  }

  /// Says in the options of a session which tools are called.
  func apply(to options: inout GenerationOptions) {
    options.local?.toolCalls.maximumCount = maximumCalls
    switch choice {
    case .automatic: break
    case .none: options.toolCallingMode = .disallowed
    case .required: options.toolCallingMode = .required
    case .named(let name):
      options.toolCallingMode = .required
      options.local?.toolCalls.tools = [name]
    }
  }
}
