import TernFormat

/// The weights of a norm, all 1, and its biases, all 0.
struct NormPart: ShapePart {
  let name: String
  var hasBias = false

  init(_ name: String, hasBias: Bool = false) {
    self.name = name
    self.hasBias = hasBias
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    var list = [ShapeTensor(name + ".weight", [shape.embedding], .constant(1))]
    if hasBias { list.append(ShapeTensor(name + ".bias", [shape.embedding], .constant(0))) }
    return list
  }
}

/// A matrix with a row as wide as the model for each of some things, such as positions.
struct TablePart: ShapePart {
  let name: String
  /// Rows; `nil`: one for each position of the context.
  var rows: Int?

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    [ShapeTensor(name + ".weight", [shape.embedding, rows ?? shape.context])]
  }
}

/// Values of a tensor that have no pattern of their own: scales and divisors.
struct ValuesPart: ShapePart {
  let name: String
  let values: [Float]

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    [ShapeTensor(name, [values.count], .list(values))]
  }
}

/// A dense feed-forward part.
struct FeedForwardPart: ShapePart {
  enum Gate {
    /// There is none: the way up, a function, the way down.
    case none
    /// A matrix of its own beside the way up.
    case separate
    /// The other half of the rows of the way up.
    case fused
  }

  var width: Int
  var gate = Gate.separate
  var hasBiases = false

  var facts: [String: MetadataValue] { ["feed_forward_length": .count(width)] }

  func divided(by divisor: Int) -> Self {
    var part = self
    part.width = max(256, width / (8 * divisor) / 32 * 32)
    return part
  }

  func tensors(_ shape: Shape) -> [ShapeTensor] {
    let up = gate == .fused ? 2 * width : width
    var list = [
      ShapeTensor("ffn_up.weight", [shape.embedding, up]),
      ShapeTensor("ffn_down.weight", [width, shape.embedding]),
    ]
    if gate == .separate { list.append(ShapeTensor("ffn_gate.weight", [shape.embedding, width])) }
    if hasBiases {
      list += [
        ShapeTensor("ffn_up.bias", [up], .constant(0)),
        ShapeTensor("ffn_down.bias", [shape.embedding], .constant(0)),
      ]
    }
    return list
  }
}
