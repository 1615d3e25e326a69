import Foundation
import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

@Suite("Matrix products")
struct MatmulTests {
  /// Checks `y = W x` against Double sums over the decoded weights.
  ///
  /// The bound: the float32 rounding of a sum of one term a block and lane, whose terms are no
  /// larger than the block's largest weight times the sum of its activations; three times that
  /// where minimums are subtracted apart from the scaled codes. Where activations and weights are
  /// rounded to bfloat16, both have an error of at most 2⁻⁹ of their size.
  private func check(
    _ compute: Compute, _ type: TensorType, rows: Int, columns: Int, count: Int, seed: UInt64,
    offset: Int = 0, fill: UInt8? = nil, value: Float? = nil
  ) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = randomBlocks(type, rows: rows, columns: columns, fill: fill, using: &random)
    let (buffer, x) = randomRows(count, columns: columns, offset: offset, using: &random)
    if let value {
      for index in 0..<count { for column in 0..<columns { x[index, column] = value } }
    }
    let result = RowBuffer(rows: count, columns: rows + offset)
    let y = result.rows(count).slice(columns: offset..<offset + rows)
    try unsafe bytes.withUnsafeBytes { raw in
      let weight = try unsafe WeightMatrix(
        raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      compute.multiply(weight, x, into: y)
      var w = [Float](repeating: 0, count: rows * columns)
      try unsafe w.withUnsafeMutableBufferPointer { try unsafe Quant.decode(type, raw, into: $0) }
      let quantized = panelTypes.contains(type)
      let isRounded = quantized && compute.isa >= .amx && count >= 32
      let unit = pow(2, -24.0)
      for index in 0..<count {
        let floats = (0..<columns).map { x[index, $0] }
        let a =
          quantized && !isRounded
          ? roundedActivations(floats, span: type.blockSize == 256 ? 256 : 32)
          : floats.map(Double.init)
        for row in 0..<rows {
          let product = DecodedProduct(w[row * columns..<(row + 1) * columns], a)
          let terms = Double(quantized ? columns / 32 + 8 : columns / 16 + 24)
          let rounding = isRounded ? 1.02 * product.products / 256 + product.size / 32768 : 0
          let bound = 3 * product.size * terms * unit + rounding + 1e-30
          let found = Double(y[index, row])
          #expect(
            abs(found - product.sum) <= bound,
            "\(type.name) \(compute.isa) row \(row) of \(rows)×\(columns), input \(index)")
        }
      }
    }
    withExtendedLifetime((buffer, result)) {}
  }

  @Test(
    "every quantized type equals the Double product of decoded weights and rounded activations",
    arguments: usableISAs, panelTypes)
  func panels(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa)
    let unit = type.blockSize
    for (rows, blocks, count) in [
      (1, 1, 1), (15, 2, 2), (16, 1, 3), (17, 3, 8), (40, 1, 17), (33, 2, 5), (48, 5, 1),
      (70, 3, 27), (49, unit == 32 ? 21 : 2, 28), (50, 2, 47), (17, 1, 524),
    ] {
      try check(
        compute, type, rows: rows, columns: unit * blocks, count: count,
        seed: UInt64(rows * 100 + count), offset: count % 3)
    }
  }

  #if os(Linux) && arch(x86_64)
    @Test(
      "products in tiles equal the Double product of decoded weights and activations",
      .enabled(if: TileEmulation.isInstalled))
    func tiles() throws {
      try TileEmulation.exclusively { try checkTiles() }
    }

    private func checkTiles() throws {
      let compute = Compute(threads: 1, kernels: .amx)
      for type in panelTypes {
        let unit = type.blockSize
        for (rows, blocks, count) in [
          (1, 1, 32), (16, 2, 33), (31, 1, 49), (32, 1, 64), (33, unit == 32 ? 17 : 3, 40),
        ] {
          try check(
            compute, type, rows: rows, columns: unit * blocks, count: count,
            seed: UInt64(rows * 100 + count), offset: count % 3)
        }
      }
      // More panels than pass over the activations at a time, and more rows than meet them.
      try check(compute, .q4_0, rows: 150, columns: 64, count: 35, seed: 1)
      try check(compute, .q4_K, rows: 17, columns: 256, count: 545, seed: 2)
    }
  #endif

  @Test("the largest codes and activations overflow nothing", arguments: usableISAs, panelTypes)
  func largest(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 1, isa: isa)
    for fill: UInt8 in [0xFF, 0x00, 0x80, 0x7F] {
      for value: Float in [3, -3] {
        try check(
          compute, type, rows: 16, columns: type.blockSize, count: 1, seed: 1, fill: fill,
          value: value)
      }
    }
  }

  @Test("float types equal the Double product", arguments: usableISAs, floatTypes)
  func floats(isa: ISA, type: TensorType) throws {
    for blas in [true, false] {
      let compute = Compute(threads: 2, isa: isa, useBLAS: blas)
      for (rows, columns, count) in [
        (1, 1, 1), (3, 7, 2), (16, 16, 3), (17, 33, 8), (40, 100, 17), (9, 64, 5), (5, 129, 4),
        (100, 300, 21), (49, 256, 40), (64, 257, 27), (32, 513, 32), (17, 31, 521), (1, 1, 24),
      ] {
        try check(
          compute, type, rows: rows, columns: columns, count: count, seed: UInt64(rows),
          offset: count % 3)
      }
    }
  }

  @Test(
    "types without panels are decoded, for one input and for many", arguments: usableISAs,
    decodedTypes)
  func decoded(isa: ISA, type: TensorType) throws {
    for blas in [true, false] {
      let compute = Compute(threads: 2, isa: isa, useBLAS: blas)
      for (rows, blocks, count) in [(5, 1, 1), (150, 1, 9), (19, 2, 25)] {
        try check(
          compute, type, rows: rows, columns: type.blockSize * blocks, count: count,
          seed: UInt64(count))
      }
    }
  }

  @Test("float weights meet every number of inputs alike", arguments: usableISAs, floatTypes)
  func everyCount(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa, useBLAS: false)
    for count in 18...33 {
      try check(compute, type, rows: 3 * count, columns: 270, count: count, seed: UInt64(count))
    }
  }

  @Test(
    "every number of rows and of inputs", arguments: usableISAs,
    [TensorType.q8_0, .q4_K, .f16])
  func everySize(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa, useBLAS: false)
    let columns = type.blockSize == 1 ? 37 : type.blockSize
    for rows in 1...40 {
      try check(
        compute, type, rows: rows, columns: columns, count: 1 + rows % 3, seed: UInt64(rows))
    }
    for count in 1...47 {
      try check(compute, type, rows: 19, columns: columns, count: count, seed: UInt64(count))
    }
  }

  @Test(
    "a list of products of the same input gives each what it gives alone", arguments: usableISAs,
    [1, 7, 16, 30, 47])
  func lists(isa: ISA, count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let compute = Compute(threads: 2, isa: isa)
    let (rows, columns) = (45, 512)
    // From how many rows on panels are taken three by three differs between the types.
    let types: [TensorType] = [.q8_0, .q4_0, .q4_K, .q6_K, .f16]
    let data = types.map { randomBlocks($0, rows: rows, columns: columns, using: &random) }
    let weights = try zip(types, data).map { type, bytes in
      try unsafe bytes.withUnsafeBytes {
        try unsafe WeightMatrix(
          $0, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      }
    }
    let (buffer, x) = randomRows(count, columns: columns, using: &random)
    let outputs = types.map { _ in RowBuffer(rows: count, columns: rows) }
    compute.multiply(
      zip(weights, outputs).map { MatmulJob(weight: $0, input: x, output: $1.rows(count)) })
    for (weight, output) in zip(weights, outputs) {
      let alone = RowBuffer(rows: count, columns: rows)
      compute.multiply(weight, x, into: alone.rows(count))
      for row in 0..<count {
        for column in 0..<rows {
          #expect(output.rows(count)[row, column] == alone.rows(count)[row, column])
        }
      }
    }
    withExtendedLifetime((buffer, data)) {}
  }

  @Test("8-bit activations cost less than 5e-3 of the result's power", arguments: panelTypes)
  func activationError(type: TensorType) throws {
    let compute = Compute(threads: 1)
    let (rows, columns) = (32, 512)
    var random = SeededGenerator(seed: 99)
    let bytes = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let (buffer, x) = randomRows(4, columns: columns, using: &random)
    let result = RowBuffer(rows: 4, columns: rows)
    var (error, power) = (0.0, 0.0)
    try unsafe bytes.withUnsafeBytes { raw in
      let weight = try unsafe WeightMatrix(
        raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      compute.multiply(weight, x, into: result.rows(4))
      for index in 0..<4 {
        let a = (0..<columns).map { x[index, $0] }
        for row in 0..<rows {
          let size = bytes.count / rows
          let slice = unsafe UnsafeRawBufferPointer(rebasing: raw[row * size..<(row + 1) * size])
          let exact = try unsafe a.withUnsafeBufferPointer { try unsafe Quant.dot(type, slice, $0) }
          let found = Double(result.rows(4)[index, row])
          error += (found - exact) * (found - exact)
          power += exact * exact
        }
      }
    }
    #expect(error <= 5e-3 * power, "\(type.name): \(error / power)")
    withExtendedLifetime((buffer, result)) {}
  }

  /// One Q8_0 row of `blocks` blocks with scale `scale` and codes 1…32, times `x`.
  private func oneRow(_ compute: Compute, scale: Float16, x: [Float]) throws -> Float {
    var bytes: [UInt8] = []
    for _ in 0..<x.count / 32 {
      bytes += [UInt8(scale.bitPattern & 0xFF), UInt8(scale.bitPattern >> 8)] + Array(1...32)
    }
    let input = RowBuffer(rows: 1, columns: x.count)
    for (column, value) in x.enumerated() { input.rows(1)[0, column] = value }
    let output = RowBuffer(rows: 1, columns: 1)
    try unsafe bytes.withUnsafeBytes {
      let weight = try unsafe WeightMatrix(
        $0, type: .q8_0, rows: 1, columns: x.count, owner: NoOwner(), team: compute.team)
      compute.multiply(weight, input.rows(1), into: output.rows(1))
    }
    return output.rows(1)[0, 0]
  }

  @Test("zero blocks, extreme scales and values that are no numbers", arguments: usableISAs)
  func extremes(isa: ISA) throws {
    let compute = Compute(threads: 1, isa: isa)
    let ones = [Float](repeating: 1, count: 64)
    // 2 × Σ 1…32 = 1056.
    #expect(try oneRow(compute, scale: 1, x: ones) == 1056)
    #expect(try oneRow(compute, scale: 0, x: ones) == 0)
    #expect(try oneRow(compute, scale: -1, x: ones) == -1056)
    #expect(try oneRow(compute, scale: 1, x: ones.map { $0 * 0 }) == 0)
    // The smallest half, a subnormal, is 2⁻²⁴.
    #expect(try oneRow(compute, scale: .leastNonzeroMagnitude, x: ones) == 1056 * 0x1p-24)
    #expect(try oneRow(compute, scale: .greatestFiniteMagnitude, x: ones) == 1056 * 65504)
    let half = [Float](repeating: 0, count: 32) + [Float](repeating: 2, count: 32)
    #expect(try oneRow(compute, scale: 1, x: half) == 1056)
    for size: Float in [1e-28, 1e-20, 1e20, 1e30] {
      let found = try oneRow(compute, scale: 1, x: ones.map { $0 * size })
      #expect(abs(found / size - 1056) < 1e-3)
    }
    // Below the smallest block that counts, and above everything: no trap.
    #expect(try oneRow(compute, scale: 1, x: ones.map { $0 * 0x1p-133 }) == 0)
    for value: Float in [.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      _ = try oneRow(compute, scale: 1, x: [value] + ones.dropFirst())
    }
  }

  @Test("a list of jobs gives what each job gives alone, equal inputs or not")
  func jobs() throws {
    let compute = Compute(threads: 2)
    var random = SeededGenerator(seed: 3)
    var weights: [WeightMatrix] = []
    for (type, rows) in [(TensorType.q8_0, 48), (.q4_K, 20), (.f16, 33), (.q6_K, 16), (.q8_K, 9)] {
      let bytes = randomBlocks(type, rows: rows, columns: 256, using: &random)
      let kept = KeptBytes(bytes)
      weights.append(
        try unsafe WeightMatrix(
          kept.buffer, type: type, rows: rows, columns: 256, owner: kept, team: compute.team))
    }
    for count in [1, 11] {
      let (first, x) = randomRows(count, columns: 256, using: &random)
      let (second, z) = randomRows(count + 1, columns: 256, using: &random)
      var kept: [RowBuffer] = [first, second]
      var list: [MatmulJob] = []
      for (index, weight) in weights.enumerated() {
        let input = index == 2 ? z : x
        let output = RowBuffer(rows: input.count, columns: weight.rows)
        kept.append(output)
        list.append(MatmulJob(weight: weight, input: input, output: output.rows(input.count)))
      }
      compute.multiply(list)
      for job in list {
        let alone = RowBuffer(rows: job.input.count, columns: job.weight.rows)
        let y = alone.rows(job.input.count)
        compute.multiply(job.weight, job.input, into: y)
        for index in 0..<y.count {
          for row in 0..<y.columns { #expect(y[index, row] == job.output[index, row]) }
        }
      }
      withExtendedLifetime(kept) {}
    }
  }
}

/// Bytes that live as long as the matrix that uses them.
@safe
final class KeptBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer

  init(_ bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    unsafe memory.copyBytes(from: bytes)
    unsafe buffer = UnsafeRawBufferPointer(memory)
  }

  deinit { unsafe buffer.deallocate() }
}
