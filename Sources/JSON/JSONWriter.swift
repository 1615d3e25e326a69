/// How JSON is written.
package struct JSONFormat: Sendable, Equatable {
  /// What stands between two members or elements.
  package var itemSeparator = ","
  /// What stands between a key and its value.
  package var keySeparator = ":"
  /// Spaces for each level of nesting; `nil` writes everything on one line.
  package var indent: Int?
  /// Writes all characters beyond ASCII, and U+007F, as `\u` escapes.
  package var ensuresASCII = false

  package init(
    itemSeparator: String = ",", keySeparator: String = ":", indent: Int? = nil,
    ensuresASCII: Bool = false
  ) {
    self.itemSeparator = itemSeparator
    self.keySeparator = keySeparator
    self.indent = indent
    self.ensuresASCII = ensuresASCII
  }

  /// No white space at all: `{"a":[1,2]}`.
  package static let compact = JSONFormat()
  /// One line with a space after each comma and colon: `{"a": [1, 2]}`.
  package static let spaced = JSONFormat(itemSeparator: ", ", keySeparator: ": ")
  /// One member or element on each line, indented by two spaces.
  package static let pretty = JSONFormat(keySeparator: ": ", indent: 2)
}

extension JSON {
  /// The value as JSON text.
  ///
  /// Numbers are written as they were read; strings escape what they must (`"`, `\`, and characters
  /// below U+0020) and nothing else. Empty arrays and objects stay on one line.
  package func text(_ format: JSONFormat = .compact) -> String {
    String(decoding: bytes(format), as: UTF8.self)
  }

  /// The UTF-8 bytes of the value as JSON text.
  package func bytes(_ format: JSONFormat = .compact) -> [UInt8] {
    var writer = JSONWriter(format: format)
    writer.write(self, level: 0)
    return writer.bytes
  }
}

extension JSON: CustomStringConvertible {
  package var description: String { text() }
}

/// JSON text under construction.
///
/// Calls itself once for each level of nesting: values that a reader made are within its depth
/// limit; who builds deeper ones keeps the stack in mind.
private struct JSONWriter {
  let format: JSONFormat
  var bytes: [UInt8] = []

  init(format: JSONFormat) { self.format = format }

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let value): append(value.text)
    case .string(let value): write(string: value)
    case .array(let values):
      writeItems("[", values, "]", level) { writer, value in writer.write(value, level: level + 1) }
    case .object(let members):
      writeItems("{", members, "}", level) { writer, member in
        writer.write(string: member.key)
        writer.append(writer.format.keySeparator)
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private mutating func writeItems<Items: RandomAccessCollection>(
    _ open: String, _ items: Items, _ close: String, _ level: Int,
    _ body: (inout JSONWriter, Items.Element) -> Void
  ) {
    append(open)
    var isFirst = true
    for item in items {
      if !isFirst { append(format.itemSeparator) }
      isFirst = false
      breakLine(level + 1)
      body(&self, item)
    }
    if !isFirst { breakLine(level) }
    append(close)
  }

  private mutating func breakLine(_ level: Int) {
    guard let indent = format.indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    if format.ensuresASCII {
      for scalar in string.unicodeScalars {
        if scalar.value < 0x7F {
          append(unit: UInt8(scalar.value))
        } else {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            append(escaped: unit)
          }
        }
      }
    } else if string.utf8.allSatisfy(Self.isPlain) {
      append(string)
    } else {
      for byte in string.utf8 { append(unit: byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether `byte` stands for itself in a string.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(unit byte: UInt8) {
    if Self.isPlain(byte) { bytes.append(byte) } else { append(special: byte) }
  }

  private mutating func append(special byte: UInt8) {
    let letter: UInt8
    switch byte {
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    default: return append(escaped: UInt16(byte))
    }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }

  /// Adds `\u` and four lower-case digits.
  private mutating func append(escaped unit: UInt16) {
    append("\\u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
