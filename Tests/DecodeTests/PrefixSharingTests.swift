import TernModel
import Testing

@testable import TernDecode

/// Who uses what was computed of other requests' prompts.
@Suite(.timeLimit(.minutes(5))) struct PrefixSharingTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 1024) }

  /// The tokens that a request finds computed.
  private func reused(
    _ prompt: [Int32], _ sharing: PrefixSharing, _ engine: Engine
  ) async throws -> Int {
    var options = GenerationOptions.likeliest(2)
    options.sharing = sharing
    return try await engine.generate(prompt, options: options).reusedTokens
  }

  @Test func `a request that shares nothing takes nothing and leaves nothing`() async throws {
    let engine = try await EngineWatch().open(path) { $0.keptSequences = 8 }
    let (known, own) = (letters(100), letters(100, 1))
    _ = try await reused(known, .everyone, engine)
    let kept = await engine.kept
    #expect(kept.count == 1)
    #expect(try await reused(known, .request("a"), engine) == 0)
    #expect(try await reused(own, .request("a"), engine) == 0)
    #expect(try await reused(own, .request("a"), engine) == 0)
    let after = await engine.kept
    #expect(after.count == 1 && after.bytes == kept.bytes)
    #expect(try await reused(own, .everyone, engine) == 0)
    #expect(try await reused(known, .everyone, engine) == 99)
  }

  @Test func `what a group has computed is for the group alone`() async throws {
    let engine = try await EngineWatch().open(path) { $0.keptSequences = 8 }
    let prompt = letters(100)
    for sharing in [PrefixSharing.group("a"), .group("b"), .everyone] {
      #expect(try await reused(prompt, sharing, engine) == 0)
    }
    // None has pushed out what the others keep of the same text.
    for sharing in [PrefixSharing.group("a"), .group("b"), .everyone] {
      #expect(try await reused(prompt, sharing, engine) == 99)
    }
    // Files keep what is everyone's.
    let own = letters(100, 2)
    _ = try await reused(own, .group("a"), engine)
    #expect(await engine.snapshot(of: own) == nil)
    #expect(await engine.snapshot(of: prompt)?.tokens.count == 100)
    #expect(await engine.snapshots().map { Array($0.tokens.prefix(100)) } == [prompt])
  }

  @Test func `requests that run side by side share pages with their own kind only`() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    watch.hold(pass: 1, untilWaiting: 4)
    let prompt = letters(900)
    let first = Task { try await reused(prompt, .request("a"), engine) }
    try await watch.reached(pass: 1)
    let sharings = [PrefixSharing.request("a"), .request("b"), .everyone, .group("a")]
    let others = sharings.map { sharing in
      Task { try await reused(prompt, sharing, engine) }
    }
    #expect(try await first.value == 0)
    var found: [Int] = []
    for other in others { found.append(try await other.value) }
    #expect(found[0] >= 800)
    #expect(found[1...] == [0, 0, 0])
    // Nothing that one of them waited for was another one's: all begin in the second pass or wait for
    // their own.
    #expect(watch.rows.reduce(0, +) >= 4 * 900)
  }
}

extension Engine {
  /// The sequences that are kept, and their bytes.
  fileprivate var kept: (count: Int, bytes: Int) { schedule.kept }
}
