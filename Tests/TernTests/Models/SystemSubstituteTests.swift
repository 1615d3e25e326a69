import Tern
import TernTesting
import Testing

@Suite("Applications whose sessions name no model, tested with a script")
struct SystemSubstituteTests {
  @Test("sessions on the system's model get the answers of the script")
  func sessions() async throws {
    let scripted = ScriptedLanguageModel(["Hello.", "Again."])
    try await withSystemLanguageModel(scripted) {
      #expect(SystemLanguageModel.default.isAvailable)
      let session = LanguageModelSession(instructions: "Be short.")
      #expect(try await session.respond(to: "Hi").content == "Hello.")
      var last = ""
      for try await partial in session.streamResponse(to: "Hi again") { last = partial.content }
      #expect(last == "Again.")
    }
    #expect(scripted.requests.map(\.prompt) == ["Hi", "Hi again"])
  }

  @Test("tests with scripts of their own run side by side")
  func sideBySide() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask {
          try await withSystemLanguageModel(ScriptedLanguageModel(["\(number)"])) {
            () async throws in
            #expect(try await LanguageModelSession().respond(to: "Number?").content == "\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
