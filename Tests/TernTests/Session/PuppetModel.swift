import Tern

/// A model whose requests do what a test tells them, one command after the other.
struct PuppetModel: LanguageModel {
  typealias Channel = LanguageModelExecutorGenerationChannel

  enum Command: Sendable {
    case text(String)
    case thought(String)
    /// A whole call of the tool.
    case call(id: String, city: String)
    case usage(input: Int, output: Int)
    case finish
    case fail(any Error)
  }

  /// What a request says when its task is cancelled, before it stops.
  static let lastWords = "last words"

  let stage: PuppetStage
  var capabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])
  var executorConfiguration: PuppetStage { stage }

  init(stage: PuppetStage) { self.stage = stage }

  struct Executor: LanguageModelExecutor {
    let stage: PuppetStage

    init(configuration: PuppetStage) { stage = configuration }

    func prewarm(model: PuppetModel, transcript: Transcript) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: PuppetModel,
      streamingInto channel: Channel
    ) async throws {
      let (commands, continuation) = AsyncStream.makeStream(of: Command.self)
      stage.arrivals.send(.request(continuation))
      for await command in commands {
        switch command {
        case .text(let text):
          await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        case .thought(let text):
          await channel.send(.reasoning(action: .appendText(text, tokenCount: 1)))
        case .call(let id, let city):
          await channel.send(
            .toolCalls(
              action: .toolCall(
                id: id, name: "puppet",
                action: .appendArguments(#"{"city":"\#(city)"}"#, tokenCount: 1))))
        case .usage(let input, let output):
          await channel.send(
            .response(
              action: .updateUsage(
                input: .init(totalTokenCount: input, cachedTokenCount: 0),
                output: .init(totalTokenCount: output, reasoningTokenCount: 0))))
        case .finish: return
        case .fail(let error): throw error
        }
        stage.done.send(())
      }
      // The task is cancelled.
      await channel.send(
        .response(action: .appendText(PuppetModel.lastWords, tokenCount: 1)))
      throw CancellationError()
    }
  }
}

/// A tool that gives what a test tells it.
struct PuppetTool: Tool {
  let name = "puppet"
  let description = "Waits."
  let stage: PuppetStage

  func call(arguments: CityArguments) async throws -> String {
    let (commands, continuation) = AsyncStream.makeStream(of: Result<String, any Error>.self)
    stage.arrivals.send(.tool(city: arguments.city, continuation))
    for await result in commands { return try result.get() }
    throw CancellationError()
  }
}

/// Where a test meets the model, the tools and the hook of a session.
final class PuppetStage: Hashable, Sendable {
  enum Arrival: Sendable {
    case request(AsyncStream<PuppetModel.Command>.Continuation)
    case tool(city: String, AsyncStream<Result<String, any Error>>.Continuation)
    /// The hook of answers; it throws the error that it is sent.
    case hook(AsyncStream<(any Error)?>.Continuation)
  }

  /// Who waits for commands.
  let arrivals = Mailbox<Arrival>()
  /// One for each command that a request has carried out.
  let done = Mailbox<Void>()

  static func == (a: PuppetStage, b: PuppetStage) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Waits in the hook until the test lets it go on.
  func hook() async throws {
    let (commands, continuation) = AsyncStream.makeStream(of: (any Error)?.self)
    arrivals.send(.hook(continuation))
    for await error in commands {
      if let error { throw error }
      return
    }
    throw CancellationError()
  }
}

/// Values from any tasks, taken one after the other by a single one.
struct Mailbox<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send(_ value: Value) { continuation.yield(value) }

  /// The next value, once it is there; `nil` where the task is cancelled.
  func next() async -> Value? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }
}
