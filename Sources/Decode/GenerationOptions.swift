import TernGrammar

/// One request to an ``Engine``: how to sample and when to end.
package struct GenerationOptions: Sendable {
  package var sampling = SamplingOptions()
  /// What the generated text must be.
  ///
  /// It then always is, whatever the limits: where they come near, the text is brought to an end.
  package var constraint: Constraint?
  /// Whether penalties see the tokens of the prompt too, and not only those that were generated.
  package var penalizesPrompt = true
  /// Ends after this many tokens; `nil` goes on until the model ends or the context is full.
  package var maximumTokens: Int?
  /// The text ends before the first of these strings.
  ///
  /// Constrained text is cut only where ``cutsConstrainedText`` says so. Strings in reasoning and calls
  /// do not count where ``marks`` tell of these.
  package var stopStrings: [String] = []
  /// Whether stop strings cut constrained text too: where the constraint only keeps calls in form.
  package var cutsConstrainedText = false
  /// Whether a text may stay unfinished for which the limits leave no room: where not even the shortest
  /// one that satisfies the constraint fits, it goes as far as they reach, instead of an error.
  package var allowsUnfinishedText = false
  /// How the text marks reasoning and calls; `nil` where all is text.
  package var marks: AnswerMarks?
  /// Tokens that reasoning may have; then what ends it is written for the model, and the text goes on.
  ///
  /// The reasoning is that between ``marks``.
  package var maximumReasoningTokens: Int?
  /// Tokens that end the text besides the vocabulary's end-of-generation tokens; a constrained
  /// text where it may end.
  package var stopTokens: Set<Int32> = []
  /// Goes on past the vocabulary's end-of-generation tokens.
  package var ignoresEndOfGeneration = false
  /// Where drafts of the next tokens come from; they change the speed and nothing else.
  package var drafts = DraftOptions.automatic
  /// With whom the request shares what is computed of its prompt.
  package var sharing = PrefixSharing.everyone
  /// Tokens that are chosen whatever the logits say, in order; for measurements of a given text.
  package var script: [Int32] = []
  /// Shows control tokens as text instead of dropping them.
  package var showsSpecialTokens = false
  /// Control tokens that are shown as text in any case, such as those that mark calls of tools.
  package var shownTokens: Set<Int32> = []
  /// Tells the log-probability of every token, and those of this many of the likeliest in its place;
  /// `nil` tells none.
  ///
  /// The probabilities are the model's own, before the constraint and any other option changes them.
  /// Forced tokens have them too: their logits are computed with the pass that reads them.
  package var logProbabilities: Int?
  /// The tokens of the prompt from this place on are told as the generated ones are; `nil`: none.
  package var scoredFrom: Int?
  /// Gets every token in order, on the engine's thread: as it is added or, where it had no choice and
  /// its log-probability is asked for, after the pass that reads it.
  package var onChoice: (@Sendable (TokenChoice) -> Void)?
  /// Keeps in ``Completion/choices`` what `onChoice` gets.
  package var keepsChoices = false
  /// Is called once the request is taken, before anything of the prompt is computed, on the engine's
  /// thread; a request that is refused, or ends without the model, is not taken.
  package var onTaken: (@Sendable () -> Void)?
  /// Gets the counts once the prompt is computed, and with every token before its text is shown, on
  /// the engine's thread.
  package var onCount: (@Sendable (TokenCounts) -> Void)?
  /// Is told how much of the prompt is computed: before every layer of a pass, and at its end, on the
  /// engine's thread.
  package var onPrompt: (@Sendable (PromptProgress) -> Void)?

  package init() {}
}

/// How many tokens a generation has read and written so far.
package struct TokenCounts: Sendable, Equatable {
  /// Tokens of the prompt.
  package var prompt: Int
  /// How many of them were already in a cache; 0 until the prompt is computed.
  package var reused: Int
  /// The generated tokens, also those that have no text.
  package var generated: Int
  /// The bytes of text that they have made certain, also those that may begin a stop string.
  package var textBytes: Int

  package init(prompt: Int, reused: Int, generated: Int, textBytes: Int) {
    (self.prompt, self.reused) = (prompt, reused)
    (self.generated, self.textBytes) = (generated, textBytes)
  }
}

/// Why a generation ended.
package enum FinishReason: Sendable, Equatable {
  /// The model gave an end-of-generation token or a token of `stopTokens`.
  case stopToken(Int32)
  /// The text reached a stop string.
  case stopString
  /// The text satisfies its constraint and cannot go on.
  case completed
  /// `maximumTokens` were generated; a constrained text was brought to an end before that.
  case length
  /// The context is full; a constrained text was brought to an end before that.
  case contextFull

  /// A short name for machine-readable output.
  package var name: String {
    switch self {
    case .stopToken: "stop"
    case .stopString: "stop_string"
    case .completed: "complete"
    case .length: "length"
    case .contextFull: "context"
    }
  }
}

/// What a generation gave.
package struct Completion: Sendable {
  /// The generated text, up to a stop string, without stop tokens.
  package var text = ""
  /// The generated tokens; a stop token is not among them.
  package var tokens: [Int32] = []
  /// The tokens with what was asked for of them, where they are to be kept; those of the prompt that
  /// are scored come first.
  package var choices: [TokenChoice] = []
  /// How many of the generated tokens were not chosen, because a constraint or the end of reasoning
  /// left no choice.
  package var forcedTokens = 0
  /// How many tokens were drafted, and how many of them stood.
  package var draftedTokens = 0
  package var acceptedTokens = 0
  /// How many of these came from the model's head for drafts.
  package var headDraftedTokens = 0
  package var headAcceptedTokens = 0
  /// Passes of the model that gave generated tokens.
  package var passes = 0
  /// Tokens of the prompt, and how many of them were already in a cache.
  package var promptTokens = 0
  package var reusedTokens = 0
  /// Whether what was in a cache belongs to another sequence too, which goes on without this one.
  package var sharesReused = false
  package var finish = FinishReason.length
  /// The stop string that has ended the text; it is not part of it.
  package var stopString: String?
  /// The seed that gave this text.
  package var seed: UInt64 = 0
  /// Seconds spent on the prompt and on the generated tokens.
  package var prefillSeconds = 0.0
  package var generationSeconds = 0.0
  /// Seconds from the request to its first token that was chosen; 0 where there was none.
  package var firstTokenSeconds = 0.0

  package init() {}

  /// Prompt tokens computed per second; 0 when none was.
  package var prefillRate: Double {
    let count = promptTokens - reusedTokens
    return prefillSeconds > 0 && count > 0 ? Double(count) / prefillSeconds : 0
  }

  /// Generated tokens per second; 0 when none was.
  package var generationRate: Double {
    generationSeconds > 0 ? Double(tokens.count) / generationSeconds : 0
  }
}
