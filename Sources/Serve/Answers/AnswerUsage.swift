import TernJSON
import TernLocal

/// The tokens that a request took.
struct AnswerUsage: Sendable, Equatable {
  var promptTokens = 0
  var cachedTokens = 0
  var generatedTokens = 0
  var reasoningTokens = 0

  /// Adds one of the choices; they share the prompt.
  mutating func add(_ end: AnswerEnd) {
    // What the first choice computed is no cache for the others.
    cachedTokens =
      promptTokens == 0 ? end.reusedTokens : min(cachedTokens, end.reusedTokens)
    promptTokens = end.promptTokens
    generatedTokens += end.tokens
    reasoningTokens += end.reasoningTokens
  }

  /// Adds the answers to another prompt.
  mutating func add(_ other: AnswerUsage) {
    promptTokens += other.promptTokens
    cachedTokens += other.cachedTokens
    generatedTokens += other.generatedTokens
    reasoningTokens += other.reasoningTokens
  }

  /// In the words of chat completions.
  var chat: JSON {
    [
      "prompt_tokens": JSON(promptTokens), "completion_tokens": JSON(generatedTokens),
      "total_tokens": JSON(promptTokens + generatedTokens),
      "prompt_tokens_details": ["cached_tokens": JSON(cachedTokens)],
      "completion_tokens_details": ["reasoning_tokens": JSON(reasoningTokens)],
    ]
  }
}

extension AnswerEnd {
  /// Whether the limits ended the answer, and not the model.
  var isCutOff: Bool { reason == .maximumTokens || reason == .contextFull }

  /// In the words of chat completions.
  ///
  /// Clients look for `tool_calls` to find calls, so it stands for calls of a named tool too.
  func finishReason(hasCalls: Bool) -> String {
    if isCutOff { return "length" }
    return hasCalls ? "tool_calls" : "stop"
  }
}
