import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern chat, and the model that comes along")
struct ConversationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  private func chat(_ lines: String, _ options: String...) throws -> CommandRun {
    try CommandRun(arguments: ["chat", "--greedy"] + options, input: Array(lines.utf8))
  }

  private func answers(_ run: CommandRun) throws -> [JSON] {
    try run.output.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
  }

  @Test("every line is answered, and earlier ones are part of the conversation until /reset")
  func turns() throws {
    let run = try chat("Hello!\nHello!\n\n/reset\nHello!\n/exit\nHello!\n", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let counts = try answers(run).map { try #require($0["prompt_tokens"]?.int) }
    #expect(counts.count == 3)
    #expect(counts[0] < counts[1] && counts[0] == counts[2])
  }

  @Test("the first message may stand on the command line")
  func operand() throws {
    let typed = try chat("Good morning!\n")
    let given = try chat("", "Good morning!")
    #expect(typed.status == 0 && typed.text == given.text, "\(typed.errors)")
    #expect(typed.text.contains(/\p{L}+.*\n/))
    #expect(try chat("", "a", "b").failed(with: 2))
  }

  @Test("commands that do not exist are told, other lines with a slash are messages")
  func commands() throws {
    let run = try chat("/dance\n/etc/hosts\n", "--json", "--max-tokens", "3")
    #expect(run.errors.contains("there is no command /dance") && run.status == 1)
    #expect(try answers(run).count == 1)
  }

  @Test("a conversation that fills the context goes on without its oldest turns")
  func longConversation() throws {
    let line = String(repeating: "one two three ", count: 6)
    let run = try chat(
      String(repeating: line + "\n", count: 6), "--context", "128", "--max-tokens", "8", "--json")
    #expect(run.status == 0 && run.errors.contains("are forgotten"), "\(run.errors)")
    #expect(try answers(run).count == 6)
    let long = try chat(
      String(repeating: line, count: 20) + "\nHello!\n", "--context", "128", "--max-tokens", "8",
      "--json")
    #expect(long.errors.contains("but the context has 128"))
    #expect(try answers(long).count == 1)
  }

  @Test("respond goes on with a conversation and calls tools by what was said in it")
  func messages() throws {
    let messages = try write(
      "m.json",
      #"[{"role":"user","content":"Hello!"},{"role":"assistant","content":"Hi."},{"role":"user","content":"What is the weather in Lisbon?"}]"#
    )
    let tools = try write(
      "t.json",
      #"[{"name":"getWeather","description":"Tells the weather of a city","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}]"#
    )
    let run = try CommandRun(
      "respond", "--messages", messages, "--tools", tools, "--greedy", "--json")
    let answer = try JSON(parsing: run.output)
    #expect(answer["calls"]?[0]?["name"] == "getWeather", "\(run.text)")
    #expect(answer["calls"]?[0]?["arguments"]?["city"] == "Lisbon", "\(run.text)")
    let wrong = try write("w.json", #"[{"role":"wizard","content":"x"}]"#)
    let failure = try CommandRun("respond", "--messages", wrong)
    #expect(failure.failed(with: 1) && failure.errors.contains("wizard"))
    #expect(try CommandRun("respond").failed(with: 2))
  }

  @Test("a moved binary uses the model beside it, or in ../share/tern, also through a link")
  func moved() throws {
    let files = FileManager.default
    for name in ["bin", "share/tern", "links"] {
      try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try files.copyItem(
      atPath: CommandRun.folder.appendingPathComponent("tern").path, toPath: folder.file("bin/tern")
    )
    try files.copyItem(atPath: Fixtures.tinyLlama, toPath: folder.file("share/tern/cafe.gguf"))
    try files.createSymbolicLink(
      atPath: folder.file("links/tern"), withDestinationPath: folder.file("bin/tern"))
    let text = Array("the cat sat".utf8)
    let expected = try CommandRun("tokenize", "--model", Fixtures.tinyLlama, input: text)
    for program in ["bin/tern", "links/tern"] {
      let run = try CommandRun("tokenize", program: folder.file(program), input: text)
      #expect(run.status == 0 && run.text == expected.text, "\(run.errors)")
    }
    let embedded = try CommandRun("tokenize", input: text)
    #expect(embedded.status == 0 && embedded.text != expected.text)
  }
}
