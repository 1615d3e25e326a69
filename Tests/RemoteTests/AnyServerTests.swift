import Foundation
import TernJSON
import TernRemote
import TernSession
import Testing

@Generable
private struct Place: Equatable {
  @Guide(description: "A town") let town: String
  @Guide(.range(1...100)) let houses: Int
}

private struct Clock: Tool {
  let name = "clock"
  let description = "What time it is in a town"
  @Generable struct Arguments { let town: String }
  let calls = Locked(0)

  func call(arguments: Arguments) async -> String {
    calls.withLock { $0 += 1 }
    return "noon"
  }
}

private let serverURL = ProcessInfo.processInfo.environment["TERN_REMOTE_URL"]
  .flatMap { URL(string: $0) }

/// Sessions on a server that runs already, whatever it is: `TERN_REMOTE_URL` says where, and
/// `TERN_REMOTE_MODEL` what its model is called.
@Suite(
  "Sessions on another's server", .timeLimit(.minutes(5)),
  .enabled(if: serverURL != nil, "needs TERN_REMOTE_URL"))
struct AnyServerTests {
  private func remote() throws -> RemoteLanguageModel {
    RemoteLanguageModel(
      url: try #require(serverURL),
      model: ProcessInfo.processInfo.environment["TERN_REMOTE_MODEL"] ?? "model")
  }

  @Test("text streams")
  func text() async throws {
    let session = LanguageModelSession(model: try remote(), instructions: "Be brief.")
    var snapshots: [String] = []
    for try await snapshot in session.streamResponse(to: "Hello") {
      snapshots.append(snapshot.content)
    }
    #expect(snapshots.last?.isEmpty == false && snapshots.count > 1)
    #expect(session.usage.input.totalTokenCount > 0)
  }

  @Test("a value is decoded")
  func value() async throws {
    let session = LanguageModelSession(model: try remote())
    let place = try await session.respond(to: "A town", generating: Place.self).content
    #expect((1...100).contains(place.houses))
  }

  @Test("a tool that must be called runs here")
  func tool() async throws {
    let clock = Clock()
    let session = LanguageModelSession(model: try remote(), tools: [clock])
    var options = GenerationOptions()
    options.toolCallingMode = .required
    _ = try await session.respond(to: "What time is it in Riga?", options: options)
    #expect(clock.calls.withLock { $0 } > 0)
  }

  @Test("an answer can be given up, and the next is whole")
  func cancellation() async throws {
    let session = LanguageModelSession(model: try remote())
    for try await _ in session.streamResponse(to: "Tell me a long story.") { break }
    let next = LanguageModelSession(model: try remote())
    #expect(try await next.respond(to: "Hello").content.isEmpty == false)
  }
}
