import TernJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and error, with failed writes reported instead of lost.
///
/// What models, tools, files and errors say could make a terminal do something: control characters
/// are left out of all that a terminal gets, but for what the program itself draws. Files and pipes
/// get every byte.
enum Output {
  /// Whether a terminal shows standard output.
  static let isTerminal = isatty(STDOUT_FILENO) != 0
  /// Whether a terminal shows standard error.
  static let showsErrors = isatty(STDERR_FILENO) != 0

  /// Writes to standard output at once.
  static func write(_ text: String) throws(CommandFailure) {
    try write(raw: isTerminal ? text.withoutControls : text)
  }

  /// Writes bytes that are text, or should be.
  static func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard isTerminal else {
      return try write(bytes, to: STDOUT_FILENO, name: "standard output")
    }
    try write(String(decoding: bytes, as: UTF8.self))
  }

  /// One JSON document and a line end.
  static func write(_ document: JSON) throws(CommandFailure) {
    let text = document.text()
    try write(raw: (isTerminal ? text.escapingControls : text) + "\n")
  }

  /// Writes control sequences of the program's own to the terminal, and what stands between them.
  static func draw(_ text: String) throws(CommandFailure) { try write(raw: text) }

  private static func write(raw text: String) throws(CommandFailure) {
    try write(Array(text.utf8), to: STDOUT_FILENO, name: "standard output")
  }

  /// A line for people on standard error; a failure there is nobody's to hear of.
  static func note(_ text: String) {
    let line = (showsErrors ? text.withoutControls : text) + "\n"
    try? write(Array(line.utf8), to: STDERR_FILENO, name: "standard error")
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
        throw .failed("cannot write to \(name): \(SystemReason.last)")
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

extension String {
  /// The text without what would make a terminal do something.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.filter { !$0.isTerminalControl }))
  }

  /// A JSON text that means the same and has no control characters.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isTerminalControl {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would do more than show it: control characters but line ends and tabs.
  fileprivate var isTerminalControl: Bool {
    value < 0x20 ? self != "\n" && self != "\t" : (0x7F...0x9F).contains(value)
  }
}
