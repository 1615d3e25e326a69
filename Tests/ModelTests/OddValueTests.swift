import TernFormat
import TernModel
import TernTestSupport
import Testing

/// Values in files that no trained model has, and that are not wrong either.
@Suite("Odd values of metadata") struct OddValueTests {
  @Test("a delta net whose epsilon is 0 runs, in a batch and token by token")
  func epsilon() throws {
    let shape = TinyHybrid(kind: .deltaNet)
    var file = shape.file
    file.metadata["qwen35.attention.layer_norm_rms_epsilon"] = .float32(0)
    let runner = try Runner(file)
    let tokens = shape.tokens(20)
    let together = try runner.all(tokens, runner.model.makeCache())
    let cache = runner.model.makeCache()
    let single = try tokens.flatMap { try runner.all([$0], cache) }
    #expect(largestDifference(together.flatMap { $0 }, single.flatMap { $0 }) < 5e-4)
  }
}
