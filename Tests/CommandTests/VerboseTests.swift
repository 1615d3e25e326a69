import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@testable import TernCommand

@Suite("--verbose")
struct VerboseTests {
  private let model = Fixtures.tinyLlama

  @Test("a text's figures stand on standard error below it, and in --json as members")
  func complete() throws {
    let words = [
      "complete", "-m", model, "-t", "1", "-n", "8", "--ignore-eos", "the cat sat on the mat",
    ]
    let plain = try CommandRun(arguments: words + ["--seed", "3"])
    let told = try CommandRun(arguments: words + ["--seed", "3", "--verbose"])
    #expect(plain.errors.isEmpty && told.text == plain.text && !plain.text.isEmpty)
    for text in [model, "llama, ", " on 1 thread, loaded in", "none reused", "answer   8 tokens"] {
      #expect(told.errors.contains(text), "\(text): \(told.errors)")
    }
    #expect(told.errors.contains("the first after") && told.errors.contains("ended by the limit"))
    let bare = try JSON(parsing: CommandRun(arguments: words + ["--json"]).output)
    #expect(bare["figures"] == nil && bare["model"] == nil)
    let run = try CommandRun(arguments: words + ["--json", "-v"])
    #expect(run.errors.isEmpty, "\(run.errors)")
    let document = try JSON(parsing: run.output)
    let figures = try #require(document["figures"])
    #expect(figures["generated_tokens"] == 8 && figures["reused_tokens"] == 0)
    #expect(figures["prompt_tokens"] == figures["read_tokens"])
    #expect(figures["prompt_tokens"] == document["prompt_tokens"])
    #expect(figures["first_token_s"]?.double ?? 0 > 0 && figures["finish"] == "length")
    let loaded = try #require(document["model"])
    #expect(loaded["file"]?.string == model && loaded["threads"] == 1)
    #expect(loaded["architecture"] == "llama" && loaded["cache_bytes"]?.int ?? 0 > 0)
  }

  @Test("what a constraint dictates is counted as forced")
  func forced() throws {
    let run = try CommandRun(
      "complete", "-m", model, "-v", "--json", "the cat", "--choice", "sat on the mat")
    let figures = try #require(JSON(parsing: run.output)["figures"])
    #expect(figures["forced_tokens"]?.int ?? 0 > 0, "\(run.text)")
    #expect(figures["forced_tokens"] == figures["generated_tokens"])
  }

  @Test("an answer of a conversation tells what was kept of the one before")
  func chat() throws {
    let fixture = try ChatFixture()
    let lines = ["hello there", "and again"]
    let run = try fixture.chat(lines, "--max-tokens", "4", "--greedy", "--json", "-v")
    let figures = try run.documents().map { $0["figures"] }
    #expect(figures.count == 2 && figures[0]?["reused_tokens"] == 0, "\(run.errors)")
    let reused = figures[1]?["reused_tokens"]?.int ?? 0
    #expect(reused > 0 && figures[1]?["reused_shared"] == false)
    let text = try fixture.chat(lines, "--max-tokens", "4", "--greedy", "-v")
    #expect(text.errors.contains("\(reused) reused (kept)"), "\(text.errors)")
    #expect(text.errors.ranges(of: "loaded in").count == 1)
  }

  @Test("respond has the figures with tools that are run and without")
  func respond() throws {
    let fixture = try ChatFixture()
    let words = ["respond", "-m", fixture.model, "-n", "4", "--greedy", "-v", "hello"]
    let plain = try CommandRun(arguments: words)
    #expect(plain.errors.contains("prompt   ") && plain.errors.contains("model    "))
    let tools = try fixture.tool("echo rain")
    let run = try CommandRun(
      arguments: words + ["--tools", tools, "--tool-choice", "none", "--json"])
    #expect(try JSON(parsing: run.output)["figures"]?["generated_tokens"]?.int ?? 0 > 0)
  }

  @Test("a watched prompt leaves no bar behind, and another output has none")
  func terminal() throws {
    let long = String(repeating: "the cat sat on the mat ", count: 60)
    let fixture = try ChatFixture()
    let run = try TerminalRun(["complete", "-m", fixture.model, "-n", "2", "--seed", "1", long])
    #expect(run.end() == 0)
    let after = run.text.ranges(of: "\u{1B}[K").last.map { run.text[$0.upperBound...] } ?? ""
    #expect(!after.contains("reading") && !after.contains("█"), "\(run.text)")
    let piped = try CommandRun("complete", "-m", fixture.model, "-n", "2", long)
    #expect(piped.status == 0 && piped.errors.isEmpty)
  }
}
