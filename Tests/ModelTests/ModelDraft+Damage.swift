import TernFormat
import TernModel
import TernQuant
import TernTestSupport

extension ModelDraft {
  private var architecture: String { metadata.string("general.architecture") ?? "" }

  /// The names of all families.
  private static let architectures = Family.table.map(\.name)

  /// One to three values of the family's metadata are others, or new.
  mutating func changeMetadata(_ random: inout SeededGenerator) {
    let own = metadata.keys.filter { !$0.hasPrefix("tokenizer.") }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let isNew = Int.random(in: 0..<6, using: &random) == 0
      let added = MutatedValues.keys.randomElement(using: &random).map { "\(architecture).\($0)" }
      guard let key = isNew ? added : own.randomElement(using: &random) else { continue }
      metadata[key] = MutatedValues.other(than: metadata[key], &random)
    }
  }

  /// Another family's name stands on the file.
  mutating func changeFamily(_ random: inout SeededGenerator) {
    let old = architecture
    guard let new = Self.architectures.randomElement(using: &random) else { return }
    for key in metadata.keys where key.hasPrefix(old + ".") {
      metadata["\(new).\(key.dropFirst(old.count + 1))"] = metadata[key]
      metadata[key] = nil
    }
    metadata["general.architecture"] = .string(GGUFString(new))
    if Bool.random(using: &random) { changeMetadata(&random) }
  }

  /// One to three tensors have other shapes, types or names, or are missing.
  mutating func changeTensors(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let index = tensors.indices.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: tensors.remove(at: index)
      case 1:
        tensors[index].name = (tensors.randomElement(using: &random)?.name ?? "") + "_exps.weight"
      case 2, 3:
        tensors[index].type = TensorType.allCases.randomElement(using: &random) ?? .f32
      default: tensors[index].changeShape(&random)
      }
    }
  }

  /// Values of some tensors are no numbers, extreme or all the same.
  mutating func changeWeights(_ random: inout SeededGenerator) {
    let patterns: [[UInt8]] = [
      [0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0xFF, 0xFF, 0x7F, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF],
      [0, 0x7C, 0, 0xFC], [0, 0, 0, 0], [0, 0, 0x80, 0xBF], [1, 0, 0, 0],
    ]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard let index = tensors.indices.randomElement(using: &random),
        let pattern = patterns.randomElement(using: &random), tensors[index].data.count >= 4
      else { continue }
      let count = tensors[index].data.count / 4
      let first = Int.random(in: 0..<count, using: &random)
      let places = Bool.random(using: &random) ? 0..<count : first..<first + 1
      for place in places {
        tensors[index].data.replaceSubrange(4 * place..<4 * place + 4, with: pattern)
      }
    }
  }
}

extension ModelDraft.Tensor {
  fileprivate mutating func changeShape(_ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<max(1, dimensions.count), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: dimensions.append(1)
    case 1: dimensions.reverse()
    case 2: dimensions = Array(dimensions.dropLast())
    default:
      guard place < dimensions.count else { return }
      let old = dimensions[place]
      dimensions[place] = [0, 1, old - 1, old + 1, 2 * old].randomElement(using: &random) ?? 1
    }
  }
}

extension ModelDraft {
  /// Makes the tensors, and keys that are missing, those that an error asks for.
  ///
  /// So values of the metadata that are unlike those of any trained model reach the forward pass.
  /// False where that is impossible.
  mutating func repair(_ error: ModelError, _ random: inout SeededGenerator) -> Bool {
    switch error {
    case .wrongShape(let name, let expected, let found):
      guard Self.byteCount(.f32, expected) != nil, tensors.count < 2000 else { return false }
      let kind = name.split(separator: ".").dropFirst(2).joined()
      var isFound = false
      for index in tensors.indices
      where tensors[index].name == name
        || !kind.isEmpty && tensors[index].dimensions == found
          && tensors[index].name.split(separator: ".").dropFirst(2).joined() == kind
      {
        isFound = true
        tensors[index].dimensions = expected
        if (expected.first ?? 1) % tensors[index].type.blockSize != 0 {
          tensors[index].type = .f32
        }
      }
      return isFound
    case .missingTensor(let name):
      // Its shape is told by the next error.
      let data = tensors.first { $0.type == .f32 }?.data ?? []
      tensors.append(Tensor(name: name, type: .f32, dimensions: [1], data: data))
      return true
    case .missingKey(let key):
      metadata[key] =
        key.hasSuffix("epsilon") ? .float32(1e-5) : .uint32(.random(in: 1...4, using: &random))
      return true
    case .unusedTensor(let name, _):
      tensors.removeAll { $0.name == name }
      return true
    default: return false
    }
  }
}
