import TernJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input and files.
///
/// Text is UTF-8 in every verb; what is not is an error that names the place of the first wrong
/// byte, counted from 0.
enum Input {
  /// What messages call standard input.
  static let standard = "standard input"

  /// Everything up to the end of standard input, as text.
  static func text() throws(CommandFailure) -> String { try text("-") }

  /// A file, or standard input for "-", as text.
  static func text(_ path: String) throws(CommandFailure) -> String {
    try text(anyBytes(path), named: name(path))
  }

  /// The bytes of a text.
  static func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    let bytes = try anyBytes(path)
    try check(bytes, named: name(path))
    return bytes
  }

  /// The lines of a file, or of standard input for "-"; they end at line feeds only.
  ///
  /// A line is not checked: ``json(line:)`` does.
  static func lines(_ path: String) throws(CommandFailure) -> [[UInt8]] {
    var lines = try anyBytes(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Array($0) }
  }

  /// The lines of a file, or of standard input for "-", as texts without their ends.
  static func textLines(_ path: String) throws(CommandFailure) -> [String] {
    var texts: [String] = []
    for (index, line) in try lines(path).enumerated() {
      let ending = line.last == UInt8(ascii: "\r") ? 1 : 0
      texts.append(
        try text(Array(line.dropLast(ending)), named: "line \(index + 1) of \(name(path))"))
    }
    return texts
  }

  /// The JSON text in a line.
  static func json(line: [UInt8]) throws -> JSON {
    try check(line, named: "the line")
    return try JSON(parsing: line)
  }

  /// What messages call a file.
  static func name(_ path: String) -> String { path == "-" ? standard : path }

  /// Bytes as text; `name` says in an error whose they are.
  static func text(_ bytes: [UInt8], named name: String) throws(CommandFailure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed("\(name) is not UTF-8 text: byte \(wrongByte(bytes) ?? 0)")
    }
    return text
  }

  private static func check(_ bytes: [UInt8], named name: String) throws(CommandFailure) {
    if let place = wrongByte(bytes) { throw .failed("\(name) is not UTF-8 text: byte \(place)") }
  }

  /// Where the first byte is that is not part of UTF-8 text.
  static func wrongByte(_ bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The bytes of a file, or of standard input for "-", whatever they are.
  static func anyBytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    if path == "-" { return try read(STDIN_FILENO, standard) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed("cannot read \(path): \(SystemReason.last)") }
    defer { close(descriptor) }
    return try read(descriptor, path)
  }

  private static func read(
    _ descriptor: Int32, _ name: String
  ) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try part(descriptor, name)
      if part.isEmpty { return bytes }
      bytes += part
    }
  }

  /// What can be read now, after waiting for it; nothing at the end.
  static func part(_ descriptor: Int32, _ name: String) throws(CommandFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      }
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EINTR else { throw .failed("cannot read \(name): \(SystemReason.last)") }
    }
  }
}

/// The system's `read`, which the method of that name hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  unsafe read(descriptor, bytes, count)
}

/// The lines of standard input, each as soon as it is there.
struct InputLines {
  private var rest: [UInt8] = []
  private var isAtEnd = false

  /// The next line without its end, whatever its bytes are; `nil` at the end of the input.
  mutating func next() throws(CommandFailure) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        var line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
      searched = rest.count
      let part = isAtEnd ? [] : try Input.part(STDIN_FILENO, Input.standard)
      if part.isEmpty {
        isAtEnd = true
        defer { rest = [] }
        return rest.isEmpty ? nil : rest
      }
      rest += part
    }
  }
}
