import Foundation
import Synchronization
import TernTestSupport
import Testing

@testable import Tern
@testable import TernLocal

/// Opening and loading models: when, where, and what a failure leaves.
@Suite(.timeLimit(.minutes(2))) struct ModelOpeningTests {
  /// Opens the small model, when it is let to.
  private final class Opener: Sendable {
    let count = Atomic(0)
    let fails = Flag()
    private let held: DispatchSemaphore?

    init(isHeld: Bool = false) { held = isHeld ? DispatchSemaphore(value: 0) : nil }

    func release() { held?.signal() }

    func open() throws(LocalLanguageModelError) -> LocalLanguageModel {
      count.add(1, ordering: .relaxed)
      held?.wait()
      held?.signal()
      if fails.isSet { throw .unusableModel("broken") }
      var options = LocalLanguageModel.Options()
      options.checksLanguage = true
      return try LocalLanguageModel(
        contentsOf: URL(filePath: Fixtures.tinyLlama), options: options)
    }

    var model: SystemLanguageModel {
      SystemLanguageModel(
        engine: SystemModelEngine { () throws(LocalLanguageModelError) -> LocalLanguageModel in
          try self.open()
        })
    }
  }

  private let short = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4)

  @Test func `a failure to open the system's model is not kept`() async throws {
    let opener = Opener()
    let model = opener.model
    let session = LanguageModelSession(model: model)
    #expect(opener.count.load(ordering: .relaxed) == 0)
    opener.fails.isSet = true
    #expect(model.availability == .unavailable(.modelNotReady))
    #expect(model.unavailabilityDescription == "broken")
    await #expect(throws: LanguageModelSession.GenerationError.self) {
      try await session.respond(to: "a", options: short)
    }
    opener.fails.isSet = false
    #expect(model.availability == .available && model.unavailabilityDescription == nil)
    _ = try await session.respond(to: "a", options: short)
    // Once open, it stays open.
    let count = opener.count.load(ordering: .relaxed)
    opener.fails.isSet = true
    #expect(model.isAvailable && model.contextSize > 0)
    #expect(opener.count.load(ordering: .relaxed) == count)
  }

  @Test func `prewarming returns while the file is still being opened`() async throws {
    let opener = Opener(isHeld: true)
    let session = LanguageModelSession(model: opener.model, instructions: "Be kind.")
    // Opening on this thread would never return.
    session.prewarm()
    #expect(await eventually { opener.count.load(ordering: .relaxed) == 1 })
    opener.release()
    #expect(!(try await session.respond(to: "a", options: short).content.isEmpty))
    #expect(opener.count.load(ordering: .relaxed) == 1)
  }

  @Test func `the engine uses the vocabulary that opening the file has built`() async throws {
    let model = try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
    let loaded = try await model.runtime.loaded()
    #expect(loaded.engine.tokenizer === model.runtime.tokenizer)
  }

  @Test func `all who load a model are told its progress`() async throws {
    let model = try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
    let ends = Ends()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await model.load { share in if share == 1 { ends.add() } }
        }
      }
      try await group.waitForAll()
    }
    // Who comes when it is loaded is told nothing.
    #expect((1...4).contains(ends.count))
    try await model.load { _ in Issue.record("it is loaded already") }
  }

  @Test func `executors of one configuration are one, even when two are made at once`() async {
    struct TwiceMade: LanguageModel {
      let meeting: Meeting
      let capabilities = LanguageModelCapabilities([])
      var executorConfiguration: Meeting { meeting }

      struct Executor: LanguageModelExecutor {
        let meeting: Meeting
        let number: Int

        init(configuration: Meeting) throws {
          meeting = configuration
          number = configuration.meet()
        }

        func prewarm(model: TwiceMade, transcript: Transcript) {
          meeting.used.withLock { _ = $0.insert(number) }
        }

        func respond(
          to request: LanguageModelExecutorGenerationRequest, model: TwiceMade,
          streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {}
      }
    }
    let meeting = Meeting()
    let session = LanguageModelSession(model: TwiceMade(meeting: meeting))
    let done = Gate(2)
    for _ in 0..<2 {
      Thread.detachNewThread {
        session.prewarm()
        Task { await done.open() }
      }
    }
    await done.pass()
    #expect(meeting.used.withLock { $0.count } == 1)
  }

  private final class Ends: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }

  /// Lets two threads go on when both have come.
  final class Meeting: Hashable, Sendable {
    private let lock = NSCondition()
    private let come = Atomic(0)
    let used = Mutex<Set<Int>>([])

    func meet() -> Int {
      lock.withLock {
        let number = come.add(1, ordering: .relaxed).newValue
        lock.broadcast()
        while come.load(ordering: .relaxed) < 2 { lock.wait() }
        return number
      }
    }

    static func == (a: Meeting, b: Meeting) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
