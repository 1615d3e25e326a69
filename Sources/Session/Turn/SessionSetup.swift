/// What a session works with in one request to a model.
struct SessionSetup: Sendable {
  var model: any LanguageModel
  var tools: [any Tool]
  /// What the model knows of the tools, in their order.
  var definitions: [Transcript.ToolDefinition]
  /// What the transcript begins with; `nil` leaves that as it is.
  var instructions: Transcript.Instructions?
  /// What a profile changes.
  var profile = ProfileSettings()

  init(model: any LanguageModel, tools: [any Tool]) {
    self.model = model
    self.tools = tools
    definitions = tools.map { Transcript.ToolDefinition($0) }
  }

  /// The definitions of tools that stand in the instructions.
  var listedDefinitions: [Transcript.ToolDefinition] {
    zip(tools, definitions).filter { $0.0.includesSchemaInInstructions }.map(\.1)
  }

  /// The tool with a name; of several the first.
  func tool(_ name: String) -> (any Tool)? {
    zip(definitions, tools).first { $0.0.name == name }?.1
  }
}

extension Transcript.ToolDefinition {
  /// The declaration of a tool that exists.
  init(_ tool: any Tool) { self.init(tool: tool) }
}

/// Where a session gets its setup from.
enum SessionSource: Sendable {
  /// It is always the same.
  case fixed(SessionSetup)
  /// It is asked before each request to a model.
  case profile(ProfileSource)

  /// The setup for a request that may come.
  func setup() -> SessionSetup {
    switch self {
    case .fixed(let setup): setup
    case .profile(let source): source.setup()
    }
  }

  /// The setup for the next request to a model; what a profile does when its parts become active is
  /// done.
  func activeSetup() async -> SessionSetup {
    switch self {
    case .fixed(let setup): setup
    case .profile(let source): await source.activeSetup()
    }
  }
}
