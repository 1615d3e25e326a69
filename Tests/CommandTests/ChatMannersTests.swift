import Foundation
import TernFormat
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("How tern chat behaves towards a person")
struct ChatMannersTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  private func start(_ options: String...) throws -> TerminalRun {
    try TerminalRun(fixture.arguments(["--max-tokens", "3", "--seed", "1"] + options))
  }

  @Test("it says which model answers, and where help is")
  func greeting() throws {
    let chat = try start()
    #expect(chat.waitsForPrompt())
    let name = try GGUFFile(path: fixture.model).string("general.name")
    let shown = name.map { "\($0) (wide.gguf)" } ?? "wide.gguf"
    #expect(
      chat.lines.first?.hasSuffix("\(shown). /help lists the commands.") == true, "\(chat.text)")
    chat.type("/exit\r")
    #expect(chat.end() == 0)
    let own = try TerminalRun(["chat"])
    #expect(own.waitsForPrompt() && own.text.contains("Café. /help lists the commands."))
    own.type("\u{4}")
    #expect(own.end() == 0)
  }

  @Test("/save and /load say what they did, and a failure is no failed program")
  func files() throws {
    let chat = try start()
    let file = fixture.folder.file("s")
    #expect(chat.waitsForPrompt())
    chat.type("the cat\r/save \(file)\r/reset\r/load \(file)\r/load \(file).none\r\u{4}")
    #expect(chat.end() == 0, "\(chat.text)")
    #expect(chat.text.contains("(saved to \(file): 1 turn)"))
    #expect(chat.text.contains("(loaded from \(file): 1 turn)"))
    #expect(chat.text.contains("cannot load \(file).none: cannot open: No such file or directory"))
  }

  @Test("a message that is longer than a row stays whole where it was typed")
  func longMessage() throws {
    let chat = try start()
    let message = (1...40).map { "word\($0)" }.joined(separator: " ")
    #expect(chat.waitsForPrompt())
    chat.type(message + "\r")
    #expect(chat.waits(for: "> \(message)\r\n"), "\(chat.text)")
    #expect(chat.waitsForPrompt())
    chat.type(message + "\u{1}\u{3}/exit\r")
    #expect(chat.end() == 0)
    // Given up with the cursor at its beginning: nothing is written over it.
    #expect(chat.text.contains("> \(message)^C\r\n"), "\(chat.text)")
  }

  @Test("no empty line stands around an answer, nor after commands")
  func emptyLines() throws {
    let session = fixture.folder.file("s")
    let chat = try TerminalRun(
      fixture.arguments(["--max-tokens", "20", "--seed", "2", "--logit-bias", "13=4"]))
    #expect(chat.waitsForPrompt())
    chat.type("the cat\r/undo\r/undo\r/save \(session)\r/load \(session)\r/help\r/nonsense\r\u{4}")
    #expect(chat.end() == 0)
    // The line of the end of the input is the last one.
    #expect(chat.lines.last == "" && !chat.lines.dropLast().contains(""), "\(chat.lines)")
  }
}
