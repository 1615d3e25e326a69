import TernFormat
import TernTestSupport

/// Values of metadata that are wrong, or right in another model.
enum MutatedValues {
  static let numbers: [UInt64] = [
    0, 1, .max, 1 << 63, 1 << 63 - 1, 1 << 32, 1 << 31, 1 << 30, 1 << 62, 1 << 40, 0xFFFF_FFFF,
    0x7FF0_0000_0000_0000, 0x7FC0_0000_7FC0_0000,
  ]

  /// Keys of all families, without the architecture before them.
  static let keys = [
    "attention.causal", "attention.indexer.types", "attention.indexer.top_k",
    "attention.key_length", "attention.key_length_mla", "attention.key_length_swa",
    "attention.q_lora_rank", "attention.scale", "attention.shared_kv_layers",
    "attention.sliding_window", "attention.sliding_window_pattern", "attention.value_length",
    "attention.value_length_mla", "attention.value_scale", "attention.head_count_kv",
    "attention.temperature_scale", "attention.temperature_length", "attention.clamp_kqv",
    "classifier.pooling_type", "embedding_length_per_layer_input", "expert_count",
    "expert_feed_forward_length", "expert_gating_func", "expert_group_count",
    "expert_group_used_count", "expert_shared_count", "expert_shared_feed_forward_length",
    "expert_used_count", "expert_weights_norm", "expert_weights_scale", "feed_forward_length",
    "full_attention_interval", "interleave_moe_layer_step", "leading_dense_block_count",
    "logit_scale", "nextn_predict_layers", "pooling_type", "residual_scale",
    "rope.dimension_count", "rope.dimension_count_swa", "rope.dimension_sections",
    "rope.freq_base", "rope.scaling.alpha", "rope.scaling.factor",
    "rope.scaling.original_context_length", "rope.scaling.type",
    "rope.scaling.yarn_log_multiplier", "ssm.conv_kernel", "ssm.dt_b_c_rms", "ssm.group_count",
    "ssm.inner_size", "ssm.state_size", "ssm.time_step_rank", "swiglu_clamp_exp",
    "use_parallel_residual",
  ]

  /// A value to stand in place of another; `nil`: none.
  static func other(
    than value: MetadataValue?, _ random: inout SeededGenerator
  ) -> MetadataValue? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return nil
    case 1: return extremes.randomElement(using: &random)
    case 2: return floats.randomElement(using: &random)
    case 3: return array(of: value?.int ?? 2, &random)
    default: return near(value, &random)
    }
  }

  private static let extremes: [MetadataValue] = [
    .int64(.min), .int64(.max), .uint64(.max), .int32(.min), .int32(-1), .uint32(.max),
    .uint8(255), .int8(-128), .uint16(.max), .int16(.min), .uint32(1 << 16), .uint32(1 << 24),
    .uint32(1 << 30), .uint32(1 << 31), .uint64(1 << 40), .bool(true), .bool(false), .string(""),
    .string("yarn"), .string("2"), .string(GGUFString(bytes: [0xFF, 0xC0, 0x00])),
    .array(.array([.array([])])), .array(.string(StringTable([[]]))),
  ]

  private static let floats: [MetadataValue] = [
    .float32(.nan), .float32(.infinity), .float32(0), .float32(-1), .float32(1e38),
    .float32(.leastNonzeroMagnitude), .float32(0.5), .float64(.nan), .float64(1e308), .float32(4),
  ]

  /// Of the wrong length or kind, or with an element that is wrong.
  private static func array(of number: Int, _ random: inout SeededGenerator) -> MetadataValue {
    let count = [0, 1, 2, 3, 4, 5, 6, 25, 100].randomElement(using: &random) ?? 0
    let number = Int32(clamping: number)
    var values = (0..<count).map { _ in
      Bool.random(using: &random) ? number : Int32.random(in: 0...4, using: &random)
    }
    if let place = values.indices.randomElement(using: &random), Bool.random(using: &random) {
      values[place] = [0, 1, -1, .min, .max, 2 * (number / 2)].randomElement(using: &random) ?? 0
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .array(.float32(values.map { $0 == 0 ? .nan : Float($0) }))
    case 1: return .array(.bool(values.map { $0 % 2 == 1 }))
    case 2: return .array(.uint8(values.map { UInt8(truncatingIfNeeded: $0) }))
    default: return .array(.int32(values))
    }
  }

  /// A number of about the same size, or an array with another element.
  private static func near(
    _ value: MetadataValue?, _ random: inout SeededGenerator
  ) -> MetadataValue? {
    switch value {
    case .array(.int32(var values)) where !values.isEmpty:
      let place = Int.random(in: 0..<values.count, using: &random)
      values[place] = [0, 1, 2, 3, 4, 8, -1, .max].randomElement(using: &random) ?? 0
      return .array(.int32(values))
    case .array(.bool(var values)) where !values.isEmpty:
      values[Int.random(in: 0..<values.count, using: &random)].toggle()
      return .array(.bool(values))
    case .array(.float32(var values)) where !values.isEmpty:
      let place = Int.random(in: 0..<values.count, using: &random)
      values[place] = [.nan, .infinity, 0, -1, 1e38].randomElement(using: &random) ?? 0
      return .array(.float32(values))
    case .float32(let number):
      return .float32(number * ([0, -1, 2, 0.5, 1e20, 1e-20].randomElement(using: &random) ?? 1))
    case .bool(let flag): return .bool(!flag)
    default:
      let number = min(1 << 20, max(0, value?.int ?? 2))
      let others = [
        0, 1, 2, 3, 4, 5, 7, 8, 16, 24, 33, 48, 64, 65, 100, 128, 256, number - 1, number + 1,
        number * 2, number / 2, number * 3,
      ]
      return .uint32(UInt32(clamping: others.randomElement(using: &random) ?? 0))
    }
  }
}
