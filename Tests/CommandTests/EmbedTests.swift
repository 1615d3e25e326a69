import Foundation
import TernJSON
import TernTestSupport
import Testing

@Suite("tern embed and tern rerank")
struct EmbedTests {
  private let llama = Fixtures.tinyLlama
  private let folder: TemporaryFolder
  private let encoder: String
  private let reranker: String

  init() throws {
    folder = try TemporaryFolder()
    (encoder, reranker) = (folder.file("encoder.gguf"), folder.file("reranker.gguf"))
    try Fixtures.tinyEncoder().write(to: encoder)
    try Fixtures.tinyEncoder(ranks: true).write(to: reranker)
  }

  /// The numbers of each line.
  private func vectors(_ words: String..., input: String = "") throws -> [[Double]] {
    let run = try CommandRun(arguments: ["embed"] + words, input: Array(input.utf8))
    try #require(run.status == 0, "\(run.errors)")
    return run.text.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
  }

  private func ids(_ text: String) throws -> String {
    let run = try CommandRun("tokenize", "-m", llama, "--bos", input: Array(text.utf8))
    return try (JSON(parsing: run.output).array ?? []).compactMap(\.int).map(String.init)
      .joined(separator: ",")
  }

  @Test("a text's vector is the mean of the reference engine's states, of length 1")
  func reference() throws {
    let text = "the cat sat on the mat"
    let expected = [0.0557166, -0.919815, 0.0678438, -1.287916, 0.702954, -0.0540949]
    let raw = try vectors("-m", llama, "--no-normalize", text)[0]
    #expect(raw.count == 64)
    for (value, reference) in zip(raw, expected) { #expect(abs(value - reference) < 2e-3) }
    let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let normed = try vectors("-m", llama, text)[0]
    for (value, raw) in zip(normed, raw) { #expect(abs(value - raw / length) < 1e-6) }
    // The first values alone have the length 1 again.
    let cut = try vectors("-m", llama, "--dimensions", "4", text)[0]
    #expect(cut.count == 4 && abs(cut.reduce(0) { $0 + $1 * $1 } - 1) < 1e-6)
  }

  @Test("operands, lines, JSON lines, JSON, files and token ids give the same numbers")
  func forms() throws {
    let texts = ["the cat", "a dog and a bird", "tea"]
    let expected = try vectors("-m", llama, texts[0], texts[1], texts[2])
    #expect(expected.count == 3 && Set(expected.map { $0[0] }).count == 3)
    let lines = try vectors("-m", llama, input: texts.joined(separator: "\r\n"))
    #expect(lines == expected)
    let jsonLines = try CommandRun(
      "embed", "-m", llama, "--jsonl", input: Array("\"the cat\"\n{\"text\":\"tea\"}\n[1]\n".utf8))
    let replies = try jsonLines.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
    #expect(replies.count == 3 && replies[2]["error"]?.string?.contains("text") == true)
    for (reply, expected) in zip(replies, [expected[0], expected[2]]) {
      let found = (reply["embedding"]?.array ?? []).compactMap(\.double)
      #expect(found.count == 64 && zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }
    let document = try JSON(
      parsing: CommandRun(arguments: ["embed", "-m", llama, "--json"] + texts).output)
    #expect(document["dimensions"]?.int == 64)
    #expect(document["embeddings"]?.array?[1].array?.compactMap(\.double) == expected[1])
    let out = folder.file("out")
    let written = try CommandRun(
      "embed", "-m", llama, "--tokens", ids("the cat"), "--out", out, "--json")
    #expect(written.status == 0, "\(written.errors)")
    let values = [Float](littleEndian: Array(try Data(contentsOf: URL(fileURLWithPath: out))))
    #expect(values.count == 64)
    for (a, b) in zip(values, expected[0]) { #expect(abs(Double(a) - b) < 1e-6) }
    let binary = try CommandRun(arguments: ["embed", "-m", llama, "--binary"] + texts)
    #expect(binary.output.count == 3 * 64 * 4)
  }

  @Test("poolings of an encoder: every state, their mean, the first, the last")
  func poolings() throws {
    let tokens = "5,9,70,101,30"
    func raw(_ pooling: String) throws -> [[Double]] {
      try vectors("-m", encoder, "--tokens", tokens, "--pooling", pooling, "--no-normalize")
    }
    let states = try raw("none")
    #expect(states.count == 5 && states.allSatisfy { $0.count == 32 })
    #expect(try raw("cls") == [states[0]] && raw("last") == [states[4]])
    let mean = try raw("mean")[0]
    for column in mean.indices {
      let expected = states.reduce(0) { $0 + $1[column] } / 5
      #expect(abs(mean[column] - expected) < 1e-6)
    }
    // The file says cls.
    let normed = try vectors("-m", encoder, "--tokens", tokens)[0]
    let length = states[0].reduce(0) { $0 + $1 * $1 }.squareRoot()
    #expect(zip(normed, states[0]).allSatisfy { abs($0 - $1 / length) < 1e-6 })
  }

  @Test("--task puts the model's words before a text, --prefix any")
  func tasks() throws {
    let plain = try vectors("-m", encoder, "search_query: tea")
    #expect(try vectors("-m", encoder, "--task", "query", "tea") == plain)
    #expect(try vectors("-m", encoder, "--prefix", "search_query: ", "tea") == plain)
    let unknown = try CommandRun("embed", "-m", llama, "--task", "query", "tea")
    #expect(unknown.failed(with: 1) && unknown.errors.contains("--prefix"), "\(unknown.errors)")
  }

  @Test("rerank sorts documents by the scores that embed gives for the pairs")
  func rerank() throws {
    let documents = folder.file("documents")
    let texts = ["a bird", "hot tea", "cats purr", "rain"]
    try Data((texts.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: documents))
    let run = try CommandRun(
      "rerank", "-m", reranker, "tea", "--documents", documents, "--json")
    let results = try JSON(parsing: run.output)["results"]?.array ?? []
    let scores = results.compactMap { $0["score"]?.double }
    #expect(scores.count == 4 && scores == scores.sorted(by: >), "\(run.errors)")
    #expect(Set(results.compactMap { $0["index"]?.int }) == [0, 1, 2, 3])
    for result in results {
      let index = try #require(result["index"]?.int)
      #expect(result["document"]?.string == texts[index])
    }
    let lines = try CommandRun(
      "rerank", "-m", reranker, "tea", "--documents", documents, "--top", "2"
    ).text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.count == 2 && lines.allSatisfy { $0.count == 3 })
    #expect(lines.first.map { String($0[1]) } == results.first?["index"]?.int.map(String.init))
    // As a pair of the vocabulary's beginning, query, separator, document, separator.
    func words(_ text: String) throws -> [Int] {
      let run = try CommandRun("tokenize", "-m", reranker, input: Array(text.utf8))
      return (try JSON(parsing: run.output).array ?? []).compactMap(\.int)
    }
    let pair = [300] + (try words("tea")) + [301] + (try words("rain")) + [301]
    let score = try vectors(
      "-m", reranker, "--tokens", pair.map(String.init).joined(separator: ","))
    let found = results.first { $0["index"]?.int == 3 }?["score"]?.double ?? .infinity
    #expect(score.count == 1 && abs(score[0][0] - found) < 1e-5)
  }

  @Test("an encoder generates nothing, says so on one line, and is no damaged file")
  func encodersDoNotGenerate() throws {
    let verbs = [
      ["complete", "a"], ["complete", "--tokens", "1,2"], ["respond", "a"],
      ["logits", "--tokens", "1,2", "--out", folder.file("logits")],
    ]
    for words in verbs {
      let run = try CommandRun(arguments: words + ["-m", encoder])
      #expect(run.failed(with: 1) && run.errors.contains("generates none"), "\(run.errors)")
    }
    let page = try CommandRun("inspect", encoder)
    #expect(page.status == 0 && !page.text.contains("not supported"))
  }

  @Test("a file without a vocabulary embeds token ids, and texts are an error")
  func withoutVocabulary() throws {
    let bare = folder.file("bare.gguf")
    try Fixtures.tinyEncoder(hasVocabulary: false).write(to: bare)
    #expect(try vectors("-m", bare, "--tokens", "5,9").first?.count == 32)
    let run = try CommandRun("embed", "-m", bare, "text")
    #expect(run.failed(with: 1) && run.errors.contains("tokenizer"), "\(run.errors)")
  }

  @Test("bad options, texts and files are one line and exit status 1 or 2")
  func errors() throws {
    let documents = folder.file("empty")
    try Data("a\n".utf8).write(to: URL(fileURLWithPath: documents))
    let bad: [(Int32, [String])] = [
      (2, ["embed", "-m", llama, "--pooling", "sum", "a"]),
      (2, ["embed", "-m", llama, "--task", "none", "a"]),
      (2, ["embed", "-m", llama, "--task", "query", "--prefix", "b", "a"]),
      (2, ["embed", "-m", llama, "--json", "--jsonl"]),
      (2, ["embed", "-m", llama, "--tokens", "1", "a"]),
      (2, ["embed", "-m", llama, "--tokens", ""]),
      (2, ["embed", "-m", llama, "--dimensions", "0", "a"]),
      (1, ["embed", "-m", llama, "--dimensions", "65", "a"]),
      (1, ["embed", "-m", llama, "--dimensions", "65", "--tokens", "1,2"]),
      (1, ["embed", "-m", llama, "--tokens", "303"]),
      (1, ["embed", "-m", llama, "--pooling", "rank", "a"]),
      (1, ["embed", "-m", llama, "--context", "2", "the cat sat on the mat"]),
      (1, ["rerank", "-m", reranker, "a", "--documents", documents, "--context", "4"]),
      (1, ["embed", "-m", llama, "--tokens", "1", "--out", "/nonexistent/folder/x"]),
      (2, ["rerank", "-m", reranker, "--documents", documents]),
      (2, ["rerank", "-m", reranker, "a"]),
      (1, ["rerank", "-m", reranker, "a", "--documents", "/nonexistent"]),
      (1, ["rerank", "-m", llama, "a", "--documents", documents]),
      (1, ["rerank", "-m", reranker, "a", "--documents", documents, "--jsonl"]),
    ]
    for (status, words) in bad {
      let run = try CommandRun(arguments: words)
      #expect(run.failed(with: status), "\(words): \(run.status) \(run.errors)")
    }
  }

  @Test("--truncate cuts what is too long")
  func truncation() throws {
    let text = "the cat sat on the mat"
    let cut = try vectors("-m", llama, "--context", "5", "--truncate", text)
    let five = try ids(text).split(separator: ",").prefix(5).joined(separator: ",")
    let expected = try vectors("-m", llama, "--tokens", five)
    #expect(zip(cut[0], expected[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    let documents = folder.file("long")
    try Data((String(repeating: "rain ", count: 200) + "\n").utf8).write(
      to: URL(fileURLWithPath: documents))
    let words = ["rerank", "-m", reranker, "tea", "--documents", documents]
    #expect(try CommandRun(arguments: words).failed(with: 1))
    #expect(try CommandRun(arguments: words + ["--truncate"]).status == 0)
  }

  @Test("help explains both verbs")
  func help() throws {
    for verb in ["embed", "rerank"] {
      let page = try CommandRun("help", verb)
      #expect(page.status == 0 && page.text.contains("usage: tern \(verb)"))
      #expect(try CommandRun("help").text.contains("  \(verb)"))
    }
  }
}
