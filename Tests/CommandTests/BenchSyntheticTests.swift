import Foundation
import TernFormat
import TernJSON
import TernKernels
import TernModel
import TernQuant
import TernTestSupport
import Testing

@Suite("tern-bench make, and the synthetic shapes")
struct BenchSyntheticTests {
  private static let decoders = [
    "tiny", "tiny-1b", "tiny-0.5b", "tiny-135m", "tiny-qwen35-0.8b", "tiny-lfm2-1.2b",
    "tiny-granite4h-1b", "tiny-qwen3moe-small", "tiny-gemma4moe-small", "tiny-deepseek2-small",
  ]
  private static let encoders = ["tiny-bge-base", "tiny-modernbert-base"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The file of a synthetic model.
  private func make(_ synthetic: String, _ others: String...) throws -> GGUFFile {
    let path = folder.file("\(UUID().uuidString).gguf")
    let run = try CommandRun(
      arguments: ["make", "--synthetic", synthetic, "-o", path] + others, program: "tern-bench")
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.text.hasPrefix(path))
    return try GGUFFile(path: path)
  }

  private func model(_ file: GGUFFile) throws -> Model {
    try Model(
      file, compute: Compute(threads: 2), options: ModelOptions(context: 64, cacheType: .f32))
  }

  private func tokens(_ count: Int, from first: Int = 0) -> [Int32] {
    (first..<first + count).map { Int32(($0 * 7919 + 13) % 512) }
  }

  @Test("every shape loads; tokens one by one give what a batch gives", arguments: decoders)
  func decoder(shape: String) throws {
    let model = try model(make("\(shape):F32"))
    let tokens = tokens(20)
    func logits(_ rows: [BatchRow]) throws -> [[Float]] {
      var logits: [[Float]] = []
      try unsafe model.forward(rows) { _, row in logits.append(unsafe Array(row)) }
      return logits
    }
    let together = model.makeCache()
    let batch = try logits(
      tokens.enumerated().map {
        BatchRow(token: $1, cache: together, position: $0, wantsLogits: true)
      })
    let apart = model.makeCache()
    #expect(batch.count == tokens.count)
    for (position, token) in tokens.enumerated() {
      let row = BatchRow(token: token, cache: apart, position: position, wantsLogits: true)
      let single = try #require(try logits([row]).first)
      try #require(single.count == model.vocabularySize && batch[position].count == single.count)
      #expect(single.allSatisfy { $0.isFinite })
      let largest = single.reduce(0) { max($0, abs($1)) }
      let difference = zip(single, batch[position]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(largest > 0.01 && difference < 2e-4 * largest, "\(difference) of \(largest)")
    }
  }

  @Test("encoders give a text the same vector alone and among others", arguments: encoders)
  func encoder(shape: String) throws {
    let model = try model(make("\(shape):F32"))
    let texts = [tokens(20), tokens(9, from: 40), tokens(33, from: 70)]
    let pooling = try #require(model.config.encoding.pooling)
    func vectors(_ texts: [[Int32]]) throws -> [[Float]] {
      var run = EncodingRun(texts, pooling: pooling, model: model)
      while run.vectors == nil { try run.step(model, limit: 512) }
      return run.vectors ?? []
    }
    let together = try vectors(texts)
    for (text, vector) in zip(texts, together) {
      let alone = try #require(try vectors([text]).first)
      #expect(alone.count == model.config.embedding && alone.allSatisfy { $0.isFinite })
      let difference = zip(alone, vector).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(difference < 1e-4)
    }
    #expect(together[0] != together[1])
  }

  @Test("what a token multiplies with is counted alike by the file and by the engine")
  func work() throws {
    for shape in Self.decoders {
      let run = try BenchRun.json(
        "--synthetic", "\(shape):F32", "-p", "4", "-n", "2", "-r", "1", "-t", "1")
      // Rows of float weights are neither packed nor filled up.
      #expect(run["weight_bytes_per_token"]?.int == run["tensor_bytes_per_token"]?.int, "\(shape)")
      #expect(run["pp_operations"]?.int ?? 0 > 0)
    }
  }

  @Test("the types are those of the mix; small convolutions, norms and routers stay float32")
  func types() throws {
    let hybrid = try make("tiny-qwen35-0.8b:Q4_K_M")
    #expect(hybrid.tensor(named: "blk.0.ssm_conv1d.weight")?.type == .f32)
    #expect(hybrid.tensor(named: "blk.0.ssm_a")?.type == .f32)
    #expect(hybrid.tensor(named: "blk.0.ssm_alpha.weight")?.type == .q4_K)
    #expect(hybrid.tensor(named: "token_embd.weight")?.type == .q6_K)
    let experts = try make("tiny-deepseek2-small:Q4_K_M")
    #expect(experts.tensor(named: "blk.1.ffn_gate_inp.weight")?.type == .f32)
    #expect(experts.tensor(named: "blk.1.ffn_gate_exps.weight")?.type == .q4_K)
    // Rows of 128, which blocks of 256 do not divide.
    #expect(experts.tensor(named: "blk.1.attn_k_b.weight")?.type == .q5_0)
    let encoder = try make("tiny-bge-base:F16")
    #expect(encoder.tensor(named: "position_embd.weight")?.type == .f32)
    #expect(encoder.tensor(named: "blk.0.attn_q.weight")?.type == .f16)
    #expect(encoder.string("tokenizer.ggml.model") == "no_vocab")
    #expect(encoder.value("bert.vocab_size") == .uint32(512))
  }

  @Test("the same seed gives the same file, another one another")
  func seeds() throws {
    let shape = "tiny-lfm2-1.2b:Q8_0"
    let files = try [make(shape), make(shape, "--seed", "1"), make(shape, "--seed", "2")]
    let bytes = try files.map { file in
      let tensor = try #require(file.tensor(named: "blk.0.ffn_up.weight"))
      return unsafe file.withBytes(of: tensor) { unsafe Array($0) }
    }
    #expect(bytes[0] == bytes[1] && bytes[0] != bytes[2])
  }

  @Test("--vocab brings the vocabulary of another file and its size")
  func vocabulary() throws {
    let file = try make("tiny-granite4h-1b:F16", "--vocab", Fixtures.tinyLlama)
    let other = try GGUFFile(path: Fixtures.tinyLlama)
    let tokens = try #require(other.strings("tokenizer.ggml.tokens"))
    #expect(file.string("tokenizer.ggml.model") == other.string("tokenizer.ggml.model"))
    #expect(file.tensor(named: "token_embd.weight")?.dimensions.last == tokens.count)
  }

  @Test("embed counts texts and tokens, and the operations of a text worked out by hand")
  func embed() throws {
    let json = try BenchRun.json(
      "embed", "--synthetic", "tiny-bge-base:F32", "--texts", "3", "--tokens", "10", "-r", "2",
      "-t", "1")
    #expect(json["texts_per_s"]?.isList(of: 2) == true)
    #expect(json["tokens_per_s"]?.isList(of: 2) == true)
    #expect(json["texts"]?.int == 3 && json["tokens"]?.int == 10 && json["dimensions"]?.int == 192)
    // Two layers, 192 wide, 256 in between; 3 heads of 64 see ten positions from each.
    let weights = 2 * (4 * 192 * 192 + 2 * 192 * 256)
    #expect(
      json["operations_per_text"]?.int == 2 * 10 * weights + 2 * 2 * 10 * 10 * 3 * (64 + 64))
    let windowed = try BenchRun.json(
      "embed", "--synthetic", "tiny-modernbert-base:Q8_0", "--texts", "1", "--tokens", "200",
      "-r", "1", "-t", "1")
    #expect(windowed["texts_per_s"]?.isList(of: 1) == true)
  }

  @Test("depth goes on from a fork of a hybrid's cache")
  func depth() throws {
    let json = try BenchRun.json(
      "depth", "--synthetic", "tiny-qwen35-0.8b:Q8_0", "-p", "8", "-n", "4", "-r", "1", "--depths",
      "0,70")
    #expect(json["points"]?.array?.count == 2)
    #expect(json["state_bytes_per_token"]?.int ?? 0 > 0)
  }

  @Test(
    "make needs a shape and a place",
    arguments: [
      ["make", "--synthetic", "tiny:Q8_0"], ["make", "-o", "a"],
      ["make", "-m", "a", "-o", "b"], ["make", "--synthetic", "tiny-9b:Q8_0", "-o", "a"],
      ["make", "--synthetic", "tiny:Q8_0", "-o", "a", "-r", "2"], ["-m", "a", "-o", "b"],
      ["make", "--synthetic", "tiny:Q8_0", "-o", "a", "--seed", "-1"],
      ["-m", "a", "--texts", "4"], ["embed", "-m", "a", "--tokens", "0"],
    ])
  func badOptions(arguments: [String]) throws {
    let run = try CommandRun(arguments: arguments, program: "tern-bench")
    #expect(run.failed(with: 2), "\(run.status) \(run.errors)")
  }

  @Test("a place that cannot be written is one line and exit status 1")
  func noPlace() throws {
    let path = folder.file("no/folder.gguf")
    let run = try BenchRun.run("make", "--synthetic", "tiny:Q8_0", "-o", path)
    #expect(run.failed(with: 1), "\(run.errors)")
  }
}
