import TernKernels
import TernTestSupport
import Testing

@testable import TernDecode

/// How many tokens of dialogues engines of hybrid models read again: counted in the rows of passes.
@Suite("Dialogues with hybrid models", .timeLimit(.minutes(5)))
struct HybridDialogueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ kind: TinyHybrid.Kind, _ watch: EngineWatch, _ change: (inout EngineOptions) -> Void
  ) async throws -> Engine {
    let path = folder.file("hybrid.gguf")
    try TinyHybrid(kind: kind).write(to: path)
    return try await watch.open(path, change)
  }

  @Test(
    "next turns, answers given again and branches read less than a checkpoint's distance again",
    arguments: TinyHybrid.Kind.allCases)
  func dialogues(_ kind: TinyHybrid.Kind) async throws {
    let watch = EngineWatch()
    let engine = try await open(kind, watch) { $0.keptSequences = 100 }
    let interval = try #require(engine.cacheLayout.checkpointInterval)
    var random = SeededGenerator(seed: 31)
    var known: [[Int32]] = []
    var asked: [[Int32]] = []
    for round in 0..<SharedSuites.rounds(2000) {
      let place = Int.random(in: 0..<max(1, known.count), using: &random)
      let news = letters(Int.random(in: 1...90, using: &random), round)
      var prompt = news
      if let sequence = known.isEmpty ? nil : known[place] {
        switch round % 3 {
        case 0: prompt = sequence + news
        case 1: prompt = asked[place]
        default: prompt = sequence.prefix(.random(in: 1...sequence.count, using: &random)) + news
        }
      }
      if prompt.count > 480 { prompt = news }
      let common = known.map { PrefixCache.commonPrefix($0, prompt) }.max() ?? 0
      let before = watch.passCount
      let answer = try await engine.generate(prompt, options: .likeliest(8))
      // Each token of the answer is a row of its own.
      let read = watch.rows[before...].reduce(0, +) - answer.tokens.count
      #expect(answer.tokens.count == 8 && read == prompt.count - answer.reusedTokens)
      let new = prompt.count - min(common, prompt.count - 1)
      #expect(read < new + interval, "round \(round): \(read) rows for \(new) new tokens")
      known.append(prompt + answer.tokens)
      asked.append(prompt)
    }
    #expect(known.contains { $0.count > 2 * interval })
  }

  @Test(
    "in little memory the sequence that was read last keeps its checkpoints, others are given up",
    arguments: TinyHybrid.Kind.allCases)
  func littleMemory(_ kind: TinyHybrid.Kind) async throws {
    let free = try await open(kind, EngineWatch()) { _ in }
    let layout = free.cacheLayout
    // Whatever is missing, a page or states, it is so at some of these limits.
    for extra in 0..<8 {
      // An eighth of the limit holds three states, so that prompts have checkpoints inside.
      let least = max(layout.byteCount(of: 300, rows: 512), 24 * layout.stateBytes)
      let limit = least + extra * layout.stateBytes
      let engine = try await open(kind, EngineWatch()) {
        $0.keptSequences = 8
        $0.cacheBytes = limit
      }
      // In less memory they are farther apart.
      let interval = try #require(engine.cacheLayout.checkpointInterval)
      #expect(interval <= 192)
      for branch in 1...4 {
        let prompt = letters(150) + letters(60 + 25 * branch, branch)
        let first = try await engine.generate(prompt, options: .likeliest(8))
        #expect(engine.cacheLayout.memory.byteCount <= limit)
        let again = try await engine.generate(prompt, options: .likeliest(8))
        let read = prompt.count - again.reusedTokens
        #expect(read <= interval, "branch \(branch), \(extra): \(read) rows")
        let expected = try await free.generate(prompt, options: .likeliest(8))
        #expect(first.tokens == expected.tokens && again.tokens == expected.tokens)
      }
    }
  }
}
