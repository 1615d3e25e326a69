import TernTestSupport
import Testing

@testable import TernKernels

@Suite("The memory of cache pages")
struct PagePoolTests {
  @Test("pieces do not overlap, and lie at multiples of 64", arguments: [64, 49_152, 3 << 20])
  func pieces(bytes: Int) throws {
    let pool = PagePool()
    var random = SeededGenerator(seed: 7)
    var taken: [(address: UInt, mark: UInt8)] = []
    for round in 0..<400 {
      if taken.count < 24 || Bool.random(using: &random), taken.count < 40 {
        let address = unsafe UInt(bitPattern: pool.take(bytes))
        let base = try unsafe #require(UnsafeMutableRawPointer(bitPattern: address))
        #expect(address % 64 == 0)
        let mark = UInt8(truncatingIfNeeded: round)
        unsafe base.storeBytes(of: mark, as: UInt8.self)
        unsafe base.storeBytes(of: mark, toByteOffset: bytes - 1, as: UInt8.self)
        taken.append((address, mark))
      } else {
        let index = Int.random(in: 0..<taken.count, using: &random)
        let (address, mark) = taken.remove(at: index)
        let base = try unsafe #require(UnsafeMutableRawPointer(bitPattern: address))
        #expect(unsafe base.load(as: UInt8.self) == mark)
        #expect(unsafe base.load(fromByteOffset: bytes - 1, as: UInt8.self) == mark)
        unsafe pool.give(base, bytes)
      }
    }
    for (address, _) in taken {
      let base = try unsafe #require(UnsafeMutableRawPointer(bitPattern: address))
      unsafe pool.give(base, bytes)
    }
  }

  @Test("blocks grow: many pages need few, and of those that nobody uses some are kept")
  func blocks() throws {
    let pool = PagePool()
    let bytes = 128 << 10
    let pieces = (0..<1024).map { _ in unsafe UInt(bitPattern: pool.take(bytes)) }
    // 256 KiB, twice 1 MiB, and 4 MiB each for the rest of 128 MiB.
    #expect(pool.blockCount == 35)
    for piece in pieces {
      let base = try unsafe #require(UnsafeMutableRawPointer(bitPattern: piece))
      unsafe pool.give(base, bytes)
    }
    #expect(pool.blockCount == 8)
    for _ in 0..<64 { _ = unsafe pool.take(bytes) }
    #expect(pool.blockCount == 8)
  }

  @Test("a page is zero also where another one lay before")
  func zero() throws {
    let memory = PageMemory()
    func page() throws(MemoryError) -> KVPage {
      try KVPage(type: .f16, heads: 2, keyDim: 32, valueDim: 32, memory: memory)
    }
    for _ in 0..<3 {
      let page = try page()
      unsafe page.withMutableBytes { bytes in
        #expect(unsafe bytes.allSatisfy { $0 == 0 })
        for index in bytes.indices { unsafe bytes[index] = 0xFF }
      }
    }
  }
}
