import TernJSON

extension ValueReader {
  /// Whether `byte` may stand in a name without quotes.
  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Whether `byte` may stand in a value without quotes.
  ///
  /// Where strings have a marker of their own, one that lacks it reaches to the next separator.
  func isWord(_ byte: UInt8) -> Bool {
    if style.quote.isEmpty { return Self.isName(byte) || byte == UInt8(ascii: "+") }
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "["), UInt8(ascii: "<"), 0..<0x20:
      return false
    default: return true
    }
  }

  mutating func readWord(_ byte: UInt8) -> Status {
    if isKey ? Self.isName(byte) : isWord(byte) {
      word.append(byte)
      return .reading
    }
    if isKey {
      if containers.last?.kind == .arguments {
        place = .afterWord
      } else {
        writeKey()
        // The colon is still to come, and only that.
        place = .afterKey
      }
      return read(byte)
    }
    guard endWord() != .failed else { return .failed }
    return containers.isEmpty ? .finishedBefore : read(byte)
  }

  /// Writes a number or literal that has ended.
  mutating func endWord() -> Status {
    while let last = word.last, Self.isSpace(last) { word.removeLast() }
    let text = String(decoding: word, as: UTF8.self)
    word.removeAll(keepingCapacity: true)
    place = .afterValue
    switch text {
    case "true", "True": write("true")
    case "false", "False": write("false")
    case "null", "None": write("null")
    default:
      if let number = Self.number(text) {
        for byte in number.utf8 { write(byte) }
      } else if !style.quote.isEmpty {
        write("\"")
        for byte in text.utf8 { write(character: byte) }
        write("\"")
      } else {
        return .failed
      }
    }
    return .reading
  }

  /// A number as JSON writes it; Python's `.5`, `5.` and `+5` have no other meaning.
  static func number(_ text: String) -> String? {
    if JSONNumber(text: text) != nil { return text }
    guard text.utf8.count < 400 else { return nil }
    var rest = Substring(text)
    var sign = ""
    if rest.hasPrefix("+") {
      rest.removeFirst()
    } else if rest.hasPrefix("-") {
      rest.removeFirst()
      sign = "-"
    }
    if rest.hasPrefix(".") { rest = "0" + rest }
    if rest.hasSuffix(".") { rest += "0" }
    let repaired = sign + rest
    return JSONNumber(text: repaired) == nil ? nil : repaired
  }
}
