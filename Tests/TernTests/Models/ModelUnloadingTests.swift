import Foundation
import TernDecode
import TernTestSupport
import Testing

@testable import TernLocal

/// What a model that is unloaded gives back.
@Suite(.timeLimit(.minutes(10))) struct ModelUnloadingTests {
  private func model() throws -> LocalLanguageModel {
    try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
  }

  @Test func `the engine goes with its weights, and the caches with it`() async throws {
    let model = try model()
    _ = try await model.complete("Once upon a time", options: .greedy)
    let engine = WeakEngine(model.runtime.loadedEngine)
    let layout = try #require(engine.value?.cacheLayout)
    #expect(layout.memory.byteCount > 0 && model.activity.cacheBytes > 0)
    await model.unload()
    #expect(await eventually { engine.value == nil })
    #expect(layout.memory.byteCount == 0)
    #expect(model.activity == LocalLanguageModel.Activity())
  }

  @Test func `the next request loads the weights anew, with the same answer`() async throws {
    let model = try model()
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 8
    let before = try await model.complete("Once upon a time", options: options).text
    await model.unload()
    #expect(try await model.complete("Once upon a time", options: options).text == before)
    #expect(model.runtime.loadedEngine != nil)
  }

  @Test func `a request that runs is answered by what it has begun with`() async throws {
    let model = try model()
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 32
    let whole = try await model.complete("Once upon a time", options: options).text
    var pieces = ""
    for try await piece in model.stream("Once upon a time", options: options) {
      if pieces.isEmpty { await model.unload() }
      pieces += piece
    }
    #expect(pieces == whole)
  }

  @Test func `the bytes of the weights are known before they are loaded`() throws {
    #expect(try model().weightBytes > 0)
  }

  /// An engine that may go.
  private final class WeakEngine: Sendable {
    private weak let engine: Engine?

    init(_ engine: Engine?) { self.engine = engine }

    var value: Engine? { engine }
  }
}
