import Synchronization
import TernDecode
import TernTestSupport
import Testing

/// Cancels tasks before a certain layer of the engine's work.
private final class Stopper: Sendable {
  private let state = Mutex((layers: 0, tasks: [Task<[Int32], any Error>]()))

  /// Cancels the tasks before the layer that comes after `layers` others.
  func arm(_ tasks: [Task<[Int32], any Error>], after layers: Int) {
    state.withLock { $0 = (layers, tasks) }
  }

  func observe(_ event: PassEvent) {
    guard event == .layer else { return }
    let doomed = state.withLock { state in
      defer { state.layers -= 1 }
      return state.layers == 0 ? state.tasks : []
    }
    for task in doomed { task.cancel() }
  }
}

@Suite("Requests that begin alike, some cancelled at any layer")
struct CancelledSoakTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 1024) }

  private func engine(kept: Int, _ stopper: Stopper) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 2
    options.cacheType = .f32
    options.keptSequences = kept
    options.observer = { stopper.observe($0) }
    return try await Engine.open(path: path, options: options)
  }

  private var options: GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = 6
    options.ignoresEndOfGeneration = true
    return options
  }

  private func tokens(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> [Int32] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Int32.random(in: 97...122, using: &random)
    }
  }

  /// Requests that begin together.
  private func start(
    _ prompts: [[Int32]], _ engine: Engine, prepare: ([Task<[Int32], any Error>]) -> Void = { _ in }
  ) -> [Task<[Int32], any Error>] {
    let gates = prompts.map { _ in AsyncStream.makeStream(of: Void.self) }
    let tasks = zip(prompts, gates).map { prompt, gate in
      Task { [options] in
        for await _ in gate.stream { break }
        return try await engine.generate(prompt, options: options).tokens
      }
    }
    prepare(tasks)
    for gate in gates { gate.continuation.yield() }
    return tasks
  }

  @Test("each that is not cancelled gives what it gives alone")
  func sameAsAlone() async throws {
    var random = SeededGenerator(seed: 14)
    let stopper = Stopper()
    let alone = try await engine(kept: 0, Stopper())
    var engine = try await engine(kept: 4, stopper)
    var cancelled = 0
    for round in 0..<max(8, SharedSuites.rounds(800)) {
      if round % 4 == 0 { engine = try await self.engine(kept: 4, stopper) }
      // Every other time a page ends soon after the beginning: most of what is added is in the next.
      let isNearEnd = round % 2 == 1
      let shared = tokens(isNearEnd ? 121...125 : 33...180, &random)
      // Sometimes nothing is kept but the beginning itself, so that the next one goes on in place.
      var first = options
      first.maximumTokens = Int.random(in: 0...2, using: &random)
      _ = try await engine.generate(shared, options: first)
      let doomed = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        shared + tokens(1...200, &random)
      }
      let layers = Int.random(in: 0...4, using: &random)
      for task in start(doomed, engine, prepare: { stopper.arm($0, after: layers) }) {
        if case .failure = await task.result { cancelled += 1 }
      }
      stopper.arm([], after: 0)
      let prompts = (0..<2).map { _ in shared + tokens(isNearEnd ? 20...31 : 1...31, &random) }
      let tasks = start(prompts, engine)
      for (prompt, task) in zip(prompts, tasks) {
        let expected = try await alone.generate(prompt, options: options)
        #expect(try await task.value == expected.tokens, "round \(round)")
      }
    }
    #expect(cancelled > 0)
  }
}
