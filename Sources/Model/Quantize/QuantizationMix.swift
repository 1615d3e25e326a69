import TernFormat
import TernQuant

/// Which type each weight of a file gets when the file is quantized: what people mean by names
/// like `Q4_K_M`.
///
/// A mix gives most matrices its base type and the ones that lose most by rounding (values, the
/// way down in the feed-forward part, the output head) a larger one. The choices are those of
/// llama.cpp's quantization tool, so that a name means the same file everywhere.
package struct QuantizationMix: Sendable, Equatable {
  /// The name, for example `Q4_K_M`.
  package let name: String
  /// The type of most matrices.
  package let base: TensorType
  /// The number that `general.file_type` gets.
  package let fileType: UInt32
  /// Every matrix gets the base type, the output head too.
  package var pure = false

  private init(_ name: String, _ base: TensorType, _ fileType: UInt32) {
    self.name = name
    self.base = base
    self.fileType = fileType
  }

  /// Every mix that can be written.
  package static let all: [QuantizationMix] = [
    .init("F32", .f32, 0), .init("F16", .f16, 1), .init("BF16", .bf16, 32),
    .init("Q8_0", .q8_0, 7), .init("Q4_0", .q4_0, 2), .init("Q4_1", .q4_1, 3),
    .init("Q5_0", .q5_0, 8), .init("Q5_1", .q5_1, 9), .init("Q2_K", .q2_K, 10),
    .init("Q2_K_S", .q2_K, 21), .init("Q3_K_S", .q3_K, 11), .init("Q3_K_M", .q3_K, 12),
    .init("Q3_K_L", .q3_K, 13), .init("Q4_K_S", .q4_K, 14), .init("Q4_K_M", .q4_K, 15),
    .init("Q5_K_S", .q5_K, 16), .init("Q5_K_M", .q5_K, 17), .init("Q6_K", .q6_K, 18),
    .init("IQ4_NL", .iq4_nl, 25), .init("IQ4_XS", .iq4_xs, 30), .init("MXFP4", .mxfp4, 38),
  ]

  /// The mix with this name, in upper or lower case; `Q3_K`, `Q4_K` and `Q5_K` mean the M form.
  package init?(name: String) {
    let upper = name.uppercased()
    let long = ["Q3_K", "Q4_K", "Q5_K"].contains(upper) ? upper + "_M" : upper
    guard let mix = Self.all.first(where: { $0.name == long }) else { return nil }
    self = mix
  }

  /// What the choice depends on besides the tensor; no number is above `Hyperparameters.limit`, so
  /// that products of two fit.
  package struct Shape: Sendable {
    package var layers: Int
    package var experts: Int
    /// Query heads for each key/value head.
    package var queryGroup: Int
    /// Whether the output head is the embedding matrix.
    package var tiedHead: Bool
    /// The places of the tensors that give values, alone or with others, among all of them: a model
    /// need not have one in every layer.
    package var valuePlaces: [String: Int]
  }

  /// The type for a tensor, or `nil` when it stays as it is: vectors, norms, routers, positions,
  /// small convolutions and maps of low rank.
  package func type(name tensor: String, dimensions: [Int], shape: Shape) -> TensorType? {
    guard Self.isWeight(tensor, dimensions), let columns = dimensions.first else { return nil }
    var type = base
    if !pure && base.blockSize > 1 { type = chosen(tensor, dimensions, shape) }
    return fitting(type, columns: columns)
  }

  private static let kept = [
    "_norm.weight", "ffn_gate_inp.weight", "ffn_gate_inp_shexp.weight", "position_embd", "altup",
    "laurel", "per_layer_model_proj", "ssm_conv1d", "shortconv.conv.weight", "attn_rel_b.weight",
    "token_types", "indexer.k_proj.weight", "indexer.q_proj.weight", "time_mix_lerp_fused.weight",
    "time_mix_decay_w1.weight", "time_mix_decay_w2.weight", "time_mix_first.weight",
    "time_mix_w0.weight", "time_mix_w1.weight", "time_mix_w2.weight", "time_mix_v0.weight",
    "time_mix_v1.weight", "time_mix_v2.weight", "time_mix_a0.weight", "time_mix_a1.weight",
    "time_mix_a2.weight", "time_mix_g1.weight", "time_mix_g2.weight",
  ]

  private static func isWeight(_ tensor: String, _ dimensions: [Int]) -> Bool {
    dimensions.count >= 2 && dimensions.dropFirst().contains { $0 > 1 }
      && tensor.hasSuffix("weight") && !kept.contains { tensor.contains($0) }
  }

  private func chosen(_ tensor: String, _ dimensions: [Int], _ shape: Shape) -> TensorType {
    let isEmbedding = tensor == "token_embd.weight" || tensor == "per_layer_token_embd.weight"
    if tensor == "output.weight" || (isEmbedding && shape.tiedHead) {
      return dimensions[0] % base.blockSize != 0 || base == .q8_0 || base == .mxfp4
        ? .q8_0 : .q6_K
    }
    if base == .mxfp4 { return dimensions.count > 2 && dimensions[2] > 1 ? .mxfp4 : .q8_0 }
    guard let layer = Self.layer(of: tensor) else { return base }
    let part = tensor.split(separator: ".").dropFirst(2).first.map(String.init) ?? ""
    if let place = shape.valuePlaces[tensor] { return value(place, shape) }
    switch part {
    case "attn_k": return shape.experts == 8 ? .q8_0 : base
    case "attn_output": return attentionOutput(shape)
    // Those of experts and of shared experts, too.
    case _ where part.hasPrefix("ffn_down"): return down(layer, shape)
    default: return base
    }
  }

  /// Whether a tensor gives values, alone or with queries and keys.
  fileprivate static func isValue(_ tensor: String) -> Bool {
    ["attn_v.weight", "attn_qkv.weight", "attn_kv_b.weight"].contains { tensor.hasSuffix("." + $0) }
  }

  fileprivate static func layer(of tensor: String) -> Int? {
    let parts = tensor.split(separator: ".")
    guard parts.count > 2, parts[0] == "blk", let layer = Int(parts[1]),
      (0..<Hyperparameters.limit).contains(layer)
    else { return nil }
    return layer
  }

  /// The first and last eighth of the layers and every third between them.
  private static func keepsMoreBits(_ layer: Int, of layers: Int) -> Bool {
    layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2
  }

  /// The type for the values at `place`.
  private func value(_ place: Int, _ shape: Shape) -> TensorType {
    if shape.experts == 8 { return .q8_0 }
    switch name {
    case "Q2_K": return shape.queryGroup >= 4 ? .q4_K : .q3_K
    case "Q2_K_S": return shape.queryGroup >= 4 ? .q4_K : base
    case "Q3_K_M": return place < 2 ? .q5_K : .q4_K
    case "Q3_K_L": return .q5_K
    case "Q4_K_S": return place < 4 ? .q5_K : base
    case "Q4_K_M", "Q5_K_M":
      return Self.keepsMoreBits(place, of: shape.valuePlaces.count) ? .q6_K : base
    case "IQ4_NL", "IQ4_XS": return shape.queryGroup >= 4 ? .q5_K : base
    default: return base
    }
  }

  private func attentionOutput(_ shape: Shape) -> TensorType {
    if shape.experts == 8 {
      let small = ["Q2_K", "Q3_K_S", "Q3_K_M", "Q4_K_S", "Q4_K_M", "IQ4_NL", "IQ4_XS"]
      return small.contains(name) ? .q5_K : base
    }
    switch name {
    case "Q2_K": return .q3_K
    case "Q3_K_M": return .q4_K
    case "Q3_K_L": return .q5_K
    default: return base
    }
  }

  private func down(_ layer: Int, _ shape: Shape) -> TensorType {
    let early = layer < shape.layers / 8
    switch name {
    case "Q2_K": return .q3_K
    case "Q2_K_S": return early ? .q4_K : base
    case "Q3_K_M": return layer < shape.layers / 16 ? .q5_K : .q4_K
    case "Q3_K_L": return .q5_K
    case "Q4_K_M", "Q5_K_M": return Self.keepsMoreBits(layer, of: shape.layers) ? .q6_K : base
    case "Q4_K_S", "IQ4_NL", "IQ4_XS": return early ? .q5_K : base
    default: return base
    }
  }

  /// A type whose blocks divide the rows: rows that are no multiple of 256 take a type with blocks
  /// of 32, others F16.
  private func fitting(_ type: TensorType, columns: Int) -> TensorType {
    if columns % type.blockSize == 0 { return type }
    let smaller: TensorType =
      switch type {
      case .q2_K, .q3_K: .q4_0
      case .q4_K: .q5_0
      case .q5_K: .q5_1
      case .q6_K: .q8_0
      case .iq4_xs: .iq4_nl
      default: .f16
      }
    return columns % smaller.blockSize == 0 ? smaller : .f16
  }
}

extension QuantizationMix.Shape {
  /// What the metadata and the tensors' names of a file say; absent values count as the simplest
  /// case.
  ///
  /// Where layers differ in their heads, the first one counts.
  package init(_ metadata: Metadata, tensors: [String]) throws(ModelError) {
    tiedHead = !tensors.contains("output.weight")
    valuePlaces = Self.places(tensors)
    guard metadata["general.architecture"] != nil else {
      (layers, experts, queryGroup) = (0, 0, 1)
      return
    }
    let keys = try Hyperparameters(metadata)
    let range = 0...Hyperparameters.limit
    let heads = try keys.ints("attention.head_count", layers: 1, in: range)?.first ?? 1
    let keyHeads = try keys.ints("attention.head_count_kv", layers: 1, in: range)?.first ?? heads
    layers = try keys.int("block_count", in: range) ?? 0
    experts = try keys.int("expert_count", in: range) ?? 0
    queryGroup = keyHeads > 0 ? heads / keyHeads : 1
  }

  /// The places of the tensors that give values, in the order of their layers.
  private static func places(_ tensors: [String]) -> [String: Int] {
    let layers = tensors.compactMap { name -> (layer: Int, name: String)? in
      guard QuantizationMix.isValue(name) else { return nil }
      return QuantizationMix.layer(of: name).map { ($0, name) }
    }
    let sorted = layers.sorted { ($0.layer, $0.name) < ($1.layer, $1.name) }
    return Dictionary(sorted.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }
}
