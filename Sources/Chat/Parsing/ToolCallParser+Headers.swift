extension ToolCallParser {
  mutating func begin(_ header: HeaderReader) {
    self.header = header
    state = .header
  }

  /// Begins the header of this number.
  mutating func beginHeader(_ index: Int) {
    begin(HeaderReader(reading.headers[index], headerEnds[index]))
  }

  /// Reads up to the arguments of a call.
  mutating func stepHeader() throws(Undecided) {
    if let (end, length) = try header.ends.match(buffer, at: position, isFinal: isFinal) {
      if case .before = end {} else { consume(length) }
      return endHeader(end)
    }
    if let (meaning, _) = try lookForMarker(), endsHeader(meaning) { return endHeader(.marker) }
    let byte = buffer[position]
    if lacksMarker(byte) { return endHeader(.arguments) }
    guard header.text.count < HeaderReader.maximumLength, header.accepts(byte) else {
      return header.kind == .line ? tellHeader() : reject("the call has no name")
    }
    header.text.append(byte)
    consume()
  }

  private func endsHeader(_ meaning: Meaning) -> Bool {
    guard header.kind == .message else { return true }
    if case .closer = meaning { return true }
    return false
  }

  /// Whether the arguments of a message begin, though the marker before them is missing.
  private func lacksMarker(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "{"), header.kind == .message, let frame = reading.channels
    else { return false }
    return String(decoding: header.text, as: UTF8.self).contains(frame.recipient + frame.tools)
  }

  private mutating func endHeader(_ end: HeaderReader.End) {
    switch header.kind {
    case .separated: endPart(end)
    case .tag: endTag(end)
    case .line: endLine(end)
    case .message: endMessage(end)
    case .python: endPython(end)
    case .braces: beginNamed(header.trimmed, style: style)
    }
  }

  /// Begins a call whose arguments follow.
  private mutating func beginNamed(
    _ name: String, _ identifier: String? = nil, style: ValueReader.Style = .init()
  ) {
    guard Self.isName(name) else { return reject("the call has no name") }
    begin(name, identifier)
    value = style.quote.isEmpty ? nil : ValueReader(style)
    arguments = ArgumentsPlace()
    state = .arguments
  }

  /// Whether a text may be the name of a tool.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 256
      && name.utf8.allSatisfy {
        ValueReader.isName($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/")
      }
  }

  private mutating func endPart(_ end: HeaderReader.End) {
    let call = header.form
    switch end {
    case .separator(let separator):
      header.endPart(separator)
      guard call.isLast(separator) else { return }
    case .line where header.trimmed.isEmpty: return
    default: header.endPart()
    }
    let (name, identifier) = call.resolve(header.parts)
    if call.hasElements { beginElements(name) } else { beginNamed(name, identifier) }
  }

  private mutating func endTag(_ end: HeaderReader.End) {
    guard case .arguments = end else { return reject("the call has no name") }
    let (name, rest) = HeaderReader.attribute(header.text)
    beginElements(name)
    if rest.hasSuffix("/"), call.isOpen { finishCall(nil) }
  }

  private mutating func endLine(_ end: HeaderReader.End) {
    if case .marker = end { return tellHeader() }
    if case .addressed(let frame) = reading.frame, header.trimmed == frame.user {
      returnToContent()
      mayBeBare = false
      return
    }
    beginNamed(header.trimmed)
    arguments.mayBeCode = true
  }

  /// Tells what began like a message to a recipient, and is none.
  private mutating func tellHeader() {
    let text = header.marker + header.text
    returnToContent()
    for byte in text { tell(byte) }
  }

  /// Channel and recipient of a message: a call, reasoning, or text.
  private mutating func endMessage(_ end: HeaderReader.End) {
    guard case .arguments = end, let frame = reading.channels else {
      return reject("the message has no header")
    }
    let text = String(decoding: header.text, as: UTF8.self)
    if let recipient = Self.word(after: frame.recipient, in: text), recipient != frame.role {
      beginNamed(String(recipient.trimmingPrefix(frame.tools)))
      arguments.mayBeCode = !recipient.hasPrefix(frame.tools)
    } else if Self.word(after: frame.channel, in: text) == frame.reasoning
      || text.hasPrefix(frame.reasoning)
    {
      beginReasoning(0)
    } else {
      // Messages follow one another; what is told of one is not the beginning of the next.
      returnToContent()
    }
  }

  private static func word(after mark: String, in text: String) -> String? {
    guard let range = text.firstRange(of: mark) else { return nil }
    let word = text[range.upperBound...].prefix { $0 != " " && $0 != "<" && $0 != "\n" }
    return word.isEmpty ? nil : String(word)
  }

  private mutating func endPython(_ end: HeaderReader.End) {
    guard case .arguments = end else { return reject("the call has no name") }
    var name = header.trimmed
    if name == "print", tools[name] == nil {
      state = .section
      return
    }
    if tools[name] == nil, name.hasSuffix(".call") { name.removeLast(".call".count) }
    guard Self.isName(name) else { return reject("the call has no name") }
    begin(name)
    var style = ValueReader.Style()
    style.positional = knownArguments?.keys ?? []
    value = .arguments(style)
    arguments = ArgumentsPlace()
    state = .arguments
  }
}
