import TernFormat
import TernKernels

/// How a file would do as one of a given family: what loading it as such asks for, and what the file
/// has.
///
/// The family's own reading of metadata and tensors is run, with the weights left out, so that
/// nothing about families is written down twice.
struct FamilySurvey {
  let family: Family
  private(set) var differences: [ArchitectureDifference] = []
  /// The sum of the differences' weights.
  private(set) var cost = 0.0
  /// Keys of the file that the family reads.
  private(set) var readKeys = 0
  /// Whether the family has recurrent layers and the file has none.
  private(set) var lacksRecurrence = false

  init(_ file: GGUFFile, as family: Family, _ outline: FileOutline, _ standIns: StandIns) {
    self.family = family
    let log = KeyLog()
    let config = config(file, log)
    readKeys = outline.keys.count { log.keys.contains($0) }
    if let config {
      survey(file, config, outline, standIns)
      lacksRecurrence = family.recurrent != nil && !config.layers.contains(where: \.isRecurrent)
      let further = outline.keys.filter {
        !log.keys.contains($0) && Self.matters(file.metadata, $0, outline.architecture)
      }
      differences += further.map { .furtherKey($0) }
    }
    cost = differences.reduce(0) { $0 + $1.weight(blocks: outline.blocks) }
    // Of what could not be surveyed nothing is known to be the same.
    if config == nil { cost += Double(outline.kindCount) }
    differences.sort { $0.weight(blocks: outline.blocks) > $1.weight(blocks: outline.blocks) }
  }

  /// What stands in for values that are missing or impossible, one after the other.
  private static let substitutes: [UInt32] = [1, 2, 4, 64]

  /// How often metadata are read with another substitute.
  private static let attempts = 24

  /// The sizes of the file.
  ///
  /// Keys that are missing or have impossible values are noted and get another value.
  private mutating func config(_ file: GGUFFile, _ log: KeyLog) -> Config? {
    var metadata = file.metadata
    var tried: [String: Int] = [:]
    func substitute(_ key: String) -> Bool {
      let next = tried[key] ?? 0
      guard next < Self.substitutes.count else { return false }
      metadata[key] = .uint32(Self.substitutes[next])
      tried[key] = next + 1
      return true
    }
    for _ in 0..<Self.attempts {
      do throws(ModelError) {
        return try Config(file, as: family, Hyperparameters(metadata, log: log))
      } catch {
        switch error {
        case .missingKey(let key):
          if tried[key] == nil { differences.append(.missingKey(key)) }
          guard substitute(key) else { return nil }
        case .badValue(let key, let found, let expected):
          if tried[key] == nil {
            differences.append(.value(key: key, found: found, expected: expected))
          }
          guard substitute(key) else { return nil }
        default:
          note(error)
          return nil
        }
      }
    }
    return nil
  }

  private mutating func note(_ error: ModelError) {
    switch error {
    case .missingTensor(let name): differences.append(.missingTensor(name, blocks: 0))
    case .wrongShape(let name, let expected, let found):
      differences.append(.shape(tensor: name, blocks: 0, expected: expected, found: found))
    case .badTensor(let name, let reason):
      differences.append(.unusable(tensor: name, reason: reason))
    default: break
    }
  }

  private mutating func survey(
    _ file: GGUFFile, _ config: Config, _ outline: FileOutline, _ standIns: StandIns
  ) {
    let survey = TensorSurvey(file, standIn: standIns.matrix)
    let loader = TensorLoader(file, survey: survey, compute: standIns.compute)
    // Values in the place of missing keys lead to shapes without meaning.
    let hasAllKeys = differences.isEmpty
    do throws(ModelError) {
      _ = try Rotations(loader, config, context: config.contextLength)
      _ = try Weights(loader, config)
    } catch { note(error) }
    var (missing, further) = (TensorKinds(), TensorKinds())
    for name in survey.missing { missing.add(FileOutline.Tensor(name)) }
    for tensor in outline.tensors
    where !survey.used.contains(tensor.name) && !loader.used.contains(tensor.name)
      && !Self.isPassedOver(tensor, config)
    {
      further.add(tensor)
    }
    differences += missing.map { name, _, blocks in .missingTensor(name, blocks: blocks) }
    differences += further.map { name, _, blocks in .furtherTensor(name, blocks: blocks) }
    if hasAllKeys { differences += Self.shapes(survey) }
  }

  private static func shapes(_ survey: TensorSurvey) -> [ArchitectureDifference] {
    var kinds = TensorKinds()
    var shapes: [String: (expected: [Int], found: [Int])] = [:]
    for (name, expected, found) in survey.misshapen {
      kinds.add(FileOutline.Tensor(name))
      shapes[name] = (expected, found)
    }
    return kinds.map { name, first, blocks in
      .shape(
        tensor: name, blocks: blocks, expected: shapes[first]?.expected ?? [],
        found: shapes[first]?.found ?? [])
    }
  }

  /// Keys that say what tensors show, or what converters write for models of every kind.
  private static let told: Set = [
    "attention.key_length", "attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon",
    "attention.value_length", "expert_feed_forward_length", "expert_group_used_count",
    "expert_shared_count", "expert_shared_feed_forward_length", "moe_every_n_layers",
    "rope.dimension_count", "rope.freq_base", "tensor_data_layout", "use_parallel_residual",
    "vocab_size",
  ]

  /// Whether a key that is not read could matter: not where its value is 0, false or empty.
  private static func matters(_ metadata: Metadata, _ key: String, _ architecture: String) -> Bool {
    let part = key.dropFirst(architecture.utf8.count + 1)
    guard let value = metadata[key], !told.contains(String(part)), !part.hasPrefix("dense_") else {
      return false
    }
    if let number = value.double { return number != 0 }
    return value.bool ?? (value.string.map { !$0.isEmpty } ?? true)
  }

  /// Tensors that no loading of any family reads: those of layers that predict several tokens, of
  /// the rotation not chosen, and of old converters.
  private static func isPassedOver(_ tensor: FileOutline.Tensor, _ config: Config) -> Bool {
    if let block = tensor.block {
      return block >= config.layerCount || TensorLoader.ignored.contains(tensor.part)
    }
    return ["rope_freqs.weight", "rope_factors_long.weight", "rope_factors_short.weight"]
      .contains(tensor.name)
  }
}

/// What stands in for weights, made once for all families.
struct StandIns {
  let matrix = WeightMatrix(floats: [1], rows: 1, columns: 1)
  let compute = Compute(threads: 1)
}

extension LayerConfig {
  fileprivate var isRecurrent: Bool { mixers.contains { $0.state != nil } }
}
