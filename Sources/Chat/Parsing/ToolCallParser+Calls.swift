import TernJSON

/// The call that is being told.
struct OpenCall: Sendable {
  var isOpen = false
  var index = -1
  var name = ""
  var identifier: String?
  /// Bytes of the arguments that have been told.
  var told = 0
}

extension ToolCallParser {
  /// The name of the tool that is meant: models put `functions.` and the like before it.
  func resolve(_ name: String) -> String { Self.known(name, tools) ?? name }

  /// The longest end of a dotted name that names a tool.
  static func known(_ name: String, _ tools: [String: ToolDefinition]) -> String? {
    var rest = Substring(name)
    while tools[String(rest)] == nil {
      guard let dot = rest.firstIndex(of: ".") else { return nil }
      rest = rest[dot...].dropFirst()
    }
    return String(rest)
  }

  mutating func begin(_ name: String, _ identifier: String? = nil) {
    heldSpace.removeAll()
    isTentative = false
    candidateStart = nil
    call.index += 1
    call.isOpen = true
    call.name = resolve(name)
    call.identifier = identifier
    call.told = 0
    output.add(.callBegan(index: call.index, name: call.name))
  }

  /// The arguments that the schema of the open call's tool lists.
  var knownArguments: JSONObject? { tools[call.name]?.parameters["properties"]?.object }

  /// The text of the open call's arguments so far.
  private var openArguments: [UInt8]? {
    switch state {
    case .object: object.arguments
    case .arguments where value?.isObject == true: value?.output
    case .elements, .elementName, .elementValue, .code: elements.output
    default: nil
    }
  }

  /// Tells what is new of the arguments.
  mutating func tellArguments() {
    guard call.isOpen, let text = openArguments else { return }
    tell(arguments: text)
  }

  private mutating func tell(arguments text: [UInt8]) {
    guard text.count > call.told else { return }
    let new = String(decoding: text[call.told...], as: UTF8.self)
    call.told = text.count
    output.add(.arguments(index: call.index, json: new))
  }

  /// Ends the open call; without arguments they are empty.
  mutating func finishCall(_ arguments: [UInt8]?, _ identifier: String? = nil) {
    let text = arguments ?? Array("{}".utf8)
    guard let members = JSONText.object(text) else { return reject("the arguments are no object") }
    tell(arguments: text)
    let finished = ToolCall(
      id: identifier ?? call.identifier, name: call.name, arguments: members)
    output.add(.callFinished(index: call.index, finished))
    call.isOpen = false
    hasRead = true
    state = .section
    raw.removeAll()
  }

  /// Gives up the call; what belongs to it is kept as it was written.
  mutating func reject(_ reason: String) {
    tellArguments()
    call.isOpen = false
    rejection = reason
    state = .junk
  }

  /// Collects what belongs to a call that was given up.
  mutating func stepJunk() throws(Undecided) {
    switch try lookForMarker() {
    case (.turnEnd, _)? where isUnannounced, (.opener, _)? where isUnannounced,
      (.reasoning, _)? where isUnannounced:
      tellUnannounced()
    case (.closer, let length)?, (.turnEnd, let length)?: endJunk(length)
    case (.opener, _)?, (.reasoning, _)?: endJunk(0)
    case (.reasoningEnd, _)?, (.ignored, _)?, nil:
      if reading.fenceCloses, raw.last == UInt8(ascii: "\n"), try has("```") {
        endJunk(3)
      } else {
        consume()
      }
    }
  }

  /// Goes back to text behind a mark that ends what was given up.
  private mutating func endJunk(_ length: Int) {
    consume(length)
    tellRejection()
    returnToContent()
  }

  /// Goes back to text, which what a marker opened is: it is no call, and has no end.
  mutating func tellUnannounced() {
    let text = heldSpace + raw
    returnToContent()
    dropsSpace = false
    for byte in text { tell(byte) }
  }

  mutating func tellRejection() {
    guard !raw.isEmpty else { return }
    output.add(.rejected(text: String(decoding: raw, as: UTF8.self), reason: rejection))
    raw.removeAll()
  }
}
