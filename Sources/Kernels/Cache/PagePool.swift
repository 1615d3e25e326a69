import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for cache pages: pieces of equal size, cut from blocks.
///
/// ```
/// 256 KiB ─▶ 1 MiB ─▶ 1 MiB ─▶ 4 MiB ─▶ 4 MiB …     the blocks of one size of pieces
/// ```
/// The first touch of a small page of the system's costs more than what a prompt stores there, so blocks
/// soon have large ones; small models stay with small blocks. Blocks of which no piece is in use are kept
/// for what comes next, up to eight of a size; more go back to the system. Any thread may use it.
final class PagePool: Sendable {
  private let sizes = Mutex<[Int: PieceSize]>([:])

  /// Gives back what is left; no piece is in use any more.
  deinit {
    sizes.withLock { sizes in
      for size in sizes.values { for block in size.blocks { block.release() } }
    }
  }

  /// The blocks that the pool has.
  var blockCount: Int { sizes.withLock { $0.values.reduce(0) { $0 + $1.blocks.count } } }

  /// `bytes` bytes, a multiple of 64, at a multiple of 64; `nil` where the system has none.
  ///
  /// Their contents are undefined.
  func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let address = sizes.withLock { $0[bytes, default: PieceSize(bytes: bytes)].take() }
    return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
  }

  /// Takes back what ``take(_:)`` gave for so many bytes.
  func give(_ piece: UnsafeMutableRawPointer, _ bytes: Int) {
    let address = UInt(bitPattern: piece)
    sizes.withLock { $0[bytes]?.give(address) }
  }
}

/// The blocks of pieces of one size.
private struct PieceSize {
  let bytes: Int
  /// By their addresses.
  private(set) var blocks: [PageBlock] = []
  /// The block that gave the last piece.
  private var current = 0

  init(bytes: Int) { self.bytes = bytes }

  mutating func take() -> UInt? {
    if blocks.isEmpty || blocks[current].unused.isEmpty {
      guard let place = blocks.firstIndex(where: { !$0.unused.isEmpty }) ?? addBlock() else {
        return nil
      }
      current = place
    }
    return blocks[current].unused.popLast()
  }

  mutating func give(_ address: UInt) {
    let place = place(of: address) - 1
    blocks[place].unused.append(address)
    guard blocks[place].isFree, blocks.count(where: { $0.isFree }) > Self.kept else { return }
    blocks.remove(at: place).release()
    current = 0
  }

  /// Blocks without a piece in use that are kept.
  private static let kept = 8

  /// Adds a block; its place among the others.
  private mutating func addBlock() -> Int? {
    let size = [256 << 10, 1 << 20, 1 << 20, 4 << 20][min(blocks.count, 3)]
    guard let block = PageBlock(pieces: max(1, size / bytes), bytes: bytes) else { return nil }
    let place = place(of: block.base)
    blocks.insert(block, at: place)
    return place
  }

  /// How many blocks begin at or before `address`.
  private func place(of address: UInt) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].base <= address { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Pieces that lie one after the other.
private struct PageBlock {
  let base: UInt
  private let count: Int
  /// The pieces that are not in use; the last one is taken next.
  var unused: [UInt]

  /// `nil` where the system has no memory for it.
  init?(pieces count: Int, bytes: Int) {
    let (size, overflow) = count.multipliedReportingOverflow(by: bytes)
    guard !overflow, let memory = unsafe allocateOrFail(size) else { return nil }
    base = UInt(bitPattern: memory)
    self.count = count
    unused = (0..<count).reversed().map { [base] in base + UInt($0 * bytes) }
  }

  var isFree: Bool { unused.count == count }

  /// Gives the memory back to the system.
  func release() { unsafe free(UnsafeMutableRawPointer(bitPattern: base)) }
}
