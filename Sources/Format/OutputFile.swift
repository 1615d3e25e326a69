#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name only when it is complete.
///
/// The bytes go to `.tern-….part` in the same folder; `commit()` stores them and renames. If the
/// object goes without a commit, the temporary file is removed. A link at the destination is
/// replaced, not followed. For one thread at a time.
package final class OutputFile {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var isOpen = true

  package init(path: String) throws(FormatError) {
    try Self.checkReplaceable(path)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    self.path = path
    temporaryPath = "\(folder).tern-\(number).part"
    descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .lastSystemError(operation: "create") }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    unsafe unlink(temporaryPath)
  }

  /// Renaming onto a device would replace it, and onto a folder fails only at the end.
  private static func checkReplaceable(_ path: String) throws(FormatError) {
    guard !path.isEmpty else {
      throw .system(operation: "create", reason: "the path is empty")
    }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { throw .notRegularFile }
  }

  /// Writes all of `bytes` at the end.
  package func write(_ bytes: RawSpan) throws(FormatError) {
    var done = 0
    while done < bytes.byteCount {
      // One call writes at most 1 GiB: some systems refuse more than 2³¹ − 1 bytes.
      let end = min(bytes.byteCount, done + 1 << 30)
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done..<end])
        return unsafe writeBytes(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .lastSystemError(operation: "write")
      }
      done += count
    }
  }

  /// Stores the bytes and renames the file to its own name, replacing an older one.
  package func commit() throws(FormatError) {
    precondition(isOpen, "the file has been committed")
    guard fsync(descriptor) == 0 else { throw .lastSystemError(operation: "write") }
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw .lastSystemError(operation: "rename the finished file to")
    }
    isOpen = false
    guard close(descriptor) == 0 else { throw .lastSystemError(operation: "close") }
  }
}

/// The system's `write`, which the method of that name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
