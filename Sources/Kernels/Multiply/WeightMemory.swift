import Synchronization
import TernQuant

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of a model's packed weights: one piece of address space, on large pages where the
/// system has them, that its matrices take their bytes from one after the other.
///
/// One piece for all, because a large page that is begun is resident in full: separate pieces
/// would waste half a large page each, or have small pages, whose first touch costs more than
/// packing does. Memory that nobody takes is never touched and so costs nothing; what was taken is
/// freed when the last matrix is gone. May be used from any thread.
@safe
package final class WeightMemory: Sendable {
  // Sendable: every byte is handed out once.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let capacity: Int
  private let taken = Atomic<Int>(0)

  /// Bytes of a large page.
  static var largePage: Int { 2 << 20 }

  /// Sets `capacity` bytes of addresses aside; `nil` where the system refuses.
  package init?(capacity: Int) {
    guard capacity >= Self.largePage, capacity < 1 << 46 else { return nil }
    var memory: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&memory, Self.largePage, capacity) == 0,
      let memory = unsafe memory
    else { return nil }
    unsafe base = memory
    self.capacity = capacity
    #if os(Linux)
      unsafe _ = madvise(memory, capacity, MADV_HUGEPAGE)
    #endif
  }

  deinit { unsafe free(base) }

  /// `count` bytes at a multiple of 64 that nobody else gets, valid as long as this object lives;
  /// `nil` where so many are not left.
  func take(_ count: Int) -> UnsafeMutableRawPointer? {
    guard count >= 0, count <= capacity else { return nil }
    let size = (count + 63) / 64 * 64
    let start = taken.add(size, ordering: .relaxed).oldValue
    guard start <= capacity - count else { return nil }
    return unsafe base + start
  }
}

/// The memory of one matrix.
@safe
final class WeightBlock: Sendable {
  // Sendable: the owner writes it before others read it.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  init(_ count: Int) { unsafe base = allocateWeights(count) }

  deinit { unsafe base.deallocate() }
}

/// Memory for weights: 64-byte aligned, and large pieces on large pages where the system has them.
func allocateWeights(_ count: Int) -> UnsafeMutableRawPointer {
  let large = WeightMemory.largePage
  guard count >= 2 * large else {
    return .allocate(byteCount: max(64, count), alignment: 64)
  }
  let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: large)
  #if os(Linux)
    // Whole large pages only: a page begun at the end would be resident in full.
    unsafe _ = madvise(memory, count / large * large, MADV_HUGEPAGE)
  #endif
  return unsafe memory
}

/// As ``allocateWeights(_:)``, but `nil` where the system has no memory; freed with `free`.
func allocateOrFail(_ count: Int) -> UnsafeMutableRawPointer? {
  let large = WeightMemory.largePage
  var memory: UnsafeMutableRawPointer?
  let alignment = count >= 2 * large ? large : 64
  guard unsafe posix_memalign(&memory, alignment, max(64, count)) == 0 else { return nil }
  #if os(Linux)
    if count >= 2 * large { unsafe _ = madvise(memory, count / large * large, MADV_HUGEPAGE) }
  #endif
  return unsafe memory
}

extension WeightMatrix {
  /// Bytes that a matrix takes from ``WeightMemory``; 0 where the file's bytes are used in place,
  /// and `nil` where no such matrix can exist.
  package static func packedBytes(_ type: TensorType, rows: Int, columns: Int) -> Int? {
    guard let format = type.panel, rows > 0, columns > 0 else { return 0 }
    guard rows < 1 << 31, columns < 1 << 31 else { return nil }
    let panels = (rows + PanelFormat.rows - 1) / PanelFormat.rows
    let (bytes, overflow) = panels.multipliedReportingOverflow(
      by: columns / format.columns * format.unitBytes)
    return overflow || bytes > 1 << 45 ? nil : (bytes + 63) / 64 * 64
  }
}
