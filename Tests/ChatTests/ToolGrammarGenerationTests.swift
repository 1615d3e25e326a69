import Foundation
import TernChat
import TernDecode
import TernGrammar
import TernTestSupport
import Testing

/// Wild draws of a model with random weights under the rules of dialects.
@Suite struct ToolGrammarGenerationTests {
  @Test(arguments: ToolDialect.allCases)
  func `whatever a model draws is read back as valid calls`(dialect: ToolDialect) async throws {
    var engineOptions = EngineOptions()
    engineOptions.threads = 1
    let folder = try TemporaryFolder()
    let path = folder.file("model.gguf")
    try Self.writeModel(path)
    let engine = try await Engine.open(path: path, options: engineOptions)
    let tools = try ToolGrammarSupport.tools()
    var calls = 0
    for choice in [ToolChoice.required, .named("create_event"), .automatic, .none] {
      let rule = dialect.rule(tools, choice: choice).rule
      let constraint = try Constraint(rule, options: dialect.callOptions)
      for seed in 0..<SharedSuites.rounds(200) {
        var options = GenerationOptions()
        options.constraint = constraint
        options.sampling.temperature = 2
        options.sampling.topK = 0
        options.sampling.topP = 1
        options.sampling.minP = 0
        options.sampling.seed = UInt64(seed)
        options.maximumTokens = 280 + seed % 120
        options.showsSpecialTokens = true
        let done = try await engine.generate([300], options: options)
        calls += try ToolGrammarSupport.check(done.text, dialect, tools, choice)
      }
    }
    #expect(calls > 0)
  }

  /// The small model with room for longer answers.
  private static func writeModel(_ path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama))
    let key = try #require(bytes.range(of: Data("llama.context_length".utf8)))
    // Behind the key its type, and then four bytes of the number.
    bytes.replaceSubrange(key.upperBound + 4..<key.upperBound + 8, with: [0, 8, 0, 0])
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}
