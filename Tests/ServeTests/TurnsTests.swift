import TernJSON
import Testing

@testable import TernServe

/// Who is let in when more ask than there are places.
@Suite(.timeLimit(.minutes(10))) struct TurnsTests {
  /// Takes a turn for each of some clients in order, and tells in which order they got theirs.
  private func order(_ clients: [String]) async throws -> [String] {
    let turns = Turns(capacity: 1, timeout: .seconds(60))
    let told = Locked<[String]>([])
    var first: Turns.Turn? = try await turns.take(for: "first", retryAfter: 1)
    var tasks: [Task<Void, any Error>] = []
    for (index, client) in clients.enumerated() {
      tasks.append(
        Task {
          let turn = try await turns.take(for: client, retryAfter: 1)
          told.withLock { $0.append("\(client)\(index)") }
          withExtendedLifetime(turn) {}
        })
      await eventually { turns.waiting == index + 1 }
    }
    withExtendedLifetime(first) {}
    first = nil
    for task in tasks { try await task.value }
    return told.withLock { $0 }
  }

  @Test func `clients take turns, each with its own requests in order`() async throws {
    #expect(
      try await order(["a", "a", "a", "b", "c", "b"]) == ["a0", "b3", "c4", "a1", "b5", "a2"])
    #expect(try await order(["a", "a", "a"]) == ["a0", "a1", "a2"])
  }

  @Test func `who is cancelled or late leaves the queue, and the turn is another's`() async throws {
    let turns = Turns(capacity: 1, timeout: .milliseconds(50))
    var first: Turns.Turn? = try await turns.take(for: "a", retryAfter: 1)
    await #expect(throws: ServerError.self) { _ = try await turns.take(for: "b", retryAfter: 7) }
    do throws(ServerError) { _ = try await turns.take(for: "b", retryAfter: 7) } catch {
      #expect(error.status == 429 && error.headers["Retry-After"] == "7")
    }
    let patient = Turns(capacity: 1, timeout: .seconds(60))
    var taken: Turns.Turn? = try await patient.take(for: "a", retryAfter: 1)
    let leaving = Task { try await patient.take(for: "b", retryAfter: 1) }
    await eventually { patient.waiting == 1 }
    leaving.cancel()
    await #expect(throws: ServerError.self) { _ = try await leaving.value }
    #expect(patient.waiting == 0)
    withExtendedLifetime((first, taken)) {}
    (first, taken) = (nil, nil)
    _ = try await patient.take(for: "c", retryAfter: 1)
    _ = try await turns.take(for: "c", retryAfter: 1)
  }

  @Test func `a stream that has nothing to tell yet begins with comments`() async throws {
    let model = try ScriptedModel([.text("Hi"), .end()])
    let client = try await ServerClient(model) {
      $0.keepAlive = (first: .milliseconds(10), next: .milliseconds(10))
    }
    // All places are taken.
    var held: [Turns.Turn] = []
    for _ in 0..<24 {
      held.append(try await client.server.state.models[0].turns.take(for: "x", retryAfter: 1))
    }
    let reply = await client.send(
      "POST", "/v1/chat/completions", ["messages": .user("x"), "stream": true])
    guard case .pieces(let pieces) = reply.body else {
      Issue.record("no stream")
      return
    }
    var comments = 0
    var text = ""
    for await piece in pieces {
      if piece.first == UInt8(ascii: ":") {
        #expect(text.isEmpty)
        comments += 1
        if comments == 3 { held = [] }
      } else {
        text += String(decoding: piece, as: UTF8.self)
      }
    }
    #expect(comments >= 3 && text.hasSuffix("data: [DONE]\n\n"))
  }
}
