import TernJSON

extension ToolCallParser {
  mutating func beginElements(_ name: String) {
    guard Self.isName(name), shape.elements != nil else {
      return reject("the call has no name")
    }
    begin(name)
    elements = ElementReader(elementMarks)
    state = .elements
  }

  /// Finds the next argument, or the end of the call.
  mutating func stepElements() -> Bool {
    while position < buffer.count {
      let byte = buffer[position]
      if ValueReader.isSpace(byte) {
        consume()
        continue
      }
      switch elements.marks.match(buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full(let mark, let length):
        consume(length)
        take(mark)
        if state != .elements { return true }
        continue
      case .none: break
      }
      switch markers.match(buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full(.ignored, let length), .full(.turnEnd, let length): consume(length)
      case .full:
        endElements()
        return true
      case .none:
        guard byte == UInt8(ascii: "{"), elements.output.count == 1 else {
          reject("the arguments are not understood")
          return true
        }
        value = nil
        arguments = ArgumentsPlace()
        state = .arguments
        return true
      }
    }
    return false
  }

  private mutating func take(_ mark: ElementReader.Mark) {
    switch mark {
    case .open:
      elements.header = []
      elements.awaitsValue = false
      state = .elementName
    case .close: break
    case .end: endElements()
    }
  }

  /// Ends a call whose arguments have all ended.
  mutating func endElements() {
    elements.output.append(UInt8(ascii: "}"))
    finishCall(elements.output)
  }

  /// Whether a call that the answer's end cuts short between two arguments may stand.
  var hasAllArguments: Bool {
    guard let tool = tools[call.name], !elements.names.isEmpty else { return false }
    let required = tool.parameters["required"]?.array ?? []
    return required.allSatisfy { $0.string.map(elements.names.contains) ?? true }
  }

  /// Reads the name of an argument, up to its value.
  mutating func stepElementName() -> Bool {
    guard let style = shape.elements else { return false }
    while position < buffer.count {
      let byte = buffer[position]
      if elements.awaitsValue, ValueReader.isSpace(byte) {
        consume()
        continue
      }
      let awaited = elements.awaitsValue ? style.valueOpen : style.nameEnd
      switch Literal.match(awaited, buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full:
        consume(awaited.utf8.count)
        if elements.awaitsValue || style.valueOpen.isEmpty {
          beginElementValue()
          return true
        }
        elements.awaitsValue = true
        continue
      case .none: break
      }
      guard !elements.awaitsValue, elements.header.count < HeaderReader.maximumLength,
        byte != UInt8(ascii: "\n") || !style.valueOpen.isEmpty
      else {
        reject("the arguments are not understood")
        return true
      }
      elements.header.append(byte)
      consume()
    }
    return false
  }

  private mutating func beginElementValue() {
    let (name, rest) = HeaderReader.attribute(elements.header)
    var types = ArgumentTypes.argument(name, of: tools[call.name])
    if rest.contains("string=\"true\"") { types = .string }
    if rest.contains("string=\"false\"") { types = .all }
    elements.beginValue(name, types, hasEntities: shape.elements?.hasEntities == true)
    state = .elementValue
  }

  /// Reads a value up to its end, or to what shows that its end is missing.
  mutating func stepElementValue() -> Bool {
    guard let style = shape.elements else { return false }
    while position < buffer.count {
      if elements.isCharacterData {
        switch Literal.match("]]>", buffer, at: position, isFinal: isFinal) {
        case .partial: return false
        case .full:
          consume(3)
          elements.isCharacterData = false
          elements.length = 1
          continue
        case .none: break
        }
      } else {
        switch Literal.match("<![CDATA[", buffer, at: position, isFinal: isFinal) {
        case .partial: return false
        case .full:
          consume(9)
          elements.isCharacterData = true
          elements.hasEntities = false
          continue
        case .none: break
        }
        guard let ends = valueEnds() else { return false }
        if ends { return true }
      }
      elements.add(buffer[position], trimsLines: style.trimsLines)
      consume()
    }
    return false
  }

  /// Whether the value ends here; nil where more is needed.
  private mutating func valueEnds() -> Bool? {
    switch elements.marks.match(buffer, at: position, isFinal: isFinal) {
    case .partial: return nil
    case .full(.close, let length):
      consume(length)
      elements.endValue(dropsLine: shape.elements?.trimsLines == true)
      state = .elements
      return true
    case .full(.open, let length):
      return endValue(if: elements.isAtLineStart ? true : isKnownArgument(length))
    case .full(.end, let length):
      return endValue(if: elements.isAtLineStart ? true : isFollowedByMarker(length))
    case .none: break
    }
    switch markers.match(buffer, at: position, isFinal: isFinal) {
    case .partial: return nil
    case .full(.closer, let length):
      return endValue(if: elements.isAtLineStart ? true : isFollowedByMarker(length))
    default: return false
    }
  }

  private mutating func endValue(if ends: Bool?) -> Bool? {
    guard ends == true else { return ends }
    elements.endValue(dropsLine: true)
    state = .elements
    return true
  }

  /// Whether the name of another argument of the tool stands behind an opening mark.
  private func isKnownArgument(_ length: Int) -> Bool? {
    guard let style = shape.elements else { return false }
    let start = position + length
    var end = start
    while end < buffer.count, end - start < 80 {
      switch Literal.match(style.nameEnd, buffer, at: end, isFinal: isFinal) {
      case .partial: return nil
      case .full:
        let name = HeaderReader.attribute(Array(buffer[start..<end])).name
        return tools[call.name]?.parameters["properties"]?[name] != nil
      case .none: end += 1
      }
    }
    return end == buffer.count && !isFinal ? nil : false
  }

  /// Whether another marker, or the answer's end, follows a mark within little white space.
  private func isFollowedByMarker(_ length: Int) -> Bool? {
    var end = position + length
    while end < buffer.count, end - position - length < 16, ValueReader.isSpace(buffer[end]) {
      end += 1
    }
    guard end < buffer.count else { return isFinal ? true : nil }
    switch markers.match(buffer, at: end, isFinal: isFinal) {
    case .partial: return nil
    case .full: return true
    case .none: return false
    }
  }
}
