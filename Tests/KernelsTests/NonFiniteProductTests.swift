import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

/// Values that are no finite numbers: those a calculation gives, and NaNs with other bits.
let nonFiniteValues: [Float] = [
  .nan, .infinity, -.infinity, -.nan, .signalingNaN, Float(bitPattern: 0x7F80_0001),
  Float(bitPattern: 0xFFFF_FFFF),
]

/// A number in −2…2: normal values take long in unoptimised builds.
func ordinaryValue(_ random: inout SeededGenerator) -> Float {
  Float(Int64(truncatingIfNeeded: random.next()) >> 40) * 0x1p-22
}

@Suite("Products of rows that are not finite")
struct NonFiniteProductTests {
  private func weight(
    _ type: TensorType, rows: Int, columns: Int, _ compute: Compute,
    using random: inout SeededGenerator
  ) throws -> WeightMatrix {
    let kept = KeptBytes(randomBlocks(type, rows: rows, columns: columns, using: &random))
    return try unsafe WeightMatrix(
      kept.buffer, type: type, rows: rows, columns: columns, owner: kept, team: compute.team,
      isa: compute.isa)
  }

  private func product(_ weight: WeightMatrix, _ x: [[Float]], _ compute: Compute) -> [[UInt32]] {
    let input = RowBuffer(rows: x.count, columns: weight.columns)
    let output = RowBuffer(rows: x.count, columns: weight.rows)
    let (rows, y) = (input.rows(x.count), output.rows(x.count))
    for index in x.indices {
      for column in x[index].indices { rows[index, column] = x[index][column] }
    }
    compute.multiply(weight, rows, into: y)
    return x.indices.map { index in (0..<weight.rows).map { y[index, $0].bitPattern } }
  }

  /// Checks one batch: some rows get a value that is not finite, the others must not notice.
  private func check(
    _ compute: Compute, _ weight: WeightMatrix, count: Int, _ random: inout SeededGenerator
  ) {
    var x = (0..<count).map { _ in
      (0..<weight.columns).map { _ in ordinaryValue(&random) }
    }
    let expected = product(weight, x, compute)
    var spoiled: Set<Int> = []
    for (index, value) in nonFiniteValues.enumerated() where index % 3 == count % 3 || count > 8 {
      let row = Int.random(in: 0..<count, using: &random)
      let column = [0, weight.columns - 1, Int.random(in: 0..<weight.columns, using: &random)][
        index % 3]
      x[row][column] = value
      spoiled.insert(row)
    }
    let found = product(weight, x, compute)
    for row in 0..<count {
      let what = "\(weight.type.name) \(compute.isa) row \(row) of \(count)"
      if spoiled.contains(row) {
        #expect(found[row].allSatisfy { Float(bitPattern: $0).isNaN }, "\(what)")
      } else {
        #expect(found[row] == expected[row], "\(what)")
      }
    }
  }

  #if os(Linux) && arch(x86_64)
    @Test(
      "products in tiles give NaN for such a row and the same bits for the others",
      .enabled(if: TileEmulation.isInstalled))
    func tiles() throws {
      var random = SeededGenerator(seed: 32)
      let compute = Compute(threads: 1, kernels: .amx)
      for type in [TensorType.q8_0, .q4_K] {
        let weight = try weight(type, rows: 35, columns: 256, compute, using: &random)
        TileEmulation.exclusively { check(compute, weight, count: 37, &random) }
      }
    }
  #endif

  @Test(
    "every type gives NaN for such a row and the same bits for the others, at every count",
    arguments: usableISAs, panelTypes + floatTypes + decodedTypes)
  func products(isa: ISA, type: TensorType) throws {
    var random = SeededGenerator(seed: 31)
    let columns = type.blockSize == 256 ? 512 : 128
    for blas in [false, true] where !blas || !panelTypes.contains(type) {
      let compute = Compute(threads: 2, isa: isa, useBLAS: blas)
      let weight = try weight(type, rows: 35, columns: columns, compute, using: &random)
      for count in [1, 3, 8, 21, 28, 44] {
        check(compute, weight, count: count, &random)
      }
    }
  }

  @Test("a list of products with one row, as experts have, gives NaN", arguments: usableISAs)
  func lists(isa: ISA) throws {
    var random = SeededGenerator(seed: 32)
    let compute = Compute(threads: 2, isa: isa)
    let weights = try [TensorType.q8_0, .q4_K, .f16, .q6_K, .bf16].map {
      try weight($0, rows: 33, columns: 256, compute, using: &random)
    }
    for value in nonFiniteValues {
      let (buffer, x) = randomRows(1, columns: 256, using: &random)
      x[0, 77] = value
      let outputs = weights.map { RowBuffer(rows: 1, columns: $0.rows) }
      compute.multiply(
        zip(weights, outputs).map { MatmulJob(weight: $0, input: x, output: $1.rows(1)) })
      for output in outputs { #expect((0..<33).allSatisfy { output.rows(1)[0, $0].isNaN }) }
      withExtendedLifetime(buffer) {}
    }
  }

  /// What is made of an infinite result may be finite again: a gate that is −∞ lets nothing
  /// through, a limit cuts it off.
  @Test(
    "weights that are not finite, or a sum that overflows, give NaN for the whole row",
    arguments: usableISAs, [1, 2, 8, 24, 40])
  func results(isa: ISA, count: Int) throws {
    var random = SeededGenerator(seed: 33)
    let compute = Compute(threads: 2, isa: isa)
    for bits: UInt16 in [0x7C00, 0xFC00, 0x7E00] {
      var bytes = randomBlocks(.q8_0, rows: 40, columns: 64, using: &random)
      // The scale of the first block of row 21.
      (bytes[21 * 68], bytes[21 * 68 + 1]) = (UInt8(bits & 0xFF), UInt8(bits >> 8))
      let kept = KeptBytes(bytes)
      let weight = try unsafe WeightMatrix(
        kept.buffer, type: .q8_0, rows: 40, columns: 64, owner: kept, team: compute.team, isa: isa)
      let x = (0..<count).map { _ in (0..<64).map { _ in ordinaryValue(&random) } }
      let found = product(weight, x, compute)
      #expect(found.allSatisfy { $0.allSatisfy { Float(bitPattern: $0).isNaN } }, "\(bits)")
    }
    let large = WeightMatrix(floats: [Float](repeating: 2, count: 17 * 16), rows: 17, columns: 16)
    var x = [[Float]](repeating: [Float](repeating: 1, count: 16), count: count)
    x[count - 1] = [Float](repeating: 3e38, count: 16)
    let found = product(large, x, compute)
    #expect(found[count - 1].allSatisfy { Float(bitPattern: $0).isNaN })
    for row in 0..<count - 1 { #expect(found[row].allSatisfy { Float(bitPattern: $0) == 32 }) }
  }
}
