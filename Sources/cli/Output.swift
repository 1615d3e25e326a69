import Foundation
import TernJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and error, with failed writes reported instead of lost.
enum Output {
  /// Writes to standard output at once.
  static func write(_ text: String) throws(CommandFailure) {
    try write(Array(text.utf8))
  }

  static func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try write(bytes, to: STDOUT_FILENO, name: "standard output")
  }

  /// One JSON document and a line end.
  static func write(_ document: JSON) throws(CommandFailure) {
    try write(document.text() + "\n")
  }

  /// A line for people on standard error; a failure there is nobody's to hear of.
  static func note(_ text: String) {
    try? write(Array((text + "\n").utf8), to: STDERR_FILENO, name: "standard error")
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(CommandFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw .failed("cannot write to \(name): \(unsafe String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(written)
    }
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #else
      unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }
}

/// Standard input.
enum Input {
  /// Everything up to the end of the input.
  static func all() throws(CommandFailure) -> [UInt8] {
    do { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) } catch {
      throw .failed("cannot read standard input: \(error.localizedDescription)")
    }
  }

  /// Everything, as text; bytes that are not UTF-8 are an error naming the first one's offset.
  static func text() throws(CommandFailure) -> String {
    let bytes = try all()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed("standard input is not UTF-8 text")
    }
    return text
  }

  /// The lines of a file, or of standard input for "-"; they end at line feeds only.
  static func lines(_ path: String) throws(CommandFailure) -> [[UInt8]] {
    var lines = try bytes(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Array($0) }
  }

  /// The bytes of a file, or of standard input for "-".
  static func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try all() }
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw .failed("cannot read \(path): \(error.localizedDescription)")
    }
  }
}
