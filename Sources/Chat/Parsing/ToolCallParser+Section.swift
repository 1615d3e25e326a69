extension ToolCallParser {
  /// Finds the next call of a section, or its end.
  mutating func stepSection() throws(Undecided) {
    if let (meaning, length) = try lookForMarker() { return take(inSection: meaning, length) }
    let byte = buffer[position]
    if ValueReader.isSpace(byte) {
      isInFence = false
      return consume()
    }
    if byte == UInt8(ascii: "`") || isInFence && ValueReader.isName(byte) {
      return try readFence()
    }
    isInFence = false
    guard isSeparator(byte) else { return try beginItem(byte) }
    consume()
    if byte == UInt8(ascii: "]"), hasRead { closeList() }
  }

  private mutating func take(inSection meaning: Meaning, _ length: Int) {
    switch meaning {
    // What follows a call may be a text that has the marker of another one.
    case .opener(let form) where hasRead:
      let isInside = hasOuterMarker && form != .values
      returnToContent()
      isInOuterMarker = isInside
    case .opener(.values):
      form = .values
      isListDone = false
      hasOuterMarker = true
      consume(length - outlook.bracketLength(at: position, length))
    case .opener(let form):
      let text = raw
      beginSection(form, length)
      raw = text + raw
      hasOuterMarker = true
    case .closer:
      consume(length)
      if !hasRead {
        rejection = "there is no call"
        tellRejection()
      }
      returnToContent()
    case .reasoning: returnToContent()
    case .ignored, .turnEnd, .reasoningEnd: consume(length)
    }
  }

  /// Skips a fence around calls, with the word behind one that opens, or ends the section with it.
  private mutating func readFence() throws(Undecided) {
    if hasRead, isBare, !isFenced { return returnToContent() }
    if hasRead, reading.fenceCloses, try has("```") {
      position += 3
      return returnToContent()
    }
    isInFence = !hasRead
    consume()
  }

  /// Whether a byte only separates calls, or is a bracket too many.
  private func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["): form == .values || reading.header(form)?.mayBeValues == true
    case UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"): hasRead || form == .values
    case UInt8(ascii: "}"), UInt8(ascii: ")"): hasRead
    default: false
    }
  }

  private mutating func closeList() {
    isInList = false
    isListDone = true
    if isBare, !isFenced { returnToContent() }
  }

  /// Begins the call at the next byte.
  private mutating func beginItem(_ byte: UInt8) throws(Undecided) {
    if byte == UInt8(ascii: "{"), reading.header(form)?.kind != .line {
      return isBare && !isInList ? returnToContent() : beginObject()
    }
    if !hasRead, let header = namedHeader { return beginHeader(header) }
    if form == .code, !hasRead { return try beginTagged() }
    if reading.bracePrefix.isEmpty {
      if mayBePython, ValueReader.isName(byte) { return begin(.python) }
    } else if try has(reading.bracePrefix) {
      consume(reading.bracePrefix.utf8.count)
      return begin(.braces)
    }
    if hasRead { returnToContent() } else { reject("there is no call") }
  }

  /// Whether a Python call may follow; behind one without a marker, what follows is text.
  private var mayBePython: Bool {
    reading.readsPython && !isListDone && (!isBare || isInList || !hasRead)
  }

  /// The header that the section's marker announced.
  var namedHeader: Int? {
    guard case .header(let index) = form else { return nil }
    return [.line, .message].contains(reading.headers[index].kind) ? nil : index
  }

  /// Tells a built-in tool's call from code.
  private mutating func beginTagged() throws(Undecided) {
    if buffer[position] == UInt8(ascii: "[") {
      if try buffer.has("[{", at: position, isFinal: isFinal) { return consume() }
      if try isKnownCall(1) {
        consume()
        return begin(.python)
      }
    }
    if try isKnownCall(orSuffix: ".call") { begin(.python) } else { beginCode(reading.codeTool) }
  }
}
