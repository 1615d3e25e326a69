import Foundation
import Synchronization
import Tern
import Testing

/// Loading once for many, with a loader that does what the test says.
@Suite(.timeLimit(.minutes(2))) struct SharedLoadTests {
  /// A loader that reports when it is told to, and ends when it is told to.
  private actor Loader {
    enum Failure: Error, Equatable { case broken, givenUp }
    private(set) var runs = 0
    private var running = 0
    private var report: (@Sendable (Double) -> Bool)?
    private var end: CheckedContinuation<Int, any Error>?

    func run(_ report: @escaping @Sendable (Double) -> Bool) async throws -> Int {
      runs += 1
      running += 1
      #expect(running == 1, "two loads at the same time")
      defer { running -= 1 }
      self.report = report
      return try await withCheckedThrowingContinuation { end = $0 }
    }

    /// Reports a share; an answer of `false` ends the run.
    @discardableResult
    func tell(_ share: Double) -> Bool {
      guard report?(share) == false else { return true }
      finish(.failure(Failure.givenUp))
      return false
    }

    func finish(_ result: Result<Int, any Error>) {
      let end = end
      (self.end, report) = (nil, nil)
      end?.resume(with: result)
    }

    /// Waits until the loader has begun for the `number`th time.
    func begun(_ number: Int) async {
      while runs < number || end == nil { await Task.yield() }
    }
  }

  private final class Shares: Sendable {
    private let list = Mutex<[Double]>([])
    var all: [Double] { list.withLock { $0 } }
    func add(_ share: Double) { list.withLock { $0.append(share) } }
  }

  private let loader = Loader()
  private let load: SharedLoad<Int>

  init() {
    load = SharedLoad { [loader] report in try await loader.run(report) }
  }

  /// Waits for the value in a task; it has joined when this returns.
  private func waiter(_ shares: Shares = Shares()) async -> Task<Int, any Error> {
    let isFirst = await loader.runs == 0
    let task = Task { [load] in try await load.value { shares.add($0) } }
    if isFirst {
      await loader.begun(1)
    } else {
      // Who joins is told how far the work is.
      while shares.all.isEmpty { await Task.yield() }
    }
    return task
  }

  @Test func `many who wait get one load, and all are told its progress`() async throws {
    let (first, second, third) = (Shares(), Shares(), Shares())
    let tasks = [await waiter(first), await waiter(second)]
    await loader.tell(0.25)
    await loader.tell(0.5)
    let late = await waiter(third)
    await loader.tell(1)
    await loader.finish(.success(7))
    for task in tasks + [late] { #expect(try await task.value == 7) }
    #expect(first.all == [0.25, 0.5, 1])
    #expect(second.all == [0, 0.25, 0.5, 1])
    #expect(third.all == [0.5, 1])
    #expect(try await load.value() == 7)
    #expect(await loader.runs == 1)
  }

  @Test func `who is cancelled stops waiting at once, and the others go on`() async throws {
    let (first, second) = (await waiter(), await waiter())
    first.cancel()
    // The loader has not ended: only the cancellation can end this wait.
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(await loader.tell(0.5))
    await loader.finish(.success(3))
    #expect(try await second.value == 3)
    #expect(await loader.runs == 1)
  }

  @Test func `a load that nobody waits for is given up with its next report`() async throws {
    let only = await waiter()
    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    #expect(await !loader.tell(0.5))
    let next = Task { [load] in try await load.value() }
    await loader.begun(2)
    await loader.finish(.success(4))
    #expect(try await next.value == 4)
  }

  @Test func `somebody who comes before the next report keeps the load going`() async throws {
    let first = await waiter()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = await waiter()
    #expect(await loader.tell(0.5))
    await loader.finish(.success(5))
    #expect(try await second.value == 5)
    #expect(await loader.runs == 1)
  }

  @Test func `somebody who comes while the load is giving up gets another one after it`()
    async throws
  {
    let told = Gate()
    let ending = Gate()
    let runs = Atomic(0)
    let load = SharedLoad<Int> { report in
      let run = runs.add(1, ordering: .relaxed).newValue
      if run > 1 { return run }
      while report(0.5) { await Task.yield() }
      await told.open()
      await ending.pass()
      throw CancellationError()
    }
    let first = Task { try await load.value() }
    #expect(await eventually { runs.load(ordering: .relaxed) == 1 })
    first.cancel()
    await told.pass()
    let shares = Shares()
    let second = Task { try await load.value { shares.add($0) } }
    #expect(await eventually { !shares.all.isEmpty })
    await ending.open()
    #expect(try await second.value == 2)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func `a failure reaches all who wait, and the next call loads anew`() async throws {
    let (first, second) = (await waiter(), await waiter())
    await loader.finish(.failure(Loader.Failure.broken))
    await #expect(throws: Loader.Failure.broken) { try await first.value }
    // A new load begins before the second of them has looked at its error.
    let third = Task { [load] in try await load.value() }
    await loader.begun(2)
    await #expect(throws: Loader.Failure.broken) { try await second.value }
    let fourth = Task { [load] in try await load.value() }
    await loader.finish(.success(9))
    #expect(try await third.value == 9)
    #expect(try await fourth.value == 9)
    #expect(try await load.value() == 9)
    #expect(await loader.runs == 2)
  }

  @Test func `a listener may cancel its own task`() async throws {
    let box = Mutex<Task<Int, any Error>?>(nil)
    let task = Task { [load] in
      try await load.value { _ in box.withLock { $0 }?.cancel() }
    }
    box.withLock { $0 = task }
    await loader.begun(1)
    await loader.tell(0.5)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await !loader.tell(0.75))
  }

  @Test func `random arrivals and departures end well`() async throws {
    for round in 0..<200 {
      let load = SharedLoad<Int> { report in
        for step in 0..<5 {
          guard report(Double(step) / 5) else { throw CancellationError() }
          await Task.yield()
        }
        return round
      }
      let tasks = (0..<6).map { _ in Task { try await load.value() } }
      for (number, task) in tasks.enumerated() where (round >> number) & 1 == 1 { task.cancel() }
      for (number, task) in tasks.enumerated() {
        switch await task.result {
        case .success(let value): #expect(value == round)
        case .failure(let error):
          #expect(error is CancellationError && (round >> number) & 1 == 1)
        }
      }
      #expect(try await load.value() == round)
    }
  }
}
