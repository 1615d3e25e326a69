import Foundation
import Tern
import TernTestSupport
import Testing

/// What sessions with models of recurrent layers compute again: counted by their usage.
@Suite(.timeLimit(.minutes(2))) struct HybridSessionTests {
  /// How far apart such small models keep their states.
  private static let interval = 64

  @Test(arguments: TinyHybrid.Kind.allCases)
  func `a next turn, an answer given again and a branch read at most a checkpoint's distance again`(
    kind: TinyHybrid.Kind
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hybrid.gguf")
    try TinyHybrid(kind: kind).write(to: path)
    let model = try LocalLanguageModel(contentsOf: URL(filePath: path))
    var options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12)
    var local = LocalGenerationOptions()
    local.ignoresEndOfGeneration = true
    options.local = local
    let session = LanguageModelSession(model: model)
    // Hardly any two of these letters are one token.
    let letters = (0..<170).map { (place: Int) -> UInt8 in
      UInt8(97 + (place * 7 + place / 20) % 26)
    }
    let question = String(decoding: letters, as: UTF8.self)
    let first = try await session.respond(to: question, options: options).usage.input
    let start = session.transcript
    #expect(first.cachedTokenCount == 0)
    #expect((2 * Self.interval..<300).contains(first.totalTokenCount))

    let next = try await session.respond(to: "and then?", options: options).usage.input
    #expect(next.totalTokenCount > first.totalTokenCount)
    #expect(next.cachedTokenCount > first.totalTokenCount - Self.interval)

    let again = try await LanguageModelSession(model: model, transcript: start)
      .respond(to: "and then?", options: options).usage.input
    #expect(again.totalTokenCount == next.totalTokenCount)
    #expect(again.cachedTokenCount >= again.totalTokenCount - 1 - Self.interval)

    let branch = try await LanguageModelSession(model: model, transcript: start)
      .respond(to: "but why?", options: options).usage.input
    #expect(branch.cachedTokenCount > first.totalTokenCount - Self.interval)
  }
}
