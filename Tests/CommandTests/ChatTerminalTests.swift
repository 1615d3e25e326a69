import Foundation
import Testing

@Suite("tern chat in a terminal")
struct ChatTerminalTests {
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  private func start() throws -> TerminalRun {
    try TerminalRun(fixture.arguments(["--max-tokens", "3", "--seed", "1"]))
  }

  @Test("lines are edited, and earlier ones come again")
  func edits() throws {
    let chat = try start()
    #expect(chat.waits(for: "> "))
    // "/hx", x taken away, "istory" typed, and what was in front of it put there.
    chat.type("hx\u{7F}istory\u{1}/\u{5}\r")
    chat.type("given up\u{3}/help\u{15}\u{1B}[A\u{1B}[B/nonsense\r")
    #expect(chat.waits(for: "there is no command /nonsense"))
    #expect(!chat.text.contains("> given up\r\n") && chat.text.contains("^C\r\n"))
    chat.type("\u{1B}[A\u{8}\u{8}!\r\u{4}")
    #expect(chat.end() == 0, "\(chat.text)")
    #expect(chat.text.contains("/nonsen!") && chat.echoes)
  }

  @Test("the terminal is as before after every end", arguments: [SIGTERM, SIGHUP, SIGINT])
  func restores(signal: Int32) throws {
    let chat = try start()
    #expect(chat.echoes && chat.waits(for: "> ") && !chat.echoes)
    chat.send(signal)
    if signal == SIGINT {
      // It is no end: Ctrl-D is one.
      #expect(chat.waits(for: "/exit ends the conversation"))
      chat.type("\u{4}")
      #expect(chat.end() == 0)
    } else {
      #expect(chat.end() == -signal)
    }
    #expect(chat.echoes)
  }
}
