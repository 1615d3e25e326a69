import Foundation
import Tern
import Testing

/// The counts of tokens while a request is under way, and after one that did not reach its end.
@Suite(.timeLimit(.minutes(2))) struct SessionUsageTests {
  /// A model that says what it has read, and then writes words of two tokens each without end.
  private static let endless: ScriptedModel.Reply = { _, channel in
    await channel.send(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: 10, cachedTokenCount: 4),
          output: .init(totalTokenCount: 0, reasoningTokenCount: 0))))
    await channel.send(.reasoning(action: .appendText("hm", tokenCount: 3)))
    try await Reply.endless()(
      LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: Transcript(), enabledTools: [],
        generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:]),
      channel)
  }

  @Test func `Snapshots count what was written after the model told what it has read`()
    async throws
  {
    let session = LanguageModelSession(model: ScriptedModel(Self.endless))
    var counts: [Int] = []
    for try await snapshot in session.streamResponse(to: "x") {
      #expect(snapshot.usage.input.totalTokenCount == 10)
      #expect(snapshot.usage.input.cachedTokenCount == 4)
      #expect(snapshot.usage.output.reasoningTokenCount == 3)
      #expect(snapshot.usage.output.totalTokenCount == 3 + snapshot.content.count / 5)
      counts.append(snapshot.usage.output.totalTokenCount)
      if counts.count == 5 { break }
    }
    #expect(counts == counts.sorted() && Set(counts).count == 5)
    #expect(session.usage.output.totalTokenCount >= counts[4])
    #expect(session.usage.input.totalTokenCount == 10)
  }

  private static func report(_ output: Int, reasoning: Int = 0) -> ScriptedModel.Channel.Event {
    .response(
      action: .updateUsage(
        input: .init(totalTokenCount: 5, cachedTokenCount: 0),
        output: .init(totalTokenCount: output, reasoningTokenCount: reasoning),
        metadata: ["k": 1]))
  }

  private static func text(_ count: Int) -> ScriptedModel.Channel.Event {
    .response(action: .appendText("a", tokenCount: count))
  }

  @Test(
    arguments: [
      // Reports at the end, of more or fewer tokens than the fragments.
      ([text(1), report(9, reasoning: 2)], 9), ([text(4), text(4), report(3)], 3),
      // Reports after each fragment, and before each.
      ([text(2), report(2), text(3), report(5)], 5), ([report(2), text(2), report(5), text(3)], 5),
      // Fragments after the last report.
      ([report(0), text(2), text(2)], 4), ([text(5), report(3), text(2)], 5),
      // Numbers that cannot be added.
      ([report(.max), text(.max), text(.max)], .max), ([text(.min), report(1), text(.max)], 1),
    ] as [([ScriptedModel.Channel.Event], Int)])
  func `Reports count, and fragments that they do not count yet`(
    events: [ScriptedModel.Channel.Event], count: Int
  ) async throws {
    let session = LanguageModelSession(
      model: ScriptedModel({ _, channel in for event in events { await channel.send(event) } }))
    let usage = try await session.respond(to: "x").usage
    #expect(usage.output.totalTokenCount == count)
    #expect(usage.input.totalTokenCount == 5)
    #expect(try usage.metadata["k"]?.value(Int.self) == 1)
    #expect(session.usage.output.totalTokenCount == count)
  }

  @Test(arguments: [false, true])
  func `A request that fails or is cancelled counts what was computed`(
    isCancelled: Bool
  ) async throws {
    struct Broken: Error {}
    let written = Gate()
    let session = LanguageModelSession(
      model: ScriptedModel({ _, channel in
        await channel.send(
          .response(
            action: .updateUsage(
              input: .init(totalTokenCount: 7, cachedTokenCount: 1),
              output: .init(totalTokenCount: 0, reasoningTokenCount: 0))))
        await channel.send(.response(action: .appendText("a", tokenCount: 6)))
        await written.open()
        if isCancelled { try await Task.sleep(for: .seconds(3600)) }
        throw Broken()
      }))
    let task = Task { _ = try await session.respond(to: "x") }
    await written.pass()
    if isCancelled { task.cancel() }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(session.usage.input.totalTokenCount == 7)
    #expect(session.usage.output.totalTokenCount == 6)
    #expect(session.transcript.isEmpty)
  }
}
