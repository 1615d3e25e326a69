/// A thread in two words, so that it is read as it was written: processors wait where they have to put
/// a word together of parts that were just written.
struct PackedThread {
  private let state: UInt64
  private let rest: UInt64

  @inline(__always)
  init(_ thread: Thread) {
    state = Self.pack(thread.leaf, thread.stack)
    rest = Self.pack(thread.start, thread.space)
  }

  @inline(__always)
  private static func pack(_ low: Int32, _ high: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
  }

  @inline(__always)
  var thread: Thread {
    Thread(
      leaf: Int32(truncatingIfNeeded: state), stack: Int32(truncatingIfNeeded: state >> 32),
      start: Int32(truncatingIfNeeded: rest), space: Int32(truncatingIfNeeded: rest >> 32))
  }
}
