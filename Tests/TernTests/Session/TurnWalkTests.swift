import Foundation
import Tern
import TernTestSupport
import Testing

/// Random sequences of everything that can happen to a turn, against ``TurnReference``.
@Suite(.timeLimit(.minutes(30))) struct TurnWalkTests {
  @Test func `Whatever happens to a turn, the session is what the reference says`() async throws {
    let sequences = SharedSuites.soak ? 100_000 : 1_000
    let workers = 4
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<workers {
        group.addTask {
          for number in stride(from: worker, to: sequences, by: workers) {
            try await Walk(seed: UInt64(number)).run()
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// A session that lives through a few turns of random events.
private final class Walk {
  private typealias Ending = TurnReference.Ending

  private struct TestError: Error {}

  private let seed: UInt64
  private var random: SeededGenerator
  private let stage = PuppetStage()
  private let session: LanguageModelSession
  private let hasHook: Bool
  private let preserves: Bool
  private let returnsCalls: Bool
  private var input = 0
  private var output = 0
  private var names = 0

  // The turn.
  private var reference: TurnReference
  /// Who holds the model, while a request is under way.
  private var request: AsyncStream<PuppetModel.Command>.Continuation?
  private var shown = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    hasHook = Bool.random(using: &random)
    preserves = Bool.random(using: &random)
    returnsCalls = Int.random(in: 0..<3, using: &random) == 0
    let (stage, hasHook) = (stage, hasHook)
    let profile = LanguageModelSession.Profile { PuppetTool(stage: stage) }
      .onResponse { _ in if hasHook { try await stage.hook() } }
      .model(PuppetModel(stage: stage))
    session = LanguageModelSession(profile: profile)
    session.ternOptions.toolExecution = returnsCalls ? .returned : .automatic
    session.transcriptErrorHandlingPolicy = preserves ? .preserveTranscript : .revertTranscript
    reference = TurnReference(before: [], prompt: "", preserves: preserves, hasHook: hasHook)
  }

  func run() async throws {
    for turn in 0..<Int.random(in: 1...3, using: &random) {
      try await runTurn("p\(turn)")
    }
  }

  private func pick(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &random) == 0 }

  private func name() -> String {
    names += 1
    return "w\(names)"
  }

  /// One turn, from its prompt to its end.
  private func runTurn(_ prompt: String) async throws {
    reference = TurnReference(
      before: session.transcript.plain, prompt: prompt, preserves: preserves, hasHook: hasHook,
      returnsCalls: returnsCalls)
    shown = 0
    let isStream = Bool.random(using: &random)
    let run = TurnRun(session, prompt, isStream: isStream)
    guard case .request(let commands)? = await stage.arrivals.next() else {
      throw TestError()
    }
    request = commands
    try check()
    while reference.state.isResponding { try await step(run) }
    try await finish(run)
  }

  /// One event of a request to the model.
  private func step(_ run: TurnRun) async throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<7: try await send(.text(name()))
    case 7..<9: try await send(.thought(name()))
    case 9..<11: try await send(.call(id: name(), city: name()))
    case 11..<14:
      if run.isStream { try await read(run) }
    case 14..<18: try await endRequest(run)
    default: try await end(run)
    }
  }

  /// Lets the model write something.
  private func send(_ command: PuppetModel.Command) async throws {
    switch command {
    case .text(let text): reference.add(.text(text))
    case .thought(let text): reference.add(.thought(text))
    case .call(_, let city): reference.add(.call(city: city))
    case .usage(let input, let output): reference.add(.usage(input: input, output: output))
    case .finish, .fail: break
    }
    request?.yield(command)
    _ = await stage.done.next()
    try check()
  }

  /// Reads the next snapshot, if there is one that was not read.
  private func read(_ run: TurnRun) async throws {
    let states = reference.state.shown
    guard shown < states.count else { return }
    let text = await run.read()
    try require(text == states[shown], "read \(text ?? "nothing"), not \(states[shown])")
    shown += 1
  }

  /// The model has said all in this request; tools, hook or the end of the turn follow.
  private func endRequest(_ run: TurnRun) async throws {
    if pick(3) {
      let written = reference.state.output + 100
      try await send(.usage(input: Int.random(in: 1..<50, using: &random), output: written))
    }
    let calls = openCalls()
    // The hook runs for each answer; where there is none and no call, for an empty one.
    let answers = reference.state.writing.count { $0 == "response" }
    reference.add(.requestEnds)
    request?.yield(.finish)
    request = nil
    if hasHook {
      for _ in 0..<max(answers, calls.isEmpty ? 1 : 0) {
        guard try await runHook(run) else { return }
      }
      if calls.isEmpty || returnsCalls && answers > 0 { reference.add(.hookEnds) }
    }
    if !calls.isEmpty, !returnsCalls { try await runTools(calls, run) }
  }

  /// The cities of the calls of the present request.
  private func openCalls() -> [String] {
    var calls: [String] = []
    for event in reference.events {
      if case .call(let city) = event { calls.append(city) }
      if event == .requestEnds { calls = [] }
    }
    return calls
  }

  private func runTools(_ calls: [String], _ run: TurnRun) async throws {
    var waiting: [String: AsyncStream<Result<String, any Error>>.Continuation] = [:]
    while waiting.count < calls.count {
      guard case .tool(let city, let result)? = await stage.arrivals.next() else {
        throw TestError()
      }
      waiting[city] = result
    }
    try check()
    if pick(5) { return try await end(run) }
    var outputs = [String?](repeating: nil, count: calls.count)
    let fails = pick(4)
    if fails {
      // Only one tool may fail before the others have answered: who comes first is not determined.
      let failing = Int.random(in: 0..<calls.count, using: &random)
      waiting[calls[failing]]?.yield(.failure(TestError()))
      reference.add(.toolFails(outputs))
      return
    }
    for index in calls.indices.shuffled(using: &random) {
      outputs[index] = name()
      waiting[calls[index]]?.yield(.success(outputs[index] ?? ""))
    }
    reference.add(.outputs(outputs.compactMap { $0 }))
    guard case .request(let commands)? = await stage.arrivals.next() else { throw TestError() }
    request = commands
    try check()
  }

  /// Lets the hook go on, or ends the turn in it; whether the turn goes on.
  private func runHook(_ run: TurnRun) async throws -> Bool {
    guard case .hook(let hook)? = await stage.arrivals.next() else { throw TestError() }
    try check()
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      reference.add(.end(.error))
      hook.yield(TestError())
    case 1: try await end(run)
    default:
      hook.yield(nil)
      return true
    }
    return false
  }

  /// Ends the turn from outside, or by an error of the model.
  private func end(_ run: TurnRun) async throws {
    var endings: [Ending] = [.transcriptChanged]
    if request != nil { endings.append(.error) }
    endings += run.isStream ? [.readerLeaves, .readerCancelled] : [.cancelled]
    let ending = endings.randomElement(using: &random) ?? .transcriptChanged
    reference.add(.end(ending))
    switch ending {
    case .error:
      let overflow = LanguageModelError.contextSizeExceeded(
        .init(contextSize: 8, tokenCount: 9, debugDescription: "full"))
      request?.yield(.fail(pick(2) ? overflow : TestError()))
    case .cancelled, .readerCancelled: run.cancel()
    case .readerLeaves: await run.leave()
    case .transcriptChanged:
      session.transcript.append(
        .prompt(Transcript.Prompt(segments: [.text(.init(content: "changed"))])))
    }
    request = nil
  }

  /// Waits for the result of the turn, and compares what is left.
  private func finish(_ run: TurnRun) async throws {
    let state = reference.state
    let found = await run.result()
    switch (state.outcome, found) {
    case (.answer(let text)?, .success(let found)):
      // Who has left or was cancelled hears nothing.
      if let found { try require(found == text, "answer \(found), not \(text)") }
    case (.failure(let ending)?, .failure(let error)):
      try require(Self.fits(error, ending), "\(error) after \(ending)")
    case (.answer, .failure(let error)) where run.wasCancelled:
      try require(error is CancellationError, "\(error) after a cancelled reader")
    case (.failure, .success(nil)): break
    default: try require(false, "\(found), not \(String(describing: state.outcome))")
    }
    input += state.input
    output += state.output
    try check()
    let usage = session.usage
    try require(usage.input.totalTokenCount == input, "\(usage.input), not \(input)")
    try require(usage.output.totalTokenCount == output, "\(usage.output), not \(output)")
  }

  private static func fits(_ error: any Error, _ ending: Ending) -> Bool {
    switch ending {
    case .error: error is TestError || error is LanguageModelError || error is ToolCallError
    case .cancelled, .readerCancelled, .readerLeaves: error is CancellationError
    case .transcriptChanged:
      (error as? LanguageModelSession.Error)?.debugDescription
        == LanguageModelSession.Error.transcriptMutationWhileResponding.debugDescription
    }
  }

  /// Compares what can be seen of the session.
  private func check() throws {
    let state = reference.state
    let plain = session.transcript.plain
    try require(plain == state.transcript, "\(plain), not \(state.transcript)")
    try require(session.isResponding == state.isResponding, "isResponding")
  }

  private func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard !holds else { return }
    Issue.record("seed \(seed): \(what()); events \(reference.events)")
    throw TestError()
  }
}

private typealias ToolCallError = LanguageModelSession.ToolCallError

/// A request under way, and who waits for its answer.
private final class TurnRun {
  let isStream: Bool
  private(set) var wasCancelled = false
  private enum Command: Sendable { case read, leave }
  private let commands = AsyncStream.makeStream(of: Command.self)
  private let texts = Mailbox<String?>()
  private let left = Mailbox<Void>()
  private let task: Task<String?, any Error>

  init(_ session: LanguageModelSession, _ prompt: String, isStream: Bool) {
    self.isStream = isStream
    let (commands, texts, left) = (commands.stream, texts, left)
    task = Task {
      guard isStream else { return try await session.respond(to: prompt).content }
      var stream: LanguageModelSession.ResponseStream<String>? = session.streamResponse(to: prompt)
      var iterator = stream?.makeAsyncIterator()
      for await command in commands {
        switch command {
        case .read: texts.send(try await iterator?.next()?.content)
        case .leave:
          (iterator, stream) = (nil, nil)
          left.send(())
          return nil
        }
      }
      return try await stream?.collect().content
    }
  }

  func read() async -> String? {
    commands.continuation.yield(.read)
    return await texts.next() ?? nil
  }

  /// Leaves the stream; the turn is over when this returns.
  func leave() async {
    commands.continuation.yield(.leave)
    _ = await left.next()
  }

  func cancel() {
    wasCancelled = true
    task.cancel()
  }

  func result() async -> Result<String?, any Error> {
    commands.continuation.finish()
    return await task.result
  }
}
