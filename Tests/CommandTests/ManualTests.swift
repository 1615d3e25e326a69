import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("The manual")
struct ManualTests {
  private var pages: [ManualPage] {
    [ManualPage.program] + Command.verbs.map { ManualPage($0) }
  }

  @Test(.enabled(if: CommandRun.hasProgram("mandoc"), "needs mandoc"))
  func `mandoc has nothing to say of any page`() throws {
    for page in pages {
      let run = try CommandRun(
        "-T", "lint", "-W", "all", program: "/usr/bin/mandoc", input: Array(page.text.utf8))
      #expect(run.text.isEmpty && run.errors.isEmpty, "\(page.name): \(run.text)\(run.errors)")
    }
  }

  @Test(.enabled(if: CommandRun.hasProgram("groff"), "needs groff"))
  func `groff formats every page without a warning, and nothing of the texts is lost`() throws {
    for page in pages {
      let run = try CommandRun(
        "-man", "-Tutf8", "-ww", "-rLL=100n", "-rHY=0", "-P-cbou", program: "/usr/bin/groff",
        input: Array(page.text.utf8))
      #expect(run.status == 0 && run.errors.isEmpty, "\(page.name): \(run.errors)")
      let words = Set(run.text.split(whereSeparator: \.isWhitespace).map(String.init))
      guard let verb = Command.verbs.first(where: { "tern-" + $0.name == page.name }) else {
        #expect(Command.verbs.allSatisfy { words.contains("tern-\($0.name)(1)") })
        continue
      }
      let text = verb.discussion + " " + verb.options.map(\.explanation).joined(separator: " ")
      for word in text.split(whereSeparator: \.isWhitespace) {
        #expect(words.contains(String(word)), "\(page.name): \(word)")
      }
    }
  }

  @Test func `every verb has a page with its options, and a text is never a request`() {
    for verb in Command.verbs {
      let page = ManualPage(verb)
      #expect(page.fileName == "tern-\(verb.name).1")
      for option in verb.options {
        #expect(page.text.contains(ManualText.label(option)), "\(verb.name) \(option.name)")
      }
    }
    #expect(ManualText.escaped(".TH 'a' -b \\ é") == "\\&.TH \\(aqa\\(aq \\-b \\e \\[u00E9]")
    #expect(
      ManualText.paragraphs("a\nb\n\n  c\n  .d\n\ne") == [
        "a", "b", ".IP", ".nf", "c", "\\&.d", ".fi", ".PP", "e",
      ])
    for page in pages {
      for line in page.text.split(separator: "\n") where line.hasPrefix(".") {
        let known = [".TH ", ".SH ", ".TP", ".B ", ".BR ", ".I ", ".IP", ".PP", ".nf", ".fi"]
        #expect(known.contains { line.hasPrefix($0) }, "\(page.name): \(line)")
      }
      #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `man prints a page, or writes all of them into a folder`() throws {
    #expect(try CommandRun("man").text == ManualPage.program.text)
    #expect(try CommandRun("man", "chat").text == ManualPage(.chat).text)
    let document = try JSON(parsing: CommandRun("man", "chat", "--json").output)
    #expect(document["file"]?.string == "tern-chat.1")
    #expect(try CommandRun("man", "nothing").failed(with: 2))
    let folder = try TemporaryFolder()
    let written = try CommandRun("man", "--out", folder.path, "--json")
    let names = try JSON(parsing: written.output).array?.compactMap(\.string)
    #expect(names == pages.map(\.fileName))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == names?.sorted())
    #expect(try CommandRun("man", "chat", "--out", folder.path).failed(with: 2))
    #expect(try CommandRun("man", "--out", "/nonexistent/man1").failed(with: 1))
  }
}
