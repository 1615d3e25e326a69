import Foundation
import Tern
import TernTestSupport
import Testing

@testable import TernLocal

/// What a model keeps of conversations, in files that another process goes on with.
@Suite(.timeLimit(.minutes(10))) struct KeptFolderTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private var folder: URL { URL(filePath: place.file("kept")) }

  private func model(
    _ name: String = "a.gguf", controls: [String] = [],
    _ change: (inout LocalLanguageModel.Options) -> Void = { _ in }
  ) throws -> LocalLanguageModel {
    let path = place.file(name)
    try Fixtures.writeTinyLlama(to: path, context: 1024, controls: controls)
    var options = LocalLanguageModel.Options()
    change(&options)
    return try LocalLanguageModel(contentsOf: URL(filePath: path), options: options)
  }

  private var options: LocalGenerationOptions {
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 8
    options.ignoresEndOfGeneration = true
    return options
  }

  private static func prompt(_ name: String) -> String {
    name + String(repeating: " goes on and on", count: 10)
  }

  /// A model that has gone on with some texts, and its answers.
  @discardableResult
  private func saved(_ names: [String] = ["One", "Two"]) async throws -> [String] {
    let model = try model()
    var answers: [String] = []
    for name in names {
      answers.append(try await model.complete(Self.prompt(name), options: options).text)
    }
    #expect(try await model.saveKept(in: folder) == names.count)
    return answers
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func mode(_ path: String) throws -> Int {
    try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func `another model goes on with it, with the same answers`() async throws {
    let answers = try await saved()
    let model = try model()
    #expect(try await model.restoreKept(from: folder) == (2, []))
    for (name, answer) in zip(["One", "Two"], answers) {
      let completion = try await model.complete(Self.prompt(name), options: options)
      #expect(completion.text == answer)
      #expect(completion.reusedTokens > completion.promptTokens / 2)
    }
  }

  @Test func `only their owner may read the files`() async throws {
    try await saved()
    #expect(try mode(folder.path) == 0o700)
    #expect(try files == ["0.kept", "1.kept"])
    for name in try files { #expect(try mode(folder.appending(path: name).path) == 0o600) }
  }

  @Test func `the last used come first where not all may be kept`() async throws {
    try await saved()
    let model = try model { $0.keptConversations = 1 }
    #expect(try await model.restoreKept(from: folder) == (1, []))
    // All texts begin with the same token.
    #expect(try await reused(model, "One") <= 1)
    let other = try self.model { $0.keptConversations = 1 }
    _ = try await other.restoreKept(from: folder)
    #expect(try await reused(other, "Two") > 8)
    let narrow = try self.model { $0.keptBytes = 1 }
    #expect(try await narrow.restoreKept(from: folder) == (0, []))
  }

  private func reused(_ model: LocalLanguageModel, _ name: String) async throws -> Int {
    try await model.complete(Self.prompt(name), options: options).reusedTokens
  }

  @Test func `saving takes away files of before; a model that keeps nothing leaves them`()
    async throws
  {
    try await saved()
    #expect(try await model().saveKept(in: folder) == 0)
    let unused = try model()
    try await unused.load()
    #expect(try await unused.saveKept(in: folder) == 0)
    #expect(try files.count == 2)
    try await saved(["Three"])
    #expect(try files == ["0.kept"])
  }

  @Test func `what does not fit the model is skipped with a line`() async throws {
    try await saved(["One"])
    let path = folder.appending(path: "0.kept").path
    let others = [
      try model("b.gguf", controls: ["<x>"]), try model { $0.cachePrecision = .single },
      try model { $0.contextSize = 16 },
    ]
    for model in others {
      let (count, skipped) = try await model.restoreKept(from: folder)
      #expect(count == 0 && skipped.count == 1 && skipped[0].contains(path))
    }
    #expect(try await model().restoreKept(from: URL(filePath: "/no/folder")) == (0, []))
  }

  @Test func `damaged files are skipped, wherever the damage is`() async throws {
    try await saved(["One"])
    let file = folder.appending(path: "0.kept")
    let whole = [UInt8](try Data(contentsOf: file))
    let model = try model()
    try await model.load()
    // Every byte of the head and the header of the cache, then samples of the pages.
    let places = Array(0..<min(400, whole.count)) + stride(from: 400, to: whole.count, by: 997)
    for place in places {
      var flipped = whole
      flipped[place] ^= UInt8(truncatingIfNeeded: 1 << (place % 8))
      for bytes in [Array(whole[..<place]), flipped] {
        try Data(bytes).write(to: file)
        let (count, skipped) = try await model.restoreKept(from: folder)
        #expect(count == 0 && skipped.count == 1, "\(place): \(skipped)")
      }
    }
    #expect(model.activity.cacheBytes == 0)
    try Data(whole).write(to: file)
    #expect(try await model.restoreKept(from: folder) == (1, []))
  }

  @Test func `saving that is cancelled leaves what was there`() async throws {
    let model = try model()
    _ = try await model.complete(Self.prompt("One"), options: options)
    let saving = Task { [folder] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await model.saveKept(in: folder)
    }
    await #expect(throws: CancellationError.self) { try await saving.value }
    #expect(try files.isEmpty)
  }

  @Test func `a folder that cannot be made is an error`() async throws {
    let model = try model()
    _ = try await model.complete(Self.prompt("One"), options: options)
    await #expect(throws: SessionFileError.self) {
      try await model.saveKept(in: URL(filePath: place.file("a.gguf")).appending(path: "x"))
    }
  }

  @Test func `a text is computed as the instructions of conversations, a session as it is`()
    async throws
  {
    let file = URL(filePath: place.file("prompt.txt"))
    let text = String(repeating: "Be brief and kind. ", count: 10)
    try Data(text.utf8).write(to: file)
    let model = try model()
    try await model.warm(with: file)
    let session = LanguageModelSession(model: model, instructions: text)
    let short = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 4)
    let input = try await session.respond(to: "Hello", options: short).usage.input
    #expect(input.cachedTokenCount > input.totalTokenCount / 2)
    let sessionFile = URL(filePath: place.file("session"))
    try await session.save(to: sessionFile)
    let other = try self.model()
    try await other.warm(with: sessionFile)
    let again = LanguageModelSession(model: other, transcript: session.transcript)
    let next = try await again.respond(to: "And then?", options: short).usage.input
    #expect(next.cachedTokenCount > input.totalTokenCount - 4)
  }

  @Test func `what is neither a session nor text is an error`() async throws {
    let file = URL(filePath: place.file("bytes"))
    try Data([0xFF, 0xFE, 0x00]).write(to: file)
    let model = try model()
    await #expect(throws: SessionFileError.self) { try await model.warm(with: file) }
    await #expect(throws: SessionFileError.self) {
      try await model.warm(with: URL(filePath: "/no/file"))
    }
  }
}
