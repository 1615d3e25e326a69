import TernDecode
import TernFormat
import TernGrammar
import TernModel
import TernTestSupport
import Testing

@Suite("Models whose results are not finite")
struct NonFiniteModelTests {
  private func engine(_ tensor: String, _ value: Float) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    let file = try GGUFFile(bytes: Fixtures.tinyLlama(tensor, with: value))
    return try await Engine.open(file: file, options: options)
  }

  private static let tensors = [
    "blk.0.attn_norm.weight", "blk.1.ffn_norm.weight", "output_norm.weight",
  ]

  @Test(
    "no text is written, greedy or drawn, free or constrained; the error says where",
    arguments: tensors, [Float.nan, .infinity, -.infinity])
  func generate(tensor: String, value: Float) async throws {
    let engine = try await engine(tensor, value)
    let prompt = engine.tokenizer.encode("the cat", addSpecial: true)
    let constraint = try Constraint(.choices(["tea", "coffee", "water"]))
    for sampling in [SamplingOptions.greedy, SamplingOptions()] {
      for constraint in [nil, constraint] {
        var options = GenerationOptions()
        options.sampling = sampling
        options.maximumTokens = 5
        options.constraint = constraint
        await #expect(throws: EngineError.noToken(position: prompt.count)) {
          try await engine.generate(prompt, options: options) { text in
            Issue.record("text: \(text)")
          }
        }
      }
    }
  }

  @Test("an embedding that is not finite is an error", arguments: tensors)
  func embedding(tensor: String) async throws {
    let engine = try await engine(tensor, .nan)
    await #expect(throws: EngineError.model(.notFinite(position: 2))) {
      try await engine.embedding([1, 2, 3])
    }
  }
}
