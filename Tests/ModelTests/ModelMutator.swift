import TernFormat
import TernQuant
import TernTestSupport

/// Damages the file of a model: its metadata, its tensors, its bytes.
struct ModelMutator {
  private let whole: [UInt8]
  private let file: GGUFFile
  private(set) var random: SeededGenerator

  init(_ bytes: [UInt8], seed: UInt64) throws {
    whole = bytes
    file = try GGUFFile(bytes: bytes)
    random = SeededGenerator(seed: seed)
  }

  /// A damaged file; `nil` where the damage cannot be written.
  mutating func next() -> ModelDraft? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return ModelDraft(bytes: cut())
    case 1, 2: return ModelDraft(bytes: withBytes())
    case 3: return draft { $0.changeTensors(&$1) }
    case 4: return draft { $0.changeWeights(&$1) }
    case 5: return draft { $0.changeFamily(&$1) }
    default: return draft { $0.changeMetadata(&$1) }
    }
  }

  private mutating func draft(
    _ change: (inout ModelDraft, inout SeededGenerator) -> Void
  ) -> ModelDraft? {
    var draft = ModelDraft(file)
    change(&draft, &random)
    return draft
  }

  private mutating func cut() -> [UInt8] {
    Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
  }

  private static let values: [UInt8] = [0, 1, 2, 3, 4, 5, 7, 8, 16, 0x20, 0x3F, 0x7F, 0x80, 0xFF]

  /// Some bytes of the header are others, or numbers of eight bytes extreme: half of the time among
  /// what is said of tensors.
  private mutating func withBytes() -> [UInt8] {
    var bytes = whole
    let start = file.tensors.map(\.offset).min() ?? whole.count
    let infos = max(24, start - 64 * file.tensors.count)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let first = Bool.random(using: &random) ? 24 : infos
      let at = Int.random(in: first..<start - 8, using: &random)
      if Int.random(in: 0..<4, using: &random) > 0 {
        bytes[at] = Self.values.randomElement(using: &random) ?? 0
      } else {
        let number = MutatedValues.numbers.randomElement(using: &random) ?? 0
        bytes.replaceSubrange(at..<at + 8, with: RawGGUF.bytes([number]))
      }
    }
    return bytes
  }
}

/// A file of a model on its way to being damaged: bytes, or metadata and tensors.
struct ModelDraft {
  var metadata: Metadata
  var tensors: [Tensor]
  private let fixed: [UInt8]?

  struct Tensor {
    var name: String
    var type: TensorType
    var dimensions: [Int]
    var data: [UInt8]
  }

  init(bytes: [UInt8]) {
    (metadata, tensors, fixed) = ([:], [], bytes)
  }

  init(_ file: GGUFFile) {
    metadata = file.metadata
    tensors = file.tensors.map {
      Tensor(name: $0.name, type: $0.type, dimensions: $0.dimensions, data: file.bytes(of: $0))
    }
    fixed = nil
  }

  /// The file; `nil` where it cannot be written, or would be large.
  func bytes() -> [UInt8]? {
    if let fixed { return fixed }
    var tiny = TinyGGUF(metadata: metadata)
    var total = 0
    for tensor in tensors {
      guard let size = Self.byteCount(tensor.type, tensor.dimensions), total < 32 << 20 else {
        return nil
      }
      total += size
      tiny.add(
        tensor.name, tensor.type, tensor.dimensions, bytes: Self.fitted(tensor.data, size))
    }
    return try? tiny.bytes()
  }

  /// Bytes of a tensor, where it can be written and has no more than 4 MiB.
  static func byteCount(_ type: TensorType, _ dimensions: [Int]) -> Int? {
    guard dimensions.allSatisfy({ (0...(1 << 24)).contains($0) }), dimensions.count <= 4,
      (dimensions.first ?? 1) % type.blockSize == 0
    else { return nil }
    var count = 1
    for dimension in dimensions {
      let (product, overflow) = count.multipliedReportingOverflow(by: dimension)
      guard !overflow else { return nil }
      count = product
    }
    return type.byteCount(elements: count).flatMap { $0 <= 4 << 20 ? $0 : nil }
  }

  private static func fitted(_ data: [UInt8], _ size: Int) -> [UInt8] {
    if data.count >= size { return Array(data.prefix(size)) }
    guard !data.isEmpty else { return [UInt8](repeating: 0, count: size) }
    var bytes = data
    while bytes.count < size { bytes += bytes.prefix(size - bytes.count) }
    return bytes
  }
}
