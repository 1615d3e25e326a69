/// Cuts bytes that arrive in pieces into lines, for JSON Lines.
///
/// Lines end at `\n` and nowhere else: U+2028 and others may stand in JSON strings. A `\r` before
/// it stays in the line, where JSON takes it for white space.
package struct LineSplitter: Sendable {
  /// The line that has no end yet.
  private var rest: [UInt8] = []

  package init() {}

  /// Takes the next piece and returns the lines that it ends, without their `\n`.
  package mutating func push(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest + bytes[start..<end])
      rest = []
      start = bytes.index(after: end)
    }
    rest += bytes[start...]
    return lines
  }

  /// The last line, if the text does not end with `\n`.
  package mutating func finish() -> [UInt8]? {
    defer { rest = [] }
    return rest.isEmpty ? nil : rest
  }

  /// The lines of a whole text, without their `\n`.
  package static func lines(of bytes: some Collection<UInt8>) -> [[UInt8]] {
    var splitter = LineSplitter()
    let lines = splitter.push(bytes)
    return lines + (splitter.finish().map { [$0] } ?? [])
  }
}
