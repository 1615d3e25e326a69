/// What a profile changes in requests to a model.
struct ProfileSettings: Sendable {
  var hooks = ProfileHooks()

  func options(
    _ given: GenerationOptions, rounds: Int, limit: Int
  ) throws -> GenerationOptions {
    var options = given
    if rounds >= limit {
      options.toolCallingMode = .disallowed
    } else if rounds > 0, options.toolCallingMode == .required {
      options.toolCallingMode = .allowed
    }
    return options
  }

  func transform(_ transcript: Transcript) -> Transcript { transcript }

  func contextOptions(_ given: ContextOptions) -> ContextOptions { given }
}

struct ProfileHooks: Sendable {
  func prompt(_ prompt: Transcript.Prompt) async throws {}
  func written(_ entries: [Transcript.Entry]) async throws {}
  func toolCall(_ call: Transcript.ToolCall) async throws {}
  func toolOutput(_ call: Transcript.ToolCall, _ output: Transcript.ToolOutput) async throws {}
}

struct ProfileSource: Sendable {
  func setup() throws -> SessionSetup { throw CancellationError() }
}
