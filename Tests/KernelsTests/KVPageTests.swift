import TernKernels
import TernTestSupport
import Testing

@Suite("Cache pages")
struct KVPageTests {
  @Test("a page takes the bytes its layout says")
  func size() {
    let f16 = KVPage(type: .f16, heads: 8, keyDim: 64, valueDim: 64)
    #expect(f16.byteCount == 8 * 64 * (64 + 64) * 2)
    let f32 = KVPage(type: .f32, heads: 1, keyDim: 8, valueDim: 20)
    #expect(f32.byteCount == 64 * (8 + 32) * 4)
    let q8 = KVPage(type: .q8_0, heads: 2, keyDim: 64, valueDim: 32)
    #expect(q8.byteCount == 2 * 64 * (64 + 32 + 2 * 4 + 4))
  }

  @Test("a copy has the contents and then goes its own way", arguments: CacheType.allCases)
  func copies(type: CacheType) {
    let compute = Compute(threads: 1)
    let page = KVPage(type: type, heads: 1, keyDim: 32, valueDim: 32)
    let shape = AttentionShape(heads: 1, kvHeads: 1, keyDim: 32, valueDim: 32, scale: 1)
    func put(_ value: Float, in page: KVPage) {
      let x = GuardedRows(rows: 1, columns: 32, offset: 0) { _, _ in value }
      compute.store(
        keys: x.rows, values: x.rows, at: [0],
        in: [KVView(pages: [page], firstPosition: 0)], viewOf: [0])
    }
    func get(_ page: KVPage) -> Float {
      let q = GuardedRows(rows: 1, columns: 32, offset: 0) { _, _ in 1 }
      compute.attention(
        q.rows, at: [0], in: [KVView(pages: [page], firstPosition: 0)], viewOf: [0],
        shape: shape, into: q.rows)
      return q.rows[0, 31]
    }
    put(3, in: page)
    let copy = page.copy()
    put(5, in: page)
    #expect(abs(get(copy) - 3) < 1e-5)
    #expect(abs(get(page) - 5) < 1e-5)
    #expect(copy.byteCount == page.byteCount)
  }

  @Test("halves are rounded to nearest even and read back exactly, all of them")
  func halves() {
    var random = SeededGenerator(seed: 61)
    let exact = (0...UInt16.max).map { Float(Float16(bitPattern: $0)) }
    // Between two halves, at the middle, and just beside it; any bits at all.
    let between = exact.dropLast().enumerated().map { ($1 + exact[$0 + 1]) / 2 }
    let beside = between.map { Bool.random(using: &random) ? $0.nextUp : $0.nextDown }
    let any = (0..<30_000).map { _ in
      Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
    }
    let values = exact + between + beside + any
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for start in stride(from: 0, to: values.count, by: 20_003) {
        let input = Array(values[start..<min(values.count, start + 20_003)])
        let n = input.count
        let view = KVView(
          pages: [KVPage(type: .f16, heads: 1, keyDim: 1, valueDim: n)], firstPosition: 0)
        let shape = AttentionShape(heads: 1, kvHeads: 1, keyDim: 1, valueDim: n, scale: 1)
        let key = GuardedRows(rows: 1, columns: 1, offset: 0) { _, _ in 1 }
        let value = GuardedRows(rows: 1, columns: n, offset: 1) { input[$1] }
        compute.store(keys: key.rows, values: value.rows, at: [0], in: [view], viewOf: [0])
        // The only position has weight one.
        compute.attention(
          key.rows, at: [0], in: [view], viewOf: [0], shape: shape, into: value.rows)
        let expected = input.map { Double(Float16($0)) }
        expectClose(value.values(), expected, "\(isa) from \(start)") { _ in 0 }
      }
    }
  }
}
