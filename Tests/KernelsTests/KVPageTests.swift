import TernKernels
import TernTestSupport
import Testing

@Suite("Cache pages")
struct KVPageTests {
  @Test("a page takes the bytes its layout says")
  func size() throws {
    let f16 = try KVPage(type: .f16, heads: 8, keyDim: 64, valueDim: 64)
    #expect(f16.byteCount == 8 * 64 * (64 + 64) * 2)
    let f32 = try KVPage(type: .f32, heads: 1, keyDim: 8, valueDim: 20)
    #expect(f32.byteCount == 64 * (8 + 32) * 4)
    let q8 = try KVPage(type: .q8_0, heads: 2, keyDim: 64, valueDim: 32)
    #expect(q8.byteCount == 2 * 64 * (64 + 32 + 2 * 4 + 4))
  }

  @Test("a copy has the contents and then goes its own way", arguments: CacheType.allCases)
  func copies(type: CacheType) throws {
    let compute = Compute(threads: 1)
    let page = try KVPage(type: type, heads: 1, keyDim: 32, valueDim: 32)
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
    let copy = try page.copy()
    put(5, in: page)
    #expect(abs(get(copy) - 3) < 1e-5)
    #expect(abs(get(page) - 5) < 1e-5)
    #expect(copy.byteCount == page.byteCount)
  }

  @Test("a page that the system has no memory for is an error")
  func noMemory() {
    let memory = PageMemory()
    #expect(throws: MemoryError.outOfMemory(bytes: 1 << 55)) {
      try KVPage(
        type: .f32, heads: 1 << 30, keyDim: 1 << 16, valueDim: 1 << 16, memory: memory)
    }
    #expect(memory.byteCount == 0)
    #expect(throws: MemoryError.self) { try RowBuffer(allocating: 1 << 20, columns: 1 << 30) }
    #expect(throws: MemoryError.self) { try RowBuffer(allocating: 1 << 40, columns: 1 << 40) }
  }

  @Test("pages are counted while they exist, and refused beyond the limit")
  func counted() throws {
    let size = 64 * (16 + 16) * 4
    let memory = PageMemory(limit: 2 * size)
    func page() throws(MemoryError) -> KVPage {
      try KVPage(type: .f32, heads: 1, keyDim: 16, valueDim: 16, memory: memory)
    }
    var pages = [try page()]
    pages.append(try pages[0].copy())
    #expect(memory.byteCount == 2 * size)
    #expect(throws: MemoryError.pageLimit(bytes: 2 * size)) { try page() }
    #expect(throws: MemoryError.pageLimit(bytes: 2 * size)) { try pages[0].copy() }
    pages.removeLast()
    #expect(memory.byteCount == size)
    pages.append(try page())
    pages.removeAll()
    #expect(memory.byteCount == 0)
  }

  @Test("halves are rounded to nearest even and read back exactly, all of them")
  func halves() throws {
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
          pages: [try KVPage(type: .f16, heads: 1, keyDim: 1, valueDim: n)], firstPosition: 0)
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

  @Test(
    "keys of any length are read back as halves, and as NaN where they are not finite",
    arguments: [1, 255, 256, 257, 576, 1000])
  func longKeys(dim: Int) throws {
    var random = SeededGenerator(seed: UInt64(dim))
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let view = KVView(
        pages: [try KVPage(type: .f16, heads: 1, keyDim: dim, valueDim: 0)], firstPosition: 0)
      // The last key has values that no half can hold.
      let keys = GuardedRows(rows: 3, columns: dim, offset: 1) { row, column in
        row == 2 && column % 200 == dim % 200 ? 1e6 : random.normal()
      }
      compute.store(
        keys: keys.rows, values: keys.rows.slice(columns: 0..<0), at: [0, 1, 2], in: [view],
        viewOf: [0, 0, 0])
      let read = RowBuffer(rows: 3, columns: dim)
      compute.readKeys(view, 0..<3, into: read.rows(3))
      for row in 0..<3 {
        for (column, value) in keys.values(row).enumerated() {
          let (found, half) = (read.rows(3)[row, column], Float(Float16(value)))
          #expect(
            half.isFinite ? found == half : found.isNaN, "\(isa) \(dim): \(row) \(column)")
        }
      }
    }
  }
}
