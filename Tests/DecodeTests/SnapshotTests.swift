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
    let bytes = snapshot.state.bytes
    #expect(bytes.count == snapshot.state.byteCount)
    #expect(await second.restore(bytes: bytes, tokens: snapshot.tokens))
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
    let bytes = state.bytes
    #expect(await engine.restore(bytes: bytes, tokens: tokens))
    #expect(await !engine.restore(bytes: Array(bytes.dropLast()), tokens: tokens))
    #expect(await !engine.restore(bytes: bytes + [0], tokens: tokens))
    #expect(await !engine.restore(bytes: bytes, tokens: Array(tokens.dropLast())))
    #expect(await !engine.restore(bytes: [], tokens: tokens))
    let other = try await self.engine(.f32)
    #expect(await !other.restore(bytes: bytes, tokens: tokens))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var changed = bytes
      let place = Int.random(in: 0..<69, using: &random)
      changed[place] = changed[place] &+ UInt8.random(in: 1...255, using: &random)
      #expect(await !engine.restore(bytes: changed, tokens: tokens), "byte \(place)")
    }
  }
}

extension CacheSnapshot {
  /// What is written to a file.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    unsafe write { unsafe bytes.append(contentsOf: $0) }
    return bytes
  }
}

extension Engine {
  /// Whether the engine keeps the state that bytes of a file hold.
  func restore(bytes: [UInt8], tokens: [Int32]) -> Bool {
    var rest = bytes[...]
    let state = unsafe cacheLayout.readSnapshot(byteCount: bytes.count) { buffer in
      unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
      rest = rest.dropFirst(buffer.count)
    }
    return state.map { restore($0, tokens: tokens) } ?? false
  }
}
