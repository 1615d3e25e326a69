import Foundation
import Tern
import TernTestSupport
import Testing

/// Many sessions on one model, stopped at any moment.
@Suite struct LocalSoakTests {
  struct Echo: Tool {
    let name = "echo"
    let description = "Says it again"
    @Generable struct Arguments { let text: String }
    func call(arguments: Arguments) async -> String { arguments.text }
  }

  @Test func `sessions that are cancelled at random moments stay whole`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("wide.gguf")
    try Fixtures.writeTinyLlama(
      to: path, context: 2048, controls: ["<tool_call>", "</tool_call>"])
    let model = try LocalLanguageModel(contentsOf: URL(filePath: path))
    let isSoak = SharedSuites.rounds(100) == 100
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<(isSoak ? 50 : 8) {
        group.addTask { try await Self.talk(model, number, turns: isSoak ? 20 : 6) }
      }
      try await group.waitForAll()
    }
  }

  private static func talk(_ model: LocalLanguageModel, _ number: Int, turns: Int) async throws {
    var random = SeededGenerator(seed: UInt64(number))
    let session = LanguageModelSession(
      model: model, tools: number.isMultiple(of: 3) ? [Echo()] : [],
      instructions: "Be kind to number \(number % 4).")
    session.ternOptions.maximumToolRounds = 1
    for turn in 0..<turns {
      let options = GenerationOptions(
        samplingMode: .random(probabilityThreshold: 1, seed: UInt64(turn)), temperature: 2,
        maximumResponseTokens: 12)
      let before = session.transcript.count
      let delay = Int.random(in: 0...40, using: &random)
      let isCancelled = Bool.random(using: &random)
      let streams = Bool.random(using: &random)
      let task = Task {
        if streams {
          for try await _ in session.streamResponse(to: "\(turn)", options: options) {}
        } else {
          _ = try await session.respond(to: "\(turn)", options: options)
        }
      }
      if isCancelled {
        try await Task.sleep(for: .milliseconds(delay))
        task.cancel()
      }
      do {
        try await task.value
        #expect(session.transcript.count > before)
      } catch is CancellationError {
        #expect(isCancelled)
      } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
        return
      }
      while session.isResponding { try await Task.sleep(for: .milliseconds(1)) }
    }
  }
}
