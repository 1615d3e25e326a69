import TernJSON

/// Reads server-sent events that arrive in pieces of any size (html.spec.whatwg.org, section 9.2):
/// only the data of each event counts here.
struct EventReader {
  private var lines = LineSplitter()
  private var data: [[UInt8]] = []
  /// Bytes of the event so far.
  private var size = 0

  /// Bytes that one event may have.
  static let limit = 64 << 20

  /// Takes the next bytes and returns the data of the events that they end.
  mutating func push(_ bytes: some Collection<UInt8>) throws(HTTPFailure) -> [[UInt8]] {
    var events: [[UInt8]] = []
    size += bytes.count
    for line in lines.push(bytes) { if let event = take(line[...]) { events.append(event) } }
    guard size <= Self.limit else {
      throw .unreadable("an event of more than \(Self.limit >> 20) MiB")
    }
    return events
  }

  /// The data of an event that the last line would have ended.
  mutating func finish() -> [UInt8]? {
    if let rest = lines.finish() { _ = take(rest[...]) }
    return take([])
  }

  private mutating func take(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.isEmpty {
      defer { (data, size) = ([], 0) }
      return data.isEmpty ? nil : Array(data.joined(separator: [UInt8(ascii: "\n")]))
    }
    // Comments and the other fields say nothing here.
    guard line.starts(with: "data:".utf8) else { return nil }
    line.removeFirst(5)
    if line.first == UInt8(ascii: " ") { line.removeFirst() }
    data.append(Array(line))
    return nil
  }
}
