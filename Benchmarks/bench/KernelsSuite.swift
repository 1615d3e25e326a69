import TernDecode
import TernJSON
import TernKernels
import TernQuant

/// How near the product of one matrix comes to the machine's limits, for each type of weights.
///
/// One row and few rows are bound by memory, 512 rows by arithmetic. The matrices have the shape
/// of a feed-forward layer of a 1B model; so many of them take turns that none is still in a cache.
struct KernelsSuite {
  /// The types with kernels of their own that models are mostly made of.
  static let types: [TensorType] = [
    .q4_K, .q5_K, .q6_K, .q3_K, .q2_K, .q8_0, .q4_0, .q4_1, .q5_0, .q5_1, .iq4_nl, .iq4_xs,
    .mxfp4, .f16, .bf16, .f32,
  ]
  private static let rows = 8192
  private static let columns = 2048
  /// Activation rows of the products of steps: one sequence, drafts, and many sequences at once.
  private static let fewRows = [1, 2, 4, 7, 16]
  private static let manyRows = 512
  /// The best of so many passes counts, as for the limits.
  private static let passes = 3

  let settings: Settings
  private let compute: Compute
  private let input: RowBuffer
  private let output: RowBuffer

  init(_ settings: Settings) {
    self.settings = settings
    compute = Compute(threads: settings.threads)
    input = RowBuffer(rows: Self.manyRows, columns: Self.columns)
    output = RowBuffer(rows: Self.manyRows, columns: Self.rows)
    let x = input.rows(Self.manyRows)
    for row in 0..<x.count {
      for column in 0..<x.columns { x[row, column] = Float((row * 7 + column * 13) % 31) / 16 - 1 }
    }
  }

  func run(_ result: inout SuiteResult) throws {
    result.name = "\(Self.rows) × \(Self.columns) weights"
    result.instructionSet = "\(compute.isa)"
    result.blas = compute.blasName
    var limits = Limits(compute, settings)
    for type in settings.types {
      let matrices = try matrices(of: type)
      result.points.append(
        SuiteResult.Point(name: .string(type.name), figures: measure(matrices, &limits)))
    }
    result.figures = limits.figures
  }

  private func measure(_ matrices: [WeightMatrix], _ limits: inout Limits) -> [Figure] {
    var few = Self.fewRows.map { _ in [Double]() }
    var many: [Double] = []
    let first = limits.bandwidth.count
    for _ in 0..<settings.repetitions {
      for (place, rows) in Self.fewRows.enumerated() {
        few[place].append(bytesPerSecond(matrices, rows: rows))
      }
      many.append(operationsPerSecond(matrices[0]))
      limits.measure()
    }
    let bandwidth = Array(limits.bandwidth[first...])
    let share = Limits.shares(few[0], 1, of: bandwidth).median
    var figures = [
      Figure("row_gb_per_s", "1 row, GB/s", "", .rate, each: few[0].map { $0 / 1e9 }),
      Figure("row_share", "of memory", "share", .fact, share),
    ]
    for (rows, rates) in zip(Self.fewRows, few).dropFirst() {
      figures.append(
        Figure(
          "rows_\(rows)_gb_per_s", "\(rows) rows", "", .rate, each: rates.map { $0 / 1e9 }))
    }
    figures.append(
      Figure(
        "rows_\(Self.manyRows)_gops", "\(Self.manyRows) rows, Gops/s", "", .rate,
        each: many.map { $0 / 1e9 }))
    let int8 = Array(limits.int8.dropFirst(first))
    if !int8.isEmpty {
      let share = Limits.shares(many, 1, of: int8).median
      figures.append(Figure("rows_\(Self.manyRows)_share", "of int8", "share", .fact, share))
    }
    let bytes = matrices[0].readBytes
    figures.append(Figure(count: "matrix_bytes", "", "bytes", bytes, isHidden: true))
    return figures
  }

  /// Weight bytes per second that products with `rows` rows read.
  private func bytesPerSecond(_ matrices: [WeightMatrix], rows: Int) -> Double {
    let (x, y) = (input.rows(rows), output.rows(rows))
    let time = best { for matrix in matrices { compute.multiply(matrix, x, into: y) } }
    return Double(matrices.reduce(0) { $0 + $1.readBytes }) / time
  }

  /// Operations per second of a product with many rows; a multiplication and an addition are two.
  private func operationsPerSecond(_ matrix: WeightMatrix) -> Double {
    let (x, y) = (input.rows(Self.manyRows), output.rows(Self.manyRows))
    let time = best { compute.multiply(matrix, x, into: y) }
    return Double(2 * matrix.rows * matrix.columns * Self.manyRows) / time
  }

  private func best(_ work: () -> Void) -> Double {
    (0..<Self.passes).map { _ in max(1e-9, seconds(work)) }.min() ?? .infinity
  }

  /// So many equal matrices that they fill the buffer the bandwidth is measured with.
  private func matrices(of type: TensorType) throws -> [WeightMatrix] {
    // Encoding takes much longer than reading: a few random rows are encoded and repeated.
    var random = RandomSource(seed: Synthetic.seed)
    let tile = try RandomWeights.tile(type, columns: Self.columns, using: &random)
    let source = WeightBytes(tile, repeated: Self.rows / RandomWeights.tileRows)
    let bytes = unsafe source.bytes
    let count = max(1, (settings.buffer + bytes.count - 1) / bytes.count)
    // In one piece on large pages, as those of a model.
    let packed = WeightMatrix.packedBytes(type, rows: Self.rows, columns: Self.columns) ?? 0
    let memory = WeightMemory(capacity: count * packed)
    return try (0..<count).map { _ in
      // Types that are read in place get a copy each.
      let own = packed == 0 ? WeightBytes(source) : source
      return try unsafe WeightMatrix(
        own.bytes, type: type, rows: Self.rows, columns: Self.columns, owner: own,
        team: compute.team, isa: compute.isa, in: memory)
    }
  }
}

/// Rows of encoded weights in memory of their own, as they would lie in a file.
@safe
private final class WeightBytes: Sendable {
  // Sendable: written in `init` only.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ tile: [UInt8], repeated count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: tile.count * count, alignment: 2 << 20)
    for index in 0..<count {
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[(index * tile.count)...])
        .copyBytes(from: tile)
    }
    unsafe bytes = UnsafeRawBufferPointer(memory)
  }

  init(_ other: WeightBytes) {
    let memory = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: other.bytes.count, alignment: 2 << 20)
    unsafe memory.copyMemory(from: other.bytes)
    unsafe bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { unsafe bytes.deallocate() }
}
