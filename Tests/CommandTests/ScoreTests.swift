import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern score, and log-probabilities of tern complete")
struct ScoreTests {
  private let model = Fixtures.tinyLlama
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ids(_ tokens: some Sequence<Int32>) -> String {
    tokens.map(String.init).joined(separator: ",")
  }

  private func score(_ words: String..., input: String = "") throws -> JSON {
    let run = try CommandRun(
      arguments: ["score", "-m", model, "--json"] + words, input: Array(input.utf8))
    try #require(run.status == 0, "\(run.errors)")
    return try JSON(parsing: run.output)
  }

  private func values(_ score: JSON?) -> [Double?] {
    (score?["tokens"]?.array ?? []).map { $0["logprob"]?.double }
  }

  @Test("scores are those of the logits that tern logits writes")
  func logits() throws {
    let reference = try Fixtures.tinyLlamaReference()
    let tokens = reference.prompt + reference.greedy.prefix(8)
    let run = try CommandRun(
      "logits", "-m", model, "--tokens", ids(tokens), "--all", "--out", folder.file("logits"))
    try #require(run.status == 0, "\(run.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("logits")))
    let logits = [Float](littleEndian: data)
    let width = logits.count / tokens.count
    let document = try score("--tokens", ids(tokens), "--logprobs", "2")
    let scored = try #require(document["scores"]?.array?.first)
    let found = try #require(scored["tokens"]?.array)
    #expect(found.compactMap { $0["id"]?.int } == tokens.map { Int($0) })
    #expect(found[0]["logprob"] == .null && found[0]["top"]?.array?.isEmpty == true)
    var sum = 0.0
    for (place, token) in found.enumerated().dropFirst() {
      let row = logits[(place - 1) * width..<place * width].map { Double($0) }
      let total = log(row.reduce(0) { $0 + exp($1) })
      let value = try #require(token["logprob"]?.double)
      #expect(abs(value - (row[Int(tokens[place])] - total)) < 1e-5)
      let top = try #require(token["top"]?.array)
      #expect(top.count == 2)
      #expect(abs((top[0]["logprob"]?.double ?? 1) - ((row.max() ?? 0) - total)) < 1e-5)
      // The shortest text of a Float, which the sum is made of.
      sum += Double(Float(value))
    }
    #expect(abs((scored["logprob"]?.double ?? 1) - sum) < 1e-12)
    let perplexity = exp(-sum / Double(tokens.count - 1))
    #expect(abs((scored["perplexity"]?.double ?? 0) / perplexity - 1) < 1e-6)
    #expect(document["tokens"]?.int == tokens.count && document["logprob"] == scored["logprob"])
    // The end alone, after the beginning.
    let end = try score(
      "--tokens", ids(tokens.dropFirst(5)), "--after-tokens", ids(tokens.prefix(5)))
    for (a, b) in zip(values(end["scores"]?.array?.first), values(scored).dropFirst(5)) {
      #expect(abs((a ?? 1) - (b ?? 0)) < 1e-5)
    }
  }

  @Test("operands, lines, files and JSON lines give the same numbers")
  func forms() throws {
    let texts = ["the cat sat", " on the mat", "tea"]
    let expected = try #require(score(texts[0], texts[1], texts[2])["scores"]?.array)
    #expect(expected.count == 3)
    for score in expected { #expect(values(score).allSatisfy { ($0 ?? 1) < 0 }) }
    let lines = try score(input: texts.joined(separator: "\r\n") + "\n")
    var files: [String] = []
    for (number, text) in texts.enumerated() {
      let path = folder.file("text\(number)")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      files.append("--file=\(path)")
    }
    let whole = try score(files[0], files[1], files[2])
    let input =
      texts.map { JSON.string($0).text() }.joined(separator: "\n")
      + "\n{\"text\": \"tea\", \"after\": \"\"}\n[1]\n"
    let run = try CommandRun("score", "-m", model, "--jsonl", input: Array(input.utf8))
    let replies = try run.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(replies.count == 5 && replies[4]["error"]?.string?.contains("text") == true)
    for other in [lines["scores"]?.array ?? [], whole["scores"]?.array ?? [], replies] {
      for (a, b) in zip(expected, other) {
        #expect(values(a).count == values(b).count)
        for (a, b) in zip(values(a), values(b)) { #expect(abs((a ?? 1) - (b ?? 0)) < 1e-5) }
      }
    }
    #expect(
      replies[3]["logprob"]?.double.map { Int($0 * 1000) }
        == expected[2]["logprob"]?.double.map { Int($0 * 1000) })
  }

  @Test("a context is read and not scored; the parts of a text add up to the whole")
  func after() throws {
    let whole = try score("the cat sat on the mat")
    let begun = try score("the cat")
    let rest = try score("--after", "the cat", " sat on the mat")
    let sums = [begun, rest].compactMap { $0["logprob"]?.double }
    #expect(abs(sums.reduce(0, +) - (whole["logprob"]?.double ?? 1)) < 1e-4)
    #expect(rest["scores"]?.array?.first?["context_tokens"]?.int == 1 + (begun["tokens"]?.int ?? 0))
    let texts = (whole["scores"]?.array?.first?["tokens"]?.array ?? []).compactMap {
      $0["token"]?.string
    }
    #expect(texts.joined() == "the cat sat on the mat")
  }

  @Test("people get a line for each token and one for the text, or the sums alone")
  func lines() throws {
    let run = try CommandRun("score", "-m", model, "the cat", "--logprobs", "1")
    let lines = run.text.split(separator: "\n").map(String.init)
    let columns = lines.dropLast().map { $0.split(separator: "\t") }
    #expect(columns.count > 1 && columns.allSatisfy { $0.count == 6 && (Double($0[0]) ?? 1) < 0 })
    let last = try #require(lines.last)
    #expect(last.hasPrefix("sum -") && last.contains("tokens \(columns.count), perplexity "))
    let sums = try CommandRun("score", "-m", model, "the cat", "tea", "--sums")
    let rows = sums.text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.map(\.count) == [4, 4] && rows.map { $0[3] } == ["\"the cat\"", "\"tea\""])
    #expect(last.contains(rows[0][0]) && last.contains(rows[0][2]))
  }

  @Test("a text longer than the context is an error, or is scored in parts")
  func parts() throws {
    let text = String(repeating: "the cat sat on the mat ", count: 12)
    let refused = try CommandRun("score", "-m", model, "--context", "32", text)
    #expect(refused.failed(with: 1) && refused.errors.contains("32"), "\(refused.errors)")
    let whole = try score(text)
    let parts = try score("--context", "32", "--stride", "16", text)
    let found = values(parts["scores"]?.array?.first)
    #expect(found.count == values(whole["scores"]?.array?.first).count && !found.contains(nil))
    // The first part is what it is in the whole text.
    for (a, b) in zip(found.prefix(31), values(whole["scores"]?.array?.first)) {
      #expect(abs((a ?? 1) - (b ?? 0)) < 1e-5)
    }
    let same = try score("--stride", "16", "tea")
    #expect(
      try values(same["scores"]?.array?.first) == values(score("tea")["scores"]?.array?.first))
  }

  @Test("complete tells log-probabilities as JSON and in lines, of forced tokens too")
  func complete() throws {
    let words = ["complete", "-m", model, "--cache", "f32", "the cat", "--greedy", "-n", "9"]
    let plain = try CommandRun(arguments: words)
    let run = try CommandRun(arguments: words + ["--json", "--logprobs", "3"])
    let document = try JSON(parsing: run.output)
    let tokens = try #require(document["logprobs"]?.array)
    #expect(tokens.map { $0["id"] } == document["tokens"]?.array)
    for token in tokens {
      let top = try #require(token["top"]?.array)
      #expect(top.count == 3 && top[0]["id"] == token["id"])
      #expect(top[0]["logprob"] == token["logprob"] && token["logprob"]?.double != nil)
      let bytes = (token["bytes"]?.array ?? []).compactMap(\.int).map { UInt8($0) }
      #expect(token["token"]?.string == String(decoding: bytes, as: UTF8.self))
    }
    #expect(try JSON(parsing: CommandRun(arguments: words + ["--json"]).output)["logprobs"] == nil)
    let prompt = try CommandRun("tokenize", "-m", model, "--bos", input: Array("the cat".utf8))
    let context = try (JSON(parsing: prompt.output).array ?? []).compactMap(\.int).map(Int32.init)
    let ids = (document["tokens"]?.array ?? []).compactMap(\.int).map(Int32.init)
    let scored = try score("--tokens", self.ids(ids), "--after-tokens", self.ids(context))
    for (a, b) in zip(tokens.map { $0["logprob"]?.double }, values(scored["scores"]?.array?[0])) {
      #expect(abs((a ?? 1) - (b ?? 0)) < 1e-4)
    }
    let text = try CommandRun(arguments: words + ["--logprobs", "0"]).text
    #expect(text.hasPrefix(plain.text))
    let lines = text.dropFirst(plain.text.count).split(separator: "\n")
    #expect(lines.count == 9 && lines.allSatisfy { $0.split(separator: "\t").count == 3 })
    let forced = try CommandRun(
      "complete", "-m", model, "the cat", "--choice", " sat on the mat", "--logprobs", "1", "--json"
    )
    let given = try JSON(parsing: forced.output)
    #expect(given["forced_tokens"]?.int == given["tokens"]?.array?.count)
    #expect(given["logprobs"]?.array?.allSatisfy { $0["logprob"]?.double != nil } == true)
  }

  @Test("what cannot be used is one line and exit status 1 or 2")
  func errors() throws {
    let bad: [(Int32, [String])] = [
      (2, ["a", "--tokens", "1"]), (2, ["a", "--file", "b"]), (2, ["a", "--jsonl"]),
      (2, ["a", "--after-tokens", "1"]), (2, ["--tokens", "1", "--after", "a"]),
      (2, ["a", "--logprobs", "-1"]), (2, ["a", "--logprobs", "many"]),
      (2, ["a", "--stride", "0"]),
      (2, ["a", "--stride", "64", "--context", "64"]), (2, ["--json", "--jsonl"]),
      (1, ["--file", "/nonexistent.txt"]), (1, ["--tokens", "99999"]), (1, ["--tokens", "1,-4"]),
    ]
    for (status, words) in bad {
      let run = try CommandRun(arguments: ["score", "-m", model] + words)
      #expect(run.failed(with: status), "\(words): \(run.status) \(run.errors)")
    }
    let none = try score("--tokens", "")
    #expect(none["tokens"]?.int == 0 && none["perplexity"] == .null)
    let encoder = folder.file("encoder.gguf")
    try Fixtures.tinyEncoder().write(to: encoder)
    let run = try CommandRun("score", "-m", encoder, "a")
    #expect(run.failed(with: 1) && run.errors.contains("generates none"), "\(run.errors)")
  }
}
