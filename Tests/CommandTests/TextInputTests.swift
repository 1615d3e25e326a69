import Foundation
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Input that is not UTF-8")
struct TextInputTests {
  private let model = Fixtures.tinyLlama
  private let folder: TemporaryFolder
  private let bad: [UInt8] = Array("\"ab".utf8) + [0xC3, 0x28] + Array("\"".utf8)

  init() throws { folder = try TemporaryFolder() }

  @Test("every verb names the place of the first wrong byte, wherever its text comes from")
  func verbs() throws {
    let file = folder.file("bad")
    try Data(bad).write(to: URL(fileURLWithPath: file))
    let runs: [[String]] = [
      ["complete", "-"], ["complete", "-p", "-"], ["complete", "a", "--schema", file],
      ["respond", "-"], ["respond", "--messages", file], ["respond", "--messages", "-"],
      ["respond", "a", "--tools", file], ["chat", "-n", "2"], ["tokenize"], ["detokenize"],
      ["mask", "--choice", "a", "--text", file], ["mask", "--choice", "a", "--text", "-"],
      ["render", "--vars", file], ["render", "--vars", "-"],
    ]
    for words in runs {
      let run = try CommandRun(arguments: words + ["-m", model], input: bad)
      #expect(run.failed(with: 1), "\(words) \(run.errors)")
      #expect(run.errors.contains("not UTF-8") && run.errors.contains("byte 3"), "\(run.errors)")
      #expect(run.output.isEmpty, "\(words)")
    }
    let parsed = try CommandRun("parse-tools", "--format", "hermes_json", input: bad)
    #expect(parsed.failed(with: 1) && parsed.errors.contains("byte 3"))
  }

  @Test("a line of --jsonl that is not UTF-8 is an answer with an error, like any bad line")
  func lines() throws {
    let input = Array("\"a\"\n".utf8) + bad + Array("\n\"b\"\n".utf8)
    let file = folder.file("lines")
    try Data(input).write(to: URL(fileURLWithPath: file))
    let runs = [
      ["tokenize", "--jsonl", "-m", model], ["detokenize", "--jsonl", "-m", model],
      ["render", "--jsonl"], ["parse-tools", "--jsonl"], ["schema-check", "--jsonl", file],
    ]
    for words in runs {
      let run = try CommandRun(arguments: words, input: input)
      let answers = try run.documents()
      try #require(answers.count == 3 && run.status == 0, "\(words) \(run.text) \(run.errors)")
      #expect(answers[1]["error"]?.string == "the line is not UTF-8 text: byte 3", "\(words)")
    }
  }

  @Test("an argument that is not UTF-8 is no command line")
  func argument() throws {
    let program = CommandRun.folder.appendingPathComponent("tern").path
    let run = try CommandRun(
      "-c", #""$0" complete -m "$1" "$(printf 'ab\377')""#, program, model, program: "/bin/sh")
    #expect(run.failed(with: 2) && run.errors.contains("byte 2"), "\(run.errors)")
  }

  @Test("chat tells the line, and goes on")
  func chat() throws {
    let fixture = try ChatFixture()
    let run = try CommandRun(
      arguments: fixture.arguments(["--json", "--max-tokens", "2"]),
      input: Array("the cat\n".utf8) + bad + Array("\nsat".utf8))
    #expect(try run.documents().count == 2 && run.status == 1)
    #expect(run.errorLines == ["tern: chat: line 2 is not UTF-8 text: byte 3"], "\(run.errors)")
  }

  @Test("the first wrong byte is found in every kind of wrong text")
  func places() {
    let cases: [([UInt8], Int?)] = [
      ([], nil), (Array("aé€😀".utf8), nil), ([0x80], 0), ([0x61, 0xC0, 0x80], 1),
      ([0xED, 0xA0, 0x80], 0), ([0x61, 0xE2, 0x82], 1), ([0xF5, 0x80, 0x80, 0x80], 0),
      ([0x61, 0x62, 0xFF], 2),
    ]
    for (bytes, place) in cases { #expect(Input.wrongByte(bytes) == place, "\(bytes)") }
  }
}
