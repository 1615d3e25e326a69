import Foundation
import FoundationModels

/// An assistant that looks things up: the model decides which tool to call and with what, the program
/// runs the tool, and the model says what came of it.
///
/// Every call holds arguments of the tool's own type. A call whose arguments do not fit cannot be
/// written by the model, so `call(arguments:)` checks nothing.
// @main
struct Assistant {
  static func main() async throws {
    let assistant = Assistant()
    for question in [
      "Is it hotter in Boston or in Wichita?", "What's on tomorrow?",
    ] {
      print(">", question)
      print(try await assistant.answer(question))
    }
    for call in assistant.calls { print("called", call) }
  }

  /// The conversation; it keeps what was said, so a question may refer to the one before.
  let session: LanguageModelSession

  init(today: String = "Thursday, 12 June 2025") {
    session = LanguageModelSession(
      tools: [WeatherTool(), CalendarTool()],
      instructions: "Help the person with the weather and their calendar. Today is \(today).")
  }

  /// Answers one question.
  ///
  /// The session runs the tools meanwhile, several at once where the model calls several.
  func answer(_ question: String) async throws -> String {
    // Greedy: the likeliest token each time, so that the same question has the same answer.
    let options = GenerationOptions(sampling: .greedy)
    do {
      return try await session.respond(to: question, options: options).content
    } catch let error as LanguageModelSession.ToolCallError {
      // A tool threw. The session says which, and can be asked again.
      return "Sorry, \(error.tool.name) does not work at the moment."
    }
  }

  /// What was called so far, as `name(arguments)`: the transcript has everything that happened.
  var calls: [String] {
    session.transcript.flatMap { entry -> [String] in
      guard case .toolCalls(let calls) = entry else { return [] }
      return calls.map { "\($0.toolName)(\($0.arguments.jsonString))" }
    }
  }
}

/// A tool has a name, a description that the model reads, and arguments of a type of yours.
struct WeatherTool: Tool {
  let name = "getWeather"
  let description = "Retrieve the latest weather information for a city"

  @Generable struct Arguments {
    @Guide(description: "The city to get weather information for") var city: String
  }

  struct UnknownCity: Error {
    let city: String
  }

  func call(arguments: Arguments) async throws -> GeneratedContent {
    // Ask your weather service here.
    let degrees = ["Boston": 71, "Wichita": 93, "Pittsburgh": 78]
    guard let temperature = degrees[arguments.city] else { throw UnknownCity(city: arguments.city) }
    return GeneratedContent(properties: ["city": arguments.city, "temperature": temperature])
  }
}

/// What a tool returns may be a text, a list of texts, or any value that can be generated.
struct CalendarTool: Tool {
  let name = "getContactEvent"
  let description = "Get an event with a contact."

  @Generable struct Arguments {
    let day: Int
    let month: Int
    let year: Int
  }

  func call(arguments: Arguments) async -> String {
    // Ask your calendar here.
    arguments.day == 13 && arguments.month == 6
      ? "Coffee with Nora at 10:30, Harbour Café" : "Nothing on that day"
  }
}
