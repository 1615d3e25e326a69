import TernJSON
import TernTestSupport
import Testing

@Suite("tern complete")
struct CompleteTests {
  private let model = Fixtures.tinyLlama

  @Test("--json gives the reference engine's greedy tokens and their text")
  func greedy() throws {
    let reference = try Fixtures.tinyLlamaReference()
    let ids = reference.prompt.map(String.init).joined(separator: ",")
    let run = try CommandRun(
      "complete", "--model", model, "--tokens", ids, "--greedy", "--max-tokens", "40", "--cache",
      "f32", "--json")
    #expect(run.status == 0)
    let document = try JSON(parsing: run.output)
    #expect(document["tokens"]?.array?.map(\.int) == reference.greedy.map { Int($0) })
    #expect(document["prompt_tokens"]?.int == reference.prompt.count)
    for rate in ["pp_per_s", "tg_per_s"] { #expect((document[rate]?.double ?? 0) > 0) }
  }

  @Test("the streamed text is the text of --json and a line end")
  func streams() throws {
    let words = ["complete", "--model", model, "the cat sat on the mat", "--seed", "5"]
    let streamed = try CommandRun(arguments: words + ["--max-tokens", "20"])
    let whole = try CommandRun(arguments: words + ["--max-tokens", "20", "--json"])
    let text = try #require(JSON(parsing: whole.output)["text"]?.string)
    #expect(streamed.text == text + "\n")
    #expect(!text.isEmpty)
  }

  @Test("text and token prompts mean the same, with the vocabulary's beginning token")
  func promptForms() throws {
    let reference = try Fixtures.tinyLlamaReference()
    let ids = reference.prompt.map(String.init).joined(separator: ",")
    let options = ["--greedy", "--max-tokens", "9"]
    let text = try CommandRun(
      arguments: ["complete", "--model", model, "the cat sat on the mat"] + options)
    let tokens = try CommandRun(
      arguments: ["complete", "--model", model, "--tokens", ids] + options)
    let piped = try CommandRun(
      arguments: ["complete", "--model", model, "-"] + options,
      input: Array("the cat sat on the mat".utf8))
    #expect(text.output == tokens.output)
    #expect(text.output == piped.output)
  }

  @Test("what cannot be used is one line and exit status 1 or 2")
  func errors() throws {
    let bad: [(Int32, [String])] = [
      (2, ["complete", "--model", model]),
      (2, ["complete", "--model", model, "a", "b"]),
      (2, ["complete", "--model", model, "a", "--tokens", "1"]),
      (2, ["complete", "--model", model, "a", "--unknown"]),
      (2, ["complete", "--model", model, "a", "--temperature", "warm"]),
      (2, ["complete", "--model", model, "a", "--top-p", "2"]),
      (2, ["complete", "--model", model, "a", "--threads", "0"]),
      (2, ["complete", "--model", model, "a", "--cache", "f64"]),
      (2, ["complete", "--model", model, "--tokens", "1,x"]),
      (1, ["complete", "--model", model, "--tokens", "1,99999"]),
      (1, ["complete", "--model", model, "--tokens", "-1"]),
      (1, ["complete", "--model", "/nonexistent.gguf", "a"]),
      (1, ["complete", "--model", "/", "a"]), (1, ["complete", "--model", "/dev/null", "a"]),
      (1, ["complete", "--model", model, "--context", "4", "the cat sat on the mat"]),
      (1, ["complete", "--model", model, "--context", "1000000", "a"]),
      (2, ["unknown"]), (2, []),
    ]
    for (status, words) in bad {
      let run = try CommandRun(arguments: words)
      #expect(run.failed(with: status), "\(words): \(run.status) \(run.errors)")
    }
  }

  @Test("an output that cannot be written is an error", .enabled(if: hasFullDevice))
  func fullDevice() throws {
    let run = try CommandRun(
      "complete", "--model", model, "a", "--max-tokens", "5", outputPath: "/dev/full")
    #expect(run.failed(with: 1), "\(run.status) \(run.errors)")
  }

  @Test("help explains every verb")
  func help() throws {
    let overview = try CommandRun("help")
    #expect(overview.status == 0)
    for verb in [
      "complete", "tokenize", "detokenize", "logits", "inspect", "quantize", "dequantize", "mask",
      "schema-check", "architectures", "score",
    ] {
      #expect(overview.text.contains("  \(verb)"))
      let page = try CommandRun("help", verb)
      #expect(page.status == 0 && page.text.contains("usage: tern \(verb)"))
      #expect(page.output == (try CommandRun(verb, "--help")).output)
    }
  }
}
