import Foundation
import TernKernels
import TernModel
import TernTestSupport
import Testing

/// Passes of few rows give each row the bits that it has alone: drafted tokens are checked by them, and
/// the text may not differ from that of passes of one row.
@Suite("The bits of logits in passes of few rows")
struct FewRowsTests {
  /// The sizes of the passes behind the prompt.
  private static let sizes = [1, 2, 15, 3, 7, 14, 4, 8, 5, 13, 6, 12, 9, 11, 10]

  private func check(_ runner: Runner, _ prompt: [Int32], _ tokens: [Int32], _ name: String) throws
  {
    let (single, several) = (runner.model.makeCache(), runner.model.makeCache())
    if !prompt.isEmpty {
      for cache in [single, several] { _ = try runner.last(prompt, cache) }
    }
    var start = 0
    for size in Self.sizes where start + size <= tokens.count {
      let piece = Array(tokens[start..<start + size])
      let expected = try piece.flatMap { try runner.all([$0], single) }
      let found = try runner.all(piece, several)
      for row in 0..<size {
        #expect(
          found[row].map(\.bitPattern) == expected[row].map(\.bitPattern),
          "\(name): row \(row) of \(size) from \(start)")
      }
      start += size
    }
  }

  @Test("Recurrent layers", arguments: TinyHybrid.Kind.allCases)
  func recurrent(_ kind: TinyHybrid.Kind) throws {
    let shape = TinyHybrid(kind: kind)
    let tokens = shape.tokens(320)
    try check(
      try Runner(shape.file), Array(tokens[..<150]), Array(tokens[150...]), "\(kind)")
  }

  @Test("Windows, and views of many pages", arguments: [nil, 40])
  func windows(_ window: Int?) throws {
    var shape = TinyModel()
    shape.context = 4096
    shape.window = window
    if window != nil { shape.architecture = "gemma2" }
    // The spans of a row become longer between pages 15 and 18.
    var random = SeededGenerator(seed: 5)
    let tokens = (0..<1200).map { _ in Int32.random(in: 1..<32, using: &random) }
    try check(
      try Runner(shape.file), Array(tokens[..<1010]), Array(tokens[1010...]), "window")
  }

  @Test(
    "Every family", .enabled(if: SharedSuites.available),
    arguments: FamilyRecord.all.flatMap(\.comparisons).filter { $0.quantity == .logits })
  func families(_ comparison: FamilyRecord.Comparison) throws {
    let folder = try #require(
      SharedSuites.url("suites/architectures/\(comparison.model)"))
    let runner = try Runner(folder.appendingPathComponent("model.gguf"), context: 256)
    guard runner.model.config.generates else { return }
    var random = SeededGenerator(seed: 6)
    let limit = Int32(min(250, runner.model.vocabularySize))
    let tokens = (0..<160).map { _ in Int32.random(in: 1..<limit, using: &random) }
    try check(runner, Array(tokens[..<40]), Array(tokens[40...]), comparison.model)
  }
}
