import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

@Suite("Weight memory")
struct WeightMemoryTests {
  /// A matrix of `rows` × 32 Q8_0 weights, all bytes `fill`.
  private func matrix(
    rows: Int, fill: UInt8, in memory: WeightMemory?, team: Team
  ) throws -> WeightMatrix {
    let bytes = [UInt8](repeating: fill, count: rows * 34)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe WeightMatrix(
        $0, type: .q8_0, rows: rows, columns: 32, owner: NoOwner(), team: team, in: memory)
    }
  }

  @Test("matrices share it without overlap, and have memory of their own where it is full")
  func sharing() throws {
    let team = Team(threads: 2)
    let memory = try #require(WeightMemory(capacity: 2 << 20))
    // 64 matrices of 43,520 bytes: a third more than there is room for.
    let matrices = try (0..<64).map {
      try matrix(rows: 1280, fill: UInt8($0), in: memory, team: team)
    }
    for (index, weight) in matrices.enumerated() {
      let alone = try matrix(rows: 1280, fill: UInt8(index), in: nil, team: team)
      #expect(weight.storedBytes == alone.storedBytes, "matrix \(index)")
    }
  }

  @Test("it lives as long as a matrix in it")
  func lifetime() throws {
    let team = Team(threads: 1)
    var memory = WeightMemory(capacity: 2 << 20)
    weak let watched = memory
    var weight: WeightMatrix? = try matrix(rows: 16, fill: 7, in: memory, team: team)
    memory = nil
    #expect(watched != nil)
    #expect(weight?.storedBytes.count == 544)
    weight = nil
    #expect(watched == nil)
  }

  @Test("sizes that cannot be had are refused")
  func refusal() {
    #expect(WeightMemory(capacity: .max) == nil)
    #expect(WeightMemory(capacity: -1) == nil)
    #expect(WeightMemory(capacity: 0) == nil)
  }

  @Test("the bytes a matrix takes are known beforehand", arguments: panelTypes)
  func sizes(type: TensorType) throws {
    var random = SeededGenerator(seed: 5)
    for rows in [1, 16, 17, 40] {
      let bytes = randomBlocks(type, rows: rows, columns: 512, using: &random)
      let weight = try unsafe bytes.withUnsafeBytes {
        try unsafe WeightMatrix(
          $0, type: type, rows: rows, columns: 512, owner: NoOwner(), team: Team(threads: 1))
      }
      let expected = (weight.residentBytes + 63) / 64 * 64
      #expect(WeightMatrix.packedBytes(type, rows: rows, columns: 512) == expected)
    }
    #expect(WeightMatrix.packedBytes(.f16, rows: 5, columns: 5) == 0)
    #expect(WeightMatrix.packedBytes(type, rows: .max, columns: 512) == nil)
    #expect(WeightMatrix.packedBytes(type, rows: 1 << 30, columns: 1 << 30) == nil)
  }
}
