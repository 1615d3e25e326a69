import TernKernels
import TernTestSupport
import Testing

@Suite("Norms, attention and the cache where values are not finite")
struct NonFiniteKernelTests {
  @Test("norms give NaN for such a row, and for one whose squares overflow, to its end")
  func norms() {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for value in nonFiniteValues + [1e25, -3e38] {
        for column in [0, 7, 36] {
          let x = GuardedRows(rows: 3, columns: 37, offset: 1) { row, at in
            row == 1 && at == column ? value : Float(at + row)
          }
          let y = GuardedRows(rows: 3, columns: 37, offset: 0) { _, _ in 0 }
          func expectSecondIsNaN(_ name: String) {
            #expect(y.values(1).allSatisfy { $0.isNaN }, "\(name) \(isa) \(value) at \(column)")
            #expect((y.values(0) + y.values(2)).allSatisfy { $0.isFinite }, "\(name) \(isa)")
          }
          compute.rmsNorm(x.rows, weight: nil, epsilon: 1e-5, into: y.rows)
          expectSecondIsNaN("rms norm")
          compute.layerNorm(x.rows, weight: nil, bias: nil, epsilon: 1e-5, into: y.rows)
          expectSecondIsNaN("layer norm")
        }
      }
    }
  }

  // MARK: - Attention

  private static let positions = 9
  private static let shape = AttentionShape(
    heads: 4, kvHeads: 2, keyDim: 32, valueDim: 32, scale: 0.2)

  /// The batch's results, by row and head; `change` changes queries, keys and values before.
  private func attend(
    _ compute: Compute, _ type: CacheType, _ shape: AttentionShape = shape,
    change: (_ q: Rows, _ keys: Rows, _ values: Rows) -> Void = { _, _, _ in }
  ) throws -> [[[Float]]] {
    var random = SeededGenerator(seed: 41)
    func rows(_ columns: Int) -> GuardedRows {
      GuardedRows(rows: Self.positions, columns: columns, offset: 0) { _, _ in
        ordinaryValue(&random)
      }
    }
    let (q, keys, values) = (rows(128), rows(64), rows(64))
    change(q.rows, keys.rows, values.rows)
    let page = try KVPage(type: type, heads: 2, keyDim: 32, valueDim: 32)
    let views = [KVView(pages: [page], firstPosition: 0)]
    let (at, viewOf) = (Array(0..<Int32(Self.positions)), [Int](repeating: 0, count: 9))
    compute.store(keys: keys.rows, values: values.rows, at: at, in: views, viewOf: viewOf)
    let out = GuardedRows(rows: Self.positions, columns: 128, offset: 0) { _, _ in 0 }
    compute.attention(q.rows, at: at, in: views, viewOf: viewOf, shape: shape, into: out.rows)
    return (0..<Self.positions).map { row in
      (0..<4).map { Array(out.values(row)[32 * $0..<32 * $0 + 32]) }
    }
  }

  private func forEveryCache(_ body: (Compute, CacheType, Float) throws -> Void) rethrows {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for type in CacheType.allCases {
        for value in nonFiniteValues { try body(compute, type, value) }
      }
    }
  }

  @Test("a query that is not finite gives NaN for its head, and no other row or head notices")
  func queries() throws {
    try forEveryCache { compute, type, value in
      let expected = try attend(compute, type)
      // One lane of −∞ makes every score −∞ where the keys' values there are positive.
      let found = try attend(compute, type) { q, keys, _ in
        for row in 0..<Self.positions { keys[row, 5] = abs(keys[row, 5]) + 1 }
        q[4, 5] = value
      }
      let clean = try attend(compute, type) { _, keys, _ in
        for row in 0..<Self.positions { keys[row, 5] = abs(keys[row, 5]) + 1 }
      }
      #expect(found[4][0].allSatisfy { $0.isNaN }, "\(type) \(compute.isa) \(value)")
      for row in 0..<Self.positions {
        for head in 0..<4 where (row, head) != (4, 0) {
          #expect(found[row][head] == clean[row][head])
        }
      }
      #expect(expected[0][2] == clean[0][2])
    }
  }

  @Test("a key that is not finite gives NaN to the rows that see it, and to no others")
  func keys() throws {
    try forEveryCache { compute, type, value in
      let expected = try attend(compute, type)
      let found = try attend(compute, type) { _, keys, _ in keys[4, 32 + 9] = value }
      expectSeen(found, expected, "key \(type) \(compute.isa) \(value)") {
        $0.allSatisfy { $0.isNaN }
      }
    }
  }

  @Test("a value that is not finite reaches the rows that see it, and no others")
  func values() throws {
    try forEveryCache { compute, type, value in
      let expected = try attend(compute, type)
      let found = try attend(compute, type) { _, _, values in values[4, 32 + 9] = value }
      expectSeen(found, expected, "value \(type) \(compute.isa) \(value)") { !$0[9].isFinite }
    }
  }

  @Test("a window hides what is not finite", arguments: CacheType.allCases)
  func windows(type: CacheType) throws {
    var shape = Self.shape
    shape.window = 3
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let expected = try attend(compute, type, shape)
      let found = try attend(compute, type, shape) { _, keys, values in
        values[4, 0] = .nan
        keys[4, 40] = .infinity
      }
      for row in 0..<Self.positions where !(4...6).contains(row) {
        #expect(found[row] == expected[row], "\(isa) row \(row)")
      }
      for row in 4...6 {
        #expect(found[row].allSatisfy { !$0.allSatisfy { $0.isFinite } }, "\(isa) row \(row)")
      }
    }
  }

  @Test("a key too large for the cache's type gives NaN instead of being overlooked")
  func largeKeys() throws {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for value: Float in [-70_000, 70_000] {
        let found = try attend(compute, .f16) { _, keys, _ in keys[4, 9] = value }
        #expect(found[8][0].allSatisfy { $0.isNaN } && found[8][1].allSatisfy { $0.isNaN })
        #expect(found[3][0].allSatisfy { $0.isFinite } && found[8][2].allSatisfy { $0.isFinite })
      }
    }
  }

  /// Heads 2 and 3 of rows 4 and later have the second key-value head's position 4 in sight.
  private func expectSeen(
    _ found: [[[Float]]], _ expected: [[[Float]]], _ what: String, _ isSpoiled: ([Float]) -> Bool
  ) {
    for row in 0..<Self.positions {
      for head in 0..<4 {
        if row >= 4 && head >= 2 {
          #expect(isSpoiled(found[row][head]), "\(what) row \(row)")
        } else {
          #expect(found[row][head] == expected[row][head], "\(what) row \(row) head \(head)")
        }
      }
    }
  }
}
