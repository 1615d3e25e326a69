import TernSession

/// Does the steps of an answer.
struct ScriptPlayer {
  typealias Channel = LanguageModelExecutorGenerationChannel

  let request: ScriptedRequest
  let clock: any Clock<Duration>
  let channel: Channel
  private var calls = 0
  /// Words so far, which count as tokens where the script does not count.
  private var written = (all: 0, reasoning: 0)
  private var counts = true

  init(request: ScriptedRequest, clock: any Clock<Duration>, channel: Channel) {
    (self.request, self.clock, self.channel) = (request, clock, channel)
  }

  mutating func play(_ answer: ScriptedAnswer) async throws {
    for step in answer.steps {
      try Task.checkCancellation()
      try await play(step)
    }
    guard counts else { return }
    await tellUsage(
      input: request.transcript.words, cached: 0, output: written.all,
      reasoning: written.reasoning)
  }

  private mutating func play(_ step: ScriptedStep) async throws {
    switch step.kind {
    case .text(let text): await write(text)
    case .reasoning(let text):
      let words = count(text)
      written.reasoning += words
      await channel.send(.reasoning(action: .appendText(text, tokenCount: words)))
    case .call(let name, let id, let pieces):
      let id = id ?? "call-\(request.index)-\(calls)"
      calls += 1
      for piece in pieces {
        await channel.send(
          .toolCalls(
            action: .toolCall(
              id: id, name: name,
              action: .appendArguments(piece, tokenCount: count(piece)))))
      }
    case .placeholder:
      await write(try request.schema.map { try PlaceholderValue.text(for: $0) } ?? "placeholder")
    case .usage(let input, let cached, let output, let reasoning):
      counts = false
      await tellUsage(input: input, cached: cached, output: output, reasoning: reasoning)
    case .send(let event): await channel.send(event)
    case .delay(let duration): try await clock.sleep(for: duration)
    case .wait(let gate): try await gate.pass()
    case .failure(let error): throw error
    }
  }

  private mutating func write(_ text: String) async {
    await channel.send(.response(action: .appendText(text, tokenCount: count(text))))
  }

  /// The words of a text, which are added to those that were written.
  private mutating func count(_ text: String) -> Int {
    let words = text.words
    written.all += words
    return words
  }

  private func tellUsage(input: Int, cached: Int, output: Int, reasoning: Int) async {
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: input, cachedTokenCount: cached),
          output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))))
  }
}

extension String {
  /// How many pieces there are between white space.
  fileprivate var words: Int { split(whereSeparator: \.isWhitespace).count }
}

extension Transcript {
  /// The words of all entries.
  fileprivate var words: Int {
    reduce(0) { sum, entry in
      switch entry {
      case .instructions(let entry): sum + entry.segments.text.words
      case .prompt(let entry): sum + entry.segments.text.words
      case .response(let entry): sum + entry.segments.text.words
      case .toolOutput(let entry): sum + entry.segments.text.words
      case .toolCalls(let calls): sum + calls.map(\.arguments.jsonString.words).reduce(0, +)
      default: sum
      }
    }
  }
}
