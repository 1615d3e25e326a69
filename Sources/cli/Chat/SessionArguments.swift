import Foundation
import Tern

/// What the verbs are told that answer through a chat template.
struct SessionArguments: SettingOptions {
  let engine = EngineArguments(cache: .f16)
  @Option(.json) var printsJSON
  @Option(.value("--instructions", "TEXT", .text, "what the model is told before the prompt"))
  private var instructions
  let tools = ToolArguments()
  let template = TemplateArguments()
  @Option(
    .value(
      "--reasoning", "LEVEL", .text,
      "on, off, or an effort that the model's template knows, e.g. low"))
  private var reasoningLevel
  @Option(
    .value(
      "--reasoning-tokens", "N", .int(in: 0...Int(Int32.max)),
      "end reasoning after N tokens; 0: no reasoning"))
  private var reasoningTokens
  let sampling = SamplingArguments()
  let verbose = VerboseArguments()

  /// The model that the command line names, ready to answer, and what is told of it.
  func openModel() async throws -> (model: LocalLanguageModel, figures: Figures) {
    var options = engine.localOptions
    // The conversation, and the one before a reset.
    options.keptConversations = 2
    options.checksLanguage = false
    template.apply(to: &options)
    return try await engine.openModel(options, isVerbose: verbose.isVerbose) { model in
      if let problem = model.runtime.conversationProblem { throw problem }
    }
  }

  /// What the command line says of the choice of tokens, for sessions.
  func options() throws(CommandFailure) -> GenerationOptions {
    var options = GenerationOptions(maximumResponseTokens: sampling.maximumTokens)
    if sampling.takesLikeliest {
      options.samplingMode = .greedy
    } else {
      options.temperature = sampling.temperature
    }
    var local = try sampling.options()
    // Sessions take these from the options above.
    (local.temperature, local.maximumTokens) = (nil, nil)
    options.local = local
    return options
  }

  /// What the command line says of reasoning; `nil` where it says nothing.
  func reasoning() throws(CommandFailure) -> ReasoningOptions? {
    guard reasoningLevel != nil || reasoningTokens != nil else { return nil }
    var options = ReasoningOptions()
    switch reasoningLevel {
    case nil: break
    case "on": options.isEnabled = true
    case "off": options = .disabled
    case .some(let effort): (options.isEnabled, options.effort) = (true, effort)
    }
    if let reasoningTokens {
      if options == .disabled, reasoningTokens > 0 {
        throw .usage("\($reasoningLevel) off and \($reasoningTokens) exclude each other")
      }
      options.maximumTokens = reasoningTokens
    }
    return options
  }

  /// Puts the instructions, where there are any, before a conversation.
  func begin(_ transcript: inout Transcript) {
    if let instructions { transcript.begin(with: instructions) }
  }
}

extension String {
  /// The path with the home folder in the place of a tilde.
  var expandingTilde: String { NSString(string: self).expandingTildeInPath }
}
