/// Finds the end of JSON that is told as text: balanced brackets, or an empty line.
struct PlainJSON: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isAtLineStart = false

  /// Takes the next byte; false once the JSON has ended.
  mutating func read(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "\n") {
      if isAtLineStart { return false }
      (isAtLineStart, isInString, isEscaped) = (true, false, false)
      return depth > 0
    }
    if !ValueReader.isSpace(byte) { isAtLineStart = false }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return true
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    return depth > 0
  }
}

extension ToolCallParser {
  /// Tells JSON that is no call; what looks like one in it is data.
  mutating func stepPlainJSON() -> Bool {
    while position < buffer.count {
      switch markers.match(buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full:
        state = .content
        return true
      case .none: break
      }
      let byte = buffer[position]
      tell(byte)
      position += 1
      if !json.read(byte) {
        state = .content
        return true
      }
    }
    return false
  }

  /// Tells what might have been a call as text, and goes on behind it.
  mutating func giveUpCandidate() {
    let text = raw
    raw.removeAll()
    isTentative = false
    state = .content
    guard let first = text.first else { return }
    if isAtStart { endStart() }
    output.add(text, .content)
    json = PlainJSON()
    let isJSON = first == UInt8(ascii: "{") || text.count > 1 && first == UInt8(ascii: "[")
    if isJSON, text.reduce(true, { $0 && json.read($1) }) { state = .plainJSON }
  }
}
