import Foundation
import TernKernels
import TernModel
import TernTestSupport
import Testing

/// Rows of several sequences in a pass have the bits that each has alone, as long as they are fewer
/// than 16: what a sequence becomes does not depend on those beside it.
@Suite("Passes over many sequences")
struct ManySequencesTests {
  /// Sequences of different lengths, each twice.
  private struct Pairs {
    let runner: Runner
    let caches: [(alone: KVCache, beside: KVCache)]

    init(_ runner: Runner, lengths: [Int], _ random: inout SeededGenerator) throws {
      self.runner = runner
      caches = try lengths.map { length in
        let prompt = (0..<length).map { _ in runner.token(&random) }
        let caches = (runner.model.makeCache(), runner.model.makeCache())
        for cache in [caches.0, caches.1] { _ = try runner.last(prompt, cache) }
        return caches
      }
    }

    /// One more row of the first `count` sequences, together and one by one.
    func check(_ count: Int, _ name: String, _ random: inout SeededGenerator) throws {
      let tokens = caches[..<count].map { _ in runner.token(&random) }
      let together = try runner.run(
        zip(tokens, caches).map { ($1.beside, $0, $1.beside.length, true) })
      for (place, token) in tokens.enumerated() {
        let alone = try runner.all([token], caches[place].alone)
        #expect(
          together[place].map(\.bitPattern) == alone[0].map(\.bitPattern),
          "\(name): sequence \(place) of \(count)")
      }
    }
  }

  private static let lengths = [3, 70, 1, 200, 64, 9, 130, 65, 2, 33, 90, 5, 128, 17, 48]

  private func check(_ tiny: TinyGGUF, _ name: String, threads: Int) throws {
    var random = SeededGenerator(seed: 23)
    let pairs = try Pairs(Runner(tiny, threads: threads), lengths: Self.lengths, &random)
    for count in [1, 15, 2, 8, 3, 12, 7] { try pairs.check(count, name, &random) }
  }

  @Test("attention, with a window and without", arguments: [nil, 40], [1, 3])
  func attention(window: Int?, threads: Int) throws {
    var shape = TinyModel()
    shape.window = window
    if window != nil { shape.architecture = "gemma2" }
    try check(shape.file, "window \(window ?? 0)", threads: threads)
  }

  @Test("mixtures of experts", arguments: [1, 3])
  func mixture(threads: Int) throws {
    var shape = TinyModel()
    shape.experts = 8
    shape.extra = ["expert_count": .uint32(8), "expert_used_count": .uint32(3)]
    try check(shape.file, "experts", threads: threads)
  }

  @Test("recurrent layers", arguments: TinyHybrid.Kind.allCases)
  func recurrent(_ kind: TinyHybrid.Kind) throws {
    try check(TinyHybrid(kind: kind).file, "\(kind)", threads: 2)
  }

  @Test("logits that several threads hand out are those that one does")
  func sharedLogits() throws {
    let runner = try Runner(TinyModel().file, threads: 3)
    var random = SeededGenerator(seed: 4)
    let tokens = (0..<12).map { _ in runner.token(&random) }
    func pass(shares: Bool) throws -> [[Float]] {
      // Three sequences of four rows each.
      let rows = (0..<3).map { _ in runner.model.makeCache() }.flatMap { cache in
        (0..<4).map { (cache, $0) }
      }.enumerated().map { index, row in
        BatchRow(token: tokens[index], cache: row.0, position: row.1, wantsLogits: true)
      }
      let found = Logits(count: rows.count)
      try unsafe runner.model.forward(rows, sharesLogits: shares) { row, values in
        unsafe found.set(row, values)
      }
      return found.rows
    }
    #expect(try pass(shares: true) == pass(shares: false))
  }
}

/// Takes rows of logits from several threads.
private final class Logits: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [[Float]]

  init(count: Int) { values = Array(repeating: [], count: count) }

  var rows: [[Float]] { lock.withLock { values } }

  func set(_ row: Int, _ logits: UnsafeBufferPointer<Float>) {
    lock.withLock { unsafe values[row] = Array(logits) }
  }
}

extension Runner {
  fileprivate func token(_ random: inout SeededGenerator) -> Int32 {
    Int32.random(in: 1..<Int32(model.vocabularySize), using: &random)
  }
}
