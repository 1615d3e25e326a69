import Foundation
import TernModel
import TernTestSupport
import Testing

@Suite("Quantized models", .enabled(if: SharedSuites.available))
struct QuantizedSuiteTests {
  static var types: [String] {
    guard let folder = SharedSuites.url("suites/quantized-models"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.hasSuffix(".gguf") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test(
    "Logits stay within the rounding of activations of the dequantized model",
    arguments: types)
  func quantized(_ type: String) throws {
    let folder = try #require(SharedSuites.url("suites/quantized-models"))
    let prompts = try JSONDecoder().decode(
      SuitePrompts.self, from: Data(contentsOf: folder.appendingPathComponent("prompts.json")))
    let runner = try Runner(
      folder.appendingPathComponent("\(type).gguf"), context: prompts.n_ctx)
    let limit = type == "BF16" ? 3e-4 : type == "F16" ? 1e-5 : 5e-3
    for (index, prompt) in prompts.prompts.enumerated() {
      let expected = try floats(folder.appendingPathComponent("\(type)-deq-\(index).f32"))
      let error = normalizedError(try runner.logits(prompt).flatMap { $0 }, expected)
      #expect(error <= limit, "\(type), prompt \(index): \(error)")
    }
  }
}

@Suite("Trained models", .enabled(if: SharedSuites.available))
struct TrainedModelTests {
  struct Expected: Decodable {
    let prompts: [[Int32]]
    let files: [String: [String]]
  }
  struct Greedy: Decodable {
    struct Case: Decodable {
      let prompt: [Int32]
      let greedy: [Int32]
    }
    let cases: [Case]
  }

  @Test(
    "Logits of the last position are those of the reference",
    arguments: ["stories260K", "stories3M", "bitnet-stories-3M"])
  func logits(_ name: String) throws {
    let folder = try #require(SharedSuites.url("models/\(name)"))
    let expected = try JSONDecoder().decode(
      Expected.self,
      from: Data(contentsOf: folder.appendingPathComponent("expected-logits.json")))
    for (file, logits) in expected.files.sorted(by: { $0.key < $1.key }) {
      let runner = try Runner(folder.appendingPathComponent(file))
      for (prompt, reference) in zip(expected.prompts, logits) {
        let found = try runner.last(prompt, runner.model.makeCache())
        let values = try floats(folder.appendingPathComponent(reference))
        if file.contains("f32") {
          #expect(largestDifference(found, values) <= 1e-4, "\(file), \(prompt.count) tokens")
        } else {
          let error = normalizedError(found, values)
          #expect(error <= 5e-3, "\(file), \(prompt.count) tokens: \(error)")
        }
      }
    }
  }

  @Test("200 greedy tokens of a float32 model are those of the original checkpoint")
  func greedy() throws {
    let folder = try #require(SharedSuites.url("models/stories260K"))
    let expected = try JSONDecoder().decode(
      Greedy.self, from: Data(contentsOf: folder.appendingPathComponent("greedy.json")))
    let runner = try Runner(folder.appendingPathComponent("stories260K-f32.gguf"))
    for example in expected.cases {
      let cache = runner.model.makeCache()
      var logits = try runner.last(example.prompt, cache)
      var tokens: [Int32] = []
      for _ in 0..<min(200, example.greedy.count) {
        let best = try #require(logits.indices.max { logits[$0] < logits[$1] })
        tokens.append(Int32(best))
        logits = try runner.last([Int32(best)], cache)
      }
      #expect(tokens == Array(example.greedy.prefix(200)))
    }
  }
}
