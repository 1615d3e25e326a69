import TernJSON

extension ToolCallParser {
  mutating func beginElements(_ name: String) {
    guard Self.isName(name), let style = reading.elements else {
      return reject("the call has no name")
    }
    begin(name)
    elements = ElementReader(style, elementMarks)
    state = .elements
  }

  /// Finds the next argument, or the end of the call.
  mutating func stepElements() throws(Undecided) {
    let byte = buffer[position]
    if ValueReader.isSpace(byte) { return consume() }
    if let (mark, length) = try elements.marks.match(buffer, at: position, isFinal: isFinal),
      try !hasMarker(longerThan: length)
    {
      consume(length)
      return take(mark)
    }
    switch try lookForMarker() {
    case (.ignored, let length)?, (.turnEnd, let length)?: consume(length)
    case _?: endElements()
    case nil:
      guard byte == UInt8(ascii: "{"), elements.output.count == 1 else {
        return reject("the arguments are not understood")
      }
      value = nil
      arguments = ArgumentsPlace()
      state = .arguments
    }
  }

  /// Whether a marker stands here of which the mark of an element is the beginning.
  private mutating func hasMarker(longerThan length: Int) throws(Undecided) -> Bool {
    guard reading.elements?.isTree == true, let (_, other) = try lookForMarker() else {
      return false
    }
    return other > length
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
  mutating func stepElementName() throws(Undecided) {
    let byte = buffer[position]
    if elements.awaitsValue, ValueReader.isSpace(byte) { return consume() }
    let awaited = elements.awaitsValue ? elements.style.valueOpen : elements.style.nameEnd
    if try has(awaited) {
      consume(awaited.utf8.count)
      if elements.awaitsValue || elements.style.valueOpen.isEmpty { return beginElementValue() }
      elements.awaitsValue = true
      return
    }
    guard !elements.awaitsValue, elements.header.count < HeaderReader.maximumLength,
      byte != UInt8(ascii: "\n") || !elements.style.valueOpen.isEmpty
    else { return reject("the arguments are not understood") }
    elements.header.append(byte)
    consume()
  }

  private mutating func beginElementValue() {
    let style = elements.style
    var (name, rest) = HeaderReader.attribute(elements.header)
    if style.typeAttribute != nil {
      name = String(decoding: ElementReader.resolved(Array(name.utf8)), as: UTF8.self)
    }
    var types = ArgumentTypes.argument(name, of: tools[call.name])
    if let attribute = style.stringAttribute {
      if rest.contains("\(attribute)=\"true\"") { types = .string }
      if rest.contains("\(attribute)=\"false\"") { types = .all }
    }
    if let attribute = style.typeAttribute, rest.contains("\(attribute)=\"") {
      types = rest.contains("\(attribute)=\"string\"") ? .string : .all
    }
    elements.beginValue(name, types)
    if style.isTree {
      elements.beginTree(name, tools[call.name]?.parameters ?? [:], reading.elementEnds)
    }
    state = .elementValue
  }

  /// Reads a value up to its end, or to what shows that its end is missing.
  mutating func stepElementValue() throws(Undecided) {
    if elements.isCharacterData {
      if try has("]]>"),
        try decided(outlook.characterDataEnd(at: position + 3, elementsOutlook))
      {
        consume(3)
        elements.isCharacterData = false
        elements.length = 1
        return
      }
    } else if elements.style.isXML, try has("<![CDATA[") {
      consume(9)
      elements.isCharacterData = true
      elements.hasEntities = false
      return
    } else if try valueEnds() {
      return
    }
    elements.add(buffer[position])
    consume()
  }

  /// Ends the value where it ends here.
  private mutating func valueEnds() throws(Undecided) -> Bool {
    work += 1
    switch try elements.marks.match(buffer, at: position, isFinal: isFinal) {
    case (.close, _)? where elements.depth > 0:
      elements.depth -= 1
      return false
    case (.close, let length)?: return try closes(length)
    case (.open, _)? where elements.style.isTree:
      if !elements.isString { elements.depth += 1 }
      return false
    case (.open, let length)?:
      guard elements.isAtLineStart, elements.length > 1,
        try decided(outlook.argument(at: position + length, elementsOutlook))
      else { return false }
      endValue(dropsLine: true)
      return true
    case (.end, let length)?:
      return try isBrokenEnd(length, isLast: (try? outlook.closer(at: position + length)) != true)
    case nil: break
    }
    switch try lookForMarker() {
    case (.closer, let length)?: return try isBrokenEnd(length, isLast: true)
    case (.opener(let form), let length)? where reading.header(form)?.holdsElements == true:
      if try decided(atEnd: false, outlook.call(form, behind: position, length)) {
        elements.nested += 1
      }
    default: break
    }
    return false
  }

  /// Ends the value with its mark, where that counts.
  private mutating func closes(_ length: Int) throws(Undecided) -> Bool {
    // What is whole needs no more, where it is no text.
    if !elements.isWhole {
      guard try decided(outlook.argumentEnd(at: position + length, elementsOutlook)) else {
        return false
      }
    }
    consume(length)
    endValue(dropsLine: elements.style.padding == "\n")
    return true
  }

  /// Ends the value though its own mark is missing, or the call within it that has ended.
  ///
  /// - Parameter isLast: whether the mark is the last one of a call within the value.
  private mutating func isBrokenEnd(_ length: Int, isLast: Bool) throws(Undecided) -> Bool {
    if try decided(outlook.brokenEnd(at: position + length, elementsOutlook)) {
      endValue(dropsLine: true)
      return true
    }
    if isLast, elements.nested > 0 { elements.nested -= 1 }
    return false
  }

  private mutating func endValue(dropsLine: Bool) {
    elements.endValue(dropsLine: dropsLine)
    elements.marks = elementMarks
    state = .elements
  }

  /// What is known of the call for those who look ahead in its elements.
  private var elementsOutlook: CallOutlook.Elements {
    let (known, given) = (knownArguments, elements.names)
    return CallOutlook.Elements(
      isArgument: { !given.contains($0) && (known == nil || known?[$0] != nil) },
      hasOuterMarker: hasOuterMarker, isNested: elements.nested > 0)
  }
}
