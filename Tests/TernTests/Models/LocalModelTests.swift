import Foundation
import Tern
import TernTestSupport
import Testing

/// Sessions on a small model with random weights: what it says means nothing, but must be right in
/// form.
@Suite struct LocalModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func model(
    context: UInt32 = 2048, _ change: (inout LocalLanguageModel.Options) -> Void = { _ in }
  ) throws -> LocalLanguageModel {
    let path = folder.file("wide-\(context).gguf")
    if !FileManager.default.fileExists(atPath: path) {
      try Fixtures.writeTinyLlama(
        to: path, context: context, controls: ["<tool_call>", "</tool_call>"])
    }
    var options = LocalLanguageModel.Options()
    options.threads = 2
    change(&options)
    return try LocalLanguageModel(contentsOf: URL(filePath: path), options: options)
  }

  private func wild(_ seed: UInt64, _ tokens: Int? = 200) -> GenerationOptions {
    GenerationOptions(
      samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 2,
      maximumResponseTokens: tokens)
  }

  @Generable struct Order {
    let drink: String
    @Guide(.range(1...4)) let cups: Int
    let size: Size
    let note: String?
    @Guide(.maximumCount(2)) let extras: [Extra]

    @Generable enum Size: String { case small, large }
    @Generable enum Extra { case syrup(flavor: String), shots(Int), none }
  }

  @Test func `answers to random schemas satisfy them and convert`() async throws {
    let model = try model()
    for round in 0..<max(60, SharedSuites.rounds(1_000)) {
      var schemas = RandomSchemas(seed: UInt64(round))
      let schema = try schemas.whole()
      let session = LanguageModelSession(model: model)
      do {
        let answer = try await session.respond(
          to: "x", schema: schema, includeSchemaInPrompt: false, options: wild(UInt64(round), 400))
        #expect(answer.content.isComplete, "seed \(round)")
        _ = try answer.content.value(GeneratedContent.self)
      } catch LanguageModelSession.GenerationError.unsupportedGuide(let error) {
        // Some drawn schemas have no value at all: references without an end.
        #expect(error.debugDescription.contains("satisf"), "seed \(round): \(error)")
      }
    }
  }

  @Test func `values of types come out of any words`() async throws {
    let model = try model()
    for seed in 0..<UInt64(max(40, SharedSuites.rounds(400))) {
      let session = LanguageModelSession(model: model)
      let order = try await session.respond(
        to: "An order", generating: Order.self, options: wild(seed)
      ).content
      #expect((1...4).contains(order.cups) && order.extras.count <= 2)
    }
  }

  struct Echo: Tool {
    let name = "echo"
    let description = "Says it again"

    @Generable struct Arguments {
      let text: String
      @Guide(.range(0...9)) let times: Int
    }

    func call(arguments: Arguments) async -> String { arguments.text }
  }

  @Test func `what tools are called with converts, and answers after results do too`() async throws
  {
    let model = try model()
    var called = 0
    for seed in 0..<UInt64(max(12, SharedSuites.rounds(200))) {
      let session = LanguageModelSession(model: model, tools: [Echo()])
      session.ternOptions.maximumToolRounds = 2
      var options = wild(seed, 150)
      options.toolCallingMode = seed.isMultiple(of: 2) ? .required : .allowed
      let order = try await session.respond(to: "x", generating: Order.self, options: options)
      #expect((1...4).contains(order.content.cups))
      for case .toolCalls(let calls) in session.transcript {
        called += calls.count
        for call in calls {
          #expect(call.toolName == "echo")
          _ = try Echo.Arguments(call.arguments)
        }
      }
    }
    #expect(called > 0)
  }

  @Test func `a prompt that exceeds the context is an error that leaves the session as it was`()
    async throws
  {
    let session = LanguageModelSession(model: try model(context: 256))
    _ = try await session.respond(to: "a", options: wild(1, 4))
    let before = session.transcript
    await #expect {
      try await session.respond(to: String(repeating: "long ", count: 400), options: wild(1, 4))
    } throws: {
      guard case LanguageModelSession.GenerationError.exceededContextWindowSize(let error) = $0
      else { return false }
      return error.debugDescription.contains("context size of 256")
    }
    #expect(session.transcript == before && !session.isResponding)
    _ = try await session.respond(to: "b", options: wild(2, 4))
    #expect(session.transcript.count == before.count + 2)
  }

  @Test func `the next turn reads only what is new, and so do other sessions that begin alike`()
    async throws
  {
    let model = try model()
    let instructions = String(repeating: "Be kind to everybody. ", count: 20)
    let first = LanguageModelSession(model: model, instructions: instructions)
    _ = try await first.respond(to: "a", options: wild(1, 8))
    let next = try await first.respond(to: "b", options: wild(2, 8)).usage.input
    #expect(next.cachedTokenCount * 4 > next.totalTokenCount * 3)
    let second = LanguageModelSession(model: model, instructions: instructions)
    let other = try await second.respond(to: "c", options: wild(3, 8)).usage.input
    #expect(other.cachedTokenCount > other.totalTokenCount / 2)
  }

  @Test func `a structured answer stands in the next prompt as it was written`() async throws {
    let model = try model()
    let session = LanguageModelSession(model: model)
    let first = try await session.respond(to: "x", generating: Order.self, options: wild(5))
    let next = try await session.respond(to: "y", options: wild(6, 4)).usage.input
    let said = first.usage.input.totalTokenCount + first.usage.output.totalTokenCount
    // All of the prompt before it, and most of the answer: its words may be cut into other tokens.
    #expect(next.cachedTokenCount > first.usage.input.totalTokenCount)
    #expect(next.totalTokenCount > said)
  }

  @Test func `prewarming computes what the prompt begins with`() async throws {
    let model = try model()
    let session = LanguageModelSession(
      model: model, instructions: String(repeating: "Be kind. ", count: 30))
    session.prewarm(promptPrefix: Prompt("Dear model"))
    var cached = 0
    for _ in 0..<200 where cached < 100 {
      try await Task.sleep(for: .milliseconds(20))
      let probe = LanguageModelSession(model: model, transcript: session.transcript)
      cached = try await probe.respond(to: "Dear model, hello", options: wild(1, 1))
        .usage.input.cachedTokenCount
    }
    #expect(cached >= 100)
  }

  @Test func `several sessions answer at once, each as alone`() async throws {
    let model = try model()
    func answer(_ seed: UInt64) async throws -> String {
      let session = LanguageModelSession(model: model)
      return try await session.respond(to: "\(seed)", options: wild(seed, 30)).content
    }
    let together = try await withThrowingTaskGroup(of: (UInt64, String).self) { group in
      for seed in UInt64(1)...6 { group.addTask { (seed, try await answer(seed)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for seed in UInt64(1)...6 { #expect(together[seed] == (try await answer(seed))) }
  }

  @Test func `files that are no models, and options that models cannot have, are typed errors`()
    throws
  {
    #expect {
      try LocalLanguageModel(contentsOf: URL(filePath: "/nonexistent.gguf"))
    } throws: {
      if case LocalLanguageModelError.unusableModel = $0 { true } else { false }
    }
    #expect {
      try model { $0.contextSize = 1_000_000 }
    } throws: {
      if case LocalLanguageModelError.badOption = $0 { true } else { false }
    }
    #expect {
      try model { $0.toolDialect = "esperanto" }
    } throws: {
      if case LocalLanguageModelError.badOption = $0 { true } else { false }
    }
  }

  @Test func `the dialect of a file is checked when the model is opened`() throws {
    let file = URL(filePath: folder.file("dialect.json"))
    func open(_ text: String, _ name: String? = nil) throws -> LocalLanguageModel {
      try Data(text.utf8).write(to: file)
      return try model { ($0.toolDialectFile, $0.toolDialect) = (file, name) }
    }
    let good = #"""
      {"name": "own", "call": [{"mark": "<act>"}, {"name": true}, {"mark": "</act>"},
       {"arguments": "json_object"}], "sample": "<act>f</act>{\"k\": \"v\", \"n\": 1}"}
      """#
    #expect(throws: Never.self) { try open(good) }
    for (text, name) in [("{}", nil), (good, "hermes_json")] {
      #expect {
        try open(text, name)
      } throws: {
        if case LocalLanguageModelError.badOption = $0 { true } else { false }
      }
    }
  }

  @Test func `a conversation that has no memory for its keys and values is a typed error`()
    async throws
  {
    let session = LanguageModelSession(model: try model { $0.cacheBytes = 4096 })
    await #expect {
      try await session.respond(to: "Hello")
    } throws: {
      guard case LocalLanguageModelError.memoryExceeded(_, let limit) = $0 else { return false }
      return limit == 0
    }
    await #expect {
      try await model { $0.waitingRequests = -1 }.load()
    } throws: {
      if case LocalLanguageModelError.badOption = $0 { true } else { false }
    }
  }

  @Test func `tokens of entries, schemas and texts are counted`() async throws {
    let model = try model()
    let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Hello there"))]))
    let one = try await model.tokenCount(for: [prompt])
    let two = try await model.tokenCount(for: [prompt, prompt])
    #expect(one > 2 && two > one)
    #expect(try await model.tokenCount(for: [Transcript.Entry]()) == 0)
    #expect(try await model.tokenCount(for: "the cat") < one)
  }
}
