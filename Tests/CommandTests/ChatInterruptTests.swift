import Foundation
import TernJSON
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Interrupted answers")
struct ChatInterruptTests {
  private let endless = ["--context", "30000", "--ignore-eos", "--seed", "1"]

  @Test("Ctrl-C stops an answer, which stays as far as it came, and the conversation goes on")
  func answer() throws {
    let fixture = try ChatFixture(context: 30_000)
    let chat = try RunningCommand(fixture.arguments(endless), isTyped: true)
    try chat.send("the cat")
    #expect(chat.waits { $0.output.utf8.count > 20 })
    chat.interrupt()
    try chat.send("/history", "/undo", "/history", "/exit")
    #expect(try chat.end(closing: false) == 0, "\(chat.errors)")
    // A prompt stands before each answer, and behind it a line end.
    let parts = chat.output.components(separatedBy: "> > the cat\n")
    try #require(parts.count == 2 && parts[1].hasSuffix("> > > "), "\(chat.output.suffix(200))")
    let (shown, kept) = (parts[0].dropFirst(2), parts[1].dropLast(6).dropLast())
    #expect(shown == kept || shown.dropLast() == kept)
    #expect(chat.errors == "(taken back: the cat)\n")
  }

  @Test(
    "without a terminal a signal ends the conversation as it would have ended the program",
    arguments: [SIGINT, SIGTERM])
  func piped(signal: Int32) throws {
    let fixture = try ChatFixture(context: 30_000)
    let waiting = try RunningCommand(fixture.arguments(["--max-tokens", "3", "--json"]))
    try waiting.send("the cat")
    #expect(waiting.waits { $0.output.hasSuffix("\n") })
    waiting.send(signal)
    #expect(try waiting.end(closing: false) == -signal)
    let answering = try RunningCommand(fixture.arguments(endless))
    try answering.send("the cat", "the cat", "the cat")
    #expect(answering.waits { $0.output.utf8.count > 20 })
    answering.send(signal)
    #expect(try answering.end(closing: false) == -signal)
  }

  @Test("tools that run end with what a signal ends, in chat and in respond")
  func pipedTools() throws {
    let fixture = try ChatFixture()
    let pid = fixture.folder.file("pid")
    let list = try fixture.tool("echo $$ > \(pid).new; mv \(pid).new \(pid); exec sleep 300")
    let options = ["--tools", list, "--tool-choice", "required", "--max-tokens", "150"]
    let runs =
      [fixture.arguments(options + ["--seed", "1", "Weather?"])] + [
        ["respond", "Weather?", "--model", fixture.model, "--seed", "1"] + options
      ]
    for arguments in runs {
      let run = try RunningCommand(arguments)
      try #require(run.waits { _ in FileManager.default.fileExists(atPath: pid) }, "\(run.errors)")
      let text = try String(contentsOfFile: pid, encoding: .utf8)
      let tool = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      run.interrupt()
      #expect(try run.end(closing: false) == -SIGINT, "\(run.errors)")
      #expect(run.waits { _ in !isRunning(tool) })
      try FileManager.default.removeItem(atPath: pid)
    }
  }

  @Test("Ctrl-C ends tools that run, and takes a message back that has no answer yet")
  func tool() throws {
    let fixture = try ChatFixture()
    let list = try fixture.tool("echo started > \(fixture.folder.file("mark")); sleep 300")
    let chat = try RunningCommand(
      fixture.arguments(
        ["--tools", list, "--tool-choice", "required", "--max-tokens", "150", "--seed", "1"]),
      isTyped: true)
    try chat.send("Weather?")
    #expect(
      chat.waits { _ in (try? fixture.folder.entries().contains("mark")) == true },
      "\(chat.output) \(chat.errors)")
    chat.interrupt()
    #expect(chat.waits { $0.errors.contains("taken back") }, "\(chat.output) \(chat.errors)")
    try chat.send("/history", "/exit")
    #expect(try chat.end(closing: false) == 0)
    #expect(chat.output.contains("→ {") && chat.output.hasSuffix("# tools: weather\n> "))
  }
}
