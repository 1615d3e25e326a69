import TernModel
import TernTestSupport
import Testing

@testable import TernDecode

@Suite("Prompts share the room of a pass", .timeLimit(.minutes(5)))
struct SharedRoomTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("long.gguf")
    try Fixtures.writeTinyLlama(to: path, context: 8192)
  }

  /// Asks for a token and gives the number of the pass that it came from.
  private func passOfToken(
    _ prompt: [Int32], _ engine: Engine, _ watch: EngineWatch
  ) async throws -> Int {
    let pass = Shared(0)
    var options = GenerationOptions.likeliest(1)
    options.onChoice = { _ in pass.value = watch.passCount }
    _ = try await engine.generate(prompt, options: options)
    return pass.value
  }

  @Test("a short prompt does not wait for a long one before it, and the long one goes on")
  func shortBehindLong() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    watch.hold(pass: 1, untilWaiting: 1)
    async let long = passOfToken(letters(3000), engine, watch)
    try await watch.reached(pass: 1)
    async let short = passOfToken(letters(10, 1), engine, watch)
    #expect(try await short == 2)
    #expect(try await long == 7)
    // The second pass has the 10 rows, and the third what the short request generates.
    #expect(watch.rows == [512, 512, 65, 512, 512, 512, 386, 1])
  }

  @Test("a short prompt finds a place beside as many long ones as there may be")
  func shortBesideManyLong() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    watch.hold(pass: 1, untilWaiting: 20)
    let first = Task { try await passOfToken(letters(2000), engine, watch) }
    try await watch.reached(pass: 1)
    let others = (1...19).map { number in
      Task { try await passOfToken(letters(600, number), engine, watch) }
    }
    while engine.thread.waitingJobs < 19 { try await Task.sleep(for: .milliseconds(1)) }
    let short = try await passOfToken([98, 97, 99], engine, watch)
    #expect(short == 2)
    var passes = [try await first.value]
    for other in others { passes.append(try await other.value) }
    #expect(passes.allSatisfy { $0 > short })
    #expect(watch.rows.allSatisfy { $0 <= 512 })
  }

  @Test("every prompt gets an equal part of the room, and what short ones leave")
  func shares() {
    #expect(Schedule.shares(of: 512, among: [100_000, 10]) == [502, 10])
    #expect(Schedule.shares(of: 512, among: [10, 0, 100_000, 90_000]) == [10, 0, 251, 251])
    #expect(Schedule.shares(of: 64, among: [1]) == [1])
    #expect(Schedule.shares(of: 64, among: []) == [])
    var random = SeededGenerator(seed: 22)
    for _ in 0..<2000 {
      let needs = (0..<Int.random(in: 1...16, using: &random)).map { _ in
        Int.random(in: 0...(1 << Int.random(in: 0...17, using: &random)), using: &random)
      }
      let room = Bool.random(using: &random) ? 64 : 512
      let shares = Schedule.shares(of: room, among: needs)
      let count = max(1, needs.count { $0 > 0 })
      #expect(shares.reduce(0, +) == min(room, needs.reduce(0, +)))
      for (need, share) in zip(needs, shares) {
        #expect(share >= min(need, room / count) && share <= need)
      }
    }
  }
}
