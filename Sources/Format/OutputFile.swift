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
/// object goes without a commit, the temporary file is removed; ``UnfinishedFiles`` removes it where
/// a signal ends the process. A link at the destination is followed. What exists and is no regular
/// file, such as a pipe or a device, is never replaced: the bytes are written to it at once. For one
/// thread at a time.
package final class OutputFile {
  private let path: String
  /// `nil` where the bytes are written to the destination itself.
  private let temporaryPath: String?
  private let descriptor: Int32
  private var isOpen = true

  /// Creates the temporary file, or opens what is no regular file.
  ///
  /// - Parameter isPrivate: Whether only the file's owner may read it.
  package init(path: String, isPrivate: Bool = false) throws(FormatError) {
    guard !path.isEmpty else {
      throw .system(operation: "create", reason: "the path is empty")
    }
    if let descriptor = try Self.direct(path) {
      (self.path, temporaryPath, self.descriptor) = (path, nil, descriptor)
      return
    }
    let target = Self.followingLinks(path)
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let temporary = "\(folder).tern-\(number).part"
    self.path = target
    temporaryPath = temporary
    UnfinishedFiles.add(temporary)
    let mode: mode_t = isPrivate ? 0o600 : 0o666
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let error = FormatError.lastSystemError(operation: "create")
      UnfinishedFiles.forget(temporary)
      throw error
    }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    if let temporaryPath { UnfinishedFiles.remove(temporaryPath) }
  }

  /// Opens a destination that exists and is no regular file; `nil` for all others.
  private static func direct(_ path: String) throws(FormatError) -> Int32? {
    if let number = openDescriptor(path) {
      // A copy keeps the place and the mode of writing, which opening anew would not.
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw .lastSystemError(operation: "write") }
      return copy
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: throw .notRegularFile
    default: break
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .lastSystemError(operation: "open for writing") }
    return descriptor
  }

  /// The number of a descriptor of this process that a path like `/dev/stdout` stands for.
  private static func openDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// The path that links at `path` lead to, whether there is a file or not.
  private static func followingLinks(_ path: String) -> String {
    var path = path
    // As many links as the system itself follows.
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe readlink(path, $0, Int(PATH_MAX)) } ?? -1
      }
      guard count > 0 else { break }
      let link = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    return path
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
    if let temporaryPath {
      guard fsync(descriptor) == 0 else { throw .lastSystemError(operation: "write") }
      guard unsafe rename(temporaryPath, path) == 0 else {
        throw .lastSystemError(operation: "rename the finished file to its name")
      }
      UnfinishedFiles.forget(temporaryPath)
    }
    isOpen = false
    guard close(descriptor) == 0 else { throw .lastSystemError(operation: "write") }
  }
}

/// The system's `write`, which the method of that name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
