/// The known family that is most like a file of an unknown one, and what differs.
package struct NearestFamily: Sendable, Equatable, CustomStringConvertible {
  package let name: String
  /// The differences that matter most; empty where the family could read the file as it is.
  package let differences: [ArchitectureDifference]
  /// How many more there are.
  package let furtherCount: Int

  package init(name: String, differences: [ArchitectureDifference], furtherCount: Int = 0) {
    self.name = name
    self.differences = differences
    self.furtherCount = furtherCount
  }

  package var description: String {
    guard !differences.isEmpty else {
      return "the nearest known one is \(name), which has the same tensors and metadata keys"
    }
    let further = furtherCount > 0 ? ["\(furtherCount) more differences"] : []
    return "the nearest known one is \(name); what differs: "
      + (differences.map(\.description) + further).joined(separator: "; ")
  }
}

/// One thing in which a file differs from what a family has.
///
/// Tensors of blocks are named once for all blocks that differ in them, as in
/// `blk.*.attn_q.weight`; a tensor of one block has its own name, and `blocks` is 0 outside of
/// blocks.
package enum ArchitectureDifference: Sendable, Equatable, CustomStringConvertible {
  /// The file has it and the family would not read it.
  case furtherTensor(String, blocks: Int)
  /// The family needs it.
  case missingTensor(String, blocks: Int)
  /// The metadata lead to another shape.
  case shape(tensor: String, blocks: Int, expected: [Int], found: [Int])
  /// The file has it and the family would not read it.
  case furtherKey(String)
  /// The family needs it.
  case missingKey(String)
  /// The value cannot be, for the family.
  case value(key: String, found: String, expected: String)
  /// The tensor cannot be, for the family.
  case unusable(tensor: String, reason: String)

  package var description: String {
    switch self {
    case .furtherTensor(let name, let blocks):
      "further tensor \(ModelError.quoted(name))\(Self.text(blocks))"
    case .missingTensor(let name, let blocks):
      "tensor \(ModelError.quoted(name)) is missing\(Self.text(blocks))"
    case .shape(let name, let blocks, let expected, let found):
      "tensor \(ModelError.quoted(name)) has shape \(found), not \(expected)\(Self.text(blocks))"
    case .furtherKey(let key): "further metadata key \(ModelError.quoted(key))"
    case .missingKey(let key): "metadata key \(ModelError.quoted(key)) is missing"
    case .value(let key, let found, let expected):
      "metadata key \(ModelError.quoted(key)) is \(ModelError.quoted(found)), not \(expected)"
    case .unusable(let name, let reason):
      "tensor \(ModelError.quoted(name)) cannot be used: \(reason)"
    }
  }

  private static func text(_ blocks: Int) -> String { blocks > 1 ? " in \(blocks) blocks" : "" }

  /// How much it speaks against the family, where one tensor of all blocks is 1; `total` is the
  /// number of blocks.
  func weight(blocks total: Int) -> Double {
    switch self {
    case .furtherTensor(_, let blocks), .missingTensor(_, let blocks):
      Self.share(blocks, of: total)
    case .shape(_, let blocks, _, _): 0.75 * Self.share(blocks, of: total)
    case .furtherKey: 0.2
    case .missingKey: 1
    case .value, .unusable: 3
    }
  }

  private static func share(_ blocks: Int, of total: Int) -> Double {
    blocks == 0 ? 1 : 0.5 + 0.5 * min(1, Double(blocks) / Double(max(1, total)))
  }
}
