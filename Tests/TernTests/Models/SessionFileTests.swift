import Foundation
import Tern
import TernFormat
import TernTestSupport
import Testing

/// Sessions that are written to files and go on from them.
@Suite struct SessionFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func model(
    _ name: String, controls: [String] = [], change: (inout Metadata) -> Void = { _ in }
  ) throws -> LocalLanguageModel {
    let path = folder.file(name)
    try Fixtures.writeTinyLlama(to: path, context: 1024, controls: controls, change: change)
    return try LocalLanguageModel(contentsOf: URL(filePath: path))
  }

  private let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12)
  private var file: URL { URL(filePath: folder.file("session")) }

  /// A session that has said something, in the file.
  private func saved(_ model: LocalLanguageModel) async throws -> LanguageModelSession {
    let session = LanguageModelSession(
      model: model, instructions: String(repeating: "Be brief. ", count: 12))
    _ = try await session.respond(to: "Hello", options: options)
    try await session.save(to: file)
    return session
  }

  @Test func `a restored session goes on as the old one would, without reading it again`()
    async throws
  {
    let old = try await saved(model("a.gguf"))
    let restored = try await LanguageModelSession(restoring: file, model: model("a.gguf"))
    #expect(restored.transcript == old.transcript)
    let expected = try await old.respond(to: "And then?", options: options)
    let answer = try await restored.respond(to: "And then?", options: options)
    #expect(answer.content == expected.content)
    let input = answer.usage.input
    #expect(input.cachedTokenCount > input.totalTokenCount / 2)
  }

  @Test func `a session of another model is refused`() async throws {
    _ = try await saved(model("a.gguf"))
    await #expect(throws: SessionFileError.otherModel) {
      try await LanguageModelSession(restoring: file, model: model("b.gguf", controls: ["<x>"]))
    }
  }

  @Test(
    arguments: [
      ("llama.rope.freq_base", .float32(20_000)),
      ("llama.attention.layer_norm_rms_epsilon", .float32(1e-4)),
      ("llama.rope.scaling.type", .string("linear")), ("llama.rope.scaling.factor", .float32(2)),
      ("tokenizer.ggml.add_bos_token", .bool(false)), ("tokenizer.ggml.bos_token_id", .uint32(5)),
      ("tokenizer.ggml.pre", .string("llama-bpe")),
    ] as [(String, MetadataValue)])
  func `a session of the same weights with other parameters or another vocabulary is refused`(
    key: String, value: MetadataValue
  ) async throws {
    _ = try await saved(model("a.gguf"))
    await #expect(throws: SessionFileError.otherModel) {
      try await LanguageModelSession(
        restoring: file, model: model("b.gguf") { $0[key] = value })
    }
  }

  @Test func `what neither tokens nor keys depend on makes no other model`() async throws {
    let old = try await saved(model("a.gguf"))
    let restored = try await LanguageModelSession(
      restoring: file,
      model: model("b.gguf") { $0["general.description"] = .string("another text") })
    #expect(restored.transcript == old.transcript)
  }

  @Test func `a save that is cancelled or fails leaves the older file as it was`() async throws {
    let session = try await saved(model("a.gguf"))
    let before = try Data(contentsOf: file)
    _ = try await session.respond(to: "And then?", options: options)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let place = file
    let save = Task {
      for await _ in gate { break }
      try await session.save(to: place)
    }
    save.cancel()
    opening.yield()
    await #expect(throws: CancellationError.self) { try await save.value }
    #expect(try Data(contentsOf: file) == before)
    #expect(try folder.entries() == ["a.gguf", "session"])
    let nowhere = URL(filePath: folder.file("none/session"))
    await #expect {
      try await session.save(to: nowhere)
    } throws: {
      if case SessionFileError.file(let text) = $0 { text.contains("none/session") } else { false }
    }
    try await session.save(to: file)
    #expect(try Data(contentsOf: file) != before)
    #expect(try folder.entries() == ["a.gguf", "session"])
  }

  @Test func `a file that is not there is an error that says so`() async throws {
    let missing = URL(filePath: folder.file("missing"))
    let model = try model("a.gguf")
    await #expect {
      try await LanguageModelSession(restoring: missing, model: model)
    } throws: {
      if case SessionFileError.file(let text) = $0 { text.contains("missing") } else { false }
    }
  }

  @Test func `damaged files are errors, never traps`() async throws {
    let model = try model("a.gguf")
    _ = try await saved(model)
    let bytes = try Data(contentsOf: file)
    var random = SeededGenerator(seed: 9)
    for round in 0..<max(60, SharedSuites.rounds(2_000)) {
      var changed = bytes
      switch round % 3 {
      case 0: changed.removeLast(Int.random(in: 1...changed.count, using: &random))
      case 1: changed.append(UInt8.random(in: 0...255, using: &random))
      default:
        let place = Int.random(in: 0..<changed.count, using: &random)
        changed[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      try changed.write(to: file)
      await #expect(throws: SessionFileError.self) {
        try await LanguageModelSession(restoring: file, model: model)
      }
    }
    try Data("TERNSESS\u{1}\0\0\0".utf8).write(to: file)
    await #expect(throws: SessionFileError.version(1)) {
      try await LanguageModelSession(restoring: file, model: model)
    }
    try Data("hello".utf8).write(to: file)
    await #expect(throws: SessionFileError.notASession) {
      try await LanguageModelSession(restoring: file, model: model)
    }
  }
}
