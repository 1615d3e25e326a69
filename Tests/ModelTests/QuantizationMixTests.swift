import TernFormat
import TernModel
import TernQuant
import Testing

@Suite("Which type a mix gives each tensor")
struct QuantizationMixTests {
  private func types(
    _ mix: String, _ metadata: Metadata = [:], _ tensors: [(String, [Int])]
  ) throws -> [TensorType?] {
    let mix = try #require(QuantizationMix(name: mix))
    let shape = try QuantizationMix.Shape(metadata, tensors: tensors.map(\.0))
    return tensors.map { mix.type(name: $0.0, dimensions: $0.1, shape: shape) }
  }

  @Test("values are counted by the layers that have them, not by the layer's number")
  func values() throws {
    // Of 16 layers, these have attention: of six places, every third and the last eighth.
    let layers = [2, 5, 8, 10, 12, 14]
    let found = try types(
      "Q4_K_M", ["general.architecture": .string("lfm2"), "lfm2.block_count": .uint32(16)],
      layers.map { ("blk.\($0).attn_v.weight", [2048, 512]) })
    #expect(found == [.q4_K, .q4_K, .q6_K, .q4_K, .q4_K, .q6_K])
  }

  @Test("fused projections count among the values")
  func fused() throws {
    let tensors = (0..<8).map { layer in
      ("blk.\(layer).attn_\(layer % 4 == 3 ? "v" : "qkv").weight", [1024, 512])
    }
    let found = try types("Q4_K_M", [:], tensors)
    // The first eighth, the last, and every third between them.
    #expect(found == [.q6_K, .q4_K, .q4_K, .q6_K, .q4_K, .q4_K, .q6_K, .q6_K])
    #expect(try types("Q3_K_M", [:], tensors).prefix(3) == [.q5_K, .q5_K, .q4_K])
  }

  @Test("the way down of shared experts has the type of the other ways down")
  func sharedExperts() throws {
    let names = ["ffn_down_exps", "ffn_down_shexp", "ffn_up_shexp", "ffn_gate_inp"]
    let found = try types(
      "Q4_K_M",
      ["general.architecture": .string("deepseek2"), "deepseek2.block_count": .uint32(27)],
      names.map { ("blk.26.\($0).weight", [1024, 2048, 4]) })
    #expect(found == [.q6_K, .q6_K, .q4_K, nil])
  }

  @Test("MXFP4 is for what has three dimensions")
  func experts() throws {
    let found = try types(
      "MXFP4", [:],
      [
        ("blk.0.ffn_up_exps.weight", [256, 64, 8]), ("blk.0.attn_k_b.weight", [128, 512, 16]),
        ("blk.0.attn_q.weight", [256, 64]),
      ])
    #expect(found == [.mxfp4, .mxfp4, .q8_0])
  }
}
