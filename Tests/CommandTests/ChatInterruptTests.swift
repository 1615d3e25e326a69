import Foundation
import TernJSON
import Testing

@Suite("Interrupted answers")
struct ChatInterruptTests {
  @Test("Ctrl-C stops an answer, which stays as far as it came, and the conversation goes on")
  func answer() throws {
    let fixture = try ChatFixture(context: 30_000)
    let chat = try RunningCommand(
      fixture.arguments(["--context", "30000", "--ignore-eos", "--seed", "1"]))
    try chat.send("the cat")
    #expect(chat.waits { $0.output.utf8.count > 20 })
    chat.interrupt()
    try chat.send("/history", "/undo", "/history", "/exit")
    #expect(try chat.end() == 0, "\(chat.errors)")
    let parts = chat.output.components(separatedBy: "> the cat\n")
    try #require(parts.count == 2, "\(chat.output.suffix(200))")
    #expect(parts[0].dropLast() == parts[1].dropLast() || parts[0] == parts[1].dropLast())
    #expect(chat.errors == "(taken back: the cat)\n")
  }

  @Test("Ctrl-C ends tools that run, and takes a message back that has no answer yet")
  func tool() throws {
    let fixture = try ChatFixture()
    let list = try fixture.tool("echo started > \(fixture.folder.file("mark")); sleep 300")
    let chat = try RunningCommand(
      fixture.arguments(
        ["--tools", list, "--tool-choice", "required", "--max-tokens", "150", "--seed", "1"]))
    try chat.send("Weather?")
    #expect(
      chat.waits { _ in (try? fixture.folder.entries().contains("mark")) == true },
      "\(chat.output) \(chat.errors)")
    chat.interrupt()
    #expect(chat.waits { $0.errors.contains("taken back") }, "\(chat.output) \(chat.errors)")
    try chat.send("/history", "/exit")
    #expect(try chat.end() == 0)
    #expect(chat.output.contains("→ {") && chat.output.hasSuffix("# tools: weather\n"))
  }
}
