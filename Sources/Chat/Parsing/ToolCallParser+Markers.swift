/// What markers mean in text: each counts only where it can have its role.
extension ToolCallParser {
  /// Takes a marker in text.
  mutating func take(marker meaning: Meaning, _ length: Int) throws(Undecided) {
    switch meaning {
    case .opener(let form): try take(opener: form, length)
    case .reasoning(let index) where isAtStart:
      position += length
      beginReasoning(index)
    case .reasoning:
      quotedThoughts += 1
      tell(marker: length)
    case .reasoningEnd: try take(reasoningEnd: length)
    case .closer, .ignored, .turnEnd: try take(end: meaning, length)
    }
  }

  private mutating func take(
    opener form: DialectReading.Form, _ length: Int
  ) throws(Undecided) {
    if try isAnnouncement(form, length) { return beginSection(form, length) }
    if isAtStart, isTag(at: position), !reading.closers.isEmpty {
      let space = dropsSpace ? [] : heldSpace
      beginSection(form, length)
      (isUnannounced, heldSpace) = (true, space)
      reject("there is no call")
    } else {
      quotedOpeners += 1
      tell(marker: length)
    }
  }

  /// Whether a call begins behind the next bytes, its marker; one that the answer's end cuts off does.
  func isAnnouncement(
    _ form: DialectReading.Form, _ length: Int
  ) throws(Undecided) -> Bool {
    if try decided(outlook.call(form, behind: position, length)) { return true }
    guard form == .code, mayBeCode else { return false }
    return try decided(isCode(at: position + length))
  }

  /// Whether the next marker, which may open code, stands where a line or the answer begins.
  private var mayBeCode: Bool {
    state == .content && isAtStart || previous == UInt8(ascii: "\n")
  }

  /// Code begins at once.
  private func isCode(at place: Int) throws(Undecided) -> Bool {
    guard place < buffer.count else { throw Undecided() }
    return state == .content && isAtStart || !ValueReader.isSpace(buffer[place])
  }

  /// Whether a marker is a tag and no word or fence.
  private func isTag(at place: Int) -> Bool {
    buffer[place] == UInt8(ascii: "<") || buffer[place] == UInt8(ascii: "[")
  }

  /// A marker that ends something: text, unless the answer or another marker follows.
  private mutating func take(end meaning: Meaning, _ length: Int) throws(Undecided) {
    if case .closer = meaning, quotedOpeners > 0 {
      quotedOpeners -= 1
      return tell(marker: length)
    }
    if !isAtStart || meaning.isTurnEnd, try !decided(outlook.end(at: position + length)) {
      return tell(marker: length)
    }
    position += length
    if isAtStart { dropsSpace = true }
    if case .ignored = meaning { mayBeBare = false }
  }

  /// Reasoning that the prompt has begun may end anywhere; a quoted marker ends none.
  private mutating func take(reasoningEnd length: Int) throws(Undecided) {
    if try isInBackticks(length) || quotedThoughts > 0 {
      quotedThoughts = max(0, quotedThoughts - 1)
      tell(marker: length)
    } else {
      position += length
      if isAtStart { dropsSpace = true }
    }
  }

  private mutating func tell(marker length: Int) {
    for byte in buffer[position..<position + length] { tell(byte) }
    position += length
  }

  /// Whether the next marker stands between backticks.
  func isInBackticks(_ length: Int) throws(Undecided) -> Bool {
    guard previous == UInt8(ascii: "`") else { return false }
    return try buffer.has("`", at: position + length, isFinal: isFinal)
  }
}

extension ToolCallParser.Meaning {
  fileprivate var isTurnEnd: Bool { if case .turnEnd = self { true } else { false } }
}
