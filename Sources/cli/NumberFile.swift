import TernFormat
import TernJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file, pipe or device that gets raw numbers, with every failure reported.
///
/// A file appears under its name when it is complete.
final class NumberFile {
  private let path: String
  private let file: OutputFile

  /// Creates the file; one of the `inputs` is not replaced.
  init(_ path: String, inputs: [String]) throws(CommandFailure) {
    try Self.check(path)
    if let identity = FileIdentity(path: path),
      inputs.contains(where: { FileIdentity(path: $0) == identity })
    {
      throw .failed("\(path) is the file that is read: give another output")
    }
    self.path = path
    file = try Self.writing(path) { () throws(FormatError) in try OutputFile(path: path) }
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try Self.writing(path) { () throws(FormatError) in try unsafe file.write(bytes.span.bytes) }
  }

  /// Ends the file, and gives it its name.
  func close() throws(CommandFailure) {
    try Self.writing(path) { () throws(FormatError) in try file.commit() }
  }

  /// Throws where a terminal would get bytes that are no text.
  static func check(_ path: String) throws(CommandFailure) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return }
    let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { systemClose(descriptor) }
    if isatty(descriptor) != 0 {
      throw .failed("\(path) is a terminal, and the output is not text: give a file or a pipe")
    }
  }

  /// Whether what is written to `path` is what standard output gets.
  static func isStandardOutput(_ path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    return identity == FileIdentity(descriptor: STDOUT_FILENO)
  }

  private static func writing<Value>(
    _ path: String, _ work: () throws(FormatError) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(FormatError) { return try work() } catch {
      guard case .system(_, let reason) = error else {
        throw .failed("cannot write to \(path): \(error)")
      }
      throw .failed("cannot write to \(path): \(reason)")
    }
  }
}

extension Output {
  /// Writes what a verb says of a file that it has written: not into that file itself.
  static func report(_ path: String, _ text: String) throws(CommandFailure) {
    if NumberFile.isStandardOutput(path) {
      note(text)
    } else {
      try write(text + "\n")
    }
  }

  /// Writes the document of a verb that has written a file: not into that file itself.
  static func report(_ path: String, _ document: JSON) throws(CommandFailure) {
    if NumberFile.isStandardOutput(path) {
      note(document.text())
    } else {
      try write(document)
    }
  }
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
