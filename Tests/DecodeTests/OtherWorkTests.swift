import TernModel
import Testing

@testable import TernDecode

@Suite("Other work of an engine beside requests", .timeLimit(.minutes(2)))
struct OtherWorkTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 4096) }

  @Test("an embedding gets its turn after the pass that runs, whichever that is", arguments: 1...9)
  func embeddingBesideGeneration(pass: Int) async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    watch.hold(pass: pass, untilWaiting: 1)
    async let text = engine.generate(letters(5), options: .likeliest(20))
    try await watch.reached(pass: pass)
    let vector = try await engine.embedding(letters(37, 1))
    #expect(vector.count == 64)
    #expect(try await text.tokens.count == 20)
    #expect(watch.rows[pass] == 37)
  }

  @Test("snapshots, restoring and growing get their turn after the pass that runs")
  func quickWork() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path) { $0.keptSequences = 2 }
    _ = try await engine.generate(letters(40), options: .likeliest(1))
    let (tokens, state) = try #require(await engine.snapshot(of: letters(40)))
    for step in 0..<4 {
      let begun = watch.passCount
      watch.hold(pass: begun + 2, untilWaiting: 1)
      async let text = engine.generate(letters(5, step), options: .likeliest(20))
      try await watch.reached(pass: begun + 2)
      // What is asked for now must be done before the next pass, which waits for it.
      let isDone = Shared(false)
      watch.hold(pass: begun + 3) { _ in isDone.value }
      switch step {
      case 0: #expect(await engine.snapshot(of: letters(40)) != nil)
      case 1: #expect(await engine.restore(state, tokens: tokens))
      case 2: try await engine.growContext(to: 4096)
      default: #expect(await engine.contextLength == 4096)
      }
      #expect(watch.passCount <= begun + 3)
      isDone.value = true
      #expect(try await text.tokens.count == 20)
    }
  }

  @Test("a request gets its turn between the pieces of an embedding")
  func generationBesideEmbedding() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    let expected = try await engine.embedding(letters(1300))
    let begun = watch.passCount
    watch.hold(pass: begun + 1, untilWaiting: 1)
    async let vector = engine.embedding(letters(1300))
    try await watch.reached(pass: begun + 1)
    #expect(try await engine.generate(letters(7, 1), options: .likeliest(1)).tokens.count == 1)
    #expect(try await vector == expected)
    #expect(Array(watch.rows.dropFirst(begun)) == [512, 7, 512, 1, 276])
  }

  @Test("an embedding ends before the layer where its task is cancelled", arguments: [0, 1, 2, 5])
  func cancelledEmbedding(layer: Int) async throws {
    var options = EngineOptions()
    options.threads = 1
    options.keptSequences = 0
    let layers = Shared(0)
    let doomed = Shared<Task<[Float], any Error>?>(nil)
    options.observer = { event in
      guard event == .layer else { return }
      if layers.value == layer { doomed.value?.cancel() }
      layers.value += 1
    }
    let engine = try await Engine.open(path: path, options: options)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate { break }
      return try await engine.embedding(letters(3000))
    }
    doomed.value = task
    opening.yield()
    await #expect(throws: EngineError.cancelled) { try await task.value }
    #expect(layers.value == layer + 1)
  }
}
