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
  mutating func stepPlainJSON() throws(Undecided) {
    guard try lookForMarker() == nil else { return state = .content }
    let byte = buffer[position]
    tell(byte)
    position += 1
    isJSON = isJSON && json.read(byte)
    if !isJSON, position >= plainUntil { state = .content }
  }

  /// Goes back to read what might have been a call as text.
  ///
  /// Up to where it turned out to be none, nothing else is looked for but markers; so each byte is
  /// read twice at most.
  mutating func giveUpCandidate() {
    guard let start = candidateStart else { return }
    isTentative = false
    raw.removeAll()
    candidateStart = nil
    plainUntil = position
    work += position - start
    position = start
    json = PlainJSON()
    isJSON = buffer[start] == UInt8(ascii: "{") || buffer[start] == UInt8(ascii: "[") && isValue
    state = .plainJSON
    if plainUntil == start { tellFirst() }
  }

  /// Whether a value of JSON begins where the list turned out to be no calls.
  private var isValue: Bool {
    guard plainUntil < buffer.count else { return false }
    switch buffer[plainUntil] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "\""),
      UInt8(ascii: "["), UInt8(ascii: "{"):
      return true
    default: return false
    }
  }

  /// Tells the byte that a call might have begun with.
  private mutating func tellFirst() {
    guard position < buffer.count else { return }
    tell(buffer[position])
    position += 1
    state = .content
  }
}
