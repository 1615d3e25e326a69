import TernDecode
import TernSession
import TernTokens

extension LocalLanguageModel {
  /// A token of a text.
  public struct Token: Sendable, Equatable {
    /// Its number in the vocabulary.
    public var id: Int32
    /// The text that is complete with this token; a character may take several tokens.
    public var text: String
    /// The natural logarithm of the probability that the model gave it, before any option changed it.
    ///
    /// `nil` where ``LocalGenerationOptions/logProbabilities`` did not ask for it, and for a token
    /// that has nothing before it.
    public var logProbability: Float?
    /// The likeliest tokens at this place, the likeliest first.
    public var alternatives: [Alternative]

    /// A token that might have come.
    public struct Alternative: Sendable, Equatable {
      /// Its number in the vocabulary.
      public var id: Int32
      /// Its text by itself; of a control token its spelling.
      public var text: String
      /// The natural logarithm of its probability.
      public var logProbability: Float
    }
  }

  /// Why a text ended.
  public enum FinishReason: Sendable, Hashable {
    /// The model ended it.
    case endOfText
    /// The text reached one of ``LocalGenerationOptions/stopStrings``.
    case stopString
    /// The text satisfies its constraint and cannot go on.
    case constraintSatisfied
    /// ``LocalGenerationOptions/maximumTokens`` were generated; a constrained text was brought to an
    /// end before that.
    case maximumTokens
    /// The context is full; a constrained text was brought to an end before that.
    case contextFull
  }

  /// What a model made of a prompt.
  public struct Completion: Sendable, Equatable {
    /// The generated text, up to a stop string.
    public var text: String
    /// The generated tokens; the one that ends a text is not among them.
    public var tokens: [Token]
    /// Why the text ended.
    public var finishReason: FinishReason
    /// The tokens of the prompt.
    public var promptTokens: Int
    /// How many of them had been computed for an earlier prompt that began alike.
    public var reusedTokens: Int
    /// How long it took, how many tokens had no choice, and the seed that gives the same text again.
    public var timings: ResponseTimings
    package var figures: GenerationFigures
  }

  /// What happens while a text is generated.
  public enum Event: Sendable, Equatable {
    /// A token was added.
    ///
    /// If log-probabilities were asked for, a token that a constraint forced comes after the model
    /// has read it, and so possibly after its text.
    case token(Token)
    /// Text was added: whole characters that are not the beginning of a stop string.
    case text(String)
    /// The text is at its end; nothing comes after this.
    case finished(Completion)
  }
}

extension LocalLanguageModel.Completion {
  init(_ completion: TernDecode.Completion, _ tokenizer: Tokenizer) {
    text = completion.text
    tokens = completion.choices.map { LocalLanguageModel.Token($0, tokenizer) }
    finishReason = LocalLanguageModel.FinishReason(completion.finish)
    promptTokens = completion.promptTokens
    reusedTokens = completion.reusedTokens
    timings = ResponseTimings(
      prefillSeconds: completion.prefillSeconds, generationSeconds: completion.generationSeconds,
      forcedTokens: completion.forcedTokens, seed: completion.seed)
    figures = GenerationFigures(completion)
  }
}

extension LocalLanguageModel.Token {
  init(_ choice: TokenChoice, _ tokenizer: Tokenizer) {
    id = choice.token
    text = choice.text
    logProbability = choice.logProbability
    alternatives = choice.top.map {
      Alternative(
        id: $0.token, text: String(decoding: tokenizer.piece(of: $0.token), as: UTF8.self),
        logProbability: $0.logProbability)
    }
  }
}

extension LocalLanguageModel.FinishReason {
  init(_ reason: TernDecode.FinishReason) {
    self =
      switch reason {
      case .stopToken: .endOfText
      case .stopString: .stopString
      case .completed: .constraintSatisfied
      case .length: .maximumTokens
      case .contextFull: .contextFull
      }
  }
}
