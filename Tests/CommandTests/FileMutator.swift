import TernFormat
import TernTestSupport

/// Damages files in the ways that files are damaged, and in those that someone would think of.
struct FileMutator {
  private let files: [[UInt8]]
  private var random: SeededGenerator

  init(_ files: [[UInt8]], seed: UInt64) {
    self.files = files
    random = SeededGenerator(seed: seed)
  }

  /// A damaged file.
  mutating func next() -> [UInt8] {
    let file = pick(files)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return truncated(file)
    case 1: return withBytes(file)
    case 2: return withExtremes(file)
    case 3: return withWeights(file)
    default: return withMetadata(file) ?? withExtremes(file)
    }
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func truncated(_ file: [UInt8]) -> [UInt8] {
    Array(file.prefix(Int.random(in: 0..<file.count, using: &random)))
  }

  /// The header of these small files lies in their first bytes.
  private mutating func headerPlace(_ file: [UInt8]) -> Int {
    Int.random(in: 0..<max(1, min(file.count - 8, 14_000)), using: &random)
  }

  /// Some bytes of the header are others.
  private mutating func withBytes(_ file: [UInt8]) -> [UInt8] {
    var file = file
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      file[headerPlace(file)] = UInt8.random(in: 0...255, using: &random)
    }
    return file
  }

  private static let numbers: [UInt64] = [
    0, 1, .max, 1 << 63, 1 << 63 - 1, 1 << 32, 1 << 31, 1 << 62, 0x7FF0_0000_0000_0000,
    0x7FC0_0000_7FC0_0000, 0xFFFF_FFFF, 1 << 40,
  ]

  /// A number of eight bytes in the header, or that of the counts at its beginning, is extreme.
  private mutating func withExtremes(_ file: [UInt8]) -> [UInt8] {
    var file = file
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = pick([headerPlace(file), 4, 8, 16])
      let bytes = RawGGUF.bytes([pick(Self.numbers)])
      file.replaceSubrange(place..<place + 8, with: bytes)
    }
    return file
  }

  /// Weights that are not numbers, or as large as numbers get.
  private mutating func withWeights(_ file: [UInt8]) -> [UInt8] {
    var file = file
    guard file.count > 20_000 else { return withBytes(file) }
    let patterns: [[UInt8]] = [
      [0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0xFF, 0xFF, 0x7F, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF],
      [0, 0x7C, 0, 0xFC],
    ]
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let place = Int.random(in: 14_000..<file.count - 4, using: &random) / 4 * 4
      file.replaceSubrange(place..<place + 4, with: pick(patterns))
    }
    return file
  }

  /// Some values of the metadata are others; `nil` where the result cannot be written.
  private mutating func withMetadata(_ bytes: [UInt8]) -> [UInt8]? {
    guard let file = try? GGUFFile(bytes: bytes) else { return nil }
    var changed = TinyGGUF(metadata: file.metadata)
    let keys = file.metadata.map(\.key)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let key = pick(keys)
      if let value = file.metadata[key], case .array(let array) = value, Bool.random(using: &random)
      {
        changed.metadata[key] = .array(damaged(array))
      } else {
        changed.metadata[key] = value()
      }
    }
    for tensor in file.tensors {
      changed.add(tensor.name, tensor.type, tensor.dimensions, bytes: file.bytes(of: tensor))
    }
    return try? changed.bytes()
  }

  private func text(_ text: String) -> MetadataValue { .string(GGUFString(text)) }

  private mutating func value() -> MetadataValue? {
    let number = pick(Self.numbers)
    let values: [MetadataValue?] = [
      nil, .int64(.min), .int64(.max), .uint64(.max), .int32(.min), .int32(-1), .uint32(.max),
      .uint8(255), .int8(-128), .uint16(.max), .int16(.min), .uint64(number),
      .int64(Int64(truncatingIfNeeded: number)), .float32(.nan), .float32(.infinity),
      .float32(-0.0), .float32(.greatestFiniteMagnitude), .float32(.leastNonzeroMagnitude),
      .float64(.nan), .float64(1e308), .bool(true), text(""), text("gpt2"), text("llama"),
      text("gemma4"), text("qwen2"), text("mamba"),
      .string(GGUFString(bytes: [0xFF, 0xC0, 0x00])), text("{{"),
      text("{% for a in b %}{{ a.b }}{% endfor %}"),
      .array(.uint8([])), .array(.int32([-1, .max])), .array(.float32([.nan])),
      .array(.string(StringTable([[]]))), .array(.array([.array([])])),
      .array(.int64([.min, .max])),
      .uint32(0), .uint32(1), .uint32(3), .uint32(1 << 20),
    ]
    return pick(values)
  }

  /// An array of the same kind with elements that are missing, repeated or extreme.
  private mutating func damaged(_ array: MetadataArray) -> MetadataArray {
    let place = Int.random(in: 0..<max(1, array.count), using: &random)
    switch array {
    case .string(let table):
      var texts = table.indices.map { Array(table[$0]) }
      guard !texts.isEmpty else { return .string(StringTable([[]])) }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: texts.removeSubrange(place...)
      case 1: texts[place] = []
      case 2: texts[place] = texts[0]
      case 3: texts[place] = [0xFF, 0x20, 0xE2, 0x96]
      default: texts[place] = [UInt8](repeating: 0x61, count: 3000)
      }
      return .string(StringTable(texts))
    case .int32(var values):
      guard !values.isEmpty else { return .int32([.min]) }
      values[place] = pick([.min, .max, -1, 0, 1, 3, 4, 5, 6])
      return .int32(values)
    case .float32(var values):
      guard !values.isEmpty else { return .float32([.nan]) }
      values[place] = pick([.nan, .infinity, -.infinity, 1e38, -1e38])
      return .float32(values)
    default: return array
    }
  }
}
