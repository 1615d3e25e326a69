import TernFormat
import TernModel
import TernTestSupport
import Testing

/// Experts that read and write compressed rows (Nemotron-H).
@Suite("Compressed experts")
struct CompressedExpertsTests {
  private let embedding = 32
  private let compressed = 12
  private let width = 20
  private let experts = 6

  /// One layer of attention and one of experts; `isCompressed` says how the experts are stored.
  ///
  /// Both forms are the same function: the compressed rows are the input's first values times two,
  /// and the plain experts ignore the other values.
  private func file(isCompressed: Bool, shared: Bool) -> TinyGGUF {
    let architecture = "nemotron_h_moe"
    var tiny = TinyGGUF()
    tiny.metadata["general.architecture"] = .string(GGUFString(architecture))
    var values: [String: MetadataValue] = [
      "block_count": .uint32(2), "context_length": .uint32(64),
      "embedding_length": .uint32(UInt32(embedding)),
      "feed_forward_length": .array(.int32([0, Int32(width)])),
      "attention.head_count": .uint32(4), "attention.head_count_kv": .array(.int32([2, 0])),
      "attention.layer_norm_rms_epsilon": .float32(1e-5),
      "ssm.conv_kernel": .uint32(4), "ssm.inner_size": .uint32(8), "ssm.state_size": .uint32(4),
      "ssm.time_step_rank": .uint32(2), "ssm.group_count": .uint32(1),
      "expert_count": .uint32(UInt32(experts)), "expert_used_count": .uint32(2),
      "expert_feed_forward_length": .uint32(UInt32(width)), "expert_weights_norm": .bool(true),
      "expert_weights_scale": .float32(1.5),
    ]
    if shared { values["expert_shared_feed_forward_length"] = .uint32(24) }
    if isCompressed { values["moe_latent_size"] = .uint32(UInt32(compressed)) }
    for (key, value) in values { tiny.metadata["\(architecture).\(key)"] = value }
    var random = SeededGenerator(seed: 11)
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      let scale = 1 / Float(columns).squareRoot()
      tiny.addRandom(name + ".weight", [columns, rows], scale: scale, using: &random)
    }
    func norm(_ name: String) {
      let weights = (0..<embedding).map { _ in 1 + 0.2 * random.normal() }
      tiny.add(name + ".weight", [embedding], floats: weights)
    }
    matrix("token_embd", 40, embedding)
    matrix("output", 40, embedding)
    norm("output_norm")
    norm("blk.0.attn_norm")
    matrix("blk.0.attn_q", 32, embedding)
    matrix("blk.0.attn_k", 16, embedding)
    matrix("blk.0.attn_v", 16, embedding)
    matrix("blk.0.attn_output", embedding, 32)
    norm("blk.1.attn_norm")
    matrix("blk.1.ffn_gate_inp", experts, embedding)
    if shared {
      matrix("blk.1.ffn_up_shexp", 24, embedding)
      matrix("blk.1.ffn_down_shexp", embedding, 24)
    }
    addExperts(to: &tiny, isCompressed: isCompressed)
    return tiny
  }

  private func addExperts(to tiny: inout TinyGGUF, isCompressed: Bool) {
    var random = SeededGenerator(seed: 12)
    let columns = isCompressed ? compressed : embedding
    var up = [Float](repeating: 0, count: experts * width * columns)
    var down = [Float](repeating: 0, count: experts * columns * width)
    for row in 0..<experts * width {
      for column in 0..<compressed {
        up[row * columns + column] = random.normal() / 4 * (isCompressed ? 0.5 : 1)
      }
    }
    for expert in 0..<experts {
      for row in 0..<compressed {
        for column in 0..<width {
          down[(expert * columns + row) * width + column] =
            random.normal() / 4 * (isCompressed ? 0.5 : 1)
        }
      }
    }
    tiny.add("blk.1.ffn_up_exps.weight", [columns, width, experts], floats: up)
    tiny.add("blk.1.ffn_down_exps.weight", [width, columns, experts], floats: down)
    guard isCompressed else { return }
    // Twice the first values, in both directions.
    var first = [Float](repeating: 0, count: compressed * embedding)
    var back = first
    for index in 0..<compressed {
      first[index * embedding + index] = 2
      back[index * compressed + index] = 2
    }
    tiny.add("blk.1.ffn_latent_down.weight", [embedding, compressed], floats: first)
    tiny.add("blk.1.ffn_latent_up.weight", [compressed, embedding], floats: back)
  }

  @Test(
    "Experts of compressed rows compute what plain experts of the same function do",
    arguments: [true, false])
  func sameFunction(shared: Bool) throws {
    let plain = try Runner(file(isCompressed: false, shared: shared))
    let small = try Runner(file(isCompressed: true, shared: shared))
    let tokens: [Int32] = [3, 17, 8, 39, 0, 21, 5]
    let expected = try plain.all(tokens, plain.model.makeCache())
    let atOnce = try small.all(tokens, small.model.makeCache())
    #expect(atOnce.count == expected.count)
    let cache = small.model.makeCache()
    for (position, token) in tokens.enumerated() {
      #expect(largestDifference(atOnce[position], expected[position]) < 1e-5)
      let single = try small.all([token], cache)
      #expect(largestDifference(single[0], expected[position]) < 1e-5)
    }
  }

  @Test("A file that says a length of compressed rows must have what compresses them")
  func missing() {
    var tiny = file(isCompressed: false, shared: false)
    tiny.metadata["nemotron_h_moe.moe_latent_size"] = .uint32(UInt32(embedding))
    let found = #expect(throws: ModelError.self) { _ = try Runner(tiny) }
    #expect(found == .missingTensor("blk.1.ffn_latent_down.weight"))
  }
}
