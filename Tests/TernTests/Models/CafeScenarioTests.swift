import Foundation
import FoundationModels
import RegexBuilder
import Synchronization
import Testing

/// What applications do with the framework, on the embedded model.
@Suite struct CafeScenarioTests {
  private let greedy = GenerationOptions(sampling: .greedy)

  // MARK: a barista

  @Test
  func `a barista remembers a name, and goes on with a condensed transcript after an overflow`()
    async throws
  {
    var session = LanguageModelSession(instructions: "You are a friendly barista.")
    _ = try await session.respond(to: "Hello! My name is Nora.", options: greedy)
    let name = try await session.respond(to: "What's my name?", options: greedy)
    #expect(name.content.contains("Nora"))
    var overflowed = false
    for round in 0..<200 where !overflowed {
      do {
        _ = try await session.respond(
          to: "Round \(round): " + String(repeating: "tell me about coffee, ", count: 20),
          options: GenerationOptions(sampling: .greedy, maximumResponseTokens: 30))
      } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
        overflowed = true
      }
    }
    #expect(overflowed)
    let entries = Array(session.transcript)
    let condensed = [entries.first, entries.last].compactMap(\.self)
    session = LanguageModelSession(transcript: Transcript(entries: condensed))
    let answer = try await session.respond(to: "Thank you!", options: greedy)
    #expect(!answer.content.isEmpty && session.transcript.count == 4)
  }

  // MARK: characters

  @Generable struct NPC: Equatable {
    @Guide(
      Regex {
        Capture {
          ChoiceOf {
            "Mr"
            "Mrs"
          }
        }
        ". "
        OneOrMore(.word)
      })
    let name: String
    @Guide(.range(1...10)) let level: Int
    @Guide(.count(3)) let attributes: [Attribute]
    let encounter: Encounter

    @Generable enum Attribute { case sassy, tired, hungry }

    @Generable enum Encounter: Equatable {
      case orderCoffee(String)
      case wantToTalkToManager(complaint: String)
    }
  }

  @Test func `a character keeps to all its guides, property by property`() async throws {
    let session = LanguageModelSession(instructions: "You invent characters for a game.")
    var levels: [Int?] = []
    var last: NPC.PartiallyGenerated?
    for try await snapshot in session.streamResponse(
      to: "Generate a fun NPC", generating: NPC.self)
    {
      levels.append(snapshot.content.level)
      last = snapshot.content
    }
    #expect(levels.first == .some(nil) && levels.last != .some(nil))
    let name = try #require(last?.name)
    #expect(name.wholeMatch(of: #/(Mr|Mrs)\. \w+/#) != nil)
    #expect((1...10).contains(try #require(last?.level ?? nil)))
    #expect(last?.attributes?.count == 3)
    #expect(session.transcript.count == 3)
  }

  @Test func `a dynamic schema gives a riddle with answers`() async throws {
    let answer = DynamicGenerationSchema(
      name: "Answer",
      properties: [
        .init(name: "text", schema: .init(type: String.self)),
        .init(name: "isCorrect", schema: .init(type: Bool.self)),
      ])
    let riddle = DynamicGenerationSchema(
      name: "Riddle",
      properties: [
        .init(name: "question", schema: .init(type: String.self)),
        .init(
          name: "answers",
          schema: .init(
            arrayOf: .init(referenceTo: "Answer"), minimumElements: 2, maximumElements: 4)),
      ])
    let schema = try GenerationSchema(root: riddle, dependencies: [answer])
    let response = try await LanguageModelSession().respond(
      to: "Generate a fun riddle about coffee", schema: schema, options: greedy)
    let question = try response.content.value(String.self, forProperty: "question")
    let answers = try response.content.value([GeneratedContent].self, forProperty: "answers")
    #expect(!question.isEmpty && (2...4).contains(answers.count))
    for answer in answers { _ = try answer.value(Bool.self, forProperty: "isCorrect") }
  }

  // MARK: tools

  struct WeatherTool: Tool {
    let name = "getWeather"
    let description = "Retrieve the latest weather information for a city"
    static let asked = Mutex<[String]>([])

    @Generable struct Arguments {
      @Guide(description: "The city to get weather information for") var city: String
    }

    func call(arguments: Arguments) async throws -> GeneratedContent {
      Self.asked.withLock { $0.append(arguments.city) }
      let degrees = ["Boston": 71, "Wichita": 93, "Pittsburgh": 78][arguments.city] ?? 60
      return GeneratedContent(properties: ["city": arguments.city, "temperature": degrees])
    }
  }

  @Test func `the weather of three cities is asked for in one turn`() async throws {
    let session = LanguageModelSession(
      tools: [WeatherTool()],
      instructions: "Help the person with getting weather information")
    let answer = try await session.respond(
      to: "Is it hotter in Boston, Wichita, or Pittsburgh?", options: greedy)
    #expect(
      Set(WeatherTool.asked.withLock { $0 }).isSuperset(of: ["Boston", "Wichita", "Pittsburgh"]))
    #expect(answer.content.contains("Wichita") && answer.content.contains("93"))
    let outputs = session.transcript.filter { if case .toolOutput = $0 { true } else { false } }
    #expect(outputs.count >= 3)
  }

  /// Does not find a contact twice.
  final class FindContactTool: Tool {
    let name = "findContact"
    let description = "Finds a contact from a specified age generation."
    private let picked = Mutex<Set<String>>([])

    @Generable struct Arguments {
      let generation: Generation
      @Generable enum Generation { case babyBoomers, genX, millennial, genZ }
    }

    func call(arguments: Arguments) async throws -> String {
      picked.withLock { picked in
        let name = ["Nora", "Theo", "Ines"].first { !picked.contains($0) } ?? "nobody"
        picked.insert(name)
        return name
      }
    }
  }

  @Test func `a tool keeps its state over the turns of a session`() async throws {
    let session = LanguageModelSession(
      tools: [FindContactTool()], instructions: "Generate fun NPCs")
    let prompt = "Make a character based on a millennial from my contacts."
    let first = try await session.respond(to: prompt, options: greedy)
    let second = try await session.respond(to: prompt, options: greedy)
    #expect(first.content.contains("Nora"), "\(first.content)")
    #expect(second.content.contains("Theo"), "\(second.content)")
  }

  struct BreadTool: Tool {
    let name = "searchBreadDatabase"
    let description = "Searches a local database for bread recipes."

    @Generable struct Arguments {
      @Guide(description: "The type of bread to search for") var searchTerm: String
      @Guide(description: "The number of recipes to get", .range(1...6)) var limit: Int
    }

    struct Unreachable: Error {}

    func call(arguments: Arguments) async throws -> [String] {
      if arguments.searchTerm.isEmpty { throw Unreachable() }
      return (1...arguments.limit).map { "Recipe \($0) for \(arguments.searchTerm)" }
    }
  }

  @Test func `a bread database is searched with a term and a limit`() async throws {
    let session = LanguageModelSession(tools: [BreadTool()])
    _ = try await session.respond(to: "Find three sourdough recipes", options: greedy)
    let calls = session.transcript.compactMap { entry -> Transcript.ToolCalls? in
      if case .toolCalls(let calls) = entry { calls } else { nil }
    }
    let arguments = try BreadTool.Arguments(try #require(calls.first?.first?.arguments))
    #expect(arguments.searchTerm == "sourdough" && arguments.limit == 3)
  }

  struct BrokenTool: Tool {
    struct Broken: Error, Equatable {}
    let name = "searchBreadDatabase"
    let description = "Searches a local database for bread recipes."
    @Generable struct Arguments { var searchTerm: String }
    func call(arguments: Arguments) async throws -> String { throw Broken() }
  }

  @Test func `the error of a tool is caught with the tool that threw it`() async throws {
    let session = LanguageModelSession(tools: [BrokenTool()])
    do {
      _ = try await session.respond(to: "Find sourdough recipes", options: greedy)
      Issue.record("the tool was not called")
    } catch let error as LanguageModelSession.ToolCallError {
      #expect(error.tool.name == "searchBreadDatabase")
      #expect(error.underlyingError as? BrokenTool.Broken == BrokenTool.Broken())
    }
    #expect(!session.isResponding)
  }

  // MARK: tasting notes

  @Generable struct BrewSummary: Equatable {
    @Guide(description: "One short, plain sentence describing how the coffee tasted.") var flavor:
      String
    @Guide(description: "One concrete thing to try next time, like 'grind finer'.") var advice:
      String
    @Guide(description: "Honest quality from 1 (undrinkable) to 5 (excellent).", .range(1...5))
    var rating: Int
    var note: DominantNote
  }

  @Generable enum DominantNote: Equatable {
    case fruity, nutty, chocolatey, floral, sour, bitter, balanced
  }

  struct BrewHistoryTool: Tool {
    let name = "lookUpAverageRating"
    let description = "Returns the user's historical average rating (1–5) for a brewing method."
    @Generable struct Arguments {
      @Guide(description: "The brewing method, e.g. 'espresso' or 'V60'") var method: String
    }
    func call(arguments: Arguments) async throws -> String {
      "The user's average \(arguments.method) rating is 3.0 out of 5."
    }
  }

  @Test func `a tasting note becomes a summary, with a tool that may be asked first`() async throws
  {
    let session = LanguageModelSession(
      tools: [BrewHistoryTool()],
      instructions: "You read coffee tasting notes and extract a structured summary.")
    let summary = try await session.respond(
      to: "Espresso, new bag. So sour that my face hurt, and thin as water.",
      generating: BrewSummary.self, options: greedy
    ).content
    #expect((1...5).contains(summary.rating) && !summary.flavor.isEmpty && !summary.advice.isEmpty)
  }

  @Test func `a prompt in another language is refused, and the session stays usable`() async throws
  {
    let session = LanguageModelSession()
    do {
      _ = try await session.respond(to: "Können Sie mir bitte sagen, wie das Wetter heute ist?")
      Issue.record("German was answered")
    } catch LanguageModelSession.GenerationError.unsupportedLanguageOrLocale {}
    #expect(session.transcript.isEmpty)
    #expect(!(try await session.respond(to: "Hello!", options: greedy).content.isEmpty))
    var options = greedy
    options.local = LocalGenerationOptions()
    options.local?.checksLanguage = false
    _ = try await session.respond(
      to: "Können Sie mir bitte sagen, wie das Wetter heute ist?", options: options)
  }
}
