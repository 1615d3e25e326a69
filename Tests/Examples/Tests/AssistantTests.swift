import Foundation
import FoundationModels
import TernTesting
import Testing

@Suite struct AssistantTests {
  @Test func `both cities are looked up, and the answer tells of the hotter one`() async throws {
    let assistant = Assistant()
    let answer = try await assistant.answer("Is it hotter in Boston or in Wichita?")
    #expect(
      Set(assistant.calls) == [
        #"getWeather({"city": "Boston"})"#, #"getWeather({"city": "Wichita"})"#,
      ])
    #expect(answer.contains("Wichita") && answer.contains("93"), "\(answer)")
  }

  @Test func `a day in words becomes a date, and the event is told`() async throws {
    let assistant = Assistant()
    let answer = try await assistant.answer("What's on tomorrow?")
    #expect(assistant.calls == [#"getContactEvent({"day": 13, "month": 6, "year": 2025})"#])
    #expect(answer.contains("10:30"), "\(answer)")
  }

  @Test func `a tool that throws is named, and the next question is answered`() async throws {
    let script = ScriptedLanguageModel([
      [.call("getWeather", json: #"{"city": "Atlantis"}"#)], "Good day!",
    ])
    try await withSystemLanguageModel(script) {
      let assistant = Assistant()
      let apology = try await assistant.answer("Is it warm in Atlantis?")
      #expect(apology.contains("getWeather"))
      #expect(try await assistant.answer("Hello!") == "Good day!")
    }
  }
}
