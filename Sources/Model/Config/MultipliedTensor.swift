import TernFormat

/// A matrix of a file that a token is multiplied by, and how much of it.
package struct MultipliedTensor: Sendable {
  package let tensor: TensorInfo
  /// Whether it gives the logits.
  package let isHead: Bool
  /// Of so many equal parts of the tensor a token uses some: the experts that are chosen for it.
  private let parts: (used: Int, count: Int)

  /// `nil` for a tensor of which one row is looked up, and for those of norms and convolutions.
  fileprivate init?(_ tensor: TensorInfo, _ config: Config, isTied: Bool) {
    guard tensor.dimensions.count > 1, tensor.name.hasSuffix(".weight"),
      !Self.others.contains(where: tensor.name.hasSuffix)
    else { return nil }
    switch tensor.name {
    case "output.weight": isHead = true
    case "token_embd.weight":
      guard isTied, config.generates else { return nil }
      isHead = true
    default: isHead = false
    }
    self.tensor = tensor
    let experts = tensor.name.contains("_exps.") ? config.experts : nil
    parts = experts.map { ($0.used, $0.count) } ?? (1, 1)
  }

  private static let others = [
    "_norm.weight", "conv1d.weight", "shortconv.conv.weight", "position_embd.weight",
    "token_types.weight", "per_layer_token_embd.weight", "attn_rel_b.weight",
  ]

  /// The share of an amount that a token uses.
  package func share(of amount: Int) -> Int { amount / parts.count * parts.used }

  /// Bytes that a token reads of it, as the file has them.
  package var byteCount: Int { share(of: tensor.byteCount) }
}

extension Config {
  /// The matrices of a file that each token is multiplied by.
  package func multipliedTensors(of file: GGUFFile) -> [MultipliedTensor] {
    let isTied = file.tensor(named: "output.weight") == nil
    return file.tensors.compactMap { MultipliedTensor($0, self, isTied: isTied) }
  }
}
