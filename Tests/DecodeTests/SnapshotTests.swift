import TernDecode
import TernKernels
import TernModel
import TernTestSupport
import Testing

@Suite("Snapshots of what is computed")
struct SnapshotTests {
  private func engine(_ type: CacheType) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    options.cacheType = type
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  private func bytes(_ state: CacheSnapshot) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe state.write { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether an engine keeps the state that bytes hold.
  private func restore(_ bytes: [UInt8], tokens: [Int32], in engine: Engine) async -> Bool {
    var rest = bytes[...]
    let state = unsafe engine.cacheLayout.readSnapshot(byteCount: bytes.count) { buffer in
      unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
      rest = rest.dropFirst(buffer.count)
    }
    guard let state else { return false }
    return await engine.restore(state, tokens: tokens)
  }

  private var options: GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = 12
    return options
  }

  @Test("another engine of the same model goes on from them", arguments: [CacheType.f32, .f16])
  func roundTrip(type: CacheType) async throws {
    let prompt = (0..<90).map { Int32(97 + $0 % 23) }
    let first = try await engine(type)
    let expected = try await first.generate(prompt, options: options)
    let snapshot = try #require(await first.snapshot(of: prompt))
    #expect(snapshot.tokens == prompt)
    let second = try await engine(type)
    #expect(first.fingerprint == second.fingerprint)
    let bytes = bytes(snapshot.state)
    #expect(bytes.count == snapshot.state.byteCount)
    #expect(await restore(bytes, tokens: snapshot.tokens, in: second))
    let restored = try await second.generate(prompt, options: options)
    #expect(restored.reusedTokens == prompt.count - 1)
    #expect(restored.tokens == expected.tokens)
  }

  @Test("nothing is kept of a beginning that never was")
  func unknown() async throws {
    let engine = try await engine(.f32)
    #expect(await engine.snapshot(of: [1, 2, 3]) == nil)
    _ = try await engine.generate([300, 116], options: options)
    #expect(await engine.snapshot(of: [5, 300, 116]) == nil)
  }

  @Test("bytes that are cut, longer, of another type or changed at the front are refused")
  func damaged() async throws {
    let engine = try await engine(.f16)
    let prompt: [Int32] = [300, 116, 99, 98, 97]
    _ = try await engine.generate(prompt, options: options)
    let (tokens, state) = try #require(await engine.snapshot(of: prompt))
    let bytes = bytes(state)
    #expect(await restore(bytes, tokens: tokens, in: engine))
    #expect(await !restore(Array(bytes.dropLast()), tokens: tokens, in: engine))
    #expect(await !restore(bytes + [0], tokens: tokens, in: engine))
    #expect(await !restore(bytes, tokens: Array(tokens.dropLast()), in: engine))
    #expect(await !restore([], tokens: tokens, in: engine))
    let other = try await self.engine(.f32)
    #expect(await !restore(bytes, tokens: tokens, in: other))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var changed = bytes
      let place = Int.random(in: 0..<69, using: &random)
      changed[place] = changed[place] &+ UInt8.random(in: 1...255, using: &random)
      #expect(await !restore(changed, tokens: tokens, in: engine), "byte \(place)")
    }
  }
}
