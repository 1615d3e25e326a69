import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("The number of threads")
struct ThreadCountTests {
  /// The logits of every position of the fixture's prompt, and of its greedy text token by token.
  private func logits(threads: Int) throws -> [Float] {
    let reference = try Fixtures.tinyLlamaReference()
    let model = try Model(
      GGUFFile(path: Fixtures.tinyLlama), compute: Compute(threads: threads),
      options: ModelOptions(cacheType: .f32))
    let cache = model.makeCache()
    var values: [Float] = []
    func run(_ tokens: [Int32]) throws {
      let rows = tokens.enumerated().map {
        BatchRow(token: $1, cache: cache, position: cache.length + $0, wantsLogits: true)
      }
      try unsafe model.forward(rows) { _, row in unsafe values.append(contentsOf: row) }
    }
    try run(reference.prompt)
    for token in reference.greedy { try run([token]) }
    return values
  }

  @Test("logits with one, two and three threads agree within rounding, and from run to run exactly")
  func agree() throws {
    let one = try logits(threads: 1)
    #expect(try one == logits(threads: 1))
    let size = one.map(abs).max() ?? 0
    #expect(size > 0.1)
    for threads in [2, 3] {
      let more = try logits(threads: threads)
      #expect(try more == logits(threads: threads))
      try #require(more.count == one.count)
      let difference = zip(one, more).map { abs($0 - $1) }.max() ?? .infinity
      #expect(difference <= 2e-5 * size, "\(threads) threads: \(difference) of \(size)")
    }
  }
}
