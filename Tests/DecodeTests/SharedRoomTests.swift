import TernModel
import TernTestSupport
import Testing

@testable import TernDecode

@Suite("Prompts share the room of a pass", .timeLimit(.minutes(5)))
struct SharedRoomTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 8192) }

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
    #expect(try await long == 8)
    // The second pass has the 10 rows and is shorter, and the third has what the short request generates.
    #expect(watch.rows == [512, 256, 65, 512, 512, 512, 512, 130, 1])
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

  @Test("of prompts that come together each is done when those before it are, as if it were alone")
  func oneAfterTheOther() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    let (count, length) = (8, 256)
    watch.hold(pass: 1, untilWaiting: count - 1)
    let first = Task { try await passOfToken(letters(length), engine, watch) }
    try await watch.reached(pass: 1)
    let others = (1..<count).map { number in
      Task { try await passOfToken(letters(length, number), engine, watch) }
    }
    var passes = [try await first.value]
    for other in others { passes.append(try await other.value) }
    for (place, pass) in passes.sorted().enumerated() {
      let rows = watch.rows[..<pass].reduce(0, +)
      #expect(rows <= (place + 1) * length * 5 / 4 + 16, "\(place): \(passes)")
    }
  }

  @Test("a long prompt comes to its end behind short ones that never cease")
  func longBehindMany() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    let length = 2000
    let isDone = Shared(false)
    watch.hold(pass: 1, untilWaiting: 3)
    let long = Task {
      defer { isDone.value = true }
      return try await passOfToken(letters(length), engine, watch)
    }
    try await watch.reached(pass: 1)
    let streams = (0..<3).map { stream in
      Task {
        var number = 0
        while !isDone.value, number < 60 {
          number += 1
          _ = try await passOfToken(letters(600, 3 * number + stream + 1), engine, watch)
        }
        return number
      }
    }
    let pass = try await long.value
    var asked = 0
    for stream in streams { asked += try await stream.value }
    // An eighth of each pass is its own, but for what rounding leaves and what others generate.
    #expect(watch.rows[..<pass].reduce(0, +) <= 10 * length)
    #expect(asked < 3 * 60)
  }

  @Test("a prompt for whose beginning a short one waits computes this first")
  func sharedBeginning() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    watch.hold(pass: 1, untilWaiting: 5)
    async let long = passOfToken(letters(3000), engine, watch)
    try await watch.reached(pass: 1)
    async let short = passOfToken(letters(600) + letters(10, 7), engine, watch)
    let others = (1...4).map { number in
      Task { try await passOfToken(letters(500, number), engine, watch) }
    }
    // The second pass computes what is missing of the beginning.
    #expect(try await short == 3)
    for other in others { _ = try await other.value }
    #expect(try await long > 3)
  }

  private func shares(of room: Int, among needs: [Int], urgent: [Int?] = []) -> [Int] {
    PromptShares.divide(
      room,
      among: needs.indices.map { place in
        .init(
          rows: needs[place], urgent: urgent.indices.contains(place) ? urgent[place] : nil,
          arrival: place)
      })
  }

  @Test("the shortest prompt comes first, and an eighth is the oldest one's")
  func shares() {
    #expect(shares(of: 512, among: [100_000, 10]) == [502, 10])
    #expect(shares(of: 512, among: [256, 256, 256]) == [256, 256, 0])
    #expect(shares(of: 512, among: [10, 0, 100_000, 90_000]) == [10, 0, 64, 438])
    #expect(shares(of: 512, among: [90_000, 100_000, 700]) == [64, 0, 448])
    #expect(shares(of: 64, among: [300, 200, 20]) == [8, 36, 20])
    #expect(shares(of: 512, among: [3000, 500], urgent: [88]) == [152, 360])
    #expect(shares(of: 64, among: [1]) == [1])
    #expect(shares(of: 64, among: []) == [])
    var random = SeededGenerator(seed: 22)
    for _ in 0..<2000 {
      let needs = (0..<Int.random(in: 1...16, using: &random)).map { _ in
        Int.random(in: 0...(1 << Int.random(in: 0...17, using: &random)), using: &random)
      }
      let room = Bool.random(using: &random) ? 64 : 512
      let shares = shares(of: room, among: needs)
      let rest = needs.filter { $0 > 0 }
      #expect(shares.reduce(0, +) == min(room, needs.reduce(0, +)))
      #expect(zip(needs, shares).allSatisfy { need, share in need >= share && share >= 0 })
      guard let shortest = rest.min(), let oldest = needs.firstIndex(where: { $0 > 0 }),
        let first = needs.firstIndex(of: shortest)
      else { continue }
      #expect(shares[first] >= min(shortest, room * 7 / 8))
      #expect(shares[oldest] >= min(needs[oldest], room / 8))
    }
  }
}
