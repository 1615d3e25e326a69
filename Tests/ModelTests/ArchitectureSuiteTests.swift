import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Reference logits of every family", .enabled(if: SharedSuites.available))
struct ArchitectureSuiteTests {
  /// Models whose reference differs from itself by nearly as much or more, with another split of a
  /// prompt.
  static let noisy: Set = [
    "baichuan", "deepseek32", "glm-dsa", "qwen35-mtp", "qwen35moe", "qwen3next",
  ]

  /// Models that have tests of their own below.
  static let rounded: Set = ["bitnet-tq2", "gpt-oss"]

  @Test(
    "Logits of every position are those of the reference, in a batch and token by token",
    arguments: FamilyRecord.all.flatMap(\.comparisons).filter { $0.quantity == .logits })
  func logits(_ comparison: FamilyRecord.Comparison) throws {
    let name = comparison.model
    let largest = try compare(name)
    #expect(
      largest <= comparison.difference,
      "\(name): found \(largest), but FamilyRecords.swift says \(comparison.difference)")
    let limit: Float = Self.noisy.contains(name) ? 3e-4 : 1e-4
    #expect(largest <= limit, "\(name): \(largest)")
  }

  // Two codes are as near in rare cases, where the last bit of a sum decides: such a row is off.
  @Test("Ternary weights with 8-bit activations give the reference for 19 positions of 20")
  func ternary() throws {
    let folder = try #require(SharedSuites.url("suites/architectures/bitnet-tq2"))
    let prompts = try prompts(folder)
    let runner = try Runner(folder.appendingPathComponent("model.gguf"), context: prompts.n_ctx)
    var differences: [Float] = []
    for (index, prompt) in prompts.prompts.enumerated() {
      let expected = try floats(folder.appendingPathComponent("logits-\(index).f32"))
      let width = runner.model.vocabularySize
      for (row, logits) in try runner.logits(prompt).enumerated() {
        differences.append(
          largestDifference(logits, Array(expected[row * width..<(row + 1) * width])))
      }
    }
    differences.sort()
    #expect(differences[differences.count * 19 / 20] <= 1e-4, "\(differences)")
    #expect(try #require(differences.last) <= 0.1)
  }

  // Rounding activations to 8 bits can flip an expert of a near tie; apart from such rows the
  // error is that of the rounding.
  @Test("MXFP4 experts stay near the reference for most positions")
  func mxfp4() throws {
    let folder = try #require(SharedSuites.url("suites/architectures/gpt-oss"))
    let prompts = try prompts(folder)
    let runner = try Runner(
      folder.appendingPathComponent("model.gguf"), context: prompts.n_ctx)
    var errors: [Double] = []
    for (index, prompt) in prompts.prompts.enumerated() {
      let expected = try floats(folder.appendingPathComponent("logits-\(index).f32"))
      let found = try runner.logits(prompt)
      let width = runner.model.vocabularySize
      for (row, logits) in found.enumerated() {
        errors.append(
          normalizedError(logits, Array(expected[row * width..<(row + 1) * width])))
      }
    }
    errors.sort()
    #expect(errors[errors.count / 2] <= 5e-3, "median \(errors[errors.count / 2])")
    #expect(errors[errors.count * 3 / 4] <= 2e-2, "\(errors[errors.count * 3 / 4])")
  }

  private func prompts(_ folder: URL) throws -> SuitePrompts {
    try JSONDecoder().decode(
      SuitePrompts.self, from: Data(contentsOf: folder.appendingPathComponent("prompts.json")))
  }

  /// The largest difference over all prompts; exact-gelu files where there are any.
  private func compare(_ name: String) throws -> Float {
    let folder = try #require(SharedSuites.url("suites/architectures/\(name)"))
    let prompts = try prompts(folder)
    let runner = try Runner(
      folder.appendingPathComponent("model.gguf"), context: prompts.n_ctx)
    var largest: Float = 0
    for (index, prompt) in prompts.prompts.enumerated() {
      let exact = folder.appendingPathComponent("logits-exactgelu-\(index).f32")
      let plain = folder.appendingPathComponent("logits-\(index).f32")
      let expected = try floats(
        FileManager.default.fileExists(atPath: exact.path) ? exact : plain)
      let found = try runner.logits(prompt)
      largest = max(largest, largestDifference(found.flatMap { $0 }, expected))
      largest = max(largest, try compareSome(prompt.prompt, expected, runner))
    }
    return largest
  }

  /// The largest difference where only every third position's logits are wanted.
  private func compareSome(_ tokens: [Int32], _ expected: [Float], _ runner: Runner) throws -> Float
  {
    let (cache, width) = (runner.model.makeCache(), runner.model.vocabularySize)
    let wanted = tokens.indices.filter { $0 % 3 == 1 }
    let found = try runner.run(tokens.indices.map { (cache, tokens[$0], $0, $0 % 3 == 1) })
    return largestDifference(
      found.flatMap { $0 }, wanted.flatMap { expected[$0 * width..<($0 + 1) * width] })
  }
}
