import Foundation
import TernDecode

extension LocalLanguageModel {
  /// How probable a given text is.
  public struct Score: Sendable, Equatable {
    /// The tokens of the text, each with its log-probability after all before it.
    ///
    /// The first has none where nothing is before it: no context, and no token with which the
    /// vocabulary begins a text.
    public var tokens: [Token]
    /// The tokens before the text: the context, and the vocabulary's beginning.
    public var contextTokens: Int

    package init(tokens: [Token], contextTokens: Int) {
      (self.tokens, self.contextTokens) = (tokens, contextTokens)
    }

    /// The logarithm of the probability of the whole text after its context: the sum over its tokens.
    public var logProbability: Double {
      tokens.reduce(0) { $0 + Double($1.logProbability ?? 0) }
    }

    /// The perplexity: e to the power of the mean of the negative log-probabilities.
    ///
    /// It is the number of equally likely tokens for which the text would be as surprising. Not a
    /// number where no token has a log-probability.
    public var perplexity: Double {
      let count = tokens.count { $0.logProbability != nil }
      return count == 0 ? .nan : exp(-logProbability / Double(count))
    }
  }

  /// How probable a text is after a context.
  ///
  /// The model reads context and text in one go, as it reads prompts, and generates nothing. Both
  /// are split into tokens as one text; a token that spans both belongs to the text.
  /// - Parameters:
  ///   - text: What is scored.
  ///   - context: What it follows; it is read, and not scored.
  ///   - alternatives: How many of the likeliest tokens each place comes with.
  /// - Throws: ``LocalLanguageModelError/contextExceeded(tokens:limit:)`` where both together do not
  ///   fit the context, and the other errors of ``complete(_:options:)``.
  public func score(
    _ text: String, after context: String = "", alternatives: Int = 0
  ) async throws(LocalLanguageModelError) -> Score {
    let prompt = ScoringPrompt(text, after: context, runtime.tokenizer)
    return try await score(
      tokens: prompt.tokens, after: prompt.context, alternatives: alternatives)
  }

  /// How probable some tokens are after others; no special tokens are added.
  public func score(
    tokens: [Int32], after context: [Int32] = [], alternatives: Int = 0
  ) async throws(LocalLanguageModelError) -> Score {
    let engine = try await runtime.engine()
    do {
      let scored = try await engine.score(tokens, after: context, alternatives: alternatives)
      return Score(
        tokens: scored.choices.map { Token($0, engine.tokenizer) }, contextTokens: context.count)
    } catch {
      throw LocalLanguageModelError(error)
    }
  }

  /// How probable each of some texts is after the same context, in their order.
  ///
  /// The texts are scored side by side, and the context is computed once: for choosing among given
  /// answers by their probabilities.
  public func scores(
    of texts: [String], after context: String = "", alternatives: Int = 0
  ) async throws(LocalLanguageModelError) -> [Score] {
    let prompts = texts.map { ScoringPrompt($0, after: context, runtime.tokenizer) }
    return try await scores(prompts, alternatives: alternatives)
  }

  /// A text and its context as they are scored.
  package func scoringPrompt(
    _ text: String, after context: String, parsesSpecialTokens: Bool
  ) -> ScoringPrompt {
    ScoringPrompt(text, after: context, runtime.tokenizer, parseSpecial: parsesSpecialTokens)
  }

  /// How probable texts are, each after its own context, in their order.
  ///
  /// - Parameter stride: How many tokens of a text that is longer than the context are scored at a
  ///   time; less than ``contextSize``. `nil`: such a text is an error.
  package func scores(
    _ prompts: [ScoringPrompt], stride: Int? = nil, alternatives: Int = 0
  ) async throws(LocalLanguageModelError) -> [Score] {
    let engine = try await runtime.engine()
    let parts = prompts.map { prompt in
      stride.map { prompt.parts(limit: contextSize, stride: $0) } ?? [prompt]
    }
    do {
      let scored = try await engine.scores(parts.flatMap(\.self), alternatives: alternatives)
      var rest = scored[...]
      return zip(prompts, parts).map { prompt, parts in
        defer { rest = rest.dropFirst(parts.count) }
        return Score(
          tokens: rest.prefix(parts.count).flatMap(\.choices).map { Token($0, engine.tokenizer) },
          contextTokens: prompt.context.count)
      }
    } catch {
      throw LocalLanguageModelError(error)
    }
  }
}
