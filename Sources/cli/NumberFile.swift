#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file, pipe or device that gets raw numbers from its beginning, with every failure reported.
final class NumberFile {
  private let path: String
  private let descriptor: Int32

  /// Creates the file, or empties it where it exists.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .failed("cannot write to \(path): \(unsafe String(cString: strerror(errno)))")
    }
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try Output.write(bytes, to: descriptor, name: path)
  }

  /// Ends the file; some systems report a full disk only now.
  func close() throws(CommandFailure) {
    guard systemClose(descriptor) == 0 else {
      throw .failed("cannot write to \(path): \(unsafe String(cString: strerror(errno)))")
    }
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
