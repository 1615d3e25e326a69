import Foundation
import TernModel
import TernTestSupport
import Testing

@Suite("Walks of operations on caches", .enabled(if: SharedSuites.available))
struct CacheWalkTests {
  /// Models in which two readings of a text differ by more: delta nets compute chunks and single
  /// steps with other roundings.
  private static let noisy = ArchitectureSuiteTests.noisy.union(["qwen35"])

  private static let models = FamilyRecord.all.flatMap(\.comparisons)
    .filter { $0.quantity == .logits }.map(\.model)

  @Test(
    "appended, forked, cut back, cancelled and restored caches give the logits of one reading",
    arguments: models)
  func walk(_ name: String) throws {
    let url = try #require(SharedSuites.url("suites/architectures/\(name)/model.gguf"))
    for round in 0..<SharedSuites.rounds(100) {
      let rows = [512, 40, 7][round % 3]
      let runner = try Runner(url, context: 256, maxBatch: rows)
      // Each of two readings may differ from the reference by half of it.
      let bound: Float = Self.noisy.contains(name) ? 6e-4 : 2e-4
      var walk = CacheWalk(runner, name: name, bound: bound, seed: UInt64(round))
      try walk.run(operations: 24)
      #expect(walk.largest <= bound, "\(name), walk \(round): \(walk.largest)")
    }
  }
}
