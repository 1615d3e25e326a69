import Foundation
import Synchronization
import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

// The time limit is a guard against hanging only.
@Suite("Packing behind", .timeLimit(.minutes(30)))
struct BackgroundPackingTests {
  /// Bytes of a matrix that live as long as anything that reads them.
  @safe
  private final class Bytes: Sendable {
    private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
      unsafe memory = .allocate(byteCount: bytes.count, alignment: 64)
      unsafe memory.copyBytes(from: bytes)
    }

    deinit { unsafe memory.deallocate() }

    func matrix(
      _ type: TensorType, rows: Int, columns: Int, compute: Compute,
      behind: BackgroundPacking? = nil, isLookup: Bool = false, in shared: WeightMemory? = nil,
      released: @escaping @Sendable (Range<Int>) -> Void = { _ in }
    ) throws -> WeightMatrix {
      try unsafe WeightMatrix(
        UnsafeRawBufferPointer(memory), type: type, rows: rows, columns: columns, owner: self,
        team: compute.team, isa: compute.isa, in: shared, behind: behind, isLookup: isLookup,
        released: released)
    }
  }

  /// Ranges that several threads add.
  private final class Ranges: @unchecked Sendable {
    // Sendable: every access is under the lock, one that the thread sanitizer understands.
    private let lock = NSLock()
    private var ranges: [Range<Int>] = []

    var list: [Range<Int>] { lock.withLock { ranges } }

    func add(_ range: Range<Int>) { lock.withLock { ranges.append(range) } }
  }

  private final class Calls: Sendable { let count = Atomic<Int>(0) }

  private func product(_ weight: WeightMatrix, _ x: Rows, _ compute: Compute) -> [UInt32] {
    let buffer = RowBuffer(rows: x.count, columns: weight.rows)
    let y = buffer.rows(x.count)
    compute.multiply(weight, x, into: y)
    return (0..<x.count).flatMap { row in
      (0..<weight.rows).map { y[row, $0].bitPattern }
    }
  }

  private func gather(_ weight: WeightMatrix, _ compute: Compute) -> [UInt32] {
    let indices: [Int32] = [0, Int32(weight.rows) - 1, 17, 17, 5, 63]
    let buffer = RowBuffer(rows: indices.count, columns: weight.columns)
    let x = buffer.rows(indices.count)
    compute.gatherRows(weight, indices, into: x)
    return (0..<x.count).flatMap { row in
      (0..<weight.columns).map { x[row, $0].bitPattern }
    }
  }

  @Test(
    "the first product reads the file's bytes, the second packs; both are those of a packed matrix",
    arguments: usableISAs, panelTypes)
  func onUse(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa)
    let (rows, columns) = (16 * 23 + 5, 512)
    var random = SeededGenerator(seed: UInt64(type.rawValue) + 31)
    let bytes = Bytes(randomBlocks(type, rows: rows, columns: columns, using: &random))
    let packed = try bytes.matrix(type, rows: rows, columns: columns, compute: compute)
    #expect(packed.isPacked)
    for count in [1, 3, 8, 19, 45] {
      let behind = BackgroundPacking()
      let released = Ranges()
      let weight = try bytes.matrix(
        type, rows: rows, columns: columns, compute: compute, behind: behind,
        released: { released.add($0) })
      let (buffer, x) = randomRows(count, columns: columns, using: &random)
      let expected = product(packed, x, compute)
      #expect(gather(weight, compute) == gather(packed, compute))
      #expect(product(weight, x, compute) == expected, "\(type.name), \(count) rows, unpacked")
      #expect(!weight.isPacked && !behind.isComplete)
      #expect(released.list.isEmpty)
      #expect(product(weight, x, compute) == expected, "\(type.name), \(count) rows, packed")
      #expect(weight.isPacked && behind.isComplete)
      #expect(weight.storedBytes == packed.storedBytes)
      #expect(gather(weight, compute) == gather(packed, compute))
      let size = try #require(type.byteCount(elements: rows * columns))
      var ranges = released.list
      let whole = try #require(ranges.firstIndex(of: 0..<size))
      ranges.remove(at: whole)
      ranges.sort { $0.lowerBound < $1.lowerBound }
      #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == size)
      for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
      withExtendedLifetime(buffer) {}
    }
  }

  @Test("products and lookups while the thread packs are those of packed matrices")
  func beside() async throws {
    let compute = Compute(threads: 2)
    let (rows, columns) = (16 * 40, 1024)
    var random = SeededGenerator(seed: 3)
    for round in 0..<SharedSuites.rounds(300) {
      let type = panelTypes[round % panelTypes.count]
      let bytes = Bytes(randomBlocks(type, rows: rows, columns: columns, using: &random))
      let (buffer, x) = randomRows(1 + round % 9, columns: columns, using: &random)
      let packed = try bytes.matrix(type, rows: rows, columns: columns, compute: compute)
      let expected = product(packed, x, compute)
      let rowsExpected = gather(packed, compute)
      let behind = BackgroundPacking()
      let calls = Calls()
      let weights = try (0..<6).map { _ in
        try bytes.matrix(type, rows: rows, columns: columns, compute: compute, behind: behind)
      }
      behind.start { calls.count.add(1, ordering: .relaxed) }
      for weight in weights {
        for _ in 0..<2 {
          #expect(product(weight, x, compute) == expected, "\(type.name)")
          #expect(gather(weight, compute) == rowsExpected, "\(type.name)")
        }
      }
      behind.finish(team: compute.team)
      for weight in weights { #expect(weight.storedBytes == packed.storedBytes) }
      try await wait { calls.count.load(ordering: .relaxed) > 0 }
      #expect(calls.count.load(ordering: .relaxed) == 1)
      withExtendedLifetime(buffer) {}
    }
  }

  @Test("the thread packs everything by itself, and keeps nothing afterwards")
  func alone() async throws {
    let compute = Compute(threads: 1)
    var random = SeededGenerator(seed: 4)
    let blocks = randomBlocks(.q8_0, rows: 640, columns: 512, using: &random)
    var bytes: Bytes? = Bytes(blocks)
    var memory = WeightMemory(capacity: 4 << 20)
    weak let watched = memory
    weak let source = bytes
    var behind: BackgroundPacking? = BackgroundPacking()
    let expected = try bytes?.matrix(.q8_0, rows: 640, columns: 512, compute: compute).storedBytes
    var weight = try bytes?.matrix(
      .q8_0, rows: 640, columns: 512, compute: compute, behind: behind, in: memory)
    bytes = nil
    memory = nil
    behind?.start {}
    try await wait { weight?.isPacked == true }
    #expect(weight?.storedBytes == expected)
    #expect(watched != nil)
    weight = nil
    behind = nil
    try await wait { watched == nil && source == nil }
  }

  @Test("a model that goes while it is packed stops the thread")
  func abandoned() async throws {
    let compute = Compute(threads: 1)
    var random = SeededGenerator(seed: 5)
    let blocks = randomBlocks(.q4_K, rows: 4096, columns: 2048, using: &random)
    for _ in 0..<20 {
      var bytes: Bytes? = Bytes(blocks)
      weak let source = bytes
      var behind: BackgroundPacking? = BackgroundPacking()
      var weight = try bytes?.matrix(
        .q4_K, rows: 4096, columns: 2048, compute: compute, behind: behind)
      bytes = nil
      behind?.start {}
      weight = nil
      behind = nil
      try await wait { source == nil }
      _ = weight
    }
  }

  @Test("a matrix for lookups stays as it is", arguments: panelTypes)
  func lookup(type: TensorType) throws {
    let compute = Compute(threads: 2)
    var random = SeededGenerator(seed: 6)
    let bytes = Bytes(randomBlocks(type, rows: 80, columns: 512, using: &random))
    let weight = try bytes.matrix(
      type, rows: 80, columns: 512, compute: compute, isLookup: true)
    let packed = try bytes.matrix(type, rows: 80, columns: 512, compute: compute)
    #expect(weight.residentBytes == 0)
    let (found, expected) = (gather(weight, compute), gather(packed, compute))
    // The two zeros count as equal.
    #expect(
      found.map { $0 == 1 << 31 ? 0 : $0 } == expected.map { $0 == 1 << 31 ? 0 : $0 })
  }

  /// Waits until `condition` holds; ends with an error when the time limit cancels the test.
  private func wait(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }
}
