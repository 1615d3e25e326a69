import TernJSON

/// Reads one value as models write them, byte by byte, and writes it as JSON.
///
/// It takes JSON and Python literals, and what both are often confused with: quotes of either kind,
/// tuples, `None`, unquoted names, trailing commas, raw line breaks in strings. What has more than
/// one meaning fails. How the text is cut changes nothing, because a byte is all that is looked at.
///
/// Cost: constant for each byte; the text so far is kept.
struct ValueReader: Sendable {
  /// What a byte led to.
  enum Status: Sendable {
    case reading
    /// The value ends with this byte.
    case finished
    /// The value ended before this byte, which has not been read.
    case finishedBefore
    case failed
  }

  /// What is special about a family's values.
  struct Style: Sendable {
    /// The marker around strings that are written as they are, without escapes.
    var quote: [UInt8] = []
    /// Names for arguments without a name, in order.
    var positional: [String] = []
  }

  enum Container: Sendable {
    case object, array, tuple
    /// The arguments of a Python call: `name=value, …)`.
    case arguments
  }

  enum Place: Sendable {
    case value, key, afterKey, afterValue, string, word
    /// A word in the arguments of a call, which may be a name or a value, has ended.
    case afterWord
  }

  /// Arrays and objects within each other, at most.
  static let maximumDepth = 200

  let style: Style
  /// The JSON text so far.
  var output: [UInt8] = []
  var place = Place.value
  var containers: [(kind: Container, count: Int)] = []
  var string = StringState()
  /// The bytes of a number, a literal or an unquoted name.
  var word: [UInt8] = []
  /// Whether the string or word is the name of a member.
  var isKey = false
  /// Whether a comma stands before the place.
  var isAfterComma = false
  private var positionalCount = 0

  init(_ style: Style = Style()) { self.style = style }

  /// A reader of the arguments of a Python call, behind the parenthesis.
  static func arguments(_ style: Style) -> ValueReader {
    var reader = ValueReader(style)
    reader.containers.append((.arguments, 0))
    reader.write("{")
    reader.place = .key
    return reader
  }

  /// Whether what was read is an object, or the beginning of one.
  var isObject: Bool { output.first == UInt8(ascii: "{") }

  /// The object that a value which has ended stands for as the arguments of a call: itself, nothing
  /// for null, or what a text has as JSON.
  var arguments: [UInt8]? {
    if isObject { return output }
    var text = output
    if let string = JSONText.string(output) {
      if string.utf8.allSatisfy(Self.isSpace) { return Array("{}".utf8) }
      text = Array(string.utf8)
    }
    guard let value = JSONText.value(text) else { return nil }
    if value.isNull { return Array("{}".utf8) }
    return value.object.map { JSON.object($0).bytes() }
  }

  mutating func read(_ byte: UInt8) -> Status {
    switch place {
    case .string: return readString(byte)
    case .word: return readWord(byte)
    default: break
    }
    if Self.isSpace(byte) { return .reading }
    switch place {
    case .value: return readValue(byte)
    case .key: return readKey(byte)
    case .afterKey:
      guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") else { return .failed }
      place = .value
      return .reading
    case .afterWord: return readAfterWord(byte)
    default: return readAfterValue(byte)
    }
  }

  /// Ends the text; whether the value is complete.
  mutating func end() -> Bool {
    switch place {
    case .word: return containers.isEmpty && endWord() != .failed
    case .string: return containers.isEmpty && endStringAtEnd()
    case .afterValue: return containers.isEmpty
    default: return false
    }
  }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
  }

  mutating func write(_ byte: UInt8) { output.append(byte) }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\r")
  }
}

extension ValueReader {
  private mutating func readValue(_ byte: UInt8) -> Status {
    let isElement = containers.last?.kind == .array || containers.last?.kind == .tuple
    if isElement || isAfterComma, closes(byte) { return close() }
    if isElement { beginMember() }
    isAfterComma = false
    switch byte {
    case UInt8(ascii: "{"): return open(.object)
    case UInt8(ascii: "["): return open(.array)
    case UInt8(ascii: "("): return open(.tuple)
    default: break
    }
    isKey = false
    if beginString(byte) { return .reading }
    guard isWord(byte) else { return .failed }
    place = .word
    word = [byte]
    return .reading
  }

  /// Writes the comma before a member or an element.
  private mutating func beginMember() {
    isAfterComma = false
    guard let last = containers.indices.last else { return }
    if containers[last].count > 0 { write(",") }
    containers[last].count += 1
  }

  private mutating func readKey(_ byte: UInt8) -> Status {
    if closes(byte) { return close() }
    let isArguments = containers.last?.kind == .arguments
    if isArguments, !Self.isName(byte) {
      return writePositionalName() ? readValue(byte) : .failed
    }
    isKey = true
    if !isArguments, startsString(byte) {
      beginMember()
      _ = beginString(byte)
      return .reading
    }
    guard Self.isName(byte) else { return .failed }
    place = .word
    word = [byte]
    return .reading
  }

  /// Writes the name of the next argument that has none.
  private mutating func writePositionalName() -> Bool {
    guard positionalCount < style.positional.count else { return false }
    beginMember()
    write(name: Array(style.positional[positionalCount].utf8))
    write(":")
    positionalCount += 1
    place = .value
    return true
  }

  /// Writes a name that has ended, as a string and a colon.
  mutating func writeKey() {
    beginMember()
    write(name: word)
    write(":")
    word.removeAll(keepingCapacity: true)
  }

  private mutating func write(name: [UInt8]) {
    write("\"")
    for byte in name { write(character: byte) }
    write("\"")
  }

  /// Reads what stands behind a word in the arguments of a call.
  private mutating func readAfterWord(_ byte: UInt8) -> Status {
    if byte == UInt8(ascii: "=") {
      writeKey()
      place = .value
      return .reading
    }
    guard writePositionalName(), endWord() != .failed else { return .failed }
    return readAfterValue(byte)
  }

  private mutating func readAfterValue(_ byte: UInt8) -> Status {
    guard let container = containers.last?.kind else { return .finishedBefore }
    if byte == UInt8(ascii: ",") {
      place = container == .object || container == .arguments ? .key : .value
      isAfterComma = true
      return .reading
    }
    return closes(byte) ? close() : .failed
  }

  private func closes(_ byte: UInt8) -> Bool {
    switch containers.last?.kind {
    case .object: byte == UInt8(ascii: "}")
    case .array: byte == UInt8(ascii: "]")
    case .tuple, .arguments: byte == UInt8(ascii: ")")
    case nil: false
    }
  }

  private mutating func open(_ kind: Container) -> Status {
    guard containers.count < Self.maximumDepth else { return .failed }
    containers.append((kind, 0))
    if kind == .object { write("{") } else { write("[") }
    place = kind == .object ? .key : .value
    return .reading
  }

  private mutating func close() -> Status {
    guard let container = containers.popLast() else { return .failed }
    isAfterComma = false
    if container.kind == .object || container.kind == .arguments { write("}") } else { write("]") }
    place = .afterValue
    return containers.isEmpty ? .finished : .reading
  }
}
