/// Reads a call that is an object, byte by byte: `{"name": "f", "arguments": {…}}`.
///
/// Name and arguments may be under any of some keys, in any order; all of it may stand in an object
/// under `function`. Where names are keys, the first one is the name and its value the arguments,
/// unless it is one of those keys and has a text.
struct CallObjectReader: Sendable {
  enum Place: Sendable { case begin, key, afterKey, value, afterValue }

  /// What a member is to the call.
  enum Role: Sendable { case name, arguments, identifier, function, type, other }

  private var place = Place.begin
  private var depth = 0
  /// The key or value that is being read.
  private var part: ValueReader?
  private var role = Role.other

  private let keys: ObjectKeys
  /// A key that is a name, unless its value shows that it is none.
  private var nameKey: String?

  private(set) var name: String?
  private(set) var identifier: String?
  private var wholeArguments: [UInt8]?
  /// Whether a member has a name that no call has.
  private(set) var hasForeignMember = false
  /// Whether what is known contradicts a call.
  private(set) var isNoCall = false

  init(_ keys: ObjectKeys = ObjectKeys()) { self.keys = keys }

  /// The arguments as far as they are read, where they are an object, or else once they are whole.
  var arguments: [UInt8]? {
    if let wholeArguments { return wholeArguments }
    guard place == .value, role == .arguments, let part, part.isObject else { return nil }
    return part.output
  }

  /// Whether all that a call needs has been read, also where the object is not closed.
  var isComplete: Bool { name != nil && wholeArguments != nil }

  /// The beginning of a name that is being read.
  var partialName: String? {
    guard name == nil, place == .value, role == .name, let part, part.output.count > 1 else {
      return nil
    }
    return JSONText.string(part.output + [UInt8(ascii: "\"")])
  }

  mutating func read(_ byte: UInt8) -> ValueReader.Status {
    if part != nil { return readPart(byte) }
    if ValueReader.isSpace(byte) { return .reading }
    switch place {
    case .begin:
      guard byte == UInt8(ascii: "{") else { return .failed }
      (place, depth) = (.key, 1)
    case .key:
      if byte == UInt8(ascii: "}") { return close() }
      // A name is read as the only string of its own; the quotes are the reader's.
      guard Self.isQuote(byte) else { return .failed }
      part = ValueReader()
      return readPart(byte)
    case .afterKey:
      guard byte == UInt8(ascii: ":") else { return .failed }
      place = .value
    case .value: return beginValue(byte)
    case .afterValue:
      if byte == UInt8(ascii: "}") { return close() }
      guard byte == UInt8(ascii: ",") else { return .failed }
      place = .key
    }
    return .reading
  }

  /// The text ends; what is known stands.
  mutating func end() {
    guard place == .value, role == .arguments, part?.isObject == false, part?.end() == true else {
      return
    }
    endPart()
  }

  private mutating func readPart(_ byte: UInt8) -> ValueReader.Status {
    let status = part?.read(byte) ?? .failed
    guard status == .finished || status == .finishedBefore else { return status }
    endPart()
    if isNoCall { return .failed }
    return status == .finished ? .reading : read(byte)
  }

  private mutating func endPart() {
    guard let read = part else { return }
    part = nil
    if place == .key { endKey(JSONText.string(read.output) ?? "") } else { endValue(read) }
  }

  private mutating func endKey(_ key: String) {
    place = .afterKey
    role = role(of: key)
    if role == .other { hasForeignMember = true }
    if role == .name && name != nil || role == .arguments && wholeArguments != nil {
      role = .other
    }
  }

  private mutating func role(of key: String) -> Role {
    if keys.areNames, name == nil, depth == 1 {
      nameKey = key
      return .arguments
    }
    if keys.names.contains(key) { return .name }
    if keys.arguments.contains(key) { return .arguments }
    if keys.identifiers.contains(key) { return .identifier }
    return key == "function" ? .function : key == "type" ? .type : .other
  }

  private mutating func beginValue(_ byte: UInt8) -> ValueReader.Status {
    if role == .function, byte == UInt8(ascii: "{") {
      guard depth < 3 else { return .failed }
      depth += 1
      place = .key
      return .reading
    }
    if let key = nameKey {
      // Some calls are written as most others are: with a key for the name.
      if keys.names.contains(key), Self.isQuote(byte) { role = .name } else { name = key }
      nameKey = nil
    }
    part = ValueReader()
    return readPart(byte)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private mutating func endValue(_ value: ValueReader) {
    place = .afterValue
    switch role {
    case .name, .function:
      guard let text = JSONText.string(value.output) else { return isNoCall = true }
      if name == nil { name = text }
    case .identifier: identifier = JSONText.string(value.output)
    case .arguments:
      wholeArguments = value.arguments
      if wholeArguments == nil { isNoCall = true }
    case .type, .other: break
    }
  }

  private mutating func close() -> ValueReader.Status {
    depth -= 1
    place = .afterValue
    return depth == 0 ? .finished : .reading
  }
}
