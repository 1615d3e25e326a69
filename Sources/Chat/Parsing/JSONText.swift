import TernJSON

/// Writing JSON strings byte by byte.
enum JSONText {
  /// Adds a byte of a string's text, escaped where JSON asks for it.
  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    case UInt8(ascii: "\r"): output += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
    case UInt8(ascii: "\t"): output += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    case 0..<0x20:
      output += Array((byte < 16 ? "\\u000" : "\\u00").utf8)
      output += Array(String(byte, radix: 16).utf8)
    default: output.append(byte)
    }
  }

  /// The string that `text`, JSON of a string, stands for.
  static func string(_ text: [UInt8]) -> String? {
    guard let value = try? JSON(parsing: text) else { return nil }
    return value.string
  }

  /// The object that `text` stands for.
  static func object(_ text: [UInt8]) -> JSONObject? {
    guard let value = try? JSON(parsing: text) else { return nil }
    return value.object
  }

  /// Reads a whole text as one value, as leniently as ``ValueReader`` does.
  static func value(_ text: some Collection<UInt8>) -> JSON? {
    var reader = ValueReader()
    var status = ValueReader.Status.reading
    var rest = text[...]
    while status == .reading, let byte = rest.first {
      status = reader.read(byte)
      if status != .finishedBefore { rest.removeFirst() }
    }
    guard status == .reading ? reader.end() : status != .failed,
      rest.allSatisfy(ValueReader.isSpace)
    else { return nil }
    return try? JSON(parsing: reader.output)
  }
}
