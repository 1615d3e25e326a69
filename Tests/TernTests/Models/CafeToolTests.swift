import FoundationModels
import Synchronization
import Testing

/// Tools whose arguments have to be worked out, and tools that come before a structured answer.
@Suite struct CafeToolTests {
  private let greedy = GenerationOptions(sampling: .greedy)

  final class CalendarTool: Tool {
    let name = "getContactEvent"
    let description = "Get an event with a contact."
    private let contact: String
    let asked = Mutex<[[Int]]>([])

    init(contact: String) {
      self.contact = contact
    }

    @Generable struct Arguments {
      let day: Int
      let month: Int
      let year: Int
    }

    func call(arguments: Arguments) async -> String {
      asked.withLock { $0.append([arguments.day, arguments.month, arguments.year]) }
      return "Coffee with \(contact) at 10:30, Harbour Café"
    }
  }

  @Test func `a day in words becomes a date in the arguments, and the event is told`() async throws
  {
    let calendar = CalendarTool(contact: "Nora")
    let session = LanguageModelSession(
      tools: [calendar], instructions: "Today is Thursday, 12 June 2025.")
    let answer = try await session.respond(to: "What's on tomorrow?", options: greedy)
    #expect(calendar.asked.withLock { $0 }.first == [13, 6, 2025])
    #expect(answer.content.contains("10:30"), "\(answer.content)")
  }

  @Generable struct Wine {
    var variety: String
    @Guide(description: "Type of wine", .anyOf(["red", "white", "rosé", "sparkling"]))
    var type: String
  }

  struct WineTypeTool: Tool {
    let name = "wineType"
    let description = "Determine the type of wine varieties"
    let varieties: [String]

    @Generable struct Arguments {
      @Guide(description: "Number of varieties to select", .range(1...4)) var varietyCount: Int
    }

    func call(arguments: Arguments) async -> GeneratedContent {
      GeneratedContent(properties: [
        "wines": Array(varieties.prefix(arguments.varietyCount))
      ])
    }
  }

  @Test func `varieties from the cellar become a list with their types`() async throws {
    let cellar = WineTypeTool(varieties: ["Merlot", "Riesling", "Malbec", "Cava"])
    let session = LanguageModelSession(tools: [cellar])
    let wines = try await session.respond(
      to: "Use the wineType tool to fetch two varieties and determine their type",
      generating: [Wine].self, options: greedy
    ).content
    #expect(wines.map(\.variety) == ["Merlot", "Riesling"], "\(wines)")
    #expect(wines.map(\.type) == ["red", "white"], "\(wines)")
  }
}
