import TernDecode
import TernKernels
import TernTestSupport
import Testing

/// What engines compute again of sequences whose layers have recurrent states.
@Suite("Reuse of what hybrid models computed")
struct HybridReuseTests {
  private func engine(_ kind: TinyHybrid.Kind) async throws -> Engine {
    let folder = try TemporaryFolder()
    try TinyHybrid(kind: kind).write(to: folder.file("hybrid.gguf"))
    var options = EngineOptions()
    options.threads = 1
    options.cacheType = .f32
    return try await Engine.open(path: folder.file("hybrid.gguf"), options: options)
  }

  private var options: GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = 8
    options.ignoresEndOfGeneration = true
    return options
  }

  /// A prompt of bytes of the tiny vocabulary.
  private func prompt(_ count: Int, seed: Int32 = 0) -> [Int32] {
    (0..<count).map { 97 + (Int32($0 * $0) + seed) % 23 }
  }

  @Test(
    "the same prompt again, a next turn and a branch compute no more than a checkpoint's distance",
    arguments: TinyHybrid.Kind.allCases)
  func turns(_ kind: TinyHybrid.Kind) async throws {
    let engine = try await engine(kind)
    let interval = try #require(engine.cacheLayout.checkpointInterval)
    #expect(interval == 64)
    let first = prompt(200)
    let answer = try await engine.generate(first, options: options)
    #expect(answer.reusedTokens == 0)

    let again = try await engine.generate(first, options: options)
    #expect(again.reusedTokens == 192 && again.tokens == answer.tokens)

    let next = first + answer.tokens + prompt(30, seed: 5)
    let turn = try await engine.generate(next, options: options)
    #expect(turn.reusedTokens == first.count + answer.tokens.count)
    let alone = try await self.engine(kind).generate(next, options: options)
    #expect(turn.tokens == alone.tokens)

    let branch = Array(first.prefix(150)) + prompt(40, seed: 9)
    let other = try await engine.generate(branch, options: options)
    #expect(other.reusedTokens == 128)
    let fresh = try await self.engine(kind).generate(branch, options: options)
    #expect(other.tokens == fresh.tokens)
  }

  @Test("what is restored goes on as before", arguments: TinyHybrid.Kind.allCases)
  func restored(_ kind: TinyHybrid.Kind) async throws {
    let first = try await engine(kind)
    let start = prompt(100)
    let answer = try await first.generate(start, options: options)
    let sequence = start + answer.tokens
    let snapshot = try #require(await first.snapshot(of: sequence))
    #expect(snapshot.tokens == sequence)
    var bytes: [UInt8] = []
    unsafe snapshot.state.write { unsafe bytes.append(contentsOf: $0) }
    let second = try await engine(kind)
    var rest = bytes[...]
    let read = unsafe second.cacheLayout.readSnapshot(byteCount: bytes.count) { buffer in
      unsafe buffer.copyBytes(from: rest.prefix(buffer.count))
      rest = rest.dropFirst(buffer.count)
    }
    let state = try #require(read)
    #expect(await second.restore(state, tokens: snapshot.tokens))
    let next = start + answer.tokens + prompt(20, seed: 3)
    let found = try await second.generate(next, options: options)
    let expected = try await first.generate(next, options: options)
    #expect(found.reusedTokens == sequence.count && found.tokens == expected.tokens)
  }
}
