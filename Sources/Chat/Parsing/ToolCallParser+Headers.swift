extension ToolCallParser {
  mutating func beginHeader(_ form: HeaderReader.Form) {
    header = HeaderReader(form)
    state = .header
  }

  /// Reads up to the arguments of a call.
  mutating func stepHeader() -> Bool {
    while position < buffer.count {
      switch header.ends.match(buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full(let end, let length):
        if case .before = end {} else { consume(length) }
        endHeader(end)
        return true
      case .none: break
      }
      switch lookForMarker() {
      case .partial: return false
      case .full(let meaning, _) where endsHeader(meaning):
        endHeader(.marker)
        return true
      default: break
      }
      if header.lacksMarker(buffer[position]) {
        endHeader(.arguments)
        return true
      }
      guard header.text.count < HeaderReader.maximumLength, header.accepts(buffer[position]) else {
        if header.form == .line { tellHeader() } else { reject("the call has no name") }
        return true
      }
      header.text.append(buffer[position])
      consume()
    }
    return false
  }

  private func endsHeader(_ meaning: Meaning) -> Bool {
    guard header.form == .harmony else { return true }
    if case .closer = meaning { return true }
    return false
  }

  private mutating func endHeader(_ end: HeaderReader.End) {
    switch header.form {
    case .mistral: endMistral(end)
    case .mistralIdentifier: beginNamed(call.name, header.trimmed)
    case .deepSeek: endDeepSeek(end)
    case .deepSeekName: endDeepSeekName(end)
    case .kimi: endKimi()
    case .element: endElement(end)
    case .glm: beginElements(header.trimmed)
    case .line: endLine(end)
    case .harmony: endHarmony(end)
    case .python: endPython(end)
    case .colon: beginNamed(header.trimmed, style: style)
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

  private mutating func endMistral(_ end: HeaderReader.End) {
    if case .identifier = end {
      call.name = header.trimmed
      header = HeaderReader(.mistralIdentifier)
    } else {
      beginNamed(header.trimmed)
    }
  }

  private mutating func endDeepSeek(_ end: HeaderReader.End) {
    switch end {
    case .separator:
      let first = header.text
      header = HeaderReader(.deepSeekName)
      header.first = first
    case .line where header.trimmed.isEmpty: break
    default: beginNamed(header.trimmed)
    }
  }

  private mutating func endDeepSeekName(_ end: HeaderReader.End) {
    let name = header.trimmed
    if case .line = end, name.isEmpty { return }
    beginNamed(name.isEmpty ? HeaderReader.trimmed(header.first ?? []) : name)
  }

  private mutating func endKimi() {
    let identifier = header.trimmed
    var name = Substring(identifier)
    if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
      name = name[..<colon]
    }
    if name.hasPrefix("functions.") { name = name.dropFirst("functions.".count) }
    beginNamed(String(name), identifier)
  }

  private mutating func endElement(_ end: HeaderReader.End) {
    guard case .angle = end else { return reject("the call has no name") }
    let (name, rest) = HeaderReader.attribute(header.text)
    beginElements(name)
    if rest.hasSuffix("/"), call.isOpen { finishCall(nil) }
  }

  private mutating func endLine(_ end: HeaderReader.End) {
    if case .marker = end { return tellHeader() }
    if header.trimmed == "all" {
      returnToContent()
      mayBeBare = false
      return
    }
    beginNamed(header.trimmed)
    arguments.mayBeCode = true
  }

  /// Tells what began like a message to a recipient, and is none.
  private mutating func tellHeader() {
    let text = (header.first ?? []) + header.text
    returnToContent()
    for byte in text { tell(byte) }
  }

  /// Channel and recipient of a message: a call, reasoning, or text.
  private mutating func endHarmony(_ end: HeaderReader.End) {
    guard case .arguments = end else { return reject("the message has no header") }
    let text = String(decoding: header.text, as: UTF8.self)
    if let recipient = Self.word(after: "to=", in: text), recipient != "assistant" {
      beginNamed(recipient.hasPrefix("functions.") ? String(recipient.dropFirst(10)) : recipient)
      arguments.mayBeCode = !recipient.hasPrefix("functions.")
    } else if Self.word(after: "<|channel|>", in: text) == "analysis"
      || text.hasPrefix("analysis")
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
    if let properties = tools[call.name]?.parameters["properties"]?.object {
      style.positional = properties.keys
    }
    value = .arguments(style)
    arguments = ArgumentsPlace()
    state = .arguments
  }
}
