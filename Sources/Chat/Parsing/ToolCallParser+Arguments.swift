import TernJSON

/// Where a parser stands before the arguments of a call.
struct ArgumentsPlace: Sendable {
  /// Whether a fence has begun, so that a word may follow.
  var isInFence = false
  /// Whether arguments that are no JSON are code.
  var mayBeCode = false
}

extension ToolCallParser {
  /// Reads the arguments of a call whose name is known.
  mutating func stepArguments() -> Bool {
    while position < buffer.count {
      if value == nil {
        guard let goesOn = beginArguments() else { return false }
        if !goesOn { return true }
        continue
      }
      let byte = buffer[position]
      let status = value?.read(byte) ?? .failed
      switch status {
      case .reading: consume()
      case .finished:
        consume()
        finishArguments()
        return true
      case .finishedBefore:
        finishArguments()
        return true
      case .failed:
        reject("the arguments are not understood")
        return true
      }
    }
    return false
  }

  /// Finds where the arguments begin: nil where more is needed, false where they are read otherwise.
  private mutating func beginArguments() -> Bool? {
    let byte = buffer[position]
    if ValueReader.isSpace(byte) {
      consume()
      return true
    }
    switch markers.match(buffer, at: position, isFinal: isFinal) {
    case .partial: return nil
    case .full:
      finishCall(nil)
      return false
    case .none: break
    }
    if byte == UInt8(ascii: "{") {
      value = ValueReader()
      return true
    }
    if arguments.mayBeCode {
      beginCode(nil)
      return false
    }
    if byte == UInt8(ascii: "`") {
      arguments.isInFence = true
      consume()
      return true
    }
    if arguments.isInFence, ValueReader.isName(byte) {
      consume()
      return true
    }
    value = ValueReader()
    return true
  }

  private mutating func finishArguments() {
    guard let read = value else { return }
    if read.isObject { return finishCall(read.output) }
    guard let text = JSONText.arguments(read.output) else {
      return reject("the arguments are no object")
    }
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

  mutating func stepCode() -> Bool {
    while position < buffer.count {
      switch markers.match(buffer, at: position, isFinal: isFinal) {
      case .partial: return false
      case .full:
        endCode()
        return true
      case .none: break
      }
      JSONText.append(buffer[position], to: &elements.output)
      consume()
    }
    return false
  }

  mutating func endCode() {
    elements.output += Array("\"}".utf8)
    finishCall(elements.output)
  }
}

extension JSONText {
  /// The object that arguments which are not written as one stand for: null, or a text of JSON.
  static func arguments(_ text: [UInt8]) -> [UInt8]? {
    var text = text
    if let string = string(text) {
      if string.utf8.allSatisfy(ValueReader.isSpace) { return Array("{}".utf8) }
      text = Array(string.utf8)
    }
    guard let value = value(text) else { return nil }
    if value.isNull { return Array("{}".utf8) }
    return value.object.map { JSON.object($0).bytes() }
  }
}
