import Foundation
import TernFormat
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("Control characters of others")
struct TerminalTextTests {
  /// Clears the screen, sets the title, and a control character of eight bits.
  private let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}1m!"
  private let harmless = "[2J]0;x1m!"
  private let fixture: ChatFixture

  init() throws { fixture = try ChatFixture() }

  /// What a terminal shows of a command whose input is none.
  private func shown(_ arguments: String...) throws -> String {
    let run = try TerminalRun(arguments, typed: false)
    _ = run.end()
    return run.text
  }

  private func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\r" || $0 == "\t" || $0.properties.generalCategory != .control
    }
  }

  @Test("what a model writes does nothing to a terminal, and reaches a pipe as it is")
  func model() throws {
    let words = ["complete", "-m", fixture.model, "a", "--choice", hostile]
    let run = try TerminalRun(words, typed: false)
    #expect(run.end() == 0 && isClean(run.text) && run.text.contains(harmless), "\(run.text)")
    #expect(try CommandRun(arguments: words).text == hostile + "\n")
    let respond = try shown("respond", "-m", fixture.model, "a", "--choice", hostile)
    #expect(isClean(respond) && respond.contains(harmless), "\(respond)")
  }

  @Test("what tools say does nothing to a terminal")
  func tool() throws {
    let list = try fixture.tool(#"printf '\033[2J\033]0;x\007\302\2331m!'"#)
    let words = [
      "respond", "-m", fixture.model, "Weather?", "--tools", list, "--tool-choice", "required",
      "--seed", "3", "--max-tokens", "150",
    ]
    let run = try TerminalRun(words, typed: false)
    #expect(run.end() == 0 && isClean(run.text), "\(run.text)")
    #expect(run.text.contains("← weather: \(harmless)"), "\(run.text)")
    let piped = try CommandRun(arguments: words)
    #expect(piped.text.contains("← weather: \(hostile)\n"), "\(piped.errors)")
  }

  @Test("what a file or an error says does nothing to a terminal")
  func metadata() throws {
    var file = TinyGGUF()
    file.metadata["general.name"] = .string(GGUFString(hostile))
    file.metadata[hostile] = .uint8(1)
    let path = fixture.folder.file("hostile.gguf")
    try file.write(to: path)
    let page = try shown("inspect", path)
    #expect(isClean(page) && page.contains("general.name = " + harmless), "\(page)")
    #expect(try CommandRun("inspect", path).text.contains("general.name = \(hostile)\n"))
    let document = try shown("inspect", path, "--json")
    let value = try JSON(parsing: Array(document.utf8))
    #expect(isClean(document) && value["metadata"]?["general.name"]?.string == hostile)
    let error = try shown("inspect", "/nonexistent/" + hostile)
    #expect(isClean(error) && error.contains(harmless), "\(error)")
  }

  @Test("bytes that a vocabulary stands for do nothing to a terminal")
  func detokenized() throws {
    let ids = try CommandRun("tokenize", "-m", fixture.model, input: Array(hostile.utf8))
    let run = try TerminalRun(["detokenize", "-m", fixture.model])
    run.type(ids.text + "\u{4}")
    #expect(run.end() == 0 && isClean(run.text) && run.text.contains(harmless), "\(run.text)")
  }

  @Test("raw numbers are not written to a terminal")
  func numbers() throws {
    let logits = try shown(
      "logits", "-m", fixture.model, "--tokens", "1", "--out", "/dev/stdout")
    #expect(logits.contains("is a terminal") && isClean(logits), "\(logits)")
    let quantized = try shown("quantize", fixture.model, "/dev/stdout", "Q8_0")
    #expect(quantized.contains("is a terminal") && isClean(quantized))
  }

  @Test("names of tensors do nothing to the terminal of a progress bar")
  func progress() {
    let shown = Shown()
    // Any instant: the clock that the bar reads moves only where the test sets it.
    let start = ContinuousClock.now
    let bar = ProgressBar(
      "work", now: { start + (shown.isLate ? .seconds(1) : .zero) }, write: { shown.add($0) })
    shown.isLate = true
    bar.show(0.5, hostile + "\n")
    #expect(shown.text.hasSuffix(" 50% \(harmless)\u{1B}[K") && !shown.text.contains("\n"))
  }
}
