import TernKernels
import TernTestSupport
import Testing

@Suite("Selection of keys")
struct KeySelectionTests {
  private struct Case {
    let heads: Int
    let dim: Int
    let count: Int
    /// Positions of the rows' sequences: two views.
    let rows: [(view: Int, position: Int)]
  }

  private func makeView(
    _ keys: GuardedRows, dim: Int, type: CacheType, _ compute: Compute
  ) throws -> KVView {
    let count = keys.rows.count
    let view = KVView(
      pages: try (0...(count - 1) / 64).map { _ in
        try KVPage(type: type, heads: 1, keyDim: dim, valueDim: 0)
      }, firstPosition: 0)
    compute.store(
      keys: keys.rows, values: keys.rows.slice(columns: 0..<0), at: (0..<count).map(Int32.init),
      in: [view], viewOf: [Int](repeating: 0, count: count))
    return view
  }

  /// The positions with the largest of a row's scores, in double precision.
  private func expected(
    _ test: Case, _ row: Int, q: Rows, weights: Rows, keys: Rows
  ) -> Set<Int> {
    let scores = (0...test.rows[row].position).map { position in
      (0..<test.heads).reduce(0.0) { sum, head in
        let product = (0..<test.dim).reduce(0.0) {
          $0 + Double(q[row, head * test.dim + $1]) * Double(keys[position, $1])
        }
        return sum + Double(weights[row, head]) * max(0, product)
      }
    }
    return Set(
      scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(test.count))
  }

  private func selected(_ selection: KeySelection, row: Int, length: Int) -> Set<Int> {
    Set(
      (0..<length).filter {
        selection.word(row: row, page: $0 / 64) >> UInt64($0 % 64) & 1 == 1
      })
  }

  @Test(
    "the positions with the largest scores are chosen, on every instruction set",
    arguments: [(1, 5, 3), (3, 16, 40), (8, 96, 7)])
  func chosen(_ heads: Int, _ dim: Int, _ count: Int) throws {
    var random = SeededGenerator(seed: 61)
    let test = Case(
      heads: heads, dim: dim, count: count,
      rows: [(0, 2), (0, 63), (0, 64), (1, 199), (1, 130), (0, 89)])
    let keys = [90, 200].map { length in
      GuardedRows(rows: length, columns: dim, offset: 0) { _, _ in random.normal() }
    }
    let q = GuardedRows(rows: 6, columns: heads * dim, offset: 1) { _, _ in random.normal() }
    let weights = GuardedRows(rows: 6, columns: heads, offset: 2) { _, _ in random.normal() }
    for isa in availableISAs {
      let compute = Compute(threads: 2, isa: isa)
      let views = try keys.map { try makeView($0, dim: dim, type: .f32, compute) }
      let selection = KeySelection()
      compute.selectKeys(
        q.rows, weights: weights.rows, at: test.rows.map { Int32($0.position) }, in: views,
        viewOf: test.rows.map(\.view),
        shape: IndexShape(heads: heads, keyDim: dim, count: count), into: selection)
      for (row, place) in test.rows.enumerated() {
        let found = selected(selection, row: row, length: 256)
        let wanted = expected(
          test, row, q: q.rows, weights: weights.rows, keys: keys[place.view].rows)
        #expect(found == wanted, "\(isa), row \(row)")
      }
      selection.keep(rows: [1, 3])
      #expect(
        selected(selection, row: 1, length: 256)
          == expected(test, 3, q: q.rows, weights: weights.rows, keys: keys[1].rows))
    }
  }

  @Test("attention sees what is selected and nothing else", arguments: CacheType.allCases)
  func attention(type: CacheType) throws {
    var random = SeededGenerator(seed: 62)
    let (dim, length) = (64, 150)
    let keys = GuardedRows(rows: length, columns: dim, offset: 0) { _, _ in random.normal() }
    let q = GuardedRows(rows: 4, columns: 2 * dim, offset: 0) { _, _ in random.normal() }
    let weights = GuardedRows(rows: 4, columns: 1, offset: 0) { _, _ in 1 }
    let shape = AttentionShape(
      heads: 2, kvHeads: 1, keyDim: dim, valueDim: 32, scale: 0.125, valuesInKeys: true)
    for isa in availableISAs {
      let compute = Compute(threads: 2, isa: isa)
      let view = try makeView(keys, dim: dim, type: type, compute)
      let selection = KeySelection()
      let positions: [Int32] = [3, 90, 120, 149]
      compute.selectKeys(
        q.rows.slice(columns: 0..<dim), weights: weights.rows, at: positions, in: [view],
        viewOf: [0, 0, 0, 0], shape: IndexShape(heads: 1, keyDim: dim, count: 6),
        into: selection)
      let out = GuardedRows(rows: 3, columns: 64, offset: 0) { _, _ in 7 }
      compute.attention(
        q.rows.slice(rows: 1..<4), at: Array(positions[1...]), in: [view], viewOf: [0, 0, 0],
        shape: shape, selection: selection, firstSelected: 1, into: out.rows)
      for row in 0..<3 {
        // A cache of the selected positions alone, in order.
        let seen = selected(selection, row: row + 1, length: length).sorted()
        #expect(seen.count == 6)
        let few = GuardedRows(rows: seen.count, columns: dim, offset: 0) {
          keys.rows[seen[$0], $1]
        }
        let alone = GuardedRows(rows: 1, columns: 64, offset: 0) { _, _ in 7 }
        compute.attention(
          q.rows.slice(rows: row + 1..<row + 2), at: [5],
          in: [try makeView(few, dim: dim, type: type, compute)], viewOf: [0], shape: shape,
          into: alone.rows)
        expectClose(
          out.values(row), alone.values(0).map(Double.init), "\(type) \(isa) row \(row)"
        ) { _ in 1e-5 }
      }
    }
  }

  @Test("a row with a score that is not finite is noted, and short sequences are seen in full")
  func spoiled() throws {
    let compute = Compute(threads: 1)
    let keys = GuardedRows(rows: 70, columns: 8, offset: 0) { $0 == 66 ? .nan : Float($1) }
    let view = try makeView(keys, dim: 8, type: .f16, compute)
    let q = GuardedRows(rows: 2, columns: 8, offset: 0) { _, _ in 1 }
    let weights = GuardedRows(rows: 2, columns: 1, offset: 0) { _, _ in 1 }
    let selection = KeySelection()
    func select(_ count: Int) {
      compute.selectKeys(
        q.rows, weights: weights.rows, at: [64, 69], in: [view], viewOf: [0, 0],
        shape: IndexShape(heads: 1, keyDim: 8, count: count), into: selection)
    }
    select(4)
    #expect(selection.spoiled == [1])
    #expect(selected(selection, row: 0, length: 70) == [0, 1, 2, 3])
    select(70)
    #expect(selection.spoiled.isEmpty)
  }
}
