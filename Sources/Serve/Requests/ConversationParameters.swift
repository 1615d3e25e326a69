import Foundation
import TernJSON
import TernLocal
import TernSession

/// A conversation that is to be answered, as every endpoint has it in the end.
struct ConversationParameters: Sendable {
  var transcript: Transcript
  var tools: ToolParameters
  var sampling: SamplingParameters
  /// Whether and how long the model reasons; `nil` not at all where that can be switched off.
  var reasoning: ReasoningOptions?
  /// Variables of the chat template.
  var templateVariables: JSONObject = [:]
  /// Whether the answer goes on with the last message, which is an assistant's.
  var continuesLast = false

  /// - Parameters:
  ///   - messages: The conversation as chat completions have it.
  ///   - source: What the request calls it.
  init(
    messages: JSON?, source: String, tools: ToolParameters, sampling: SamplingParameters
  ) throws(ServerError) {
    guard let messages else { throw .invalid("'\(source)' is missing.", parameter: source) }
    try MessageCheck(source).check(messages)
    do { transcript = try Transcript(messages: messages) } catch {
      throw .invalid(
        ServerError.sentence(error.description),
        parameter: source + error.place.replacing("/", with: "."))
    }
    transcript.offer(tools.definitions)
    (self.tools, self.sampling) = (tools, sampling)
    // Answers with a form are no place to think in, unless the request asks for it.
    reasoning = sampling.options.constraint == nil ? ReasoningOptions() : nil
  }

  /// What the model is asked for one of the choices.
  func request(choice: Int = 0) -> LanguageModelExecutorGenerationRequest {
    var options = GenerationOptions()
    var local = sampling.options(choice: choice)
    options.temperature = local.temperature
    options.maximumResponseTokens = local.maximumTokens
    local.reasoning = reasoning
    local.templateVariables = templateVariables
    local.continuesResponse = continuesLast
    options.local = local
    tools.apply(to: &options)
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: transcript, enabledTools: tools.enabled, generationOptions: options,
      contextOptions: ContextOptions(), metadata: [:])
  }
}

extension Transcript {
  /// Tells the model of tools, in the first instructions.
  fileprivate mutating func offer(_ tools: [ToolDefinition]) {
    guard !tools.isEmpty else { return }
    if case .instructions(var instructions)? = first {
      instructions.toolDefinitions = tools
      self[startIndex] = .instructions(instructions)
    } else {
      insert(.instructions(.init(segments: [], toolDefinitions: tools)), at: startIndex)
    }
  }
}
