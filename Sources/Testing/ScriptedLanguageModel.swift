import TernJSON
import TernSession

/// A language model that answers by a script, for tests of applications: it needs no model file and
/// no time, and always gives the same answers.
///
/// ```swift
/// let model = ScriptedLanguageModel([
///   [.call("weather", json: #"{"city": "Oslo"}"#)],
///   "It is sunny in Oslo.",
/// ])
/// let session = LanguageModelSession(model: model, tools: [WeatherTool()])
/// let answer = try await session.respond(to: "What is the weather in Oslo?")
/// #expect(answer.content == "It is sunny in Oslo.")
/// #expect(model.requests[1].toolOutputs == ["12 degrees, no clouds"])
/// ```
///
/// A request of a session takes the next answer. Where tools are called, what follows their outputs
/// is a request of its own. The model records what it was asked. Any task may use it; sessions that
/// ask at the same time take answers in the order in which they come.
public final class ScriptedLanguageModel: Sendable {
  /// Makes the answer to a request.
  public typealias Answering = @Sendable (ScriptedRequest) async throws -> ScriptedAnswer

  /// The capabilities that the model reports.
  public let capabilities: LanguageModelCapabilities
  private let answering: Answering?
  private let clock: any Clock<Duration>
  private let state: Locked<State>

  private struct State {
    var answers: ArraySlice<ScriptedAnswer>
    var requests: [ScriptedRequest] = []
    var prewarmed: [Transcript] = []
    /// Who waits for a request that has not come.
    var waiting: [(index: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// All capabilities.
  public static var allCapabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.vision, .guidedGeneration, .reasoning, .toolCalling])
  }

  /// A model that gives `answers`, one for each request.
  ///
  /// A request after the last one throws ``ScriptedLanguageModelError/noAnswerLeft(request:prompt:)``.
  /// - Parameters:
  ///   - answers: The script; a request takes the next one.
  ///   - capabilities: What the model says that it can do.
  ///   - clock: What delays are measured by; a test can give a clock that it sets itself.
  public init(
    _ answers: [ScriptedAnswer] = [],
    capabilities: LanguageModelCapabilities = ScriptedLanguageModel.allCapabilities,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.capabilities = capabilities
    self.clock = clock
    answering = nil
    state = Locked(State(answers: answers[...]))
  }

  /// A model whose answers depend on what it is asked.
  ///
  /// - Parameters:
  ///   - capabilities: What the model says that it can do.
  ///   - clock: What delays are measured by; a test can give a clock that it sets itself.
  ///   - answering: Gives the answer to a request; what it throws ends the request.
  public init(
    capabilities: LanguageModelCapabilities = ScriptedLanguageModel.allCapabilities,
    clock: any Clock<Duration> = ContinuousClock(), answering: @escaping Answering
  ) {
    self.capabilities = capabilities
    self.clock = clock
    self.answering = answering
    state = Locked(State(answers: []))
  }

  /// Adds answers to the end of the script.
  public func append(_ answers: ScriptedAnswer...) {
    state.withLock { $0.answers += answers }
  }

  /// How many answers of the script no request has taken.
  public var unusedAnswerCount: Int { state.withLock { $0.answers.count } }

  /// What the model was asked, in order, and how each request ended.
  public var requests: [ScriptedRequest] { state.withLock { $0.requests } }

  /// The transcripts that sessions wanted to be read in advance, in order.
  public var prewarmedTranscripts: [Transcript] { state.withLock { $0.prewarmed } }

  /// The request with a number, from 0; waits until it has come.
  public func request(_ index: Int) async -> ScriptedRequest {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.indices.contains(index) { return true }
        state.waiting.append((index, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return state.withLock { $0.requests[index] }
  }
}

extension ScriptedLanguageModel: LanguageModel {
  /// Identifies the model: sessions on the same model share an executor.
  public var executorConfiguration: ObjectIdentifier { ObjectIdentifier(self) }

  /// Answers the requests of sessions.
  public struct Executor: LanguageModelExecutor {
    /// The type of model that it serves.
    public typealias Model = ScriptedLanguageModel

    /// Makes the executor; cheap.
    public init(configuration: ObjectIdentifier) {}

    /// Records the transcript.
    public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
      model.state.withLock { $0.prewarmed.append(transcript) }
    }

    /// Records the request and plays its answer.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await model.respond(to: request, streamingInto: channel)
    }
  }

  private func respond(
    to request: LanguageModelExecutorGenerationRequest,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let (recorded, scripted) = record(request)
    do {
      let answer = try await answer(to: recorded, scripted: scripted)
      var player = ScriptPlayer(request: recorded, clock: clock, channel: channel)
      try await player.play(answer)
      try Task.checkCancellation()
      end(recorded, .answered)
    } catch {
      end(recorded, error is CancellationError || Task.isCancelled ? .cancelled : .failed(error))
      throw error
    }
  }

  /// Records a request, and takes the next answer of the script.
  private func record(
    _ request: LanguageModelExecutorGenerationRequest
  ) -> (ScriptedRequest, ScriptedAnswer?) {
    let (recorded, answer, arrived) = state.withLock { state in
      let recorded = ScriptedRequest(index: state.requests.count, request: request)
      state.requests.append(recorded)
      let arrived = state.waiting.filter { $0.index == recorded.index }.map(\.continuation)
      state.waiting.removeAll { $0.index == recorded.index }
      return (recorded, state.answers.popFirst(), arrived)
    }
    for continuation in arrived { continuation.resume() }
    return (recorded, answer)
  }

  private func answer(
    to request: ScriptedRequest, scripted: ScriptedAnswer?
  ) async throws -> ScriptedAnswer {
    if let scripted { return scripted }
    guard let answering else {
      throw ScriptedLanguageModelError.noAnswerLeft(
        request: request.index, prompt: request.prompt)
    }
    return try await answering(request)
  }

  private func end(_ request: ScriptedRequest, _ outcome: ScriptedRequest.Outcome) {
    state.withLock { $0.requests[request.index].outcome = outcome }
  }
}
