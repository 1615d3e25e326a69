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
}
