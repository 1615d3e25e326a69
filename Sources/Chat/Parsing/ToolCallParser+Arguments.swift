import TernJSON

/// Where a parser stands before the arguments of a call.
struct ArgumentsPlace: Sendable {
  /// Whether a fence has begun, so that a word may follow.
  var isInFence = false
  /// Whether arguments that are no JSON are code.
  var mayBeCode = false
  /// Calls in a string between markers that are text, and have not ended.
  var nested = 0
}

extension ToolCallParser {
  /// Reads the arguments of a call whose name is known.
  mutating func stepArguments() throws(Undecided) {
    guard value != nil else { return try beginArguments() }
    if value?.isInMarkedString == true {
      try countNestedCalls()
      if try readsQuotedMarker() { return }
    }
    switch value?.read(buffer[position]) ?? .failed {
    case .reading: consume()
    case .finished:
      consume()
      finishArguments()
    case .finishedBefore: finishArguments()
    case .failed: reject("the arguments are not understood")
    }
  }

  /// Counts a marker of calls in a string.
  private mutating func countNestedCalls() throws(Undecided) {
    switch try lookForMarker() {
    case (.opener(let form), let length)?:
      if try decided(atEnd: false, outlook.call(form, behind: position, length)) {
        arguments.nested += 1
      }
    case (.closer, _)?: arguments.nested = max(0, arguments.nested - 1)
    default: break
    }
  }

  /// Reads a marker of strings that stands in one as text, if one does here.
  private mutating func readsQuotedMarker() throws(Undecided) -> Bool {
    work += 1
    guard try has(reading.quote) else { return false }
    let length = reading.quote.utf8.count
    let known = knownArguments
    let isEnd = try decided(
      outlook.stringEnd(
        at: position + length, in: (value?.containers ?? []).map { $0.kind },
        isNested: arguments.nested > 0, isArgument: { known == nil || known?[$0] != nil }))
    guard isEnd else {
      value?.writeMarker()
      consume(length)
      return true
    }
    for byte in buffer[position..<position + length - 1] { _ = value?.read(byte) }
    consume(length - 1)
    return false
  }

  /// Finds where the arguments begin.
  private mutating func beginArguments() throws(Undecided) {
    let byte = buffer[position]
    if ValueReader.isSpace(byte) { return consume() }
    if try lookForMarker() != nil { return finishCall(nil) }
    if byte != UInt8(ascii: "{") {
      if arguments.mayBeCode { return beginCode(nil) }
      if byte == UInt8(ascii: "`") { arguments.isInFence = true }
      if byte == UInt8(ascii: "`") || arguments.isInFence && ValueReader.isName(byte) {
        return consume()
      }
    }
    value = ValueReader()
  }

  private mutating func finishArguments() {
    guard let text = value?.arguments else { return reject("the arguments are no object") }
    finishCall(text)
  }

  /// Ends the answer within the arguments.
  mutating func endArguments() {
    guard value?.end() == true else { return reject("the arguments are not complete") }
    finishArguments()
  }

  /// Begins code, which is the only argument of a call.
  ///
  /// - Parameter name: the tool; nil where the call has begun.
  mutating func beginCode(_ name: String?) {
    if let name { begin(name) }
    elements = ElementReader()
    elements.output = Array("{\"code\":\"".utf8)
    state = .code
  }

  mutating func stepCode() throws(Undecided) {
    if try endsCode() { return endCode() }
    JSONText.append(buffer[position], to: &elements.output)
    consume()
  }

  /// Whether a marker that ends code stands here: before another one, a line's or the answer's end.
  private mutating func endsCode() throws(Undecided) -> Bool {
    guard let (meaning, length) = try lookForMarker() else { return false }
    if case .opener(let form) = meaning { return try isAnnouncement(form, length) }
    let end = position + length
    if end < buffer.count, buffer[end] == UInt8(ascii: "\n") { return true }
    return try decided(outlook.end(at: end))
  }

  mutating func endCode() {
    elements.output += Array("\"}".utf8)
    finishCall(elements.output)
  }
}
