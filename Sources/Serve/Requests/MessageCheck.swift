import TernJSON

/// Checks what a list of messages must have beyond what a transcript reads.
struct MessageCheck {
  /// Parts that are no text.
  private static let others: Set = [
    "image_url", "input_image", "image", "input_audio", "file", "input_file",
  ]

  /// What the request calls the list.
  private let source: String

  init(_ source: String) { self.source = source }

  func check(_ messages: JSON) throws(ServerError) {
    guard let list = messages.array else {
      throw .invalid("'\(source)' is not an array.", parameter: source)
    }
    guard !list.isEmpty else { throw .invalid("'\(source)' is empty.", parameter: source) }
    for (index, message) in list.enumerated() { try check(message, at: "\(source).\(index)") }
  }

  private func check(_ message: JSON, at place: String) throws(ServerError) {
    guard message.object != nil else {
      throw .invalid("'\(place)' is not an object.", parameter: place)
    }
    let content = message["content"] ?? .null
    switch message["role"]?.string {
    case "system", "developer", "user":
      if content.isNull { throw .invalid("'\(place).content' is missing.", parameter: place) }
    case "tool":
      guard message["tool_call_id"]?.string != nil else {
        throw .invalid(
          "'\(place).tool_call_id' is missing: a result says which call it is of.",
          parameter: "\(place).tool_call_id")
      }
    default: break
    }
    for (number, part) in (content.array ?? []).enumerated() {
      let type = part["type"]?.string ?? ""
      guard Self.others.contains(type) else { continue }
      throw .invalid(
        "This model reads text only: '\(type)' is not for it.",
        parameter: "\(place).content.\(number)")
    }
  }
}
