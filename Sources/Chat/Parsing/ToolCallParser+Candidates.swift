extension ToolCallParser {
  mutating func beginCandidate() {
    raw.removeAll()
    isTentative = true
    candidateStart = position
    hasRead = false
    form = .values
    isBare = true
    isInList = buffer[position] == UInt8(ascii: "[")
    isFenced = buffer[position] == UInt8(ascii: "`")
    (isListDone, isInFence) = (false, false)
    state = .candidate
    if buffer[position] == UInt8(ascii: "{") {
      beginObject()
    } else {
      consume()
    }
  }

  /// Reads what stands between a bracket or fence and the first call, if it is one.
  mutating func stepCandidate() throws(Undecided) {
    let byte = buffer[position]
    if isFenced, !fenceMayGoOn(byte) { return giveUpCandidate() }
    guard !isFenced || raw.contains(UInt8(ascii: "\n")) else { return consume() }
    if ValueReader.isSpace(byte) || byte == UInt8(ascii: "[") && isFenced {
      guard raw.count < 64 else { return giveUpCandidate() }
      if byte == UInt8(ascii: "[") { isInList = true }
      return consume()
    }
    if byte == UInt8(ascii: "{"), reading.objects != .nowhere { return beginObject() }
    guard reading.lists != .nowhere, try isKnownCall() else { return giveUpCandidate() }
    heldSpace.removeAll()
    isTentative = false
    candidateStart = nil
    begin(.python)
  }

  /// Whether the text, so far the beginning of a fence, can go on as the fence of a call.
  private func fenceMayGoOn(_ byte: UInt8) -> Bool {
    if raw.count < 3 { return byte == UInt8(ascii: "`") }
    if raw.contains(UInt8(ascii: "\n")) { return true }
    var kind = raw.dropFirst(3) + [byte]
    if kind.last == UInt8(ascii: "\n") {
      kind.removeLast()
      return ["json", "tool_call", "tool_calls", ""].contains(String(decoding: kind, as: UTF8.self))
    }
    return ["json", "tool_calls"].contains { $0.utf8.starts(with: kind) }
  }

  /// Whether the name of a known tool and a parenthesis stand here, or `offset` bytes behind.
  ///
  /// - Parameter suffix: what ends a name that need not be known.
  func isKnownCall(
    _ offset: Int = 0, orSuffix suffix: String? = nil
  ) throws(Undecided) -> Bool {
    let start = position + offset
    var end = start
    while end < buffer.count, end - start <= 128 {
      let byte = buffer[end]
      if byte == UInt8(ascii: "(") {
        let name = String(decoding: buffer[start..<end], as: UTF8.self)
        return Self.known(name, tools) != nil || suffix.map(name.hasSuffix) == true
      }
      guard ValueReader.isName(byte) else { return false }
      end += 1
    }
    if end == buffer.count, !isFinal { throw Undecided() }
    return false
  }

  mutating func beginObject() {
    object = CallObjectReader(reading.keys)
    state = .object
  }

  /// Reads a call that is an object.
  mutating func stepObject() {
    let status = object.read(buffer[position])
    if status == .failed { return failObject() }
    if status != .finishedBefore { consume() }
    if isTentative, !mayBeTentative() { return giveUpCandidate() }
    if !call.isOpen, canBegin, let name = object.name { begin(name, object.identifier) }
    if status != .reading { finishObject() }
  }

  /// Whether what is known of the object lets it be a call without a marker.
  private func mayBeTentative() -> Bool {
    guard !object.hasForeignMember else { return false }
    guard let name = object.name else { return true }
    return isKnown(name) || mayBeUnknown
  }

  private func isKnown(_ name: String) -> Bool { tools[resolve(name)] != nil }

  /// Whether the name may be that of no tool: in a family whose calls are bare objects, one that
  /// begins the answer and has nothing but a name and arguments.
  private var mayBeUnknown: Bool { reading.objects == .native && isAtStart }

  /// Whether the call is certain, once it has a name.
  private var canBegin: Bool {
    !isTentative || object.arguments != nil && object.name.map(isKnown) == true
  }

  private mutating func finishObject() {
    guard let name = object.name else {
      if isTentative { return giveUpCandidate() }
      return reject("the call has no name")
    }
    if isTentative, object.arguments == nil, !isKnown(name) { return giveUpCandidate() }
    if !call.isOpen { begin(name, object.identifier) }
    finishCall(object.arguments, object.identifier)
  }

  /// A broken object stands if all of the call has been read.
  private mutating func failObject() {
    if call.isOpen, object.isComplete {
      finishCall(object.arguments, object.identifier)
    } else if isTentative {
      giveUpCandidate()
    } else {
      reject(object.isNoCall ? "the arguments are not an object" : "the call is not JSON")
    }
  }

  /// Ends the answer within an object.
  mutating func endObject() {
    object.end()
    if isTentative, let beginning = object.partialName, !object.hasForeignMember,
      tools.keys.contains(where: { $0.hasPrefix(beginning) })
    {
      // What is cut short in the name of a tool is no answer to anyone.
      candidateStart = nil
      return reject("the call is not complete")
    }
    failObject()
  }
}
