import Synchronization
import Tern
import TernTestSupport
import Testing

/// Counts the calls of a tool, in three kinds of types.
private struct StructTool: Tool {
  let name = "count"
  let description = "Counts."
  let counter = Counter()
  func call(arguments: CityArguments) async throws -> String { "\(counter.next())" }
}

private actor ActorTool: Tool {
  nonisolated let name = "count"
  nonisolated let description = "Counts."
  private var number = 0
  nonisolated func call(arguments: CityArguments) async throws -> String { await next() }
  private func next() -> String {
    number += 1
    return "\(number)"
  }
}

private final class ClassTool: Tool {
  let name = "count"
  let description = "Counts."
  // An atomic: the thread sanitizer does not understand `Mutex`.
  private let number = Atomic(0)
  func call(arguments: CityArguments) async throws -> String {
    "\(number.add(1, ordering: .relaxed).newValue)"
  }
}

private final class Counter: Sendable {
  private let number = Atomic(0)
  func next() -> Int { number.add(1, ordering: .relaxed).newValue }
}

@Suite(.timeLimit(.minutes(5))) struct SessionSoakTests {
  @Test func `A tool keeps its state for as long as the session lives`() async throws {
    for tool in [StructTool(), ActorTool(), ClassTool()] as [any Tool] {
      let model = ScriptedModel({ request, channel in
        let isFirst = request.transcript.last?.description.hasPrefix("(Prompt)") == true
        let reply =
          isFirst
          ? Reply.calls(("count", #"{"city":"a"}"#), ("count", #"{"city":"b"}"#))
          : Reply.text("ok")
        try await reply(request, channel)
      })
      let session = LanguageModelSession(model: model, tools: [tool])
      for _ in 0..<3 { _ = try await session.respond(to: "x") }
      let numbers = session.transcript.compactMap { entry -> Int? in
        guard case .toolOutput(let output) = entry else { return nil }
        return Int(output.segments.map(\.description).joined())
      }
      #expect(numbers.sorted() == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `Sessions survive cancellations at any moment`() async throws {
    let sessions = 50
    let turns = SharedSuites.soak ? 20 : 6
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<sessions {
        group.addTask { await Self.stress(seed: UInt64(number), turns: turns) }
      }
    }
  }

  private static func stress(seed: UInt64, turns: Int) async {
    var random = SeededGenerator(seed: seed)
    let model = ScriptedModel({ request, channel in
      for index in 0..<20 {
        try Task.checkCancellation()
        if index == 5, request.transcript.count % 3 == 0, !request.enabledToolDefinitions.isEmpty {
          return try await Reply.calls(
            ("EchoTool", #"{"city":"a"}"#), ("EchoTool", #"{"city":"b"}"#))(request, channel)
        }
        await channel.send(.response(action: .appendText("w\(index) ", tokenCount: 1)))
        if index % 4 == 0 { await Task.yield() }
      }
    })
    let session = LanguageModelSession(model: model, tools: [EchoTool()])
    for turn in 0..<turns {
      let delay = Int.random(in: 0..<400, using: &random)
      let limit = Int.random(in: 0..<25, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: _ = try? await session.respond(to: "\(turn)")
      case 1:
        let task = Task { _ = try await session.respond(to: "\(turn)") }
        try? await Task.sleep(for: .microseconds(delay))
        task.cancel()
        _ = try? await task.value
      case 2:
        let task = Task {
          for try await _ in session.streamResponse(to: "\(turn)") {}
        }
        try? await Task.sleep(for: .microseconds(delay))
        task.cancel()
        _ = try? await task.value
      case 3:
        var seen = 0
        do {
          for try await _ in session.streamResponse(to: "\(turn)") {
            seen += 1
            if seen > limit { break }
          }
        } catch { Issue.record("\(error)") }
      default:
        let stream = session.streamResponse(to: "\(turn)")
        try? await Task.sleep(for: .microseconds(delay))
        _ = consume stream
      }
      #expect(await eventually { !session.isResponding })
      check(session.transcript)
    }
    do { _ = try await session.respond(to: "last") } catch { Issue.record("\(error)") }
    #expect(session.transcript.kinds.last == "response")
  }

  /// Every prompt is followed by an answer, and every call by its output.
  private static func check(_ transcript: Transcript) {
    let kinds = transcript.kinds
    #expect(kinds.first == "instructions")
    #expect(kinds.last != "prompt" && kinds.last != "calls" && kinds.last != "output")
    var open: [String] = []
    for entry in transcript {
      switch entry {
      case .toolCalls(let calls): open.append(contentsOf: calls.map(\.id))
      case .toolOutput(let output): #expect(open.removeFirst() == output.id)
      default: #expect(open.isEmpty)
      }
    }
  }
}
