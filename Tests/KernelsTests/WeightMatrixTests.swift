import Synchronization
import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

@Suite("Weight matrices")
struct WeightMatrixTests {
  /// The types a matrix can have.
  static let types = TensorType.allCases.filter {
    ![.i8, .i16, .i32, .i64, .f64].contains($0)
  }

  /// A matrix of random blocks that begin `shift` bytes after an aligned address, and the values
  /// the format gives them.
  private func make(
    _ type: TensorType, rows: Int, columns: Int, shift: Int, compute: Compute,
    check: (WeightMatrix, [Float]) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: UInt64(type.rawValue))
    let bytes = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let shifted = [UInt8](repeating: 0, count: shift) + bytes
    var values = [Float](repeating: 0, count: rows * columns)
    try unsafe shifted.withUnsafeBytes { whole in
      let raw = unsafe UnsafeRawBufferPointer(rebasing: whole[shift...])
      try unsafe values.withUnsafeMutableBufferPointer {
        try unsafe Quant.decode(type, raw, into: $0)
      }
      let weight = try unsafe WeightMatrix(
        raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      try check(weight, values)
    }
  }

  @Test("gathered rows are the decoded rows bit for bit", arguments: usableISAs, types)
  func gather(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa)
    let columns = type.blockSize == 1 ? 67 : 2 * type.blockSize
    try make(type, rows: 37, columns: columns, shift: 1, compute: compute) { weight, values in
      let indices: [Int32] = [0, 36, 5, 5, 16, 31, 32, 15]
      let buffer = RowBuffer(rows: indices.count, columns: columns)
      let x = buffer.rows(indices.count)
      compute.gatherRows(weight, indices, into: x)
      for (position, index) in indices.enumerated() {
        for column in 0..<columns {
          let expected = values[Int(index) * columns + column]
          let found = x[position, column]
          // Equal values; the two zeros count as equal.
          #expect(
            found.bitPattern == expected.bitPattern || (found == 0 && expected == 0),
            "\(type.name) row \(index) column \(column)")
        }
      }
      withExtendedLifetime(buffer) {}
    }
  }

  @Test("types without panels multiply their decoded rows exactly", arguments: types)
  func fileLayout(type: TensorType) throws {
    guard !panelTypes.contains(type), type.blockSize > 1 else { return }
    for count in [1, 3, 9] {
      let compute = Compute(threads: 2)
      let columns = type.blockSize
      try make(type, rows: 21, columns: columns, shift: 3, compute: compute) { weight, values in
        #expect(weight.residentBytes == 0)
        var random = SeededGenerator(seed: 7)
        let (buffer, x) = randomRows(count, columns: columns, using: &random)
        let result = RowBuffer(rows: count, columns: 21)
        compute.multiply(weight, x, into: result.rows(count))
        for index in 0..<count {
          for row in 0..<21 {
            var (sum, size) = (0.0, 0.0)
            for column in 0..<columns {
              let product = Double(values[row * columns + column]) * Double(x[index, column])
              sum += product
              size += abs(product)
            }
            let found = Double(result.rows(count)[index, row])
            // A float32 sum of n products: at most n roundings of the largest partial sum.
            #expect(abs(found - sum) <= size * Double(columns) * 0x1p-24 + 1e-30)
          }
        }
        withExtendedLifetime((buffer, result)) {}
      }
    }
  }

  /// What panels have of the file's bytes at most, where it is more than 1.04: codebooks stand for
  /// grids, two bits for digits of base three.
  private static let growth: [TensorType: Double] = [
    .iq1_s: 1.48, .iq1_m: 1.61, .iq2_xxs: 1.61, .iq2_xs: 1.55, .iq2_s: 1.4, .iq3_xxs: 1.41,
    .iq3_s: 1.26, .tq1_0: 1.23,
  ]

  @Test("packing releases every byte once and then all, and holds little more than the file")
  func released() throws {
    let team = Team(threads: 2)
    for type in panelTypes {
      let (rows, columns) = (16 * 40, type.blockSize * 4)
      let count = try #require(type.byteCount(elements: rows * columns))
      let bytes = [UInt8](repeating: 0, count: count)
      let released = Mutex<[Range<Int>]>([])
      let weight = try unsafe bytes.withUnsafeBytes {
        try unsafe WeightMatrix(
          $0, type: type, rows: rows, columns: columns, owner: NoOwner(), team: team,
          released: { range in released.withLock { $0.append(range) } })
      }
      var ranges = released.withLock { $0 }
      let whole = try #require(ranges.firstIndex(of: 0..<bytes.count))
      ranges.remove(at: whole)
      ranges.sort { $0.lowerBound < $1.lowerBound }
      #expect(ranges.first?.lowerBound == 0)
      #expect(ranges.last?.upperBound == bytes.count)
      for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
      #expect(weight.residentBytes == weight.readBytes)
      let most = Self.growth[type] ?? 1.04
      #expect(Double(weight.residentBytes) <= most * Double(bytes.count), "\(type.name)")
    }
  }

  @Test(
    "every instruction set packs the bytes of the portable one", arguments: usableISAs, panelTypes)
  func packing(isa: ISA, type: TensorType) throws {
    var random = SeededGenerator(seed: UInt64(type.rawValue) + 77)
    let team = Team(threads: 2)
    for rows in 1...40 {
      let columns = type.blockSize * Int.random(in: 1...3, using: &random)
      let count = try #require(type.byteCount(elements: rows * columns))
      // All patterns of bytes, also those that are no number.
      let bytes = (0..<count + 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let packed = try unsafe bytes.withUnsafeBytes { whole in
        // At an odd address, and with nothing readable assumed behind the last row.
        let raw = unsafe UnsafeRawBufferPointer(rebasing: whole[3...])
        return try [isa, .portable].map {
          try unsafe WeightMatrix(
            raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: team, isa: $0
          ).storedBytes
        }
      }
      #expect(packed[0] == packed[1], "\(type.name) \(rows) × \(columns)")
      #expect(packed[0].contains { $0 != 0 })
    }
  }

  @Test("impossible matrices are errors, not traps")
  func errors() throws {
    let team = Team(threads: 1)
    let bytes = [UInt8](repeating: 0, count: 34)
    unsafe bytes.withUnsafeBytes { raw in
      func make(_ type: TensorType, _ rows: Int, _ columns: Int) throws(KernelError) {
        _ = try unsafe WeightMatrix(
          raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: team)
      }
      #expect(throws: KernelError.byteCount(expected: 68, found: 34)) { try make(.q8_0, 2, 32) }
      #expect(throws: KernelError.shape(rows: 1, columns: 33, type: .q8_0)) {
        try make(.q8_0, 1, 33)
      }
      #expect(throws: KernelError.shape(rows: -1, columns: 32, type: .q8_0)) {
        try make(.q8_0, -1, 32)
      }
      #expect(throws: KernelError.shape(rows: .max, columns: 32, type: .q8_0)) {
        try make(.q8_0, .max, 32)
      }
      #expect(throws: KernelError.shape(rows: 1, columns: .max, type: .f32)) {
        try make(.f32, 1, .max)
      }
      #expect(throws: KernelError.unsupported(.i32)) { try make(.i32, 1, 1) }
    }
  }
}
