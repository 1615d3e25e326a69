#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of one file, mapped into memory, or a copy of bytes that were given.
///
/// The only owner of mapped memory. The bytes stay at one address until the object goes; nothing
/// writes to them, so any thread may read them. A file that another program cuts short while it
/// is mapped ends this program with SIGBUS, as with any mapped file: replace model files by
/// renaming, do not overwrite them.
@safe final class FileBytes: Sendable {
  /// Never written to after `init`, freed only in `deinit`: safe to share between threads.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  /// Number of bytes, never 0.
  let count: Int
  /// The file that is mapped; `nil` for bytes that were given.
  let identity: FileIdentity?
  /// Mapped from a file, not allocated.
  private let isMapped: Bool

  /// Maps the regular file at `path`; reads nothing yet.
  init(path: String) throws(FormatError) {
    // Without O_NONBLOCK, opening a named pipe waits for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .lastSystemError(operation: "open") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .lastSystemError(operation: "read its size")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile }
    count = Int(status.st_size)
    guard count > 0 else { throw .empty }
    let mapped = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw .lastSystemError(operation: "map into memory")
    }
    unsafe base = mapped
    identity = FileIdentity(descriptor: descriptor)
    isMapped = true
  }

  /// Copies `bytes` to memory aligned as a mapped file would be for kernels (64 bytes).
  init(copying bytes: [UInt8]) throws(FormatError) {
    guard !bytes.isEmpty else { throw .empty }
    count = bytes.count
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 64)
    unsafe base.copyMemory(from: bytes, byteCount: bytes.count)
    identity = nil
    isMapped = false
  }

  deinit {
    if isMapped { unsafe munmap(base, count) } else { unsafe base.deallocate() }
  }

  /// Calls `body` with all bytes; the pointer is valid as long as this object lives.
  func withBytes<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Tells the system what will happen to the bytes `range`.
  ///
  /// `.done` gives back only the pages that lie wholly inside `range`; all others are widened to
  /// whole pages. Advice only costs or saves time: pages given back are read again when touched.
  func advise(_ advice: FileAdvice, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the file")
    guard isMapped, !range.isEmpty else { return }
    let page = Int(getpagesize())
    var start = range.lowerBound / page * page
    var end = range.upperBound
    if advice == .done {
      start = (range.lowerBound + page - 1) / page * page
      // The last page of the file has no neighbour behind it.
      end = range.upperBound == count ? count : range.upperBound / page * page
    }
    guard start < end else { return }
    unsafe madvise(base + start, end - start, advice.flag)
  }
}

/// What is about to happen to a range of a file's bytes.
package enum FileAdvice: Sendable {
  /// They will be read soon: start reading them.
  case willNeed
  /// They are read now: returns when they are in memory and mapped, where the system can do that;
  /// elsewhere as `willNeed`.
  case readNow
  /// They will be read once, from front to back.
  case sequential
  /// They will be read in no particular order: do not read ahead.
  case random
  /// They will not be read again soon: their memory may be used for something else.
  case done

  fileprivate var flag: Int32 {
    switch self {
    case .willNeed: MADV_WILLNEED
    #if os(Linux)
      // MADV_POPULATE_READ, since Linux 5.14; an unknown advice does nothing.
      case .readNow: 22
    #else
      case .readNow: MADV_WILLNEED
    #endif
    case .sequential: MADV_SEQUENTIAL
    case .random: MADV_RANDOM
    case .done: MADV_DONTNEED
    }
  }
}

extension FormatError {
  /// The error that the system reported last on this thread.
  static func lastSystemError(operation: String) -> FormatError {
    .system(operation: operation, reason: unsafe String(cString: strerror(errno)))
  }
}
