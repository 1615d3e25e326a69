import Synchronization

/// Counts the bytes of the cache pages that exist, and limits them; has the memory they lie in.
///
/// A page counts once, however many caches share it. Any thread may use it.
package final class PageMemory: Sendable {
  /// Bytes that pages may take together.
  package let limit: Int
  /// Where pages lie; what it has beyond them does not count.
  let pool = PagePool()
  private let taken = Atomic<Int>(0)

  package init(limit: Int = .max) { self.limit = limit }

  /// Bytes of the pages that exist now.
  package var byteCount: Int { taken.load(ordering: .relaxed) }

  /// Counts a new page; throws where the pages would take more than the limit.
  func take(_ bytes: Int) throws(MemoryError) {
    let total = taken.add(bytes, ordering: .relaxed)
    guard total.newValue > limit else { return }
    give(bytes)
    throw .pageLimit(bytes: limit)
  }

  /// Counts a page that is gone.
  func give(_ bytes: Int) { taken.subtract(bytes, ordering: .relaxed) }
}

/// Why memory for a computation could not be had.
package enum MemoryError: Error, Equatable, CustomStringConvertible {
  /// The system has no room for so many bytes.
  case outOfMemory(bytes: Int)
  /// All cache pages together would take more than their limit.
  case pageLimit(bytes: Int)

  package var description: String {
    switch self {
    case .outOfMemory(let bytes): "the system has no memory for \(bytes) more bytes"
    case .pageLimit(let bytes):
      "keys and values of all requests would take more than the limit of \(bytes) bytes"
    }
  }
}
