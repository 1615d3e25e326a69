import TernJSON

/// Events of a stream, as bytes.
enum EventText {
  /// The end of streams of completions.
  static let done = Array("data: [DONE]\n\n".utf8)

  /// An event without a name.
  static func event(_ json: JSON) -> [UInt8] {
    Array("data: ".utf8) + json.bytes() + Array("\n\n".utf8)
  }

  /// An event that is named by its type.
  static func event(_ name: String, _ json: JSON) -> [UInt8] {
    Array("event: \(name)\n".utf8) + event(json)
  }

  /// A line that readers skip, so that nobody takes the connection for dead.
  static let waiting = Array(": waiting\n\n".utf8)
}
