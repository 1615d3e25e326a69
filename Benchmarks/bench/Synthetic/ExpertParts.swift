import TernFormat

/// A feed-forward part of experts, of which each token uses a few.
struct ExpertsPart: ShapePart {
  var count: Int
  var used: Int
  var width: Int
  /// Experts that every token uses, as one feed-forward part of their widths together.
  var shared = 0
  /// Whether the gate and the way up are one tensor, and the way down has scales (Gemma 4).
  var isMerged = false

  var facts: [String: MetadataValue] {
    var facts: [String: MetadataValue] = [
      "expert_count": .count(count), "expert_used_count": .count(used),
      "expert_feed_forward_length": .count(width),
    ]
    if shared > 0 { facts["expert_shared_count"] = .count(shared) }
    return facts
  }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.count = min(count, 16)
    part.used = min(used, 4)
    part.width = 64
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let dim = shape.embedding
    // Wide enough to choose clearly between experts.
    var list = [ShapeTensor("ffn_gate_inp.weight", [dim, count], .random(-0.1...0.1))]
    if isMerged {
      list += [
        ShapeTensor("ffn_gate_up_exps.weight", [dim, 2 * width, count]),
        ShapeTensor("ffn_gate_inp.scale", [dim], .constant(1)),
        ShapeTensor("ffn_down_exps.scale", [count], .constant(1)),
      ]
    } else {
      list += [
        ShapeTensor("ffn_gate_exps.weight", [dim, width, count]),
        ShapeTensor("ffn_up_exps.weight", [dim, width, count]),
      ]
    }
    list.append(ShapeTensor("ffn_down_exps.weight", [width, dim, count]))
    if shared > 0 {
      list += [
        ShapeTensor("ffn_gate_shexp.weight", [dim, shared * width]),
        ShapeTensor("ffn_up_shexp.weight", [dim, shared * width]),
        ShapeTensor("ffn_down_shexp.weight", [shared * width, dim]),
      ]
    }
    return list
  }
}
