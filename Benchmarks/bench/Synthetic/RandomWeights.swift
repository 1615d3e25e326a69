import TernDecode
import TernFormat
import TernQuant

/// Writes the values of tensors.
///
/// Encoding a gigabyte of random numbers takes minutes. So a few rows are encoded for each type and
/// row length, and written again and again, each time beginning a few blocks further: no two rows
/// are alike, and every block is one that the encoder made.
struct RandomWeights {
  /// Rows that are encoded at once.
  static let tileRows = 64

  private var random: RandomSource
  /// What has been encoded, by type, row length and range.
  private var tiles: [String: Tile] = [:]

  /// Encoded rows, and the byte where the next tensor goes on with them.
  private struct Tile {
    let bytes: [UInt8]
    var start = 0
  }

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// Writes all values of `tensor` as `type`.
  mutating func write(
    _ tensor: ShapeTensor, as type: TensorType, to writer: GGUFWriter
  ) throws {
    let count = tensor.dimensions.reduce(1, *)
    switch tensor.values {
    case .random(let range):
      let columns = tensor.dimensions[0]
      let key = "\(type.name) \(columns) \(range)"
      var tile =
        try tiles[key]
        ?? Tile(bytes: Self.tile(type, columns: columns, range, using: &random))
      let rows = count / columns
      try Self.write(&tile, blockBytes: type.blockBytes, rows: rows, tensor.name, writer)
      tiles[key] = tile
    case .constant(let value):
      try writer.write(Self.bytes(Array(repeating: value, count: count)), to: tensor.name)
    case .steps(let first, let last):
      let values = (0..<count).map { first + (last - first) * Float($0) / Float(max(1, count - 1)) }
      try writer.write(Self.bytes(values), to: tensor.name)
    case .list(let values): try writer.write(Self.bytes(values), to: tensor.name)
    }
  }

  /// Writes so many rows of what `tile` has, each round beginning a few blocks further.
  private static func write(
    _ tile: inout Tile, blockBytes: Int, rows: Int, _ name: String, _ writer: GGUFWriter
  ) throws {
    let size = tile.bytes.count
    var left = rows * (size / tileRows)
    while left > 0 {
      for range in [tile.start..<size, 0..<tile.start] where left > 0 && !range.isEmpty {
        let part = range.prefix(left)
        try unsafe writer.write(tile.bytes.span.bytes.extracting(part), to: name)
        left -= part.count
      }
      tile.start = (tile.start + 3 * blockBytes) % size
    }
  }

  /// `tileRows` random rows of encoded weights.
  static func tile(
    _ type: TensorType, columns: Int, _ range: ClosedRange<Float> = -0.035...0.035,
    using random: inout RandomSource
  ) throws -> [UInt8] {
    let values = (0..<(tileRows * columns)).map { _ in Float.random(in: range, using: &random) }
    guard let count = type.byteCount(elements: values.count) else {
      throw BenchError.failed("rows of \(columns) do not fit the blocks of \(type.name)")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    try unsafe values.withUnsafeBufferPointer { values in
      try unsafe bytes.withUnsafeMutableBytes { try unsafe Quant.encode(type, values, into: $0) }
    }
    return bytes
  }

  private static func bytes(_ values: [Float]) -> [UInt8] {
    unsafe values.withUnsafeBytes { unsafe Array($0) }
  }
}
