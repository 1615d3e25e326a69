import Foundation
import TernFormat
import TernModel
import TernTestSupport
import Testing

@Suite(
  "Reference vectors of encoders, embedders and rerankers", .enabled(if: SharedSuites.available))
struct EncoderSuiteTests {
  /// What a folder expects, text by text.
  private struct Expectation {
    let folder: URL
    let model: Model
    let texts: [[Int32]]
    let pooling: Pooling

    init(_ name: String) throws {
      folder = try #require(SharedSuites.url("suites/architectures/\(name)"))
      let prompts = try JSONDecoder().decode(
        SuitePrompts.self, from: Data(contentsOf: folder.appendingPathComponent("prompts.json")))
      texts = prompts.prompts.map(\.prompt)
      model = try Runner(
        folder.appendingPathComponent("model.gguf"), context: prompts.n_ctx
      ).model
      pooling = model.config.encoding.pooling ?? .mean
    }

    /// The values of a file, of the one with the exact activation where there is one.
    func values(_ kind: String, _ text: Int) throws -> [Float] {
      let exact = folder.appendingPathComponent("\(kind)-exactgelu-\(text).f32")
      let plain = folder.appendingPathComponent("\(kind)-\(text).f32")
      return try floats(FileManager.default.fileExists(atPath: exact.path) ? exact : plain)
    }

    /// What the model gives for texts in passes of up to `limit` rows.
    func found(_ texts: [[Int32]], _ pooling: Pooling, limit: Int) throws -> [[Float]] {
      var run = EncodingRun(texts, pooling: pooling, model: model)
      while run.vectors == nil { try run.step(model, limit: limit) }
      let vectors = try #require(run.vectors)
      return pooling == .none || pooling == .rank ? vectors : vectors.map(\.normalized)
    }

    /// The largest difference, each text alone and all of them packed in two ways.
    func largest(_ kind: String, _ pooling: Pooling) throws -> Float {
      let expected = try texts.indices.map { try values(kind, $0) }
      var largest: Float = 0
      for (index, text) in texts.enumerated() {
        largest = max(
          largest,
          largestDifference(try found([text], pooling, limit: 512)[0], expected[index]))
      }
      for limit in [512, 50] {
        let packed = try found(texts, pooling, limit: limit)
        for index in texts.indices {
          largest = max(largest, largestDifference(packed[index], expected[index]))
        }
      }
      return largest
    }
  }

  @Test(
    "States, pooled vectors and scores are those of the reference",
    arguments: FamilyRecord.all.flatMap(\.comparisons).filter { $0.quantity == .vectors })
  func vectors(_ comparison: FamilyRecord.Comparison) throws {
    let name = comparison.model
    #expect(comparison.difference <= 2e-5, "\(name)")
    let expectation = try Expectation(name)
    let states = try expectation.largest("embeddings", .none)
    let kind = expectation.pooling == .rank ? "score" : "pooled"
    let largest = max(states, try expectation.largest(kind, expectation.pooling))
    #expect(
      largest <= comparison.difference,
      "\(name): found \(largest), but FamilyRecords.swift says \(comparison.difference)")
  }
}
