extension ToolCallParser {
  /// Tells text up to the next marker, or what may be a call.
  mutating func stepContent() throws(Undecided) {
    if let (meaning, length) = try lookForMarker() { return try take(marker: meaning, length) }
    let byte = buffer[position]
    if isAtStart {
      if ValueReader.isSpace(byte) {
        heldSpace.append(byte)
        position += 1
        return
      }
      if try beginsAtStart() { return }
    }
    if mayBeCall(byte) { return beginCandidate() }
    tell(byte)
    position += 1
  }

  /// Tells a byte of the answer, and white space before it that had been held.
  mutating func tell(_ byte: UInt8) {
    if isAtStart { endStart() }
    output.add(byte, .content)
  }

  mutating func endStart() {
    isAtStart = false
    mayBeBare = false
    isInOuterMarker = false
    if !dropsSpace { output.add(heldSpace, .content) }
    heldSpace.removeAll()
  }

  /// Goes back to text behind a call or reasoning; white space before it is markup.
  mutating func returnToContent() {
    state = .content
    isAtStart = true
    dropsSpace = true
    (isUnannounced, isInOuterMarker) = (false, false)
    heldSpace.removeAll()
    isTentative = false
    candidateStart = nil
    raw.removeAll()
  }

  // Inlined, as a call for each byte would copy the parser.
  @inline(__always)
  private func mayBeCall(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "`"): isAllowed(reading.objects)
    case UInt8(ascii: "["): isAllowed(reading.objects) || isAllowed(reading.lists)
    default: false
    }
  }

  /// Whether calls that may stand so far around the answer may begin here.
  @inline(__always)
  private func isAllowed(_ scope: Tolerance.Scope) -> Bool {
    guard position >= plainUntil else { return false }
    return scope != .nowhere && isAtStart && mayBeBare || scope == .native && isLenient
  }

  /// Begins what only an answer's beginning may be: reasoning in words, or a call without a marker.
  private mutating func beginsAtStart() throws(Undecided) -> Bool {
    for (index, pair) in reading.reasoning.enumerated() where pair.isAtStart {
      guard try has(pair.open) else { continue }
      position += pair.open.utf8.count
      beginReasoning(index)
      return true
    }
    guard mayBeBare else { return false }
    if reading.nameSuffixes.contains(where: { $0.text == "(" }), try isKnownCall() {
      beginSection(.values, 0)
      return true
    }
    guard let (form, _) = try startMarkers.match(buffer, at: position, isFinal: isFinal) else {
      return false
    }
    beginSection(form, 0)
    return true
  }

  mutating func beginReasoning(_ index: Int) {
    state = .reasoning
    reasoning = index
    hasReasoned = false
    heldSpace.removeAll()
    heldReasoningSpace.removeAll()
  }

  /// Consumes bytes that belong to a call.
  mutating func consume(_ count: Int = 1) {
    for byte in buffer[position..<position + count] { raw.append(byte) }
    position += count
  }

  /// Begins a section with its marker, of `length` bytes.
  mutating func beginSection(_ form: DialectReading.Form, _ length: Int) {
    raw.removeAll()
    heldSpace.removeAll()
    self.form = form
    hasRead = false
    isTentative = false
    (isInList, isListDone, isFenced, isInFence) = (false, false, false, false)
    isBare = length == 0
    if !isBare { mayBeBare = false }
    hasOuterMarker = isInOuterMarker
    isInOuterMarker = false
    isUnannounced = false
    state = .section
    if case .header(let index) = form, namedHeader == nil {
      let marker = Array(buffer[position..<position + length])
      beginHeader(index)
      if header.kind == .line { header.marker = marker } else { header.text = marker }
    }
    if length > 0 { consume(length - outlook.bracketLength(at: position, length)) }
  }
}
