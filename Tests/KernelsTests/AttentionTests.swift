import Foundation
import TernKernels
import TernTestSupport
import Testing

/// One random case: shape, sequences with a cache each, and a batch of rows.
private struct AttentionCase {
  var type: CacheType
  var shape: AttentionShape
  /// Per sequence: positions held, and positions whose pages were dropped at the front.
  var lengths: [Int]
  var dropped: [Int]
  /// Rows of the batch: sequence and position.
  var rows: [(view: Int, position: Int)]
  /// What is added to the score of a head and a key so far behind the query.
  var biasOf: (Int, Int) -> Double = { _, _ in 0 }

  init(type: CacheType, _ random: inout SeededGenerator) {
    self.type = type
    let dims = type == .q8_0 ? [32, 64, 96, 128] : [8, 16, 20, 64, 80, 96, 128]
    let kvHeads = Int.random(in: 1...3, using: &random)
    let group = [1, 1, 2, 3, 4, 7, 8].randomElement(using: &random) ?? 1
    let keyDim = dims.randomElement(using: &random) ?? 64
    let valueDim = Bool.random(using: &random) ? keyDim : dims.randomElement(using: &random) ?? 64
    let sinks = (0..<kvHeads * group).map { _ in random.normal() * 2 }
    let window = [nil, nil, 1, 5, 64, 100].randomElement(using: &random) ?? nil
    shape = AttentionShape(
      heads: kvHeads * group, kvHeads: kvHeads, keyDim: keyDim, valueDim: valueDim,
      scale: 1 / Float(keyDim).squareRoot(),
      softcap: Int.random(in: 0..<3, using: &random) == 0 ? 5 : nil,
      window: window, isChunked: window != nil && Bool.random(using: &random),
      sinks: Int.random(in: 0..<3, using: &random) == 0 ? FloatVector(sinks) : nil)
    lengths = []
    dropped = []
    rows = []
    let long = Int.random(in: 0..<6, using: &random) == 0
    for view in 0..<Int.random(in: 1...3, using: &random) {
      let length = Int.random(in: 1...(long ? 1500 : 200), using: &random)
      let batch = Int.random(in: 1...min(length, long ? 3 : 24), using: &random)
      let first = length - batch
      // A window allows the pages before it to be gone.
      let needed = max(0, first - (window ?? .max - 1) + 1)
      lengths.append(length)
      dropped.append(Bool.random(using: &random) ? needed / 64 * 64 : 0)
      rows += (first..<length).map { (view, $0) }
    }
  }
}

extension AttentionCase {
  /// The last `batch` rows of one sequence.
  init(type: CacheType, shape: AttentionShape, length: Int, batch: Int) {
    self.type = type
    self.shape = shape
    lengths = [length]
    dropped = [0]
    rows = (length - batch..<length).map { (0, $0) }
  }

  /// Rows anywhere in sequences that they see in both directions, with a bias or without one.
  init(bidirectional type: CacheType, _ random: inout SeededGenerator) {
    self.init(type: type, &random)
    shape.isBidirectional = true
    dropped = dropped.map { _ in 0 }
    shape.window = [nil, nil, 1, 2, 9, 64, 130].randomElement(using: &random) ?? nil
    if Bool.random(using: &random) {
      let slopes = (0..<shape.heads).map { _ in random.normal() / 8 }
      shape.bias = ScoreBias(heads: shape.heads, reach: lengths.max() ?? 0) { head, offset in
        Self.bias(slopes[head], offset)
      }
      biasOf = { Double(Self.bias(slopes[$0], $1)) }
    }
    rows = lengths.enumerated().flatMap { view, length in
      let first = Int.random(in: 0..<length, using: &random)
      return (first..<min(length, first + 24)).map { (view, $0) }
    }
  }

  /// Something that depends on distance and direction.
  private static func bias(_ slope: Float, _ offset: Int) -> Float {
    offset > 40 ? 3 * slope : slope * Float(abs(offset)) + (offset < 0 ? slope : 0)
  }

  /// The positions that a row sees.
  func visible(_ view: Int, _ position: Int) -> Range<Int> {
    guard shape.isBidirectional else {
      let oldest = shape.window.map { shape.isChunked ? position / $0 * $0 : position - $0 + 1 }
      return max(dropped[view], oldest ?? 0)..<position + 1
    }
    let half = shape.window.map { $0 / 2 } ?? lengths[view]
    return max(0, position - half)..<min(lengths[view], position + half + 1)
  }
}

@Suite("Attention")
struct AttentionTests {
  /// A case's data: what the caches are given and hold, the queries, and some expected results.
  private struct Material {
    var keys: [[[Float]]] = []
    var values: [[[Float]]] = []
    var queries: [[Float]] = []
    /// Some rows and heads with the results in double precision and their tolerance.
    var samples: [(row: Int, head: Int, expected: [Double], tolerance: Double)] = []
  }

  private func material(
    _ test: AttentionCase, seed: UInt64, work: Int = 300_000
  ) -> Material {
    var random = SeededGenerator(seed: seed)
    let shape = test.shape
    var material = Material()
    func rows(_ count: Int, _ columns: Int) -> [[Float]] {
      // Uniform with variance one: the source of normal values is slow in unoptimised builds.
      (0..<count).map { _ in
        (0..<columns).map { _ in
          Float(Int64(truncatingIfNeeded: random.next()) >> 40) * 0x1.bb68p-23
        }
      }
    }
    for length in test.lengths {
      material.keys.append(rows(length, shape.kvHeads * shape.keyDim))
      let keys = material.keys[material.keys.count - 1]
      material.values.append(
        shape.valuesInKeys
          ? keys.map { prefixes(of: $0, shape) } : rows(length, shape.kvHeads * shape.valueDim))
    }
    material.queries = rows(test.rows.count, shape.heads * shape.keyDim)
    // Last row and head always, others while the work lasts.
    var work = work
    var (row, head) = (test.rows.count - 1, shape.heads - 1)
    while work > 0 {
      material.samples.append(sample(test, material, row: row, head: head))
      let (view, position) = test.rows[row]
      work -= test.visible(view, position).count * (shape.keyDim + shape.valueDim)
      row = Int.random(in: test.rows.indices, using: &random)
      head = Int.random(in: 0..<shape.heads, using: &random)
    }
    return material
  }

  /// The values that are the first dimensions of a position's keys.
  private func prefixes(of keys: [Float], _ shape: AttentionShape) -> [Float] {
    (0..<shape.kvHeads).flatMap { keys[$0 * shape.keyDim..<$0 * shape.keyDim + shape.valueDim] }
  }

  /// Softmax attention of one row and head in double precision with every score at once.
  ///
  /// The tolerance: a score of `d` products errs by at most `(d + 3)` half units of `|q|·|k|` times
  /// the scale (a quarter of that is taken: no random data reaches the bound), a weight relatively
  /// by that, 4 units of `e^x` and half a unit of its argument, of at most 40; the result is a mean
  /// of values whose weights err so, and its own sum errs by half a unit for each addition.
  private func sample(
    _ test: AttentionCase, _ material: Material, row: Int, head: Int
  ) -> (row: Int, head: Int, expected: [Double], tolerance: Double) {
    let shape = test.shape
    let (view, position) = test.rows[row]
    let kvHead = head / (shape.heads / shape.kvHeads)
    let query = material.queries[row][head * shape.keyDim..<(head + 1) * shape.keyDim].map(
      Double.init)
    var (scores, values): ([Double], [[Double]]) = ([], [])
    var (largestTerm, largestValue) = (0.0, 0.0)
    for p in test.visible(view, position) {
      let key = stored(
        material.keys[view][p][kvHead * shape.keyDim..<(kvHead + 1) * shape.keyDim], test.type)
      let value = stored(
        material.values[view][p][kvHead * shape.valueDim..<(kvHead + 1) * shape.valueDim], test.type
      )
      var (score, terms) = (0.0, 0.0)
      for d in 0..<shape.keyDim {
        score += query[d] * key[d]
        terms += abs(query[d] * key[d])
      }
      score *= Double(shape.scale)
      let bias = test.biasOf(head, p - position)
      largestTerm = max(largestTerm, terms * Double(shape.scale) + abs(bias))
      for v in value { largestValue = max(largestValue, abs(v)) }
      if let cap = shape.softcap { score = Double(cap) * tanh(score / Double(cap)) }
      scores.append(score + bias)
      values.append(value)
    }
    let sink = shape.sinks.map { Double($0[head]) } ?? -.infinity
    let largest = max(scores.max() ?? -.infinity, sink)
    var total = exp(sink - largest)
    var expected = [Double](repeating: 0, count: shape.valueDim)
    for (score, value) in zip(scores, values) {
      let weight = exp(score - largest)
      total += weight
      for d in 0..<shape.valueDim { expected[d] += weight * value[d] }
    }
    let relative = 2 * (largestTerm * Double(shape.keyDim + 3) / 8 + 24) + Double(scores.count) / 2
    return (row, head, expected.map { $0 / total }, epsilon32 * relative * largestValue)
  }

  /// Runs a case on `compute` and compares the samples.
  private func check(
    _ test: AttentionCase, _ material: Material, _ compute: Compute
  ) throws {
    let shape = test.shape
    let storedDim = shape.valuesInKeys ? 0 : shape.valueDim
    let views = try zip(test.lengths, test.dropped).map { length, dropped in
      KVView(
        pages: try (dropped / 64...(length - 1) / 64).map { _ in
          try KVPage(
            type: test.type, heads: shape.kvHeads, keyDim: shape.keyDim, valueDim: storedDim)
        }, firstPosition: dropped, end: length)
    }
    for view in views.indices {
      let held = test.dropped[view]..<test.lengths[view]
      let k = GuardedRows(rows: held.count, columns: shape.kvHeads * shape.keyDim, offset: 1) {
        material.keys[view][held.lowerBound + $0][$1]
      }
      let v = GuardedRows(rows: held.count, columns: shape.kvHeads * storedDim, offset: 0) {
        material.values[view][held.lowerBound + $0][$1]
      }
      compute.store(
        keys: k.rows, values: v.rows, at: held.map(Int32.init), in: views,
        viewOf: held.map { _ in view })
    }
    let count = test.rows.count
    let q = GuardedRows(rows: count, columns: shape.heads * shape.keyDim, offset: 1) {
      material.queries[$0][$1]
    }
    let out = GuardedRows(rows: count, columns: shape.heads * shape.valueDim, offset: 3) { _, _ in
      7
    }
    compute.attention(
      q.rows, at: test.rows.map { Int32($0.position) }, in: views, viewOf: test.rows.map(\.view),
      shape: shape, into: out.rows)
    for (row, head, expected, tolerance) in material.samples {
      let result = (0..<shape.valueDim).map { out.rows[row, head * shape.valueDim + $0] }
      expectClose(result, expected, "\(compute.isa) \(test) row \(row) head \(head)") { _ in
        tolerance
      }
    }
    #expect(out.isIntact)
  }

  /// What the cache makes of a head's row, in double precision.
  private func stored(_ x: ArraySlice<Float>, _ type: CacheType) -> [Double] {
    switch type {
    case .f32: return x.map(Double.init)
    case .f16: return x.map { Double(Float16($0)) }
    case .q8_0:
      return stride(from: x.startIndex, to: x.endIndex, by: 32).flatMap { start -> [Double] in
        let block = x[start..<start + 32]
        let largest = block.map(abs).max() ?? 0
        let inverse = 127 / largest
        return block.map {
          Double(($0 * inverse).rounded(.toNearestOrEven)) * Double(largest / 127)
        }
      }
    }
  }

  @Test(
    "random shapes, windows and sequences equal the plain formula", arguments: CacheType.allCases)
  func randomCases(type: CacheType) throws {
    var random = SeededGenerator(seed: 51)
    for round in 0..<14 {
      let test = AttentionCase(type: type, &random)
      let material = material(test, seed: UInt64(round))
      for isa in availableISAs { try check(test, material, Compute(threads: 2, isa: isa)) }
    }
  }

  @Test(
    "rows that see both directions, symmetric windows and biases equal the plain formula",
    arguments: CacheType.allCases)
  func bothDirections(type: CacheType) throws {
    var random = SeededGenerator(seed: 53)
    for round in 0..<14 {
      let test = AttentionCase(bidirectional: type, &random)
      let material = material(test, seed: UInt64(100 + round))
      for isa in availableISAs { try check(test, material, Compute(threads: 2, isa: isa)) }
    }
  }

  @Test(
    "every number of heads that share keys, and so every height of a tile, equals the plain formula",
    arguments: CacheType.allCases)
  func heights(type: CacheType) throws {
    for group in 1...14 {
      for (batch, keyDim, valueDim) in [(1, 64, 64), (1, 96, 32), (3, 64, 128), (17, 128, 64)] {
        let shape = AttentionShape(
          heads: 2 * group, kvHeads: 2, keyDim: keyDim, valueDim: valueDim, scale: 0.125)
        let test = AttentionCase(type: type, shape: shape, length: 64 + 5 * group, batch: batch)
        let material = material(test, seed: UInt64(group), work: 100_000)
        for isa in availableISAs { try check(test, material, Compute(threads: 1, isa: isa)) }
      }
    }
  }

  @Test(
    "values that are the first dimensions of keys equal the plain formula",
    arguments: CacheType.allCases)
  func valuesInKeys(type: CacheType) throws {
    let dims =
      type == .q8_0 ? [(96, 64), (64, 32), (32, 32)] : [(48, 32), (23, 19), (9, 8), (80, 61)]
    for (index, (keyDim, valueDim)) in dims.enumerated() {
      for (group, batch, length) in [(1, 1, 5), (4, 17, 130), (16, 3, 70), (13, 1, 200)] {
        let shape = AttentionShape(
          heads: group, kvHeads: 1, keyDim: keyDim, valueDim: valueDim, scale: 0.125,
          valuesInKeys: true)
        let test = AttentionCase(
          type: type, shape: shape, length: length, batch: min(batch, length))
        let material = material(test, seed: UInt64(100 * index + group), work: 50_000)
        for isa in availableISAs { try check(test, material, Compute(threads: 2, isa: isa)) }
      }
    }
  }

  @Test("the number of threads does not change a bit")
  func threads() throws {
    var random = SeededGenerator(seed: 52)
    let shape = AttentionShape(heads: 4, kvHeads: 2, keyDim: 64, valueDim: 64, scale: 0.125)
    let pages = try (0..<19).map { _ in try KVPage(type: .f16, heads: 2, keyDim: 64, valueDim: 64) }
    let views = [KVView(pages: pages, firstPosition: 0)]
    let kv = GuardedRows(rows: 1200, columns: 128, offset: 0) { _, _ in random.normal() }
    Compute(threads: 1).store(
      keys: kv.rows, values: kv.rows, at: (0..<1200).map { Int32($0) }, in: views,
      viewOf: [Int](repeating: 0, count: 1200))
    let q = GuardedRows(rows: 3, columns: 256, offset: 0) { _, _ in random.normal() }
    let results = [1, 2, 5].map { threads in
      let out = GuardedRows(rows: 3, columns: 256, offset: 0) { _, _ in 0 }
      Compute(threads: threads).attention(
        q.rows, at: [1197, 1198, 1199], in: views, viewOf: [0, 0, 0], shape: shape, into: out.rows)
      return (0..<3).map { out.values($0) }
    }
    #expect(results[0] == results[1] && results[0] == results[2])
  }

  @Test("stale contents behind the last position do not matter, not even NaN")
  func stale() throws {
    for type in CacheType.allCases {
      for isa in availableISAs {
        let compute = Compute(threads: 1, isa: isa)
        let shape = AttentionShape(heads: 2, kvHeads: 1, keyDim: 32, valueDim: 32, scale: 1)
        let views = [
          KVView(
            pages: [try KVPage(type: type, heads: 1, keyDim: 32, valueDim: 32)], firstPosition: 0)
        ]
        let good = GuardedRows(rows: 1, columns: 32, offset: 0) { Float($1 + 1) }
        let bad = GuardedRows(rows: 1, columns: 32, offset: 0) { _, _ in .nan }
        compute.store(keys: good.rows, values: good.rows, at: [0], in: views, viewOf: [0])
        compute.store(keys: bad.rows, values: bad.rows, at: [1], in: views, viewOf: [0])
        let q = GuardedRows(rows: 1, columns: 64, offset: 0) { _, _ in 0.1 }
        let out = GuardedRows(rows: 1, columns: 64, offset: 0) { _, _ in 0 }
        compute.attention(q.rows, at: [0], in: views, viewOf: [0], shape: shape, into: out.rows)
        expectClose(
          out.values(), (0..<64).map { Double($0 % 32 + 1) }, "\(type) \(isa)"
        ) { _ in type == .q8_0 ? 16.0 / 127 + 1e-5 : 1e-5 }
      }
    }
  }

  @Test("a row before everything its view still holds gives zeros")
  func nothingVisible() throws {
    let compute = Compute(threads: 1)
    let shape = AttentionShape(heads: 1, kvHeads: 1, keyDim: 16, valueDim: 16, scale: 1)
    let views = [
      KVView(
        pages: [try KVPage(type: .f32, heads: 1, keyDim: 16, valueDim: 16)], firstPosition: 128)
    ]
    let q = GuardedRows(rows: 1, columns: 16, offset: 0) { _, _ in 1 }
    let out = GuardedRows(rows: 1, columns: 16, offset: 0) { _, _ in 5 }
    compute.attention(q.rows, at: [3], in: views, viewOf: [0], shape: shape, into: out.rows)
    #expect(out.values() == [Float](repeating: 0, count: 16))
  }
}
