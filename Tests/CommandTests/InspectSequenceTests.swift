import Foundation
import TernFormat
import TernJSON
import TernTestSupport
import Testing

/// What `tern inspect` says of the memory that a sequence takes.
@Suite("tern inspect, memory of a sequence")
struct InspectSequenceTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("m.gguf") }

  init() throws { folder = try TemporaryFolder() }

  /// The page and the document of a file.
  private func inspect(_ path: String) throws -> (page: String, sequence: JSON) {
    let page = try CommandRun("inspect", path)
    let run = try CommandRun("inspect", path, "--json")
    #expect(page.status == 0 && run.status == 0, "\(page.errors) \(run.errors)")
    return (page.text, try #require(try JSON(parsing: run.output)["sequence"]))
  }

  /// A file with metadata, an embedding matrix, and as many other tensors as a count of layers
  /// needs to be possible; enough to be inspected, not to run.
  private func write(_ architecture: String, _ metadata: [String: MetadataValue]) throws {
    var file = TinyGGUF()
    file.metadata["general.architecture"] = .string(GGUFString(architecture))
    for (key, value) in metadata { file.metadata["\(architecture).\(key)"] = value }
    file.add("token_embd.weight", [64, 4], floats: [Float](repeating: 0, count: 256))
    for index in 0..<8 { file.add("unread.\(index)", [1], floats: [0]) }
    try file.write(to: path)
  }

  private let sizes: [String: MetadataValue] = [
    "block_count": .uint32(4), "context_length": .uint32(100_000),
    "embedding_length": .uint32(64), "feed_forward_length": .uint32(8),
    "attention.head_count": .uint32(2), "attention.layer_norm_rms_epsilon": .float32(1e-5),
  ]

  @Test("keys and values of a plain model, by type of cache")
  func plain() throws {
    try write("llama", sizes)
    let (page, sequence) = try inspect(path)
    // Four layers, two heads, keys and values of 32 each; q8_0 has a scale of 4 bytes for 32.
    let expected: JSON = [
      "context": 4096,
      "rows": [
        [
          "content": "keys and values", "layers": 4, "window": nil,
          "token_bytes": ["f32": 2048, "f16": 1024, "q8_0": 576],
        ]
      ],
      "states": nil, "checkpoints": nil,
    ]
    #expect(sequence == expected, "\(sequence.text())")
    let line =
      "  keys and values in 4 layers: bytes per token 2048 as f32, 1024 as f16, 576 as q8_0\n"
    #expect(page.contains("memory of a sequence:\n" + line) && !page.contains("recurrent"))
    // Heads that q8_0 cannot hold: of 16 values.
    let narrow = try inspect(Fixtures.tinyLlama)
    #expect(narrow.sequence["rows"]?[0]?["token_bytes"]?["q8_0"] == .null)
    #expect(!narrow.page.contains("q8_0,") && !narrow.page.contains("as q8_0"))
  }

  @Test("layers with a window are counted apart")
  func windows() throws {
    var metadata = sizes
    metadata["attention.sliding_window"] = .uint32(512)
    metadata["final_logit_softcapping"] = .float32(30)
    try write("gemma2", metadata)
    let (page, sequence) = try inspect(path)
    let rows = try #require(sequence["rows"]?.array)
    #expect(rows.compactMap { $0["layers"]?.int } == [2, 2])
    #expect(rows.map { $0["window"]?.int } == [512, nil])
    #expect(rows.allSatisfy { $0["token_bytes"]?["f16"]?.int == 512 })
    #expect(
      page.contains("keys and values in 2 layers, of the last 512 tokens only: bytes per token"))
  }

  @Test("latent rows, and the keys of an indexer")
  func latent() throws {
    var metadata = sizes
    metadata.merge([
      "attention.head_count_kv": .uint32(1), "attention.kv_lora_rank": .uint32(48),
      "attention.q_lora_rank": .uint32(0), "rope.dimension_count": .uint32(16),
      "attention.key_length": .uint32(64), "attention.value_length": .uint32(48),
      "attention.key_length_mla": .uint32(32), "attention.value_length_mla": .uint32(16),
      "expert_count": .uint32(2), "expert_used_count": .uint32(1),
      "expert_feed_forward_length": .uint32(8), "expert_shared_count": .uint32(1),
      "expert_gating_func": .uint32(2), "leading_dense_block_count": .uint32(4),
    ]) { $1 }
    try write("deepseek2", metadata)
    let (page, sequence) = try inspect(path)
    let rows = try #require(sequence["rows"]?.array)
    #expect(rows.count == 1 && rows[0]["content"]?.string == "latent rows")
    #expect(rows[0]["layers"]?.int == 4)
    // Four layers of 48 + 16 values.
    #expect(rows[0]["token_bytes"] == ["f32": 1024, "f16": 512, "q8_0": 288])
    #expect(page.contains("  latent rows in 4 layers: bytes per token 1024 as f32"))
    metadata.merge([
      "attention.indexer.head_count": .uint32(2), "attention.indexer.key_length": .uint32(32),
      "attention.indexer.top_k": .uint32(8), "attention.q_lora_rank": .uint32(8),
    ]) { $1 }
    try write("deepseek32", metadata)
    let both = try inspect(path)
    let contents = try #require(both.sequence["rows"]?.array).map { $0["content"]?.string }
    #expect(contents == ["latent rows", "keys of an indexer"])
    #expect(both.page.contains("  keys of an indexer in 4 layers: bytes per token "))
  }

  @Test("states of a hybrid model, and how far apart their checkpoints are")
  func hybrid() throws {
    try TinyHybrid(kind: .selectiveStateSpace).write(to: path)
    let (page, sequence) = try inspect(path)
    // Two layers: three inputs of 30 channels, in whole lines of 16 values; and three heads whose 10
    // values are rows of 16.
    let state = 4 * (96 + 3 * 10 * 16)
    let expected: JSON = [
      "context": 512,
      "rows": [
        [
          "content": "keys and values", "layers": 2, "window": nil,
          "token_bytes": ["f32": 384, "f16": 192, "q8_0": nil],
        ]
      ],
      "states": ["layers": 2, "bytes": JSON(2 * state)],
      "checkpoints": [
        "interval": 64, "repeated_tokens": 63, "bytes": JSON(8 * 2 * state),
        "reason": "as near as they ever are",
      ],
    ]
    #expect(sequence == expected, "\(sequence.text())")
    #expect(
      page.contains("  recurrent states of 2 layers: \(2 * state) bytes, whatever the length\n"))
    #expect(page.contains("  checkpoints: every 64 tokens, as near as they ever are\n"))
    #expect(page.contains("    read again after going back: at most 63 tokens\n"))
  }

  @Test("a recurrent model has states alone; checkpoints of large ones are farther apart")
  func recurrent() throws {
    var metadata = sizes
    metadata.merge([
      "attention.head_count": .uint32(0), "feed_forward_length": .uint32(0),
      "ssm.conv_kernel": .uint32(4), "ssm.inner_size": .uint32(1 << 16),
      "ssm.state_size": .uint32(64), "ssm.time_step_rank": .uint32(4),
    ]) { $1 }
    try write("mamba", metadata)
    let (page, sequence) = try inspect(path)
    #expect(sequence["rows"]?.array?.isEmpty == true)
    let state = 4 * 4 * ((1 << 16) * 3 + (1 << 16) * 64)
    #expect(sequence["states"] == ["layers": 4, "bytes": JSON(state)])
    // Three states of 67 MiB fit into 256 MiB.
    let checkpoints = try #require(sequence["checkpoints"])
    let interval = try #require(checkpoints["interval"]?.int)
    #expect(interval == 1408 && checkpoints["repeated_tokens"]?.int == 1407)
    #expect(checkpoints["bytes"]?.int == 2 * state)
    let reason = try #require(checkpoints["reason"]?.string)
    #expect(
      reason.hasPrefix("because nearer ones of a context of 4096 tokens would take more than"))
    #expect(page.contains("  checkpoints: every 1408 tokens, \(reason)\n"))
    #expect(page.contains("  read again after going back: at most 1407 tokens\n"))
  }

  @Test("of an encoder nothing is kept, of unknown files nothing is said, and damage is told")
  func others() throws {
    try Fixtures.tinyEncoder().write(to: path)
    let encoder = try inspect(path)
    #expect(encoder.sequence == .null)
    #expect(encoder.page.contains("memory of a sequence:\n  nothing is kept: a text is read as a"))
    try write("sorcerer", sizes)
    let unknown = try inspect(path)
    #expect(unknown.sequence == .null && !unknown.page.contains("memory of a sequence"))
    var metadata = sizes
    metadata["attention.head_count"] = .uint32(0)
    try write("llama", metadata)
    let damaged = try inspect(path)
    #expect(damaged.sequence["error"]?.string?.contains("llama.attention.head_count") == true)
    #expect(damaged.page.contains("  not known: metadata key \"llama.attention.head_count\""))
  }
}
