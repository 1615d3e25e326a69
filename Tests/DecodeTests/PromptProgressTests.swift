import Synchronization
import TernDecode
import TernTestSupport
import Testing

/// What a request is told of its prompt while that is computed.
struct PromptProgressTests {
  private func run(
    _ engine: Engine, _ prompt: [Int32]
  ) async throws -> (told: [PromptProgress], completion: Completion) {
    let told = Mutex<[PromptProgress]>([])
    var options = GenerationOptions()
    options.maximumTokens = 2
    options.ignoresEndOfGeneration = true
    options.onPrompt = { progress in told.withLock { $0.append(progress) } }
    let completion = try await engine.generate(prompt, options: options)
    return (told.withLock(\.self), completion)
  }

  private func engine() async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  @Test func `a prompt's tokens are told as they are computed, up to all of them`() async throws {
    let engine = try await engine()
    let length = min(120, await engine.contextLength - 4)
    let prompt = [300] + (1..<Int32(length)).map { 97 + $0 % 20 }
    let (told, completion) = try await run(engine, prompt)
    #expect(told.allSatisfy { $0.total == length && $0.reused == 0 })
    #expect(told.map(\.computed) == told.map(\.computed).sorted())
    #expect(told.first?.computed == 0)
    // Within the pass, layer by layer, and once at its end.
    #expect(told.filter { $0.computed > 0 && $0.computed < length }.count >= 1)
    #expect(told.filter { $0.computed == length }.count == 1)
    #expect(completion.tokens.count == 2 && completion.firstTokenSeconds > 0)
    #expect(!completion.sharesReused)
  }

  @Test func `what is taken from a cache is computed from the beginning`() async throws {
    let engine = try await engine()
    let prompt = [300] + (1..<Int32(40)).map { 97 + $0 % 20 }
    _ = try await run(engine, prompt)
    let (told, completion) = try await run(engine, prompt + [116, 104, 101])
    #expect(completion.reusedTokens > 30)
    #expect(told.allSatisfy { $0.reused == completion.reusedTokens })
    #expect(told.first?.computed == completion.reusedTokens)
    #expect(told.last?.computed == prompt.count + 3)
  }

  @Test func `the last progress comes before the first text`() async throws {
    let engine = try await engine()
    let order = Mutex("")
    var options = GenerationOptions()
    options.maximumTokens = 6
    options.ignoresEndOfGeneration = true
    options.onPrompt = { progress in
      order.withLock { $0 += progress.computed == progress.total ? "P" : "p" }
    }
    let text = try await engine.generate([300, 116, 104], options: options) { _ in
      order.withLock { $0 += "t" }
    }.text
    #expect(!text.isEmpty)
    #expect(order.withLock(\.self).contains(/^p+Pt+$/), "\(order.withLock(\.self))")
  }
}
