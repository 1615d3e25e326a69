#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A view of `count` rows of `columns` float32 values, `stride` values apart.
///
/// The view does not own its memory: it is valid while the ``RowBuffer`` it came from lives.
/// Copying a view copies no values. Not for use from two threads at once, except by the kernels
/// themselves, which write disjoint parts.
@safe
package struct Rows {
  /// First value of the first row.
  package let base: UnsafeMutablePointer<Float>
  package let count: Int
  package let columns: Int
  package let stride: Int

  package init(base: UnsafeMutablePointer<Float>, count: Int, columns: Int, stride: Int) {
    precondition(count >= 0 && columns >= 0 && stride >= columns)
    unsafe self.base = base
    self.count = count
    self.columns = columns
    self.stride = stride
  }

  /// The pointer to row `index`.
  @inline(__always)
  package func row(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe base + index * stride
  }

  /// The first `count` rows.
  package func prefix(_ count: Int) -> Rows {
    precondition(count <= self.count)
    return unsafe Rows(base: base, count: count, columns: columns, stride: stride)
  }

  /// The rows of `range`.
  package func slice(rows range: Range<Int>) -> Rows {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Rows(
      base: base + range.lowerBound * stride, count: range.count, columns: columns, stride: stride)
  }

  /// The columns of `range` in every row; the stride stays.
  package func slice(columns range: Range<Int>) -> Rows {
    precondition(range.lowerBound >= 0 && range.upperBound <= columns)
    return unsafe Rows(
      base: base + range.lowerBound, count: count, columns: range.count, stride: stride)
  }

  /// Read or write access to one row as a buffer.
  package func withRow<R, E: Error>(
    _ index: Int, _ body: (UnsafeMutableBufferPointer<Float>) throws(E) -> R
  ) throws(E) -> R {
    precondition(index >= 0 && index < count)
    return try unsafe body(UnsafeMutableBufferPointer(start: row(index), count: columns))
  }

  /// One value, for tests and rare uses.
  package subscript(row: Int, column: Int) -> Float {
    get {
      precondition(row >= 0 && row < count && column >= 0 && column < columns)
      return unsafe base[row * stride + column]
    }
    nonmutating set {
      precondition(row >= 0 && row < count && column >= 0 && column < columns)
      unsafe base[row * stride + column] = newValue
    }
  }
}

/// Owns 64-byte aligned memory for `capacity` rows of `columns` float32 values.
///
/// Rows start at multiples of 64 bytes. Not `Sendable`: it belongs to the thread that runs the
/// model.
@safe
package final class RowBuffer {
  private let memory: UnsafeMutableRawPointer
  package let capacity: Int
  package let columns: Int
  private let stride: Int

  /// Allocates zeroed memory; cost: one pass over it, and the first touch of its pages, which `team`
  /// shares where there is one.
  ///
  /// Throws where the system has no memory for so many rows.
  package init(
    allocating capacity: Int, columns: Int, team: Team? = nil
  ) throws(MemoryError) {
    precondition(capacity >= 0 && columns >= 0)
    self.capacity = capacity
    self.columns = columns
    let whole = (columns + 15) & ~15
    // Rows a multiple of 4 KiB apart would compete for the same few places of the caches.
    stride = whole > 0 && whole % 1024 == 0 ? whole + 16 : whole
    let (values, overflow) = capacity.multipliedReportingOverflow(by: stride)
    guard !overflow, values < 1 << 60 else { throw .outOfMemory(bytes: .max) }
    let bytes = max(64, values * MemoryLayout<Float>.stride)
    // On large pages where they are many: a tile of results touches one page for each row.
    guard let allocated = unsafe allocateOrFail(bytes) else { throw .outOfMemory(bytes: bytes) }
    unsafe memory = allocated
    unsafe Self.clear(allocated, bytes, team)
  }

  /// Zeros memory, a large page a part: two threads that touch one first would clear it twice.
  private static func clear(_ memory: UnsafeMutableRawPointer, _ bytes: Int, _ team: Team?) {
    let size = WeightMemory.largePage
    let parts = (bytes + size - 1) / size
    func clear(_ part: Int) {
      unsafe (memory + part * size).initializeMemory(
        as: UInt8.self, repeating: 0, count: min(size, bytes - part * size))
    }
    if let team, parts > 1 {
      team.run(parts) { clear($0) }
    } else {
      for part in 0..<parts { clear(part) }
    }
  }

  /// Allocates zeroed memory that is known to be small; traps where there is none.
  package convenience init(rows capacity: Int, columns: Int) {
    do { try self.init(allocating: capacity, columns: columns) } catch {
      preconditionFailure(error.description)
    }
  }

  deinit { unsafe free(memory) }

  /// The first `count` rows.
  package func rows(_ count: Int) -> Rows {
    precondition(count <= capacity)
    return unsafe Rows(
      base: memory.assumingMemoryBound(to: Float.self), count: count, columns: columns,
      stride: stride)
  }
}
