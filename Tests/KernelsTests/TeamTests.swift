import Synchronization
import TernKernels
import TernTestSupport
import Testing

@Suite("A team of threads")
struct TeamTests {
  @Test("does every part exactly once", arguments: [1, 2, 3, 8])
  func everyPartOnce(threads: Int) {
    let team = Team(threads: threads)
    for count in [0, 1, 2, 3, 7, 64, 1000] {
      let counts = Counts(max(1, count))
      team.run(count) { part in counts.add(part) }
      #expect(counts.all(equal: 1, first: count))
    }
  }

  @Test("names its threads by numbers below the number of threads, one thread to a number")
  func workerNumbers() {
    let team = Team(threads: 6)
    let inside = Counts(6)
    let clashes = Atomic<Int>(0)
    for _ in 0..<200 {
      team.run(24) { _, worker in
        if inside.add(worker) != 1 { clashes.add(1, ordering: .relaxed) }
        inside.subtract(worker)
      }
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
  }

  @Test("makes writes of both sides visible, with more threads than cores")
  func visibility() {
    let team = Team(threads: 16)
    var random = SeededGenerator(seed: 7)
    var input = [Int](repeating: 0, count: 256)
    for round in 0..<SharedSuites.rounds(100_000) {
      let count = Int.random(in: 1...256, using: &random)
      for i in 0..<count { input[i] = round &* 31 &+ i }
      let values = input
      let output = Results(count)
      team.run(count) { part in output.set(part, values[part] &+ 1) }
      let good = (0..<count).allSatisfy { output.get($0) == round &* 31 &+ $0 &+ 1 }
      #expect(good, "round \(round)")
    }
  }

  @Test("wakes its workers after they went to sleep")
  func sleepAndWake() async throws {
    let team = Team(threads: 3)
    for _ in 0..<5 {
      try await Task.sleep(for: .milliseconds(2))
      let counts = Counts(9)
      team.run(9) { part in counts.add(part) }
      #expect(counts.all(equal: 1, first: 9))
    }
  }

  @Test("lets several threads take part, also when one of them had gone to sleep")
  func sharing() async throws {
    let team = Team(threads: 2)
    for _ in 0..<3 {
      let both = Atomic<Int>(0)
      // Each part waits for the other, so the run ends only when two threads are in it.
      team.run(2) { _ in
        both.add(1, ordering: .sequentiallyConsistent)
        while both.load(ordering: .sequentiallyConsistent) < 2 {}
      }
      #expect(both.load(ordering: .relaxed) == 2)
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test("ends its threads when it is let go")
  func ends() {
    for threads in 1...6 {
      for _ in 0..<20 {
        let team = Team(threads: threads)
        team.run(3) { _ in }
      }
    }
  }

  @Test("refuses a run inside a run")
  func nested() async {
    await #expect(processExitsWith: .failure) {
      let team = Team(threads: 1)
      team.run(1) { _ in team.run(1) { _ in } }
    }
  }
}

/// Counters that threads may add to at once.
@safe
private final class Counts: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Atomic<Int>>
  private let count: Int

  init(_ count: Int) {
    self.count = count
    unsafe memory = .allocate(capacity: count)
    for i in 0..<count { unsafe (memory + i).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe memory.deinitialize(count: count)
    unsafe memory.deallocate()
  }

  @discardableResult
  func add(_ index: Int) -> Int {
    unsafe memory[index].add(1, ordering: .relaxed).newValue
  }

  func subtract(_ index: Int) { unsafe _ = memory[index].subtract(1, ordering: .relaxed) }

  func all(equal value: Int, first count: Int) -> Bool {
    (0..<count).allSatisfy { unsafe memory[$0].load(ordering: .relaxed) == value }
  }
}

/// Plain memory that parts write at different places, without a lock: the team's own ordering is
/// what makes it right.
@safe
private final class Results: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Int>

  init(_ count: Int) {
    unsafe memory = .allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
  }

  deinit { unsafe memory.deallocate() }

  func set(_ index: Int, _ value: Int) { unsafe memory[index] = value }

  func get(_ index: Int) -> Int { unsafe memory[index] }
}
