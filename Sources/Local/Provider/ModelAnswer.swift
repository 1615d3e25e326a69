import TernChat
import TernDecode
import TernTokens

/// What happens while a model answers a conversation or continues a text.
package enum AnswerEvent: Sendable {
  /// The model has taken the prompt, of so many tokens, and computed nothing of it.
  case taken(promptTokens: Int)
  /// The tokens so far: first when the prompt is computed, then with every token.
  case counts(TokenCounts)
  /// A token, where its log-probability is asked for.
  case token(LocalLanguageModel.Token)
  /// Text, reasoning, or a part of a call became certain.
  case part(ChatEvent)
  /// The answer is at its end; nothing comes after this.
  case finished(AnswerEnd)
}

/// How an answer ended, and what it took.
package struct AnswerEnd: Sendable, Equatable {
  package var reason: LocalLanguageModel.FinishReason
  /// The stop string that was met.
  package var stopString: String?
  package var promptTokens: Int
  /// How many of them had been computed for an earlier prompt that began alike.
  package var reusedTokens: Int
  /// The tokens that were written, those of reasoning and calls included.
  package var tokens: Int
  package var reasoningTokens: Int
  /// Bytes of all that was written.
  package var textBytes: Int
  /// What it took beside that.
  package var figures: GenerationFigures?

  package init(
    reason: LocalLanguageModel.FinishReason, stopString: String? = nil, promptTokens: Int,
    reusedTokens: Int = 0, tokens: Int, reasoningTokens: Int = 0, textBytes: Int
  ) {
    (self.reason, self.stopString) = (reason, stopString)
    (self.promptTokens, self.reusedTokens) = (promptTokens, reusedTokens)
    (self.tokens, self.reasoningTokens) = (tokens, reasoningTokens)
    self.textBytes = textBytes
  }
}

/// An answer while it is being written; may be read once.
///
/// Leaving the loop over it, and cancelling the task that reads it, ends the generation.
package struct ModelAnswer: AsyncSequence, Sendable {
  package typealias Element = AnswerEvent
  package typealias Failure = LocalLanguageModelError

  /// The tokens of the prompt.
  package let promptTokens: Int
  private let events: AsyncThrowingStream<GenerationEvent, any Error>
  private let reader: AnswerReader
  private let tokenizer: Tokenizer

  /// - Parameters:
  ///   - parser: Reads reasoning and calls; `nil` where all is text.
  package init(
    _ events: AsyncThrowingStream<GenerationEvent, any Error>, promptTokens: Int,
    parser: ToolCallParser?, tokenizer: Tokenizer
  ) {
    self.init(
      events, promptTokens: promptTokens,
      reader: AnswerReader(
        parser: parser ?? ToolCallParser(.hermesJSON, tools: [], beginsInReasoning: false),
        readsCalls: parser != nil), tokenizer: tokenizer)
  }

  init(
    _ events: AsyncThrowingStream<GenerationEvent, any Error>, promptTokens: Int,
    reader: AnswerReader, tokenizer: Tokenizer
  ) {
    (self.events, self.promptTokens) = (events, promptTokens)
    (self.reader, self.tokenizer) = (reader, tokenizer)
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      events: events.makeAsyncIterator(), reader: reader, tokenizer: tokenizer,
      promptTokens: promptTokens)
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var events: AsyncThrowingStream<GenerationEvent, any Error>.AsyncIterator
    fileprivate var reader: AnswerReader
    fileprivate let tokenizer: Tokenizer
    fileprivate let promptTokens: Int
    fileprivate var ready: ArraySlice<AnswerEvent> = []

    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(LocalLanguageModelError) -> AnswerEvent? {
      while ready.isEmpty {
        let event: GenerationEvent?
        do { event = try await events.next(isolation: actor) } catch let error as EngineError {
          throw LocalLanguageModelError(error)
        } catch {
          throw .cancelled
        }
        guard let event else { return nil }
        take(event)
      }
      return ready.popFirst()
    }

    private mutating func take(_ event: GenerationEvent) {
      ready += reader.take(event).map { .part($0) }
      switch event {
      case .taken: ready.append(.taken(promptTokens: promptTokens))
      case .counts(let counts): ready.append(.counts(counts))
      case .choice(let choice): ready.append(.token(LocalLanguageModel.Token(choice, tokenizer)))
      case .text: break
      case .finished(let completion):
        ready.append(.finished(AnswerEnd(completion, reasoning: reader.ledger.reasoning)))
      }
    }
  }
}

extension AnswerEnd {
  fileprivate init(_ completion: Completion, reasoning: Int) {
    self.init(
      reason: LocalLanguageModel.FinishReason(completion.finish),
      stopString: completion.stopString, promptTokens: completion.promptTokens,
      reusedTokens: completion.reusedTokens, tokens: completion.tokens.count,
      reasoningTokens: reasoning, textBytes: completion.text.utf8.count)
    figures = GenerationFigures(completion)
  }
}
