/// A piece of 64-byte aligned memory that grows to the largest size asked for.
///
/// Used by one thread at a time; contents are undefined after growing.
@safe
final class Scratch: @unchecked Sendable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0

  // Sendable: the team gives every piece to one thread at a time.

  init() { unsafe memory = nil }

  deinit { unsafe memory?.deallocate() }

  /// At least `count` bytes; valid until the next call.
  func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if let memory = unsafe memory, count <= capacity { return unsafe memory }
    unsafe memory?.deallocate()
    capacity = max(4096, count + count / 4)
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
    unsafe memory = fresh
    return unsafe fresh
  }
}
