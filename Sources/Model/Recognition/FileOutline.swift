import TernFormat

/// The names in a file, sorted out once for the families that it is compared with.
struct FileOutline {
  /// A tensor's name, in a block or not.
  struct Tensor {
    let name: String
    /// The name with `*` for the number of its block.
    let kind: String
    let block: Int?

    init(_ name: String) {
      self.name = name
      let parts = name.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
      let place = parts.first == "enc" ? 1 : 0
      guard parts.count > place + 2, parts[place] == "blk", let number = Int(parts[place + 1]),
        number >= 0
      else {
        (kind, block) = (name, nil)
        return
      }
      let head = parts[...place].joined(separator: ".")
      kind = head + ".*." + parts[(place + 2)...].joined(separator: ".")
      block = number
    }

    /// The name without prefix and number of a block.
    var part: String { kind.split(separator: "*").last.map { String($0.dropFirst()) } ?? kind }
  }

  let architecture: String
  let tensors: [Tensor]
  /// Blocks that any tensor is in.
  let blocks: Int
  /// Names of tensors but for the numbers of blocks.
  let kindCount: Int
  /// The metadata keys that belong to the architecture.
  let keys: [String]

  init(_ file: GGUFFile, architecture: String) {
    self.architecture = architecture
    tensors = file.tensors.map { Tensor($0.name) }
    blocks = Set(tensors.compactMap(\.block)).count
    kindCount = Set(tensors.map(\.kind)).count
    let prefix = architecture + "."
    keys = file.metadata.keys.filter { $0.hasPrefix(prefix) }
  }
}

/// Names of tensors as they differ, put together by what they are: in the order of the file, with the
/// blocks that have them.
struct TensorKinds {
  private var order: [String] = []
  private var counts: [String: (blocks: Int, first: String)] = [:]

  mutating func add(_ tensor: FileOutline.Tensor) {
    if counts[tensor.kind] == nil { order.append(tensor.kind) }
    let old = counts[tensor.kind] ?? (0, tensor.name)
    counts[tensor.kind] = (old.blocks + (tensor.block == nil ? 0 : 1), old.first)
  }

  /// Each with its name, which is that of one tensor where there is only one.
  func map<Result>(_ body: (_ name: String, _ first: String, _ blocks: Int) -> Result) -> [Result] {
    order.compactMap { kind in
      counts[kind].map { body($0.blocks > 1 ? kind : $0.first, $0.first, $0.blocks) }
    }
  }
}
