#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file that is read once, from front to back.
///
/// Nothing is mapped: a file that is cut short meanwhile is an error. For one thread at a time.
package final class InputFile {
  /// Bytes of the file when it was opened.
  package let byteCount: Int
  /// Bytes that have been read.
  package private(set) var position = 0
  private let descriptor: Int32

  /// Bytes that are left.
  package var bytesLeft: Int { byteCount - position }

  package init(path: String) throws(FormatError) {
    // Without O_NONBLOCK, opening a named pipe waits for its writer.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .lastSystemError(operation: "open") }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let error = FormatError.lastSystemError(operation: "read its size")
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegularFile
    }
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Fills `buffer` with the next bytes; throws where the file has fewer.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      // One call reads at most 1 GiB: some systems refuse more than 2³¹ − 1 bytes.
      let count = unsafe readBytes(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
      if count < 0 {
        if errno == EINTR { continue }
        throw .lastSystemError(operation: "read")
      }
      guard count > 0 else {
        throw .truncated(
          what: "the file", offset: position, needed: UInt64(rest.count), available: 0)
      }
      done += count
      position += count
    }
  }
}

/// The system's `read`, which the method of that name hides.
private func readBytes(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
