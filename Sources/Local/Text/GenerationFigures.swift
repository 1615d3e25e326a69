import TernDecode
import TernJSON

/// What a generation took: what was known of its prompt, what was read and written, and how long it
/// took.
package struct GenerationFigures: Sendable, Equatable {
  /// Tokens of the prompt, and how many of them had been computed for an earlier one.
  package var promptTokens = 0
  package var reusedTokens = 0
  /// Whether another conversation goes on with what was reused, too.
  package var sharesReused = false
  /// Seconds spent on the prompt.
  package var promptSeconds = 0.0
  /// Seconds to the first token that was chosen; 0 where there was none.
  package var firstTokenSeconds = 0.0
  /// Tokens that were written, how many of them left no choice, and the seconds spent on all.
  package var generatedTokens = 0
  package var forcedTokens = 0
  package var generationSeconds = 0.0
  /// Passes of the model for them, tokens that were drafted, and those of them that stood.
  package var passes = 0
  package var draftedTokens = 0
  package var acceptedTokens = 0
  /// Why the text ended, a word.
  package var finish = ""

  init(_ completion: TernDecode.Completion) {
    promptTokens = completion.promptTokens
    reusedTokens = completion.reusedTokens
    sharesReused = completion.sharesReused
    promptSeconds = completion.prefillSeconds
    firstTokenSeconds = completion.firstTokenSeconds
    generatedTokens = completion.tokens.count
    forcedTokens = completion.forcedTokens
    generationSeconds = completion.generationSeconds
    passes = completion.passes
    draftedTokens = completion.draftedTokens
    acceptedTokens = completion.acceptedTokens
    finish = completion.finish.name
  }

  /// Tokens of the prompt that were computed.
  package var readTokens: Int { promptTokens - reusedTokens }
}

extension GenerationFigures {
  /// The figures as members of a document.
  package var json: JSON {
    [
      "prompt_tokens": JSON(promptTokens), "reused_tokens": JSON(reusedTokens),
      "reused_shared": .bool(sharesReused), "read_tokens": JSON(readTokens),
      "prompt_s": JSON(promptSeconds) ?? .null, "first_token_s": JSON(firstTokenSeconds) ?? .null,
      "generated_tokens": JSON(generatedTokens), "forced_tokens": JSON(forcedTokens),
      "generation_s": JSON(generationSeconds) ?? .null, "passes": JSON(passes),
      "drafted_tokens": JSON(draftedTokens), "accepted_tokens": JSON(acceptedTokens),
      "finish": .string(finish),
    ]
  }

  /// The figures that a document has; `nil` for another document.
  init?(_ json: JSON?) {
    guard let json, let promptTokens = json["prompt_tokens"]?.int,
      let reusedTokens = json["reused_tokens"]?.int, let finish = json["finish"]?.string
    else { return nil }
    (self.promptTokens, self.reusedTokens, self.finish) = (promptTokens, reusedTokens, finish)
    sharesReused = json["reused_shared"]?.bool ?? false
    promptSeconds = json["prompt_s"]?.double ?? 0
    firstTokenSeconds = json["first_token_s"]?.double ?? 0
    generatedTokens = json["generated_tokens"]?.int ?? 0
    forcedTokens = json["forced_tokens"]?.int ?? 0
    generationSeconds = json["generation_s"]?.double ?? 0
    passes = json["passes"]?.int ?? 0
    draftedTokens = json["drafted_tokens"]?.int ?? 0
    acceptedTokens = json["accepted_tokens"]?.int ?? 0
  }
}
